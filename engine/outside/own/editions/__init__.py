"""Texts of a game as they were: what a run and a baseline keep of one, how that is read without running it, and what
differs between two of them."""
