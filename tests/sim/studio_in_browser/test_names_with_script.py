"""Names that are HTML, or colours of a terminal: in every room they are text. The page's policy is off here, so that
what got through would run."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.runs import forge_manifest
from tests.support.studio_pages import Bench, opened
from tests.support.studio_rooms import few_games

pytestmark = pytest.mark.full

RED = "\x1b[31m"


def script(number: int) -> str:
    """A name that would run; the number says whose it is."""
    return f"<img src=x onerror=alert({number})>"


FOLDER, FILE, DECK, CARD, POWER, RUN, GAME, WRITTEN = map(script, range(8))
CONTENT = f"""extends = "base"
name = "{DECK}"
powers.higher-than.name = "{POWER}"
cards.the-deep.name = "{CARD}"
"""


class Watched:
    """A studio full of such names, and everything that ran or was fetched because of one."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.page = bench, bench.page
        self.happened: list[str] = []
        self.page.on("dialog", self._ran)
        self.page.on("request", self._fetched)

    def _ran(self, dialog: Any) -> None:
        self.happened.append(dialog.message)
        dialog.dismiss()

    def _fetched(self, request: Any) -> None:
        if request.url.endswith("/x"):
            self.happened.append(request.url)

    def shows(self, *names: str) -> None:
        """All of them are there, as text, and none is an element."""
        self.page.wait_for_timeout(300)
        assert self.page.locator("img").count() == 0
        assert self.happened == []
        text = self.page.locator("body").inner_text()
        assert [name for name in names if name not in text] == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("names") / FOLDER
    decks = found / "configs/shipwreck/decks"
    decks.mkdir(parents=True)
    (decks / f"{FILE}.toml").write_text(CONTENT)
    (decks / f"red{RED}.toml").write_text('extends = "base"\n')
    (decks / "wrong.toml").write_text(f'extends = "base"\n"{CARD}" = 1\n')
    few_games(found, "--deck", FILE)
    runs = found / "reports/runs"
    (runs / "few").rename(runs / RUN)
    shutil.copytree(runs / RUN, runs / f"red{RED}")
    other = Path(shutil.copytree(runs / RUN, runs / "other"))
    game = json.loads((other / "manifest.json").read_text())["game"]
    forge_manifest(other, game={**game, "name": GAME})
    return found


@pytest.fixture(scope="module")
def watched(chromium: Any, folder: Path) -> Iterator[Watched]:
    with opened(chromium, folder, bypass_csp=True) as bench:
        yield Watched(bench)
        bench.complaints.clear()  # a wrong content is refused, and the browser says so


def test_on_the_workbench(watched: Watched) -> None:
    bench, page = watched.bench, watched.page
    page.fill("[name=policy]", "novice")
    bench.players(3)
    page.select_option("[name=content]", FILE)
    page.wait_for_selector(f"h4:text-is('{CARD}')")
    watched.shows(FOLDER, FILE, CARD, POWER)
    page.locator("[data-piece=the-deep]").get_by_label("less: moons", exact=True).click()
    bench.result()
    page.wait_for_selector("#history li")
    assert CARD in bench.text("#changed")
    assert FILE in bench.command
    page.get_by_role("button", name="Name", exact=True).click()
    page.keyboard.type(WRITTEN)
    page.keyboard.press("Enter")
    page.wait_for_selector("#history strong")
    watched.shows(FOLDER, CARD, POWER, WRITTEN)
    page.locator("[data-piece=the-deep] textarea").fill(WRITTEN)
    page.wait_for_selector("#told .wrong")
    watched.shows(WRITTEN)
    page.fill("[name='axis:players']", WRITTEN)
    page.keyboard.press("Tab")
    watched.shows(FOLDER)
    page.click("#save")
    page.fill("#save-name", WRITTEN)
    page.keyboard.press("Enter")
    page.wait_for_selector("#saved p")
    watched.shows(FOLDER)
    page.reload()
    bench.ready()
    watched.shows(CARD, WRITTEN)


def test_in_the_room_of_runs(watched: Watched) -> None:
    watched.bench.room("Runs")
    watched.shows(FOLDER, RUN, GAME, f"red{RED}")
    watched.page.get_by_role("button", name=f"Report: {RUN}").click()
    watched.page.wait_for_selector("#report-told:empty", state="attached")
    frame = watched.page.frame_locator("#report-frame")
    frame.locator("h1").first.wait_for()
    assert frame.locator("img").count() == 0
    assert CARD in frame.locator("body").text_content()
    watched.shows(FOLDER, f"Report of {RUN}")


def test_in_the_room_of_games(watched: Watched) -> None:
    bench, page = watched.bench, watched.page
    bench.room("Games")
    page.select_option("[name=run]", RUN)
    page.fill("[name=piece]", WRITTEN)
    page.get_by_role("button", name="Find").click()
    page.wait_for_selector("#told:has-text('img')")
    watched.shows(WRITTEN)
    page.fill("[name=piece]", "")
    page.get_by_role("button", name="Find").click()
    page.locator("#found li").first.get_by_role("button").click()
    page.wait_for_selector("#replay:not([hidden]) #lines li")
    page.click("#last")
    watched.shows(FOLDER)
    page.fill("[name=id]", WRITTEN)
    page.get_by_role("button", name="Show", exact=True).last.click()
    watched.shows(FOLDER)
