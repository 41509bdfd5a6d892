"""The game in words: replays, game ids, sheets, and the parts that columns play in a report. May import `cells` and
everything below."""
