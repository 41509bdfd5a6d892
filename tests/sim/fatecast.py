"""The command line with the toy among its games: `python -m tests.sim.fatecast run --set game=dice …`"""

from engine.game import GAMES
from sim.cli import main
from tests.sim.toy import ADDRESS

if __name__ == "__main__":
    GAMES["dice"] = ADDRESS
    main()
