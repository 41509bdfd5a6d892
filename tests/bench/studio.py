"""The studio in a browser, warm: how long after an edit of one number the page shows a first answer with its interval,
and one that is decided or known to half a point; and how long the page takes to answer a key, pressed again and again
from the edit to the decision. All of it is measured by the page's own clock."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from tests.support.browser import launched
from tests.support.studio_pages import ENDS, PATIENCE, SECONDS, Bench, opened

EDITS = 40
FIRST, DECIDED, KEY = 1.5, 6.0, 0.1
"""Seconds that 95 % of the edits may take, and of the keys."""
PAUSE = 50
"""Milliseconds between two keys."""
WATCH = """
(ends) => {
  const at = (id) => document.getElementById(id);
  // Another number of fates leaves no luck to share: that is said, and nothing is played.
  const refused = () => document.querySelector("#told .wrong");
  const shown = () => !at("more").hidden || refused();
  const over = () => ends.some((end) => at("progress").textContent.includes(end)) || refused();
  window.measured = {};
  const look = () => {
    const now = performance.now();
    if (!measured.first && shown()) measured.first = now - measured.began;
    if (!measured.decided && over()) measured.decided = now - measured.began;
  };
  const begins = ({ timeStamp }) => (window.measured = { began: timeStamp, keys: [] });
  // From the key itself to the picture after it: also what was done before it could be answered counts.
  const pressed = ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => measured.keys?.push(performance.now() - timeStamp)));
  addEventListener("click", begins, true);
  addEventListener("keydown", pressed, true);
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}
"""


class Edit(NamedTuple):
    """Seconds from an edit on."""

    first: float
    decided: float
    keys: list[float]
    """How long each key took that was pressed meanwhile."""


def main() -> None:
    with TemporaryDirectory() as folder, launched() as browser, opened(browser, Path(folder)) as bench:
        page = bench.page
        page.fill("[name=policy]", "literal")
        with page.expect_response("**/workbench/fields?*policy=literal"):  # the dials are its own from then on
            bench.players(3)
        bench.ready()
        page.wait_for_timeout(1000)
        page.evaluate(WATCH, [*ENDS])
        edits = page.locator("article.piece .stepper button[aria-label^='more: ']")
        _edited(bench, edits.nth(0))  # the first one loads what the others find
        places = np.linspace(0, edits.count() - 1, EDITS).astype(int).tolist()
        found = [_edited(bench, edits.nth(place)) for place in places]
    _say("first answer", [edit.first for edit in found], "edits", FIRST)
    _say("decided", [edit.decided for edit in found], "edits", DECIDED)
    _say("a key", [key for edit in found for key in edit.keys], "keys", KEY)


def _edited(bench: Bench, more: Any) -> Edit:
    """Make a number larger, and write until it is decided what that does."""
    page, since = bench.page, monotonic()
    more.click()
    page.focus("#find")
    while not page.evaluate("measured.decided"):
        assert (monotonic() - since) * SECONDS < PATIENCE, "never decided"
        for key in ("e", "Backspace"):
            page.keyboard.press(key)
            page.wait_for_timeout(PAUSE)
    first, decided, keys = page.evaluate("[measured.first, measured.decided, measured.keys]")
    page.click("#reset")
    return Edit(first / SECONDS, decided / SECONDS, [key / SECONDS for key in keys])


def _say(name: str, seconds: Sequence[float], what: str, aim: float) -> None:
    half, most, longest = np.quantile(seconds, [0.5, 0.95, 1])
    print(
        f"studio: {name:13} {half:6.2f} s in half, {most:6.2f} s in 95 % of {len(seconds)} {what} "
        f"(aim: {aim:g} s), {longest:.2f} s at most",
        flush=True,
    )


if __name__ == "__main__":
    main()
