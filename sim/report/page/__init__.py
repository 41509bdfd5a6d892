"""The page of a report: entries, tables, sentences, templates.

May import what `report` may import, and `report.numbers`.
"""
