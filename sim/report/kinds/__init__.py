"""The kinds of page: what a page of a cooperative, a competitive and a production game asks, counts, draws and says.

May import what `report` may import, and `report.numbers`, `report.figures` and `report.page`.
"""
