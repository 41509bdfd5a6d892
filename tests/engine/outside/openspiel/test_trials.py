"""What is tried in another process may take little CPU, and as long as a busy machine makes it wait."""

import pytest

from engine.outside.openspiel import loading
from engine.outside.openspiel.loading import run_elsewhere

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


@pytest.fixture(autouse=True)
def a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LONGEST_TRIAL", 1)


def test_what_never_returns_is_ended() -> None:
    assert run_elsewhere("while True: pass") is None


def test_what_only_waits_is_not() -> None:
    """As a process does on a busy machine: which games can be searched may not depend on that."""
    assert run_elsewhere("import sys, time; time.sleep(2.5); sys.exit(7)") == 7


def test_a_process_that_breaks_down_says_so() -> None:
    assert run_elsewhere("import os; os.abort()") == -6
