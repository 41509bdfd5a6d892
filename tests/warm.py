"""Compile every policy once, side by side, before the tests: else each of their processes would do it for itself.

python -m tests.warm
"""

from engine.shipwreck.cells.policy_set import INSTALLED
from engine.shipwreck.game import SHIPWRECK
from tests.support.words import read_words

if __name__ == "__main__":
    read_words("tests.warm")
    names = [name for name in INSTALLED if name != "script"]
    SHIPWRECK.prepare(
        SHIPWRECK.cells(SHIPWRECK.resolve({"policies": names, "players": [3], "doom": [0]}, "tests")), print
    )
