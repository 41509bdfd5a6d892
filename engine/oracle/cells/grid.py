"""The game's part of an experiment: layouts, policies, players, rogues, options."""

from engine.errors import message
from engine.oracle.about import ABOUT
from engine.oracle.cells.options import Options, trouble_with, usual_marks
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import CHECKED
from engine.oracle.table import NAME, RULES_VERSION
from engine.policy.compiled_game.grid import Grid
from engine.policy.compiled_game.ids import Ids

GRID = Grid(
    about=ABOUT,
    policies=POLICIES,
    usual_policy="planner",
    content=CHECKED,
    options=Options,
    usual_options=usual_marks,
    trouble=trouble_with,
    variants="once",
    one_decides=message("only the Oracle decides: expected policies"),
)
IDS = Ids(NAME, RULES_VERSION, GRID, lists=("marks", "closed"))
