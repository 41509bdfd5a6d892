"""What has happened in a game by a decision, and what the seat that decides knows of it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.outside.own.hidden.worlds import Asked, Recorded, Shuffle
from engine.outside.own.policies.shown_views import difference


class Past(NamedTuple):
    """A game by a decision."""

    decisions: Sequence[Asked]
    """Those before it; questions with one choice left out."""
    shuffles: Sequence[Shuffle]
    seat: int
    """Who decides now."""
    view: Any
    choices: Sequence[Any]
    cards: Mapping[int, Any]
    """The cards that the seat has seen, by the slots that they were shuffled to."""

    @property
    def own_decisions(self) -> int:
        """How often the seat has decided before."""
        return sum(asked.seat == self.seat for asked in self.decisions)

    def is_shown(self, at: int, view: Any, choices: Sequence[Any]) -> bool:
        """Whether this is what the seat was shown at the decision of this number; the last is the one of now."""
        if at == len(self.decisions):
            return is_same(self.view, view) and is_same(self.choices, choices)
        return is_same(self.decisions[at].view, view) and is_same(self.decisions[at].choices, choices)


def past_of(table: Recorded, seat: int, view: Any, choices: Sequence[Any]) -> Past:
    """The past of a game in which a seat is about to decide."""
    seen = table.seen_by(seat) if table.has_zones else frozenset[int]()
    cards = {
        slot: card
        for shuffle in table.shuffles
        for slot, card in zip(shuffle.slots, shuffle.cards, strict=True)
        if slot in seen
    }
    decisions = [asked for asked in table.asked if len(asked.choices) > 1]
    return Past(decisions, list(table.shuffles), seat, view, choices, cards)


def past_at(record: Recorded, at: int) -> Past:
    """The past of a recorded game at the decision of this number, as those know it who look at it from all seats."""
    decisions = [asked for asked in record.asked if len(asked.choices) > 1]
    now = decisions[at]
    shuffles = record.shuffles[: now.shuffles]
    cards = {
        slot: card
        for shuffle in shuffles
        for slot, card in zip(shuffle.slots, shuffle.cards, strict=True)
        if slot in now.seen_by_some
    }
    return Past(decisions[:at], shuffles, now.seat, now.view, now.choices, cards)


def is_same(one: Any, other: Any) -> bool:
    """Whether two views, or two lists of choices, show the same."""
    try:
        if one == other:
            return True
    except Exception:  # an array has no truth value
        return not difference("", one, other)
    return not difference("", one, other)
