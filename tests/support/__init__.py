"""Shared helpers of the tests: small games, positions, the command line as a function. Nothing here is a test."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The root of the repository."""
