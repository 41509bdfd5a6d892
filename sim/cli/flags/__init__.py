"""Flags that follow the game: made from its axes, and shown by `--help` as the game has them."""
