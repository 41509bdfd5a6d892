"""Versions of a game that meet: what changed between them, and several contents in one run."""
