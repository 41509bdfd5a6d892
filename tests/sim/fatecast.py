"""The command line with the toys among its games: `python -m tests.sim.fatecast run --set game=dice …`"""

from engine.game import GAMES
from sim.cli import main
from tests.sim import toy
from tests.sim.report import lottery

if __name__ == "__main__":
    GAMES |= {"dice": toy.ADDRESS, "lottery": lottery.ADDRESS}
    main()
