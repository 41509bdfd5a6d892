"""From an experiment to games: the grid, its cells, changes of them, and playing a cell. May import `rules`, `layout`
and `table`."""
