"""What is said where a deck, a hand or a pile cannot do what a game asks of it."""

from typing import Protocol

from engine.errors import BrokenRule, Message, message


class Named(Protocol):
    """What a zone is known by."""

    _label: str
    _owner: int


def name_of(zone: Named) -> Message:
    if zone._label:
        return message("the deck {label!r}", label=zone._label)
    if zone._owner >= 0:
        return message("the hand of seat {seat}", seat=zone._owner + 1)
    return message("the pile")


def empty(verb: str, zone: Named) -> BrokenRule:
    return BrokenRule(message("{zone} is empty", zone=name_of(zone)), source=verb)


def no_such(zone: Named, card: object) -> BrokenRule:
    return BrokenRule(
        message("{card!r} is not in {zone}", card=card, zone=name_of(zone)), hint=message("every card is in one place")
    )
