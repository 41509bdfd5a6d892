"""Is `search` safe, and blind to what is hidden? Measured at full size: `python -m tests.search`."""
