"""Games of hidden cards: who has seen what, and who is told what. Commands:

NUMBA_DISABLE_JIT=1 python -m tests.own_games.hidden.planted   # each scenario finds the mistake planted for it
python -m tests.own_games.hidden.twins                         # how fast zones are, compared with plain lists
"""
