"""The rules of the game, one rule per test, in positions worked out by hand."""
