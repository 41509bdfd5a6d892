"""The run directory: how blocks of games are stored, added up, checked and read again.

May import `sim.experiment` and `sim.statistics`. Workers use parts of it, so only `run` and `tables` import Polars.
"""
