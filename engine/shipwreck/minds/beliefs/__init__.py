"""Public beliefs: what a table can know of a hidden fate when it thinks about why a player played as he did."""
