"""The command line with the toy games registered: `python -m tests.support.fatecast run --set game=dice …`"""

from engine.game.registry import GAMES
from sim.cli import main
from tests.support import dice_race, lottery

if __name__ == "__main__":
    GAMES |= {"dice": dice_race.ADDRESS, "lottery": lottery.ADDRESS}
    main()
