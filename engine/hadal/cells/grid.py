"""The game's part of an experiment: missions, who plays, how many, how hard, options."""

from engine.hadal.about import ABOUT
from engine.hadal.cells.options import Options, trouble_with, usual_options
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import CHECKED
from engine.hadal.table import NAME, RULES_VERSION
from engine.policy.compiled_game.grid import Grid
from engine.policy.compiled_game.ids import Ids

GRID = Grid(
    about=ABOUT,
    policies=POLICIES,
    usual_policy="veteran",
    content=CHECKED,
    options=Options,
    usual_options=usual_options,
    trouble=trouble_with,
    variants="everywhere",
)
IDS = Ids(NAME, RULES_VERSION, GRID)
