"""The page of several runs: the same cells, run by run, and their differences to the first run.

May import what `report` may import, and the rest of `report`. Cells are matched and paired by `sim.compare`.
"""
