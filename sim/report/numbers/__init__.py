"""The tables of a report, computed from the files of a run. No sentence and no ink is in here.

May import what `report` may import; of `report` itself only `run_data` and `cell_layout`.
"""
