"""The laboratory for Python: a function for each verb, made from its request, and the names that `fatecast` offers.

May import everything in `sim` but `cli`. A script imports the names from `fatecast`, which loads only what it uses.
"""

OTHER_NAMES = {"card": "piece"}
"""Functions that go by a second name."""
