"""The command line with the toy games registered: `python -m tests.support.fatecast run --set game=dice …`"""

import os

from engine.game.registry import GAMES
from sim import cli
from sim.play import progress
from tests.support import dice_race, lottery


def main() -> None:
    GAMES.update({"dice": dice_race.ADDRESS, "lottery": lottery.ADDRESS})
    progress.FIRST_LINE = float(os.environ.get("FIRST_LINE_OF_LIFE", "inf"))  # a slow machine says no more than others
    cli.main()


if __name__ == "__main__":
    main()
