"""The game's part of an experiment: decks, who plays, how many, options."""

from engine.euphoria.about import ABOUT
from engine.euphoria.cells.options import Options, trouble_with, usual_counts
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.files import CHECKED
from engine.euphoria.table import NAME, RULES_VERSION
from engine.policy.compiled_game.grid import Grid
from engine.policy.compiled_game.ids import Ids

GRID = Grid(
    about=ABOUT,
    policies=POLICIES,
    usual_policy="guardian",
    content=CHECKED,
    options=Options,
    usual_options=usual_counts,
    trouble=trouble_with,
)
IDS = Ids(NAME, RULES_VERSION, GRID)
