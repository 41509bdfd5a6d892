from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import GAMES
from sim import Run, run
from tests.support.browser import launched
from tests.support.lottery import ADDRESS, TICKETS


@pytest.fixture(autouse=True, scope="package")
def lottery() -> Iterator[None]:
    """The lottery is a game like any other, for as long as these tests last."""
    GAMES["lottery"] = ADDRESS
    yield
    del GAMES["lottery"]


@pytest.fixture(scope="package")
def played(lottery: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with something to tell in every section."""
    return run(TICKETS, out=tmp_path_factory.mktemp("report") / "tickets", executor="inline", block=1500)


@pytest.fixture(scope="package")
def report(played: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its report, written."""
    from sim.report.make import make_report

    return make_report([played.path], tmp_path_factory.mktemp("page") / "tickets").parent


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    with launched() as browser:
        yield browser
