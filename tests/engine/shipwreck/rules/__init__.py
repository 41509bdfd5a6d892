"""The rules of the game, one rule a test, in positions worked out by hand."""
