"""What every game must answer for: each question plays a few games and returns one line for each fault.

`fatecast check GAME` asks them all, and `fatecast.testing.GameTest` makes a test of each. `catalogue` lists them.
"""
