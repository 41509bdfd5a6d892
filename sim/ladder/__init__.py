"""How much is there to learn in a game? Ways of playing as rungs of a ladder, from `random` to the strongest.

Every rung plays against every other on shared luck; one family of comparisons says which steps are sure. May import
`compare` (but not `compare.gate`), `inspect`, `display`, `play`, `runs`, `experiment` and `statistics`.
"""
