"""The cards of a game in its kernel: what it knows of them, and where they lie."""
