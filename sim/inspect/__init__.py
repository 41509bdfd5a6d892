"""Looking into runs and files: verify a run, find games in it, replay one game, check a file before it is played.

May import `sim.display`, `sim.play`, `sim.runs`, `sim.experiment` and `sim.statistics`.
"""
