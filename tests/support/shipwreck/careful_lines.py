"""Plays careful games and positions, and prints the lines of the rules that they do not reach.

NUMBA_DISABLE_JIT=1 python -m tests.support.shipwreck.careful_lines DECK GAMES POLICY …
"""

import json
import sys

from tests.support import ROOT
from tests.support.kernel_lines import Lines
from tests.support.shipwreck.careful import be_careful, careful_world, play, play_policies

RULES = ROOT / "engine/shipwreck/rules"


def main() -> None:
    be_careful()
    from tests.support.shipwreck import cells
    from tests.support.shipwreck.careful_positions import ask_directly, positions

    cells.install_chaos()
    deck, games, *policies = sys.argv[1:]
    lines = Lines(RULES, "turn")
    with lines.watched():
        for cell in positions():
            play(cell, 1, listens=True)
        ask_directly(careful_world(cells.make("full", "mute")))
        play_policies(deck, int(games), policies)
    json.dump(lines.left, sys.stdout)


if __name__ == "__main__":
    main()
