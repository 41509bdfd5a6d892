"""The policies of the game, one file each. May import everything below: `minds`, `rules`, `table`."""
