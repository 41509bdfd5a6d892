"""expert: maximises the chance of winning, by a value function learned in self-play.

The value function is fitted by optimistic policy iteration (Bertsekas, Tsitsiklis, "Neuro-Dynamic Programming", 1996);
fitting a linear evaluation to results is as old as Samuel's checkers program (1959). Players start from what a
pragmatic group would understand; then plays and decisions are adapted to each other. The resulting code is public, so
the group's belief is exact.
"""

from typing import Any

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.minds.beliefs.decisions import THINKING, begin_play
from engine.shipwreck.minds.planning import decisions
from engine.shipwreck.minds.planning.load_weights import load_weights
from engine.shipwreck.minds.planning.outlooks import foresee_signals
from engine.shipwreck.minds.planning.plan import adapt, agreed_move, decide_all, listen, listen_to_code, play_code
from engine.shipwreck.rules.decisions import Mind
from engine.shipwreck.table.state import Dice, View
from engine.shipwreck.weights import STAGES

LAST_STAGE = STAGES - 1
FEW_SEATS = 2
PATIENT_HOLD, PATIENT_KNOWN = 0.2, 0.3
"""Corrections to the fitted weights. The fit sees positions as they were played on, and players who wait too little
never see what waiting is worth. So one step from the doom limit, a held and known fate counts more than the fit
says."""

FOUNDATION = decisions
LEARNT = ("expert",)
"""The policies whose weights it may use: the first one that has any."""

PARAMETERS = {
    "depth": Parameter(3, 1, 10, "rounds in which speaker and listener reason about each other before they agree"),
    "alpha": Parameter(30.0, 0.0, 1000.0, "how sharply the speaker chooses before they agree"),
    "rounds": Parameter(2, 1, 10, "times that plays and decisions are adapted to each other"),
    "patience": Parameter(
        0.5, -10.0, 10.0, "how much more than in self-play waiting is worth one step from the doom limit"
    ),
    "turn_price": Parameter(
        0.002, 0.0, 1.0, "chance of winning that a turn less is worth; falls with the square of the doom that is left"
    ),
    "before_gain": Parameter(0.0, 0.0, 1.0, "how much a power used before the play must add to the chance of winning"),
    **{name: THINKING[name] for name in ("fade_aversion", "power_price", "forget_powers", "forget_lines")},
}


def prepare(mind: Mind, parameters: dict[str, Any], deck: Compiled) -> None:
    """Writes the parameters and the weights for the number of seats."""
    for name in parameters.keys() - {"weights"}:
        setattr(mind, name, parameters[name])
    load_weights(mind, parameters["weights"], deck)
    if len(parameters["weights"]["set"]["held"]) > FEW_SEATS:
        mind.holder[LAST_STAGE] += PATIENT_HOLD * mind.patience
        mind.known[LAST_STAGE] += PATIENT_KNOWN * mind.patience


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """Works out, from public information, which move each hand makes."""
    begin_play(view, mind, dice)
    agree(view, mind)


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    expect_play(view, mind, dice)
    return agreed_move(view, mind, dice, first, second, moves)


@compiled
def agree(view: View, mind: Mind) -> None:
    """Turns the odds of pragmatic players into a code: every hand has one move."""
    foresee_signals(view, mind)
    listen(view, mind)
    for _ in range(mind.rounds):
        decide_all(view, mind)
        adapt(mind)
        listen_to_code(view, mind)
    play_code(mind)
