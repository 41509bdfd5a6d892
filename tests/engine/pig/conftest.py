"""Pig is compiled in these tests, unless Numba is switched off: many games are played."""

import pytest

from engine.outside.own.compiled.kernels import SWITCH


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
