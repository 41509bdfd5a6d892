"""Do the default gates of one's own games find what they should, and let pass what they should?

`python -m tests.default_gates` accepts a game as it is, with every default, edits its file, and runs the gate as the
workflow of `fatecast init` does. Three edits, each with a seed of its own 20 times: one moves only the length by twice
its margin, one only an outcome of the author's, and one changes a tenth of the games and none of the outcomes. It ends
with exit code 1 if fewer than 18 of 20 are found, or pass, or if a gate takes longer than the workflow gives it.
tests/README.md has the last result.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import fatecast
from engine.game.registry import admit, load_game
from engine.outside.own.game import OwnGame
from sim.start.new_game import text_of
from sim.start.new_repository import MINUTES
from sim.verbs.init import FIRST_BASELINE
from tests.support import ROOT

Edit = tuple[tuple[str, str], ...]
ENOUGH, OF = 18, 20
WANTED = {"length": "fail", "outcome": "fail", "neutral": "pass"}


class Edited(NamedTuple):
    """A game, and three edits of its text."""

    text: str
    length: Edit
    """Half a turn more, in every other game: twice the margin of a quarter."""
    outcome: Edit
    """Twice the margin of an outcome of the author's more."""
    neutral: Edit
    """A tenth of the games has other luck."""


def games() -> dict[str, Edited]:
    """Pirates, and two of `tests.games`: one of a fixed length, and one that nobody may win."""
    market, last_one = ((ROOT / "tests" / "games" / f"{name}.py").read_text() for name in ("market", "last_one"))
    home, scored = "                    return table.win(seat)\n", "        best = max(table.scores)\n"
    sailing, trading, armed = "        while True:\n", "        prices = dict(GOODS)\n", "        self.lives = ["
    alive = "        alive = [seat"
    return {
        "pirates": Edited(
            text_of("pirates").replace("NAME", "pirates"),
            ((home, in_one_of(2, "table.turn(seat)", 20) + home),),
            ((home, in_one_of(4, 'table.count("lost", 4)', 20) + home),),
            (
                (sailing, SHIFT + sailing),
                ("self.sail(table, seat)", "self.sail(table, seat, shift)"),
                ("def sail(self, table, seat)", "def sail(self, table, seat, shift)"),
                ("* table.rules.storms, turn)", "* table.rules.storms, turn + shift)"),
            ),
        ),
        "market": Edited(
            market,
            ((scored, in_one_of(2, "table.turn(0)", 8) + scored),),
            ((scored, in_one_of(5, 'table.count("deals", 3)', 8) + scored),),
            ((trading, SHIFT + trading), ('"news", NEWS, round_)', '"news", NEWS, round_ + shift)')),
        ),
        "last_one": Edited(
            last_one,
            ((alive, in_one_of(2, "table.turn(0)", 8) + alive),),
            ((alive, in_one_of(5, 'table.count("hits", 3)', 8) + alive),),
            (
                (armed, SHIFT + armed),
                ('"attack", table.rules.sides, turn)', '"attack", table.rules.sides, turn + shift)'),
                ('"defend", table.rules.sides, turn)', '"defend", table.rules.sides, turn + shift)'),
            ),
        ),
    }


SHIFT = '        shift = 1000 if table.luck.die("other", 10) == 1 else 0\n'


def in_one_of(games: int, what: str, indent: int) -> str:
    """Lines that do something in one of so many games."""
    space = " " * indent
    return f'{space}if table.luck.die("edited", {games}) == 1:\n{space}    {what}\n'


def edited(game: Edited, how: str) -> str:
    """The text after an edit."""
    text = game.text
    for old, new in getattr(game, how):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


class Gate(NamedTuple):
    """How one gate ended."""

    verdict: str
    seconds: float


def gates(name: str, game: Edited, how: str, seeds: Iterator[int], minutes: float = MINUTES) -> Iterator[Gate]:
    """The gate of an edit, once a seed. The present folder is that of a new repository."""
    file, before = Path(name) / "game.py", Path("accepted.py")
    file.parent.mkdir(exist_ok=True)
    experiments = Path("configs") / name / "experiments"
    experiments.mkdir(parents=True, exist_ok=True)
    before.write_text(game.text)
    for seed in seeds:
        (experiments / "tuning.toml").write_text(f'game = "{name}"\nseed = {seed}\n')
        (Path("configs") / name / "baselines" / "default.json").unlink(missing_ok=True)
        file.write_text(game.text)
        fatecast.baseline_accept(game=f"./{name}", games=FIRST_BASELINE, workers=1)
        file.write_text(edited(game, how))
        began = perf_counter()
        found = fatecast.gate(game=f"./{name}", before=before, minutes=minutes, executor="inline")
        yield Gate(found.verdict, perf_counter() - began)


def compiled(name: str, text: str) -> None:
    """Compile a text, so that no gate plays it plainly; so does the first step of the workflow."""
    file = Path(name) / "game.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    game = load_game(admit(f"./{name}"))
    assert isinstance(game, OwnGame)
    if why := game.compile_now():
        print(f"{name} is played plainly: {why[0]}")


def main() -> int:
    """Print a row for each game and edit."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=OF)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--game", choices=[*games()])
    asked = parser.parse_args()
    failed = False
    print("| game | edit | wanted | seeds | as wanted | longest gate |\n|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder, chdir(folder):
        for name, game in games().items():
            if asked.game not in (None, name):
                continue
            for text in (game.text, *(edited(game, how) for how in WANTED)):
                compiled(name, text)
            for how, wanted in WANTED.items():
                seeds = range(asked.first, asked.first + asked.seeds)
                found = list(gates(name, game, how, iter(seeds)))
                right, longest = sum(each.verdict == wanted for each in found), max(each.seconds for each in found)
                told = (
                    f"{name} | {how} | {wanted} | {seeds[0]} to {seeds[-1]} | {right} of {len(found)} | {longest:.0f} s"
                )
                print(f"| {told} |", flush=True)
                failed |= right * OF < ENOUGH * len(found) or longest > 60 * MINUTES
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
