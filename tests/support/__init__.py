"""What tests share: small games, positions, the command line as a function. Nothing here is a test."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The top of the project."""
