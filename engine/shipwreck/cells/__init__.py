"""Cells: resolves an experiment's grid into cells, prepares, names and plays them, and changes their content.

May import `rules`, `deck`, `weights`, `table` and the shared engine.
"""
