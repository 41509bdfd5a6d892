"""Writes the playthroughs again, after an intended change of a rule or of the texts. Read the difference before you
keep it.

    python -m tests.support.shipwreck.record            replay every recorded game and write its present text
    python -m tests.support.shipwreck.record --search   choose other games of chaos that show every card and power
"""

import sys

from engine.game.results import Replay
from tests.support.shipwreck import cells
from tests.support.shipwreck.playthrough import FOLDER, Playthrough, recorded, seen_in, told, wanted
from tests.support.words import read_words

SCENARIOS = {
    "full": 'deck = "full"\npolicy = "chaos"\nplayers = 3\ndoom = 0\n',
    "strict": 'deck = "full"\npolicy = "chaos"\nplayers = 2\ndoom = 0\n'
    'options = { fall = "announced", imago = "strict", own_fate = true }\n',
    "promo": 'deck = "promo"\npolicy = "chaos"\nplayers = 4\ndoom = 2\n',
    "stars": 'deck = "stars-below"\npolicy = "chaos"\nplayers = 2\ndoom = 0\nchallenge = true\n',
    "restless": 'deck = "stars-below"\npolicy = "chaos"\nplayers = 5\ndoom = 0\noptions = { restless = true }\n',
    "guests": 'deck = "base"\npolicy = "chaos"\nplayers = 3\ndoom = 0\n'
    "changes = [{ before_turn = 3, leave = 2 }, { before_turn = 4, join_after = 1 }]\n",
}
SEED = 1
GAMES = 400


def record(playthrough: Playthrough) -> Playthrough:
    """The same game in its present words."""
    return Playthrough(playthrough.path, playthrough.header, told(playthrough.replay()))


def candidates() -> list[tuple[Playthrough, set[str]]]:
    """Many games, each with what it shows."""
    found = []
    for name, scenario in SCENARIOS.items():
        for index in range(GAMES):
            header = f"{scenario}seed = {SEED}\nindex = {index}\n"
            bare = Playthrough(FOLDER / f"{name}-{index}.txt", header, [])
            replay: Replay = bare.replay()
            found.append((Playthrough(bare.path, header, told(replay)), seen_in(replay)))
    return found


def choose(missing: set[str], games: list[tuple[Playthrough, set[str]]]) -> list[Playthrough]:
    """Chooses few and short games: always the one that shows most new things for its length."""
    chosen = []
    while missing:
        best, seen = max(games, key=lambda game: len(game[1] & missing) / (20 + len(game[0].lines)))
        if not seen & missing:
            sys.exit(f"no game shows {', '.join(sorted(missing))}")
        chosen.append(best)
        missing = missing - seen
    return chosen


def main(search: bool) -> None:
    cells.install_chaos()
    kept = [game for game in recorded() if "chaos" not in game.header or not search]
    if search:
        for game in recorded():
            if game.path not in [other.path for other in kept]:
                game.path.unlink()
        missing = wanted().difference(*(seen_in(game.replay()) for game in kept))
        kept += choose(missing, candidates())
    for game in kept:
        record(game).write()
        print(game.path.name)


if __name__ == "__main__":
    main(bool(read_words("tests.support.shipwreck.record [--search]", flags=["--search"]).flags))
