"""The legal choices of Pig. Nothing is hidden but rolls that are still to come."""

from engine.pig.cells.policy_set import HOOKS
from engine.pig.rules.turn import CHOICES
from engine.pig.table.state import View
from engine.policy.compiled_game.decisions import Decisions, one_below

DECISIONS = Decisions(hooks=HOOKS, view=View, choices={"rolls_again": one_below(CHOICES)})
