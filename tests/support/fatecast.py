"""The command line with the toy games registered: `python -m tests.support.fatecast run --set game=dice …`"""

import os

from engine.game.registry import GAMES
from sim.cli import main
from sim.play import progress
from tests.support import dice_race, lottery

if __name__ == "__main__":
    GAMES |= {"dice": dice_race.ADDRESS, "lottery": lottery.ADDRESS}
    progress.FIRST_LINE = float(os.environ.get("FIRST_LINE_OF_LIFE", "inf"))  # a slow machine says no more than others
    main()
