"""The laboratory for Python: one function for each verb. It takes what the flags say and returns frozen data with
Polars frames.

May import everything in `sim` but `cli`. A script imports the names from `fatecast`, which loads only what it uses.
"""
