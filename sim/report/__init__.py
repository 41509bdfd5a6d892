"""From a finished run, or several, to one page that a designer can act on.

May import `compare` (but not `compare.gate`), `inspect`, `display`, `play`, `runs`, `experiment` and `statistics`.
"""
