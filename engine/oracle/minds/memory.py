"""What a policy with habits remembers: its parameters, and what it has worked out for the present position."""

from typing import Annotated, Any

import numpy as np

from engine.kernel.compiled import inlined
from engine.oracle.rules import decisions
from engine.oracle.table.state import ACTIONS, FACES, Chart
from engine.policy.parameters import Parameter

MOST_LINES = FACES
MOST_SPENT = 2
PER_UNIT = 1e9
SHIFT = 1e12

COUNTING = Parameter(
    1, 0, 1, "whether it predicts the colour that is commonest in the bag, or always red", ("false", "true")
)


class HabitMemory(decisions.Memory):
    """The memory of all policies but random."""

    counting: int
    mu: Annotated[float, np.float64]
    """What a filled modifier box is worth."""
    eta: Annotated[float, np.float64]
    """What hiring is worth at the beginning of a game."""
    sketch: Chart
    """A copy of the map, to draw on."""
    planned_for: int
    """The version of the chart that the lines are planned for."""
    planned: int
    line: Annotated[Any, np.int64, MOST_LINES]
    """The lines that the next stars would draw, in their order."""
    gain: Annotated[Any, np.float64, MOST_LINES + 1]
    """What the first lines of them are worth together."""
    rows: int
    """The state of the rows that `written` is for; see `writing.rows_key`."""
    written: Annotated[Any, np.float64, FACES + 1, FACES + 1]
    """What writing these two dice is worth (0 for no die); negative if not known."""
    first: int
    row_1: int
    row_2: int
    """The chosen writing: which die first, and the row of each; NONE if it fits nowhere."""
    before: int
    after: int
    """The state of the rows before the first die, and after it if its box does not change them."""
    value: Annotated[Any, np.float64, ACTIONS]
    """What each action that needs no dice is worth in this turn."""
    foreseen: Annotated[Any, np.float64, FACES + 1]
    """What a prediction of each length is worth."""
    turn: int
    """The turn that the plan is for."""
    spent: int
    """The modifiers of the plan."""
    at: int
    """How many of them are spent."""
    modifier: Annotated[Any, np.int64, MOST_SPENT]
    action: int


@inlined
def rounded(utility: float) -> int:
    """A utility as it is compared with others: in units of 1e-9."""
    return int((utility * PER_UNIT + SHIFT) + 0.5)
