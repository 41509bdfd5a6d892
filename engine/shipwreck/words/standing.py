"""What the events of a game say of the table: the tracks, the row with the fates in front of it, the powers, the number
lines. At the start of every turn, the events say all of that anew."""

from collections.abc import Sequence

from engine.language.current import said, word
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table import events as ev
from engine.shipwreck.table.state import AMPLIFY, DISCARD, EXILE, FATE_BITS, HOURS, NONE, RELOCATE, SLOW

MOVING = (RELOCATE, DISCARD, EXILE)
"""Powers that take a fate away from a card."""


class Standing:
    """Follows one game."""

    def __init__(self, deck: Deck) -> None:
        self._deck, self._compiled = deck, compile_deck(deck)
        self._score = self._doom = 0
        self.row = [NONE] * HOURS
        self.fates: list[list[int]] = [[] for _ in range(HOURS)]
        """In front of each card, in order."""
        self._marks: list[set[int]] = [set() for _ in range(HOURS)]
        """The powers that are attached to it."""
        self._powers: list[int] = []
        self._lines: dict[int, int] = {}
        """By the player: which values the hidden fate can still have."""

    def hear(self, kind: int, numbers: Sequence[int]) -> None:
        """Takes in an event."""
        if kind == ev.SET_UP:
            self._doom = numbers[1]
        elif kind == ev.TURN:
            _, player, self._score, self._doom, _, self._lines[player] = numbers[:6]
        elif kind == ev.SLOT:
            self._deal(numbers[0], numbers[1])
            self.fates[numbers[0]] = values_of(numbers[3])
            self._marks[numbers[0]] = {power for power, has in ((SLOW, numbers[4]), (AMPLIFY, numbers[5])) if has}
        elif kind in (ev.PLAYED_ON, ev.SLIPPED_ON, ev.SHIFTED):
            self._move(numbers[0], NONE, numbers[1])
        elif kind == ev.STOLE:
            self._move(*numbers[:3])
        elif kind == ev.SPENT:
            self._spend(*numbers[:5])
        elif kind == ev.PAID:
            self._powers.remove(numbers[0])
        elif kind == ev.LINE:
            self._lines[numbers[0]] = numbers[1]
        elif kind == ev.LEFT:
            self._lines.pop(numbers[0], None)
        elif kind == ev.TRACKS:
            self._score, self._doom = numbers[:2]
        elif kind == ev.FADING:
            self._fade(*numbers[:2])
        elif kind == ev.DEALT_TO:
            self._deal(*numbers[:2])
        elif kind == ev.ATTACHED:
            self._marks[numbers[1]].add(self._kind_of(numbers[0]))

    def _kind_of(self, card: int) -> int:
        book = self._compiled.book
        return int(book.power_kind[book.power[card]])

    def _deal(self, slot: int, card: int) -> None:
        self.row[slot], self.fates[slot], self._marks[slot] = card, [], set()

    def _move(self, value: int, before: int, after: int) -> None:
        """A fate comes from one card to another; some come from nowhere, or go there."""
        if 0 <= before < HOURS:
            self.fates[before].remove(value)
        if 0 <= after < HOURS:
            self.fates[after] = sorted([*self.fates[after], value])

    def _spend(self, card: int, power: int, slot: int, value: int, other: int) -> None:
        self._powers.remove(card)
        kind = int(self._compiled.book.power_kind[power])
        if kind in MOVING:
            self._move(value, slot, other if kind == RELOCATE else NONE)

    def _fade(self, slot: int, card: int) -> None:
        self.fates[slot] = []
        if self._kind_of(card) != AMPLIFY:
            self._powers.append(card)

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The same in words."""
        deck, cards = self._deck, self._compiled.cards
        doom = said("{doom} of {limit}", doom=self._doom, limit=deck.doom_limit)
        found: list[tuple[str, ...]] = [(said("Score"), str(self._score)), (said("Doom"), doom)]
        for slot, card in enumerate(self.row):
            name = word(deck.cards[cards[card]].name) if card >= 0 else said("no card")
            fates = " ".join(map(str, self.fates[slot]))
            found.append((said("Slot {slot}", slot=slot + 1), name, fates, marks(*self.marks_at(slot))))
        if self._powers:
            named = [word(deck.powers[deck.cards[cards[card]].power].name) for card in self._powers]
            found.append((said("Powers"), *named))
        for player, values in sorted(self._lines.items()):
            left = " ".join(str(value) if values >> value & 1 else "·" for value in sorted(deck.fates))
            found.append((said("Number line of player {player}", player=player), left))
        return tuple(found)

    def marks_at(self, slot: int) -> tuple[bool, bool]:
        """Whether a card is slowed, and amplified."""
        return SLOW in self._marks[slot], AMPLIFY in self._marks[slot]


def values_of(fates: int) -> list[int]:
    """The fates in front of a card, as the kernel packs them."""
    return [value for value in range(1, 13) for _ in range(fates >> (FATE_BITS * (value - 1)) & (1 << FATE_BITS) - 1)]


def marks(slowed: int, amplified: int) -> str:
    """What is done to a card in the row."""
    if slowed and amplified:
        return said("[slowed, amplified]")
    return said("[slowed]") if slowed else said("[amplified]") if amplified else ""
