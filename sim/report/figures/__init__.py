"""The figures of a report, each drawn from the tables alone.

May import what `report` may import, and `report.numbers`.
"""
