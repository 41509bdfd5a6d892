"""A new game to begin with: a folder that runs as it stands."""
