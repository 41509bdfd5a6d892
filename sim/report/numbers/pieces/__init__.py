"""The tables about pieces: what happened to each, what it is worth in the opening, what drawing it is worth.

May import what `report.numbers` may import, and its neighbours there.
"""
