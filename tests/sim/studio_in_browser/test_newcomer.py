"""Somebody who has never seen the studio, in a real browser: where a quick look ends, there is a way to go on, and from
a card to the games that it decided."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sim.studio.jobs import jobs as queue
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.studio import Studio
from sim.studio.workbench import matters, trial
from tests.support.studio import Served, served
from tests.support.studio_thread import WorkerThread

PATIENCE = 240_000
"""In milliseconds."""

pytestmark = pytest.mark.full


@contextmanager
def opened(chromium: Any, folder: Path, path: str) -> Iterator[Any]:
    """A page of a studio whose jobs run in this process."""
    code = folder, "shipwreck", ()
    with served(folder, Studio(folder, "shipwreck", None, (), jobs_for(*code), jobs_for_runs(*code))) as studio:
        context = chromium.new_context(viewport={"width": 1300, "height": 900})
        name, _, value = studio.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        to(page, studio, path)
        yield page
        context.close()


def to(page: Any, studio: Served, path: str) -> None:
    page.goto(f"http://{studio.host}{path}")
    page.wait_for_selector("html[data-ready=yes]")


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(queue, "WorkerProcess", WorkerThread)


def test_where_a_quick_look_ends_more_games_can_be_asked_for(
    chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (trial, matters):
        monkeypatch.setattr(module, "STEPS", (16, 32))
        monkeypatch.setattr(module, "LONGEST", 1e-9)
    with opened(chromium, tmp_path, "/workbench") as page:
        page.fill("[name=policy]", "novice")
        page.fill("[name='axis:players']", "3")
        page.keyboard.press("Tab")
        page.click("#ask-matters")
        page.wait_for_selector("#matters-told:has-text('16 games')")
        page.wait_for_selector("#matters-clock:text-is('')", state="attached")
        page.click("#matters-go-on")
        page.wait_for_selector("#matters-told:has-text('32 games')")
        page.wait_for_selector("#matters-on", state="hidden")

        page.get_by_label("less: goal", exact=True).click()
        page.wait_for_selector("#progress:has-text('longer than a minute')")
        assert "--games 16 " in page.locator("#command").text_content()
        page.click("#go-on")
        page.wait_for_selector("#result:focus")
        page.wait_for_selector("#progress:has-text('32 games')")
        assert "--games 32 " in page.locator("#command").text_content()
        assert not page.is_visible("#go-on")
        page.wait_for_selector("#history li:nth-child(2)")
        assert page.inner_text("#clock") == ""


def test_from_a_card_to_a_game_that_it_decided(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, "/games?piece=the-deep") as page:
        page.click("#no-run a")
        page.wait_for_selector("html[data-ready=yes] #runs")
        page.fill("[name=policy]", "novice")
        page.fill("[name='axis:players']", "3")
        page.fill("[name=games]", "30")
        page.click("#asking [type=submit]")
        page.wait_for_selector("#runs th:text-is('run-1')")
        page.get_by_role("link", name="Games that the-deep decided").click()
        page.wait_for_selector("#found li")
        assert "the-deep" in page.inner_text("#found li:first-child")
        page.locator("#found button").first.click()
        page.wait_for_selector("#replay:not([hidden]) #lines li")
        page.wait_for_selector("#step:focus")
        top = page.locator("#replay").bounding_box()["y"]
        assert abs(top) < 60, "the game is in sight"
