"""`tune`: the smallest change of a game that reaches given win rates.

May import what `search` may import, and `search` itself.
"""
