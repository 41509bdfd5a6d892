"""The game in words: replays, drawings, game ids, sheets, and the parts that columns play in a report. May import
`cells` and everything below."""
