"""The cards of a game of one's own: declared in it or beside it, changed by files, counted in every game."""
