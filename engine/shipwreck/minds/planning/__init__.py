"""Plans that maximise the chance of winning: the value of a position, and the code that players agree on.

Builds on `minds.beliefs`. May import `rules`, `deck`, `weights`, `table` and the shared engine.
"""
