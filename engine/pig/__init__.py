"""Pig: a small competitive game, and the model for authors of other games.

`about` says what the game is, `table` has its records, `rules` play it, `cells` turn an experiment into games, `minds`
compute what a policy must know, `policies` decide, `words` tell. `game` puts all of it behind the interface of `sim/`.
"""
