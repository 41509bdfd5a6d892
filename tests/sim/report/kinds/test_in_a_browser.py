"""The pages of the other kinds as a browser shows them: wide tables scroll in boxes of their own, on any screen."""

from pathlib import Path
from typing import Any

import pytest

from sim import run
from sim.report.write import make_report
from tests.support.browser import Opened
from tests.support.contest import BOUT
from tests.support.harvest import APPLES

LOOSE = """[...document.querySelectorAll('main *')].filter(each => !each.closest('.scroll, pre, svg')
    && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(
    "experiment",
    [APPLES, BOUT, {**BOUT, "focus": ["calm", "keen"], "field": ["calm", "keen"]}],
    ids=["harvest", "bout", "focus"],
)
def test_it_opens_on_any_screen(chromium: Any, experiment: dict[str, object], tmp_path: Path) -> None:
    path = run({**experiment, "games": 200}, out=tmp_path / "run", executor="inline").path
    page = make_report([path], tmp_path / "page")
    for width in (360, 400, 1300):
        opened = Opened(chromium, page, viewport={"width": width, "height": 844})
        opened.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert opened.complaints == []
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        assert opened.evaluate(LOOSE) == []
