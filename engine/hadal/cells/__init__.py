"""From an experiment to games: the grid, its cells, and how they are played. May import `rules`, `mission` and
`table`."""
