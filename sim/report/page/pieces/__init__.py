"""What a page says about pieces: tables, and which of them is too strong.

May import what `report.page` may import, and its neighbours there.
"""
