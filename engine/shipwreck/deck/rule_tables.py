"""Turns a deck into the rule tables that the kernel reads.

Every expression of the deck (a *rule*) is evaluated once for every situation that it can distinguish: the two fates,
the visible fates it looks at, the choice of X, the variant in which the kept fate counts more. During play, a rule is
only looked up. The answer for a situation is a row of masks: entry p holds the kept values for which the rule is true
when p is played (for a theft or a discard: when p is the fate in question). In the second half of the row, played and
kept are exchanged.
"""

from functools import cache
from hashlib import sha256
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.content.language import Expression
from engine.errors import BadInput, message
from engine.game.cell import RecentlyMade, exact_key
from engine.kernel.floats import log2
from engine.kernel.records import Ints, new
from engine.shipwreck.deck.deck import Card, Deck
from engine.shipwreck.deck.powers import Amplify, Discard, Exile, ExtraGuess, Question, Raise, Slow
from engine.shipwreck.table import state
from engine.shipwreck.table.state import FATE_BITS, NONE, ROOM, STRIDES, Book

SIGHTS = ("visible", "total(visible)", "count(visible)", "here", "total(here)", "count(here)")
"""What a rule can see of the visible fates, in the order of the strides from `state.VISIBLE` on."""

KINDS = {
    "question": state.QUESTION,
    "extra-guess": state.EXTRA_GUESS,
    "old": state.OLD,
    "discard": state.DISCARD,
    "cycle": state.CYCLE,
    "raise": state.RAISE,
    "relocate": state.RELOCATE,
    "exile": state.EXILE,
    "slow": state.SLOW,
    "amplify": state.AMPLIFY,
}
CHOICES = {"none": 0, "value": 1, "visible": 2}


class Compiled(NamedTuple):
    """A deck, ready to be played."""

    book: Book
    cards: list[str]
    """Card ids by number."""
    powers: list[str]
    """Power ids by number."""


class _Rules:
    """Collects rules and their rows."""

    def __init__(self, deck: Deck, book: Book, raises: list[int], source: str) -> None:
        self.deck, self.book, self.source = deck, book, source
        self.raises = np.array(raises)
        self.size = 2 * (book.top + 1)  # after the row in which nothing is allowed
        self.number = 0
        tokens = sum(fate.copies for fate in deck.fates.values())
        total = sum(value * fate.copies for value, fate in deck.fates.items())
        masks = 1 << book.top  # a set of values, without bit 0, which no value uses
        self.sight_sizes = dict(zip(SIGHTS, (masks, total + 1, tokens + 1) * 2, strict=True))

    def add(self, expression: Expression | None, where: str, lane: str = "played", mask: str = "kept") -> int:
        """Tabulates a rule and returns its number. `lane` is the input along a row, `mask` the one in its bits."""
        if expression is None:
            return NONE
        inputs = expression.inputs
        choices = self.book.top + 1 if "X" in inputs else 1
        raises = len(self.raises) if "kept" in inputs else 1
        sights = [self.sight_sizes[sight] if sight in inputs else 1 for sight in SIGHTS]
        size = prod(sights) * choices * raises * 2 * (self.book.top + 1)
        if self.size + size > ROOM:
            raise BadInput(
                message("uses too many facts about the visible fates at once"), source=self.source, place=where
            )
        shape = [raises, choices, *sights]
        answers = self._answers(expression, shape, lane, mask)
        weights = np.left_shift(np.int64(1), np.arange(self.book.top + 1))
        forward = (answers * weights).sum(axis=-1)
        backward = (answers.swapaxes(-1, -2) * weights).sum(axis=-1)
        rows = np.concatenate([forward, backward], axis=-1)
        self._file(rows, shape)
        return self.number - 1

    def _answers(self, expression: Expression, shape: list[int], lane: str, mask: str) -> np.ndarray:
        """Whether the rule is true, for every situation, lane and mask value, as one array."""
        book, depth = self.book, len(shape) + 2

        def along(axis: int, values: Ints) -> Ints:
            return values.reshape([-1 if i == axis else 1 for i in range(depth)])

        fates = np.arange(book.top + 1)
        printed_hours = np.array(book.hours[: book.top + 1])
        env = {sight: along(2 + i, np.arange(size)) for i, (sight, size) in enumerate(self.sight_sizes.items())}
        env["visible"], env["here"] = env["visible"] << 1, env["here"] << 1
        env["X"] = along(1, fates)
        env[lane] = along(depth - 2, fates)
        env[mask] = along(depth - 1, fates)
        env["hours(played)"] = along(depth - 2 if lane == "played" else depth - 1, printed_hours)
        env["hours(kept)"] = along(depth - 1, printed_hours)  # as printed, whatever the fate counts as
        if "kept" in env:
            env["kept"] = env["kept"] + along(0, self.raises)
        truth = expression.evaluate({name: env[name] for name in expression.inputs})
        answers = np.broadcast_to(truth, [*shape, book.top + 1, book.top + 1]).copy()
        answers[..., :, 0] = False
        if lane in expression.inputs:
            answers[..., 0, :] = False
        return answers

    def _file(self, rows: Ints, shape: list[int]) -> None:
        """Appends the rows and stores the strides that lead to the row of a situation."""
        strides = np.zeros(STRIDES, np.int64)
        strides[state.START] = self.size
        step = rows.shape[-1]
        for axis in reversed(range(len(shape))):
            strides[state.RAISED + axis] = step if shape[axis] > 1 else 0
            step *= shape[axis]
        strides[state.LOOKS] = int(strides[state.VISIBLE : state.LOOKS].any())
        self.book.rules[self.number] = strides
        self.book.rows[self.size : self.size + rows.size] = rows.ravel()
        self.size += rows.size
        self.number += 1


_compiled: RecentlyMade[Compiled] = RecentlyMade()


def compile_deck(deck: Deck, source: str = "deck") -> Compiled:
    """The book of a deck, unless it was filled lately: an experiment compiles a deck when it is checked, and all its
    cells play it. `source` is the start of the error message if a rule cannot be tabulated."""
    return _compiled.get(exact_key(deck.data()), lambda: _fill(deck, source))


def _fill(deck: Deck, source: str) -> Compiled:
    book = new(Book)
    book.goal, book.doom_limit, book.turn_limit = deck.goal, deck.doom_limit, deck.turn_limit
    book.top = max(deck.fates)
    book.cards = len(deck.cards)
    for value, fate in deck.fates.items():
        book.values |= 1 << value
        book.copies[value] = fate.copies
        book.hours[value] = fate.hours
    powers = list(deck.powers)
    raises = sorted({power.adds for power in deck.powers.values() if isinstance(power, Raise)})
    rules = _Rules(deck, book, [0, *raises], source)
    cards = sorted(deck.cards)  # numbered by id, so that the order in the file does not matter
    for number, name in enumerate(cards):
        _fill_card(book, rules, number, name, deck.cards[name], powers)
    for number, name in enumerate(powers):
        _fill_power(book, rules, number, name, raises)
    book.steals = int((book.steals_rule[: book.cards] >= 0).any())
    book.compares = int((book.at_end_rule[: book.cards] >= 0).any())
    tokens = sum(fate.copies for fate in deck.fates.values())
    book.line_bits[: tokens + 1, : tokens + 1] = bits_of_lines(tokens)
    book.packed[: 1 << book.top] = packed_values(book.top)
    return Compiled(book, cards, powers)


@cache
def bits_of_lines(fates: int) -> NDArray[np.float64]:
    """What a number line says, in bits, that leaves so many fates (column) of so many (row), if all are equally likely;
    0 if it leaves all or none."""
    table = np.zeros((fates + 1, fates + 1))
    plain_log2 = getattr(log2, "py_func", log2)
    for were in range(2, fates + 1):
        for left in range(1, were):
            table[were, left] = -plain_log2(left / were)
    return table


def packed_values(top: int) -> Ints:
    """For every set of values, a word with all bits of the packed numbers of these values."""
    masks, words = np.arange(1 << top), np.zeros(1 << top, np.int64)
    for place in range(top):
        words |= ((masks >> place) & 1) * (((1 << FATE_BITS) - 1) << (FATE_BITS * place))
    return words


def _fill_card(book: Book, rules: _Rules, number: int, name: str, card: Card, powers: list[str]) -> None:
    where, effects = f"cards.{name}", card.effects
    for copy in range(card.copies):
        book.deck_card[book.deck_size] = number
        book.deck_word[book.deck_size] = int.from_bytes(sha256(name.encode()).digest()[:4], "big")
        book.deck_copy[book.deck_size] = copy
        book.deck_size += 1
    book.moons[number] = card.moons or 0
    book.no_doom[number] = effects.no_doom
    book.draws_again[number] = effects.draws_again
    book.extra_guesses[number] = effects.extra_guesses
    book.card_hours[number] = book.hours
    for value, hours in effects.hours.items():
        book.card_hours[number, value] = hours
    book.power[number] = powers.index(card.power)
    book.play_rule[number] = rules.add(card.play_rule, f"{where}.play")
    book.tells_rule[number] = rules.add(effects.tells_rule, f"{where}.effects.tells")
    book.steals_rule[number] = rules.add(effects.steals_rule, f"{where}.effects.steals", lane="fate")
    fades = card.fades
    on_play, at_end = (fades.on_play_rule, fades.at_end_rule) if fades else (None, None)
    book.on_play_rule[number] = rules.add(on_play, f"{where}.fades.on_play", lane="fate", mask="played")
    book.at_end_rule[number] = rules.add(at_end, f"{where}.fades.at_end")


def _fill_power(book: Book, rules: _Rules, number: int, name: str, raises: list[int]) -> None:
    power, where = rules.deck.powers[name], f"powers.{name}"
    book.power_kind[number] = KINDS[power.kind]
    book.power_rule[number] = NONE
    book.power_cost[number] = power.cost if isinstance(power, Question | Exile) else 1
    if isinstance(power, Question):
        book.power_rule[number] = rules.add(power.ask_rule, f"{where}.ask")
        book.power_choice[number] = CHOICES[power.choose]
    elif isinstance(power, Discard):
        book.power_rule[number] = rules.add(power.discards_rule, f"{where}.discards", lane="fate")
    elif isinstance(power, ExtraGuess):
        book.power_amount[number] = power.guesses
    elif isinstance(power, Raise):
        book.power_amount[number] = power.adds
        book.power_variant[number] = 1 + raises.index(power.adds)
    elif isinstance(power, Slow):
        book.power_amount[number] = power.hours
    elif isinstance(power, Amplify):
        book.power_amount[number] = power.doom
        book.power_score[number] = power.score
