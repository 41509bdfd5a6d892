"""A small game by which an untried Numba is judged: `race` is its kernel, `bold` and `mixed` play it, `trial` compiles
and judges. It has what the kernels of games have: records within records, arrays, whole numbers with and without a
sign, floats, constants, branches that are cut out, helpers in other modules, and a table of two policies.

Its games never change: `trial.ROWS` says how they end.
"""
