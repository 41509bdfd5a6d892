"""All rooms of the studio, each with something to look at."""

from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from sys import executable
from typing import Any

from tests.support.studio_pages import Bench, environment

RUN = "reports/runs/few"


def few_games(folder: Path, *words: str) -> None:
    """A small run, so that the rooms have something to show."""
    (folder / "tmp").mkdir(exist_ok=True)
    flags = ["--policy", "novice", "--players", "3", "--doom", "0", "--games", "20", "--out", RUN, *words]
    command = [executable, "-m", "fatecast", "run", *flags]
    run(command, cwd=folder, env=environment(folder), capture_output=True, check=True)


def every_room(bench: Bench) -> Iterator[str]:
    """Go through the rooms, and do in each what a person does there."""
    page = bench.page
    page.fill("[name=policy]", "novice")
    bench.players(3)
    bench.find("The Deep")
    page.get_by_label("less: moons", exact=True).first.click()
    bench.result()
    page.wait_for_selector("#history li")
    page.click("#history summary")
    page.click("article[data-piece=the-deep] .more summary")
    page.wait_for_selector("article[data-piece=the-deep] .sheet pre")
    page.click("#more summary")
    page.click("#save")
    yield "Workbench"
    bench.room("Runs")
    page.wait_for_selector("#runs th")
    page.click("#runs summary")
    yield "Runs"
    bench.room("Games")
    page.get_by_role("button", name="Find").click()
    page.locator("#found li").first.get_by_role("button").click()
    page.wait_for_selector("#replay:not([hidden]) #lines li")
    page.click("#last")
    yield "Games"
    bench.room("Side by side")
    page.fill("[name=before]", "novice")
    page.fill("[name=after]", "certain")
    page.fill("[name=games]", "20")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_selector("#cells table")
    yield "Side by side"


def too_wide(page: Any) -> list[str]:
    """What stands out of the page at the right, if the page can be moved sideways."""
    return list(
        page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth ? [] : "
            "[...document.body.querySelectorAll('*')].filter(each => each.getBoundingClientRect().right > innerWidth)"
            ".map(each => each.outerHTML.slice(0, 120))"
        )
    )
