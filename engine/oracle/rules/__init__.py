"""The rules, compiled: throws, lines, boxes, the bag, a turn, a game, and the decisions they ask for. May import
`layout` and `table`."""
