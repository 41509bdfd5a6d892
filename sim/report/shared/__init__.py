"""What every kind of page is made of: the run as a report sees it, the files of a report, and what all kinds share.

May import what `report` may import, and no kind.
"""
