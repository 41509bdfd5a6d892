"""Two versions of a game, played with the same seeds: which cells belong together, how the games differ, how certain
that is.

May import `inspect`, `display`, `play`, `runs`, `experiment` and `statistics`. The subpackage `gate` stands above
`report`.
"""
