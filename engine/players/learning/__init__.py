"""Players that learn: what a seat is shown as numbers, a small network, and how it is fitted to forks."""
