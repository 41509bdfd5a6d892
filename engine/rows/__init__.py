"""What the rows of games add up to, whatever the game: their digest, their columns, how often a value occurs."""
