"""The rules: every step of a turn and every effect of a card or power, as compiled functions on the records of a game.

`turn` plays games, `decisions` lists what a policy decides. May import `deck`, `weights` and `table`.
"""
