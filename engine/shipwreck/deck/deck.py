"""A deck: the fates, the arcana cards, their faded powers and the numbers that end a game. All of it is data.

The models here say which values each key may have; `disagreements` checks what several keys must agree on. Only
`engine.shipwreck.deck.files`, which does both, creates decks.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import BeforeValidator, Field
from pydantic.json_schema import WithJsonSchema

from engine.configs import unknown
from engine.content.fields import Between, Id, Rule, Switch, Table, Title, expects, wrong
from engine.content.language import Expression, parse
from engine.errors import Text, message
from engine.shipwreck.deck.powers import Power, Question
from engine.shipwreck.deck.vocabulary import AT_END, IN_PLAY, OF_A_FATE, ON_PLAY

MIN_CARDS, MAX_CARDS = 4, 64
MAX_POWERS = 64
MIN_FATES, MAX_FATES = 2, 120
HIGHEST_FATE = 12


def _number_of_key(key: object) -> object:
    """Keys are text in TOML and JSON; the value of a fate is a number."""
    return int(key) if isinstance(key, str) and key in {str(v) for v in range(1, HIGHEST_FATE + 1)} else key


FateValue = Annotated[
    int,
    Between(1, HIGHEST_FATE),
    BeforeValidator(_number_of_key),
    WithJsonSchema({"type": "string", "pattern": "^([1-9]|1[0-2])$"}),
]


class Fate(Table):
    """All tokens of one value."""

    copies: Annotated[int, Between(0, 20)]
    hours: Annotated[int, Between(0, 9)]


class Fades(Table):
    """When a card with a comet instead of moons fades; exactly one of the two."""

    on_play: Annotated[str, Rule(ON_PLAY)] | None = None
    """In a turn in which a play, on any card, fits this rule."""
    at_end: Annotated[str, Rule(AT_END)] | None = None
    """In a turn whose hidden fate fits this rule in the Fade step."""

    @cached_property
    def on_play_rule(self) -> Expression | None:
        return None if self.on_play is None else parse(self.on_play, ON_PLAY)

    @cached_property
    def at_end_rule(self) -> Expression | None:
        return None if self.at_end is None else parse(self.at_end, AT_END)


class Effects(Table):
    """What a card does besides allowing plays."""

    no_doom: Switch = False
    """It fades without doom."""
    tells: Annotated[str, Rule(IN_PLAY)] | None = None
    """The player tells truthfully whether this is true for the play just made here."""
    draws_again: Switch = False
    """The player draws another fate and plays again, on another card."""
    extra_guesses: Annotated[int, Between(0, 6)] = 0
    """How many more values the group may name in a turn with a play here."""
    hours: dict[FateValue, Annotated[int, Between(0, 9)]] = Field(default_factory=dict)
    """The hours of fates of these values in front of this card."""
    steals: Annotated[str, Rule(OF_A_FATE)] | None = None
    """After the play, one visible fate that fits this rule must be moved here from another card."""

    @cached_property
    def tells_rule(self) -> Expression | None:
        return None if self.tells is None else parse(self.tells, IN_PLAY)

    @cached_property
    def steals_rule(self) -> Expression | None:
        return None if self.steals is None else parse(self.steals, OF_A_FATE)


class Card(Table):
    """An arcana card, front and back."""

    name: Title
    ability: Title = ""
    """The title of the card's ability."""
    copies: Annotated[int, Between(1, MAX_CARDS)] = 1
    moons: Annotated[int, Between(1, 30)] | None = None
    """The card fades when the hours of the fates in front of it reach this number."""
    fades: Fades | None = None
    """Instead of moons: the condition under which the card fades."""
    play: Annotated[str, Rule(IN_PLAY)]
    """The rule that says whether a fate may be played here."""
    power: Id
    """The faded power on the back."""
    effects: Effects = Effects()

    @cached_property
    def play_rule(self) -> Expression:
        return parse(self.play, IN_PLAY)


class Deck(Table):
    """The content of the box."""

    name: Title
    rules: Annotated[int, Interval(ge=1, le=1), expects(message("1, the only rule version known"))]
    """The version of the rules that the deck is written for."""
    goal: Annotated[int, Between(1, 99)] = 7
    """The score that wins."""
    doom_limit: Annotated[int, Between(1, 99)] = 7
    """The doom that loses."""
    turn_limit: Annotated[int, Between(1, 10_000)] = 400
    """A game of this many turns is lost as stalled."""
    fates: dict[FateValue, Fate]
    powers: dict[Id, Power] = Field(default_factory=dict)
    cards: dict[Id, Card] = Field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The deck as plain data that can be written as JSON, with defaults filled in; reading it gives the same
        deck."""
        return self.model_dump(mode="json", exclude_none=True)

    @cached_property
    def digest(self) -> str:
        """A hash of everything that can change a game: not of titles, nor of the order of the tables."""
        data = self.data()
        del data["name"]
        for table in (*data["cards"].values(), *data["powers"].values()):
            del table["name"]
            table.pop("ability", None)
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()

    @property
    def size(self) -> int:
        """The number of arcana cards, including copies."""
        return sum(card.copies for card in self.cards.values())


def disagreements(deck: Deck) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yields the keys of a deck that do not fit each other: the field, and what is wrong with it."""
    tokens = sum(fate.copies for fate in deck.fates.values())
    if not MIN_FATES <= tokens <= MAX_FATES:
        yield (
            ("fates",),
            message(
                "expected {min_fates} to {max_fates} tokens in all, got {tokens}",
                min_fates=MIN_FATES,
                max_fates=MAX_FATES,
                tokens=tokens,
            ),
        )
    elif sum(fate.copies > 0 for fate in deck.fates.values()) < 2:
        yield ("fates",), "expected tokens of at least 2 different values, got 1"
    if len(deck.powers) > MAX_POWERS:
        yield (
            ("powers",),
            message("expected at most {max_powers} powers, got {count}", max_powers=MAX_POWERS, count=len(deck.powers)),
        )
    if deck.size > MAX_CARDS:
        yield (
            ("cards",),
            message(
                "expected {min_cards} to {max_cards} cards, got {size}",
                min_cards=MIN_CARDS,
                max_cards=MAX_CARDS,
                size=deck.size,
            ),
        )
    for key, card in deck.cards.items():
        yield from _of_card(("cards", key), card, deck)
    for key, power in deck.powers.items():
        if isinstance(power, Question):
            yield from _of_question(("powers", key), power)


def _of_card(at: tuple[str, ...], card: Card, deck: Deck) -> Iterator[tuple[tuple[str, ...], Text]]:
    if (card.moons is None) == (card.fades is None):
        yield (
            at,
            message("expected either moons or fades, got {value}", value="neither" if card.moons is None else "both"),
        )
    if card.fades is not None and (card.fades.on_play is None) == (card.fades.at_end is None):
        got = "neither" if card.fades.on_play is None else "both"
        yield (*at, "fades"), message("expected either on_play or at_end, got {got}", got=got)
    if card.power not in deck.powers:
        yield (*at, "power"), unknown("power", card.power, deck.powers)


def _of_question(at: tuple[str, ...], power: Question) -> Iterator[tuple[tuple[str, ...], Text]]:
    asks_of_x = "X" in power.ask_rule.inputs
    if asks_of_x and power.choose == "none":
        yield (*at, "choose"), wrong(message('"value" or "visible", because the question uses X'), power.choose)
    if not asks_of_x and power.choose != "none":
        yield (*at, "choose"), wrong(message('"none", because the question does not use X'), power.choose)
