"""A plugin of pytest: other tests run in the pseudo-language, and every error that they provoke is written down. What
they assert about English fails then, which is not looked at.

`pytest -p tests.language.errors_heard FILES`, with the name of a file in ERRORS_HEARD.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import engine.language.current as current
from engine.errors import FatecastError, Message
from engine.language.current import speaking_by
from tests.language.pseudo import Numbered, nested
from tests.language.spoken_pseudo import CODE, words_of_all_games
from tests.support import ROOT

FIELDS = ("said", "expected", "hint")
OWN = Numbered("⟦⟧")
_heard: list[tuple[FatecastError, str]] = []
_made = FatecastError.__init__


def _hear(self: FatecastError, *arguments: Any, **fields: Any) -> None:
    _made(self, *arguments, **fields)
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_name == "__init__":
        frame = frame.f_back
    _heard.append((self, frame.f_code.co_filename))


def pytest_configure() -> None:
    setattr(FatecastError, "__init__", _hear)  # noqa: B010
    setattr(current, "words_of_package", words_of_all_games)  # noqa: B010


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    _heard.clear()
    with speaking_by(CODE, OWN):
        try:
            return (yield)
        finally:
            with Path(os.environ["ERRORS_HEARD"]).open("a", encoding="utf-8") as file:
                file.writelines(f"{json.dumps(_record(*each))}\n" for each in _heard)


def _record(error: FatecastError, file: str) -> dict[str, object]:
    texts = [getattr(error, field) for field in FIELDS if getattr(error, field)]
    shown = [str(text) for text in texts]
    return {
        "file": Path(file).relative_to(ROOT).as_posix() if file.startswith(f"{ROOT}/") else file,
        "texts": shown,
        "templates": [text.template for text in texts if isinstance(text, Message)],
        "values": [value for text in texts if isinstance(text, Message) for value in _plain(text.values)],
        "nested": sorted({pair for text in shown for pair in nested(text, OWN.known)}),
    }


def _plain(values: Mapping[str, object]) -> list[str]:
    """The texts among the values that nobody marked."""
    return [value for value in values.values() if isinstance(value, str)]
