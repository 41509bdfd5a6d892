"""Who plays, in a game id: `hold,at=25`, several seats `hold+random`, a focus and its field `hold/random`."""

from engine.game.cell import Json
from engine.game.seats import FIELD, FOCUS
from engine.policy.naming import NEXT_SEAT
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import id_of_policy


def word_of(policies: PolicySet, spec: Json) -> str:
    """Who plays in a cell, as one word of an id."""
    if FOCUS in spec:
        return f"{id_of_policy(policies, spec[FOCUS])}/{id_of_policy(policies, spec[FIELD])}"
    policy = spec["policy"]
    return "+".join(id_of_policy(policies, seat) for seat in policy.get("seats", [policy]))


def seating_in(word: str) -> Json:
    """The keys of a grid that such a word stands for."""
    focus, slash, field = word.partition("/")
    if slash:
        return {FOCUS: [_typed(focus)], FIELD: [_typed(field)]}
    seats = [_typed(seat) for seat in NEXT_SEAT.split(word)]
    return {"tables": [{"seats": seats}]} if len(seats) > 1 else {"policies": seats}


def _typed(word: str) -> str:
    return word.replace(",", " ")
