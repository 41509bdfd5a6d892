"""script: reads all decisions from a file, for worked examples and recorded playthroughs.

The file is TOML: one `[[turn]]` for each turn, in which every decision is optional. Missing decisions are made as by
`mute`. A `[luck]` table may stack the deck and the bag. The reference page on scripts lists the phrases.
"""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError

from engine.configs import read_toml, unknown_word
from engine.content.errors import first_of, told
from engine.content.fields import Between, Table, expects
from engine.errors import BadInput, message
from engine.kernel.compiled import compiled
from engine.kernel.records import Ints
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.rules import decisions
from engine.shipwreck.rules.decisions import PLAY_DIE, THEFT_DIE, Mind, any_of
from engine.shipwreck.rules.moves import move_of
from engine.shipwreck.rules.powers import NO_ORDER, Order, power_at
from engine.shipwreck.table.state import CARDS, HIGHEST, HOURS, NONE, SLOTS, Dice, Luck, View
from engine.shipwreck.table.state import Table as PublicTable

PLAYS_ALONE = message("script decides for all players and cannot be combined with other policies (use --policy)")
"""Why it cannot be part of a mixed group."""

MOST_TURNS = 400
MOST_PEOPLE = 40
THE_HOURS = "the-hours"
BEFORE, BEFORE_SECOND, AFTER, GROUP, EXILE = range(5)
PLAY, PLAY_SECOND, SLIP, STEAL = range(4)
HOURS_CARD = CARDS
"""Stands for The Hours in place of a card's number."""

MOVE = re.compile(r"(?P<value>\d{1,2}) (?:on|from) (?P<card>[a-z0-9-]+)")
ORDER = re.compile(
    r"(?P<power>[a-z0-9-]+)(?: (?P<value>\d{1,2}))?(?: (?:from|on) (?P<card>[a-z0-9-]+))?"
    r"(?: to (?P<to>[a-z0-9-]+))?(?: with (?P<paid>[a-z0-9-]+))?"
)


class Memory(decisions.Memory):
    """The script as the kernel reads it; NONE for what is left out."""

    turns: int
    orders: Annotated[Ints, MOST_TURNS, 5, 5]
    """For every window: power, value, card, destination card, power paid with it."""
    moves: Annotated[Ints, MOST_TURNS, 4, 2]
    """For every play, slip and theft: value and card."""
    reveal: Annotated[Ints, MOST_TURNS]
    """Players who show their last copy, as a mask."""
    predict: Annotated[Ints, MOST_TURNS]


Phrases = Annotated[str | Annotated[list[str], Field(max_length=2)], expects(message("a phrase, or a list of two"))]


def fates_named(named: int | list[int]) -> list[int]:
    """A list of guesses; a single guess becomes a list of one."""
    values = named if isinstance(named, list) else [named]
    if not all(1 <= value <= HIGHEST for value in values):
        raise ValueError
    return values


class Stack(Table):
    """A stacked deck and bag."""

    arcana: list[str] = Field(default_factory=list)
    """Every card of the deck, from the top."""
    fates: list[Annotated[int, Between(1, 12)]] = Field(default_factory=list)
    """The first fates drawn, in order."""


class Turn(Table):
    """The decisions of one turn."""

    before: Phrases = Field(default_factory=list)
    slip: str = ""
    play: Phrases = Field(default_factory=list)
    steal: str = ""
    after: str = ""
    reveal: list[Annotated[int, Between(1, MOST_PEOPLE)]] = Field(default_factory=list)
    group: str = ""
    predict: Annotated[
        int | list[int], AfterValidator(fates_named), expects(message("a fate from 1 to 12, or a list of them"))
    ] = Field(default_factory=list)
    exile: str = ""


class Script(Table):
    luck: Stack = Stack()
    turn: Annotated[list[Turn], Field(max_length=MOST_TURNS)] = Field(default_factory=list)


def resolve(given: dict[str, Any]) -> dict[str, Any]:
    """Reads the file named by `file=…` now; a run stores its content."""
    if given.keys() == {"file"}:
        path = Path(str(given["file"]))
        data: Any = read_toml(path)
        source = str(path)
    elif given.keys() == {"script"}:
        data, source = given["script"], "script"
    else:
        raise BadInput(
            source="script",
            expected=message("the parameter file, got {given}", given=", ".join(sorted(given)) or "none"),
        )
    try:
        return {"script": Script.model_validate(data).model_dump()}
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None


def stack(luck: Luck, parameters: dict[str, Any], deck: Compiled) -> None:
    """Stacks the deck and the bag. Fates after the end of the list are drawn at random."""
    stacked = parameters["script"]["luck"]
    book = deck.book
    cards = [_number("card", card, deck.cards) for card in stacked["arcana"]]
    if cards and sorted(cards) != sorted(int(card) for card in book.deck_card[: book.deck_size]):
        raise BadInput(
            source="script", place="luck.arcana", expected=message("every card of the deck once for each copy")
        )
    for at, card in enumerate(cards):
        luck.stacked_card[at] = card
    luck.stacked_cards = len(cards)
    fates = stacked["fates"]
    if len(fates) > len(luck.stacked_fate):
        raise BadInput(
            source="script", place="luck.fates", expected=message("at most {count}", count=len(luck.stacked_fate))
        )
    for at, value in enumerate(fates):
        if not book.copies[min(value, book.top)] or value > book.top:
            raise BadInput(message("the deck has no fate {value}", value=value), source="script", place="luck.fates")
        luck.stacked_fate[at] = value
    luck.stacked_fates = len(fates)


def prepare(mind: Mind, parameters: dict[str, Any], deck: Compiled) -> None:
    """Translates the phrases into numbers."""
    turns = parameters["script"]["turn"]
    mind.turns = len(turns)
    mind.orders[:] = NONE
    mind.moves[:] = NONE
    for at, turn in enumerate(turns):
        where = f"script: turn {at + 1}"
        for window, phrase in zip((BEFORE, BEFORE_SECOND), _pair(turn["before"]), strict=True):
            _write_order(mind.orders[at, window], phrase, f"{where}: before", deck)
        for window, key in ((AFTER, "after"), (GROUP, "group"), (EXILE, "exile")):
            _write_order(mind.orders[at, window], turn[key], f"{where}: {key}", deck)
        for play, phrase in zip((PLAY, PLAY_SECOND), _pair(turn["play"]), strict=True):
            _write_move(mind.moves[at, play], phrase, f"{where}: play", deck)
        _write_move(mind.moves[at, SLIP], turn["slip"], f"{where}: slip", deck)
        _write_move(mind.moves[at, STEAL], turn["steal"], f"{where}: steal", deck)
        mind.reveal[at] = sum(1 << player for player in set(turn["reveal"]))
        mind.predict[at] = sum(1 << value for value in set(turn["predict"]))


def _pair(phrases: str | list[str]) -> list[str]:
    listed = [phrases] if isinstance(phrases, str) else phrases
    return [*listed, "", ""][:2]


def _number(what: str, name: str, names: list[str]) -> int:
    if name not in names:
        raise unknown_word(what, name, names, "script")
    return names.index(name)


def _card(name: str | None, deck: Compiled) -> int:
    return NONE if name is None else HOURS_CARD if name == THE_HOURS else _number("card", name, deck.cards)


def _write_move(target: Ints, phrase: str, where: str, deck: Compiled) -> None:
    if not phrase:
        return
    match = MOVE.fullmatch(phrase)
    if match is None:
        raise BadInput(
            source=where, expected=message("a phrase such as '5 on the-lord', got {phrase!r}", phrase=phrase)
        )
    target[:] = int(match["value"]), _card(match["card"], deck)


def _write_order(target: Ints, phrase: str, where: str, deck: Compiled) -> None:
    if not phrase:
        return
    match = ORDER.fullmatch(phrase)
    if match is None:
        raise BadInput(
            source=where,
            expected=message("a phrase such as 'relocate 3 from dawn to the-key', got {phrase!r}", phrase=phrase),
        )
    power, paid = match["power"], match["paid"]
    target[:] = (
        _number("power", power, deck.powers),
        int(match["value"] or 0),
        _card(match["card"], deck),
        _card(match["to"], deck),
        NONE if paid is None else _number("power", paid, deck.powers),
    )


# In the kernel.


@compiled
def place_of_card(table: PublicTable, card: int) -> int:
    """The leftmost slot with this card, or a place that is never legal if the card is not in the row."""
    if card == HOURS_CARD:
        return HOURS
    for slot in range(SLOTS):
        if card >= 0 and table.row[slot] == card:
            return slot
    return HOURS + 1


@compiled
def pool_place(view: View, power: int, but: int) -> int:
    """The first place in the pool with this power, except place `but`; the size of the pool if the power is not
    there."""
    for at in range(view.table.pooled):
        if at != but and power_at(view.book, view.table, at) == power:
            return at
    return view.table.pooled


@compiled
def is_scripted(view: View, mind: Mind) -> bool:
    return view.table.turn <= mind.turns


@compiled
def scripted_order(view: View, mind: Mind, window: int) -> Order:
    """The order written for a window of this turn."""
    if not is_scripted(view, mind):
        return NO_ORDER
    order = mind.orders[view.table.turn - 1, window]
    if order[0] == NONE:
        return NO_ORDER
    power = pool_place(view, order[0], NONE)
    other = place_of_card(view.table, order[3]) if order[4] == NONE else pool_place(view, order[4], power)
    return Order(power, place_of_card(view.table, order[2]), order[1], other)


@compiled
def scripted_move(view: View, mind: Mind, which: int) -> int:
    """The move written for this turn, or NONE."""
    if not is_scripted(view, mind):
        return NONE
    move = mind.moves[view.table.turn - 1, which]
    if move[0] == NONE:
        return NONE
    return move_of(move[0], place_of_card(view.table, move[1]))


@compiled
def before_play(view: View, mind: Mind, dice: Dice, first: int, second: int) -> Order:
    return scripted_order(view, mind, BEFORE if view.table.plays == 0 else BEFORE_SECOND)


@compiled
def choose_slip(view: View, mind: Mind, dice: Dice, first: int, second: int) -> int:
    return scripted_move(view, mind, SLIP)


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    move = scripted_move(view, mind, PLAY if view.table.plays == 0 else PLAY_SECOND)
    return any_of(view.table, dice, PLAY_DIE + view.table.plays, moves) if move == NONE else move


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    move = scripted_move(view, mind, STEAL)
    return any_of(view.table, dice, THEFT_DIE + thief, loot) if move == NONE else move


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    return scripted_order(view, mind, AFTER)


@compiled
def reveals(view: View, mind: Mind, dice: Dice, seat: int, held: int) -> bool:
    return is_scripted(view, mind) and (mind.reveal[view.table.turn - 1] >> view.table.player[seat]) & 1 == 1


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    return scripted_order(view, mind, GROUP)


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    return mind.predict[view.table.turn - 1] if is_scripted(view, mind) else 0


@compiled
def after_correct(view: View, mind: Mind, dice: Dice) -> Order:
    return scripted_order(view, mind, EXILE)
