"""The game in words: replays, game ids, and the parts that columns play in a report. May import `cells` and everything
below."""
