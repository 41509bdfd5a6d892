"""Other processes: what this one shares with them, and whether they still do something."""
