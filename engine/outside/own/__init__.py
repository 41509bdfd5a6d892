"""A game of one's own in one file of plain Python: what its author writes (`author`), and the `Game` that the
laboratory makes of it."""
