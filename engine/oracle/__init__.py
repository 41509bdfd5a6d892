"""The Oracle of Merchants Cove: one merchant of a market game, played as a solitaire that makes goods.

`about` says what the game is, `table` has its records, `layout` reads what is printed on the board, `rules` play it,
`cells` turn an experiment into games, `minds` hold what policies share, `policies` decide, `words` tell. `game` puts
all of it behind the interface of `sim/`.
"""
