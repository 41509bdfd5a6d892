"""Everything that the author of a policy may import. The names listed here keep their name and their meaning.

    from engine.pig.for_policies import Parameter, best_other

A policy is a module with a function `rolls_again(view, mind, dice)`; see docs/reference/games/pig.md.
"""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp, log2
from engine.kernel.records import Ints
from engine.pig.rules.decisions import Memory, Mind, best_other, chance
from engine.pig.table.state import FACES, MOST_GOAL, SEATS, Dice, Scenario, Table, View
from engine.policy.parameters import Parameter

__all__ = [
    "FACES",
    "MOST_GOAL",
    "SEATS",
    "Dice",
    "Ints",
    "Memory",
    "Mind",
    "Parameter",
    "Scenario",
    "Table",
    "View",
    "best_other",
    "chance",
    "compiled",
    "exp",
    "inlined",
    "log2",
]
