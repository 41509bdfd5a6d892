"""Many changes of a game, each played against the game as it is: `ablate`, `sweep` and `tune`.

May import everything in `sim` but `cli`, `api` and `compare.gate`.
"""
