"""expert: a table that has played a hundred thousand games and knows what a position is worth.

Plays and decisions maximise the chance to win, as a value function fitted on self-play has it (optimistic policy
iteration: Bertsekas, Tsitsiklis, "Neuro-Dynamic Programming", 1996; a linear evaluation fitted to results is as old as
Samuel's checkers, 1959). Players start from what a pragmatic table would understand; then plays and decisions are
adapted to each other. The code they arrive at is public, so the group's belief is exact.
"""

from typing import Any

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.minds.beliefs.decisions import THINKING, begin_play
from engine.shipwreck.minds.planning import decisions
from engine.shipwreck.minds.planning.load_weights import load_weights
from engine.shipwreck.minds.planning.plan import (
    adapt,
    agreed_move,
    decide_all,
    foresee_signals,
    listen,
    listen_to_code,
    play_code,
)
from engine.shipwreck.rules.decisions import Mind
from engine.shipwreck.table.state import Dice, View
from engine.shipwreck.weights import STAGES

LAST_STAGE = STAGES - 1
FEW_SEATS = 2
PATIENT_HOLD, PATIENT_KNOWN = 0.2, 0.3
"""Positions are fitted as they were played on, and who waits too little never sees what waiting is worth: so one step
from doom, a fate that is held and known counts for more than the fit says."""

FOUNDATION = decisions
LEARNT = ("expert",)
"""Whose weights it plays by: the first of whom there are any."""

PARAMETERS = {
    "depth": Parameter(3, 1, 10, "how often speaker and listener think about each other before they agree"),
    "alpha": Parameter(30.0, 0.0, 1000.0, "how sharply the speaker chooses before they agree"),
    "rounds": Parameter(2, 1, 10, "how often plays and decisions are adapted to each other"),
    "patience": Parameter(0.5, -10.0, 10.0, "how much more waiting is worth one step from doom than self-play shows"),
    "before_gain": Parameter(0.0, 0.0, 1.0, "how much a power before the play must promise to be used"),
    **{name: THINKING[name] for name in ("fade_aversion", "power_price", "forget_powers", "forget_lines")},
}


def prepare(mind: Mind, parameters: dict[str, Any], deck: Compiled) -> None:
    """The dials, and the weights for the number of seats."""
    for name in parameters.keys() - {"weights"}:
        setattr(mind, name, parameters[name])
    load_weights(mind, parameters["weights"], deck)
    if len(parameters["weights"]["set"]["held"]) > FEW_SEATS:
        mind.holder[LAST_STAGE] += PATIENT_HOLD * mind.patience
        mind.known[LAST_STAGE] += PATIENT_KNOWN * mind.patience


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """Work out, from public information, which move each hand makes."""
    begin_play(view, mind, dice)
    agree(view, mind)


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    expect_play(view, mind, dice)
    return agreed_move(view, mind, dice, first, second, moves)


@compiled
def agree(view: View, mind: Mind) -> None:
    """From how a pragmatic table would play to a code: every hand has one move."""
    foresee_signals(view, mind)
    listen(view, mind)
    for _ in range(mind.rounds):
        decide_all(view, mind)
        adapt(mind)
        listen_to_code(view, mind)
    play_code(mind)
