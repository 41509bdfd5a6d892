"""The rules, compiled: a turn, a game, and the decisions they ask for. May import `table`."""
