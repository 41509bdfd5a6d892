"""Pig is compiled in these tests: many games are played."""

import pytest


@pytest.fixture(autouse=True)
def _compiled(compiled_pig: None) -> None:
    """Asks for it in every test."""
