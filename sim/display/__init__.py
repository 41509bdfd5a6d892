"""What people see: numbers as text, tables on the terminal, the style and the parts of figures.

May import `play`, `runs`, `experiment` and `statistics`.
"""
