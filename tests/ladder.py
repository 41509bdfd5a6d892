"""Does a ladder see something to learn only where there is something?

`python -m tests.ladder` plays 100 ladders of a race of coins, in which no way of playing is better than another, and
100 of Pig. It ends with exit code 1 if fewer than 95 of the first say that there is nothing to learn, or any of the
second does. `--plain` judges every comparison by itself, as if it were the only one: that must be caught.
tests/README.md has the last results.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from unittest.mock import patch

from engine.game.registry import admit
from sim.ladder import judgement
from sim.ladder.climb import Climb, climb, ladder_of
from sim.ladder.result import RISK
from sim.ladder.rungs import Setting, chosen_rungs
from sim.ladder.sentences import LadderWords
from sim.play.options import PlayOptions
from tests.support import ROOT

SEEDS, ENOUGH, GAMES = 100, 95, 200
COINS = ROOT / "tests/null_pages/games/even_race.py"
WAYS = tuple(f"{way} slips={slips}" for way in ("left", "right") for slips in (0, 30, 60))
"""Beside `random`: seven rungs, which meet in 42 pairs."""
NOTHING = "Nothing to learn"
INLINE = PlayOptions(executor="inline")


def played(game: str, ways: Sequence[str], sizes: Sequence[int], seed: int) -> Climb:
    """A ladder of these ways of playing, played here."""
    keys = {"game": game, "games": GAMES, "seed": seed, "players": [*sizes]}
    setting = Setting(game, keys, "test", {})
    return climb(setting, chosen_rungs(setting, ways, print), GAMES, INLINE)


def coins(seed: int) -> Climb:
    """A ladder of the race of coins."""
    return played(admit(str(COINS)), WAYS, [2], seed)


def pig(seed: int) -> Climb:
    """A ladder of Pig."""
    return played("pig", (), [2], seed)


def says_nothing(climbed: Climb) -> bool:
    """Whether it says that there is nothing to learn."""
    told = LadderWords(ladder_of(climbed), climbed.contest.outcome).sentences()
    return any(sentence.startswith(NOTHING) for sentence in told)


def each_alone(comparisons: int) -> float:
    """The risk of one interval for a judge who does not correct for the others."""
    return RISK


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.ladder", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--plain", action="store_true", help="judge every comparison by itself")
    asked = parser.parse_args(words)
    seeds = range(asked.first, asked.first + asked.seeds)
    with patch.object(judgement, "each_risk", each_alone if asked.plain else judgement.each_risk):
        wrong = [seed for seed in seeds if not says_nothing(coins(seed))]
        missed = [seed for seed in seeds if says_nothing(pig(seed))]
    print(f"a race of coins: nothing to learn with {len(seeds) - len(wrong)} of {len(seeds)} seeds; not with {wrong}")
    print(f"Pig: nothing to learn with {len(missed)} of {len(seeds)} seeds: {missed}")
    return int((len(seeds) - len(wrong)) * SEEDS < ENOUGH * len(seeds) or bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
