"""Leaders of Euphoria: hidden teams for four to eight players.

`about` says what the game is, `table` has its records, `deck` its artifacts, `rules` play it, `cells` turn an
experiment into games, `minds` reason for the heuristics, `policies` decide, `words` tell. `game` puts all of it behind
the interface of `sim/`.
"""
