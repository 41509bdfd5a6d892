"""The game in words: replays, the texts of reports, and the sheet of a card.

May import `cells`, `rules`, `deck`, `weights`, `table` and the shared engine.
"""
