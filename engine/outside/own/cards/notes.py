"""What happened to each card in a game: one number a card, in which every seat has a bit for each thing that can
happen. Plain games and compiled ones write the same numbers."""

from engine.outside.own.hidden.zones import SEAT_BITS

IN_GAME = 1
"""The bit of a card that was in a deck or a pile, or in somebody's hand."""
DRAWN, HELD, LEFT, USED = (1 + SEAT_BITS * place for place in range(4))
"""Where the bits of the seats begin: which of them drew the card, had it in hand at the end, let it go from their hand,
and used it, as `table.use` says."""
