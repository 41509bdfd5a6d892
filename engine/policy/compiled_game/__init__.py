"""What compiled games have in common and is no rule of any: the grid of an experiment and its cells, game ids, changes
by dotted paths, playing a cell, checking a policy. A game declares what is its own. May import `policy` and what lies
below it, but no game."""
