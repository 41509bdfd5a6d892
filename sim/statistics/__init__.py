"""Intervals, tests and numbers of games, as functions of counts. They return data; other packages write sentences.

Imports only `engine.errors` and, within `sim`, nothing. No function here knows of games, cells or runs.
"""
