"""How policies reason: beliefs about hidden fates, plans that use a value function, and the training of that function.

May import `cells`, `rules`, `deck`, `weights`, `table` and the shared engine. Only `learning` needs `cells`.
"""
