"""Pages of games in which nothing differs: what do they claim? And of games in which something does."""
