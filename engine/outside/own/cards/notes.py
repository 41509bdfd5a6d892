"""What happened to each card in a game: one number a card, in which every seat has a bit for each thing that can
happen. Plain games and compiled ones write the same numbers."""

from collections.abc import Sequence

from engine.outside.own.hidden.zones import EVERYBODY, SEAT_BITS

IN_GAME = 1
"""The bit of a card that was in a deck or a pile, or in somebody's hand."""
DRAWN, HELD, LEFT, USED = (1 + SEAT_BITS * place for place in range(4))
"""Where the bits of the seats begin: which of them drew the card, had it in hand at the end, let it go from their hand,
and used it, as `table.use` says."""


def played_by(notes: Sequence[int], seats: int) -> list[int]:
    """The numbers of the cards that any of these seats used; if the game says of none that it was used, of those that
    left their hands. `seats` has a bit for each."""
    bits = USED if any(note >> USED & EVERYBODY for note in notes) else LEFT
    return [number for number, note in enumerate(notes) if note >> bits & EVERYBODY & seats]
