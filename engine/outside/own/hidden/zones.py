"""Decks, hands and piles: cards in a row, the last one on top, and beside each card a mark that says which seats have
seen it and know that it is here. A shuffle clears the marks. A card that is picked from a hand or a deck out of sight
takes those away of whoever cannot tell which one it was. Everything else only adds to them.

A kernel is made of this very text: the class and the functions below keep to what game files may use. What stands in a
`raise`, and methods with underscores on both sides, are for plain Python alone."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import BrokenRule, message
from engine.outside.own.hidden.table_of_zones import TableOfZones
from engine.outside.own.hidden.zone_errors import empty, name_of, no_such

SEAT_BITS = 10
"""Bits of a mark, one for each seat that there can be. The number of the card's slot stands before them: the place that
it was shuffled to, counted through all shuffles of a game."""
EVERYBODY = (1 << SEAT_BITS) - 1
SLOT = ~EVERYBODY
"""The bits of a mark that no seat has."""
NOBODY = -1
"""In the place of the seat that a zone belongs to; and of the number of a deck that has none."""
MOST_CARDS = 1024
"""In one deck."""
OF_A_LIST = ("append", "clear", "copy", "extend", "insert", "pop", "remove", "reverse", "sort")


class Zone:
    """A deck, a hand or a pile."""

    def __init__(self, table: TableOfZones, owner: int, label: str, number: int) -> None:
        self.table = table
        self._cards: list[Any] = []
        self._marks: list[int] = []
        self._owner = owner
        self._label = label
        self._number = number
        self._times = 0
        """How often it has been shuffled."""

    # Of a deck

    def draw(self, to: "Zone | None" = None) -> Any:
        """Turn the top card up: everybody sees it. It lies on another zone from now on, or out of play."""
        if not self._cards:
            raise empty("draw", self)
        if self.table.counts_cards and to is not None:
            self._luck_of_hand(to)
        card = self._cards.pop()
        self._send(card, self._marks.pop() | EVERYBODY, to)
        return card

    def deal(self, seat: int, to: "Zone | None" = None) -> Any:
        """The top card goes to the hand of a seat, or to another zone of its own; that seat sees it."""
        if not self._cards:
            raise empty("deal", self)
        if to is None:
            zone = self.table.hand(seat)
        else:
            check_seat(self.table, seat)
            check_zone(to)
            zone = to
        if self.table.counts_cards:
            self._luck_of_draw(seat)
            self.table.note_drawn(self._cards[-1], seat)
        card = self._cards.pop()
        zone._cards.append(card)
        zone._marks.append(self._marks.pop() | 1 << seat)
        return card

    def set_aside(self, to: "Zone | None" = None) -> None:
        """The top card goes away face down: nobody sees it."""
        if not self._cards:
            raise empty("set_aside", self)
        if self.table.counts_cards and to is not None:
            self._luck_of_hand(to)
        self._send(self._cards.pop(), self._marks.pop(), to)

    def look(self, seat: int, number: int = 1) -> list[Any]:
        """A seat looks at the top cards, as many as there are: the uppermost comes first."""
        check_seat(self.table, seat)
        if number < 0:
            raise BrokenRule(source="look", expected=message("a number of cards from 0 on"), got=number)
        first = max(0, len(self._cards) - number)
        for at in range(first, len(self._marks)):
            self._marks[at] |= 1 << seat
        found = self._cards[first:]
        found.reverse()
        return found

    def arrange(self, seat: int, cards: Sequence[Any]) -> None:
        """A seat puts the top cards, which it has looked at, back in this order: the first becomes the uppermost.
        Nobody else can tell any more where they are."""
        check_seat(self.table, seat)
        first = len(self._cards) - len(cards)
        if first < 0:
            raise no_such(self, cards)
        loose = self._cards[first:]
        marks = self._marks[first:]
        place = len(self._cards)
        for card in cards:
            if card not in loose:
                raise no_such(self, card)
            at = loose.index(card)
            if not marks[at] >> seat & 1:
                raise BrokenRule(message("seat {seat} has not looked at {card!r}", seat=seat + 1, card=card))
            place -= 1
            self._cards[place] = loose.pop(at)
            self._marks[place] = marks.pop(at)
        if len(cards) > 1:
            self._forget(first, 1 << seat)

    def bury(self, card: Any) -> None:
        """A card goes to the bottom; of several like it, the uppermost. Who has not seen all cards from it to the top
        cannot tell which it was."""
        at = len(self._cards) - 1
        while at >= 0 and self._cards[at] != card:
            at -= 1
        if at < 0:
            raise no_such(self, card)
        self._hide(at)
        self._cards.insert(0, self._cards.pop(at))
        self._marks.insert(0, self._marks.pop(at))

    def shuffle(self) -> None:
        """Shuffle a deck. From now on nobody knows what lies where."""
        if not self._label:
            raise BrokenRule(
                message("{zone} has no luck of its own", zone=name_of(self)),
                source="shuffle",
                hint=message("deck.shuffle_in(pile)"),
            )
        self._cards = self.table.shuffled(self._label, self._cards, self._number, self._times, self._marks)
        self._marks = self.table.new_marks(len(self._cards))
        self._times += 1

    def shuffle_in(self, other: "Zone") -> None:
        """Take all cards of another zone in, and shuffle."""
        if not isinstance(other, Zone):
            raise BrokenRule(source="shuffle_in", expected=message("a deck, a hand or a pile"), got=other)
        other.move_all(self)
        self.shuffle()

    # Of a hand

    def give(self, card: Any, seat: int) -> None:
        """A card goes to the hand of a seat: the seat sees it, and so does the one that it came from. From a hand or a
        deck, nobody else sees which it is."""
        hand = self.table.hand(seat)
        at = self._pick(card)
        bits = 1 << seat
        if self._owner >= 0:
            bits |= 1 << self._owner
        if self._owner >= 0 or self._label:
            self._forget(0, bits)
        if self.table.counts_cards:
            if self._owner >= 0:
                self.table.note_left(card, self._owner)
            else:
                self.table.note_drawn(card, seat)
        hand._cards.append(self._cards.pop(at))
        hand._marks.append(self._marks.pop(at) | bits)

    def play(self, card: Any, to: "Zone | None" = None) -> Any:
        """Play a card openly: everybody sees it. It lies on another zone from now on, or out of play."""
        at = self._pick(card)
        if self.table.counts_cards and self._owner >= 0:
            self.table.note_left(card, self._owner)
        found = self._cards.pop(at)
        self._send(found, self._marks.pop(at) | EVERYBODY, to)
        return found

    def lay(self, card: Any, to: "Zone") -> None:
        """Lay a card face down on another zone: nobody sees it who had not. From a hand, only its owner can tell which
        it is."""
        check_zone(to)
        at = self._pick(card)
        if self.table.counts_cards:
            self._note_move(card, to)
        self._hide(at)
        to._cards.append(self._cards.pop(at))
        to._marks.append(self._marks.pop(at))

    # Of all

    def show(self, seat: int | None = None) -> None:
        """Show all cards to a seat, or to everybody."""
        bits = EVERYBODY
        if seat is not None:
            check_seat(self.table, seat)
            bits = 1 << seat
        for at in range(len(self._marks)):
            self._marks[at] |= bits

    def reveal(self, card: Any, seat: int | None = None) -> None:
        """Show one card to a seat, or to everybody."""
        bits = EVERYBODY
        if seat is not None:
            check_seat(self.table, seat)
            bits = 1 << seat
        self._marks[self._pick(card)] |= bits

    def move_all(self, to: "Zone") -> None:
        """All cards go to another zone, in their order: nobody sees more than he had."""
        check_zone(to)
        if to is self:
            raise BrokenRule(message("{zone} lies there already", zone=name_of(self)), source="move_all")
        if self.table.counts_cards:
            for card in self._cards:
                self._note_move(card, to)
        to._cards.extend(self._cards)
        to._marks.extend(self._marks)
        self._cards.clear()
        self._marks.clear()

    def seen_by(self, seat: int) -> list[Any]:
        """The cards that a seat has seen and knows to be here, from the bottom up."""
        check_seat(self.table, seat)
        return [card for card, mark in zip(self._cards, self._marks) if mark >> seat & 1]  # noqa: B905 - as in a kernel

    def count(self, card: Any) -> int:
        """How many cards like this one there are."""
        return self._cards.count(card)

    def index(self, card: Any) -> int:
        """The place of a card, from the bottom up."""
        return self._place(card)

    def _place(self, card: Any) -> int:
        at = self.table.place_of(card, self._cards)
        if at < 0:
            raise no_such(self, card)
        return at

    def _pick(self, card: Any) -> int:
        """The place of a card. If several are like it, nobody can tell them apart: whoever has seen any of them has
        seen this one, and one of the others less."""
        at = self._place(card)
        if self._cards.count(card) > 1:
            for other in range(at + 1, len(self._cards)):
                if self._cards[other] == card:
                    self.table.mark_lost(self._marks[other])
                    seen = self._marks[at] & EVERYBODY
                    moved = (self._marks[other] & EVERYBODY | seen) - seen
                    self._marks[at] |= moved
                    self._marks[other] -= moved
        return at

    def _send(self, card: Any, mark: int, to: "Zone | None") -> None:
        if to is None:
            self.table.mark_lost(mark)
        else:
            check_zone(to)
            if self.table.counts_cards and to._owner >= 0 and self._owner < 0:
                self.table.note_drawn(card, to._owner)
            to._cards.append(card)
            to._marks.append(mark)

    def _hide(self, at: int) -> None:
        """A card is about to be picked, face down. Of a hand, nobody but its owner can tell which; of a deck, those who
        have seen all cards from it to the top. Of a pile, everybody sees the place."""
        if self._owner >= 0:
            self._forget(0, 1 << self._owner)
        elif self._label:
            seats = EVERYBODY
            for mark in self._marks[at:]:
                seats &= mark
            self._forget(at, seats)

    def _forget(self, first: int, seats: int) -> None:
        """Of the cards from a place on, nobody but these seats can tell any more where they are, unless there is but
        one card."""
        if len(self._cards) > 1:
            for at in range(first, len(self._marks)):
                self.table.mark_lost(self._marks[at])
                self._marks[at] &= seats | SLOT

    # What is counted about cards

    def _note_move(self, card: Any, to: "Zone") -> None:
        """A card goes from this zone to another one. What goes from hand to hand is not drawn."""
        if self._owner >= 0:
            self.table.note_left(card, self._owner)
        elif to._owner >= 0:
            self.table.note_drawn(card, to._owner)

    def _luck_of_hand(self, to: "Zone") -> None:
        """The top card is about to go to a zone, perhaps to a hand."""
        check_zone(to)
        if to._owner >= 0:
            self._luck_of_draw(to._owner)

    def _luck_of_draw(self, seat: int) -> None:
        """A seat is about to draw the top card of a deck, unseen by anybody: in a game that is played again, another
        card may lie there. The marks stay: nobody has seen either."""
        top = len(self._cards) - 1
        if self._label and top > 0 and not self._marks[top] & EVERYBODY:
            at = self.table.exchanged_with(self._cards[top], seat, top)
            if at >= 0:
                if self._marks[at] & EVERYBODY:
                    self.table.exchange_fails()
                else:
                    card = self._cards[top]
                    self._cards[top] = self._cards[at]
                    self._cards[at] = card

    # For plain Python: a kernel reads the list of cards itself

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def __getitem__(self, at: Any) -> Any:
        return self._cards[at]

    def __getattr__(self, name: str) -> Any:
        if name in OF_A_LIST:
            raise BrokenRule(
                message("{zone} is changed by its own verbs", zone=name_of(self)),
                source=name,
                hint=message("deal, give, play, lay, …; list(hand) is a copy to work with"),
            )
        raise AttributeError(name if name.startswith("_") else f"{name_of(self)} has no {name}")

    def __repr__(self) -> str:
        return f"<{name_of(self)}: {len(self._cards)} cards>"


def check_seat(table: TableOfZones, seat: int) -> None:
    if seat not in table.seats:
        raise BrokenRule(
            message("there is no seat {seat!r}", seat=seat),
            expected=message("seats from 0 to {last}", last=table.players - 1),
        )


def check_zone(zone: object) -> None:
    if not isinstance(zone, Zone):
        raise BrokenRule(
            expected=message("a deck, a hand or a pile for the card to go to"),
            got=zone,
            hint=message("cards move one at a time, and table.hand(seat) is the hand of a seat"),
        )


def fill(zone: Zone, cards: Sequence[Any]) -> None:
    """Lay cards into a new deck, and shuffle it."""
    if len(cards) > MOST_CARDS:
        raise BrokenRule(source="deck", expected=message("at most {most} cards", most=MOST_CARDS), got=len(cards))
    if zone.table.counts_cards:
        for card in cards:
            zone.table.note_in_game(card)
    zone._cards = zone.table.shuffled(zone._label, cards, zone._number, 0, zone._marks)
    zone._marks = zone.table.new_marks(len(cards))
    zone._times = 1


def lay_out(zone: Zone, cards: Sequence[Any]) -> None:
    """Lay cards into a new pile, face up."""
    if zone.table.counts_cards:
        for card in cards:
            zone.table.note_in_game(card)
    zone._cards.extend(cards)
    zone._marks = zone.table.new_marks(len(cards))
    zone.show()


def new_hands(table: TableOfZones) -> list[Zone]:
    return [Zone(table, seat, "", NOBODY) for seat in table.seats]


def pass_hands(table: TableOfZones, by: int) -> None:
    """All hands go round at once; everybody sees the hand that he gets."""
    cards = [table.hand(seat)._cards for seat in table.seats]
    marks = [table.hand(seat)._marks for seat in table.seats]
    for seat in table.seats:
        to = (seat + by) % table.players
        hand = table.hand(to)
        hand._cards = cards[seat]
        hand._marks = marks[seat]
        hand.show(to)
