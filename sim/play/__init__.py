"""Playing games on workers: into a run directory (`runner`), or into memory for a comparison (`outcome_cache`).

All tasks go through one loop, `dispatch`. May import `sim.runs`, `sim.experiment` and `sim.statistics`.
"""
