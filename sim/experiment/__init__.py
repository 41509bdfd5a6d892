"""What to play: experiments, changes of them, and the text that people type for cells, values and changes.

Imports only `engine` and, within `sim`, `sim.errors`. Nothing here plays a game or opens a run.
"""
