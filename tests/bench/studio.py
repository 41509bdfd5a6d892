"""The studio in a browser, warm: how long after an edit of one number the page shows a first answer with its interval,
and one that is decided or known to half a point; and how long the page takes to answer a key while games are played."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from tests.support.browser import launched
from tests.support.studio_pages import OVER, Bench, opened

EDITS = 40
FIRST, DECIDED, KEY = 1.5, 6.0, 0.1
"""Seconds that 95 % of the edits may take, and a key."""
REFUSED = "#told .wrong"
"""Another number of fates leaves no luck to share: that is said, and nothing is played."""
SHOWN = f"#more:not([hidden]), {REFUSED}"


def main() -> None:
    with TemporaryDirectory() as folder, launched() as browser, opened(browser, Path(folder)) as bench:
        page = bench.page
        page.fill("[name=policy]", "literal")
        with page.expect_response("**/workbench/fields?*policy=literal"):  # the dials are its own from then on
            bench.players(3)
        bench.ready()
        page.wait_for_timeout(1000)
        edits = page.locator("article.piece .stepper button[aria-label^='more: ']")
        _edited(bench, edits.nth(0))  # the first one loads what the others find
        places = np.linspace(0, edits.count() - 1, EDITS).astype(int).tolist()
        found = np.array([_edited(bench, edits.nth(place)) for place in places])
    for name, seconds, aim in zip(("first answer", "decided", "a key"), found.T, (FIRST, DECIDED, KEY), strict=True):
        low, high = np.quantile(seconds, [0.5, 0.95])
        print(
            f"studio: {name:13} {low:6.2f} s in half, {high:6.2f} s in 95 % of {EDITS} edits (aim: {aim:g} s)",
            flush=True,
        )


def _edited(bench: Bench, more: Any) -> tuple[float, float, float]:
    page = bench.page
    began = perf_counter()
    more.click()
    page.wait_for_selector(SHOWN)
    first = perf_counter() - began
    pressed = perf_counter()
    page.locator("#find").press("End")
    key = perf_counter() - pressed
    page.wait_for_selector(f"{OVER}, {REFUSED}")
    decided = perf_counter() - began
    page.click("#reset")
    return first, decided, key


if __name__ == "__main__":
    main()
