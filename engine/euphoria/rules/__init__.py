"""The rules: what is legal, what an action or an effect changes, when a game ends. May import `deck` and `table`."""
