"""The spreadsheet that the pieces of a game live in: reading it, laying its numbers into a file of the game, writing
them back into its cells.

A sheet is read as text, and nothing in it is computed. Which fields a column may stand for is said by the game, as an
`engine.game.optional_parts.PieceTable`; no game is known here.
"""
