"""The games, and what they share. A game plays one seeded game by its rule book, and fast. Nothing here imports `sim`,
Polars, Matplotlib or Typer."""
