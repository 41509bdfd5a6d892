"""Hadal Project: a cooperative energy economy on missions.

`about` says what the game is, `table` has its records, `mission` reads mission files, `rules` play, `cells` turn an
experiment into games, `minds` and `policies` decide, `words` tell. `game` puts all of it behind the interface of
`sim/`.
"""
