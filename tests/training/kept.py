"""Trained players that the tests keep, each learned by `python -m tests.training NAME --keep FOLDER`."""

from pathlib import Path

from engine.configs import folder_of
from tests.training.aims import Aim

KEPT = Path(__file__).parent / "files"
LARGEST = 100_000
"""Bytes."""


def kept_file(aim: Aim) -> Path:
    return KEPT / f"{folder_of(aim.name)}.json"
