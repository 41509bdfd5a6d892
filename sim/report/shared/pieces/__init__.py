"""Pieces on a page: what happened to each, which of them is too strong, and how that is known."""
