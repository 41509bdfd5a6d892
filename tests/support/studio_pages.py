"""A studio as a person uses it: started by the command, opened in a browser."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import run
from sys import executable
from typing import Any

from engine.game.cell import Json
from engine.outside.own.compiled.kernels import SWITCH
from tests.support import ROOT
from tests.support.command_line import start

SECONDS = 1000
"""In milliseconds, as the browser counts."""
PATIENCE = 240 * SECONDS
MOST_SENTENCES = 6
"""That the page shows."""
ENDS = "decided", "half a point", "worth playing", "a minute"
OVER = ", ".join(f"#result:not([aria-busy=true]) #progress:has-text('{why}')" for why in ENDS)


def environment(folder: Path) -> dict[str, str]:
    """As a person has it: games are compiled."""
    ours = {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp"), "PYTHONUNBUFFERED": "1"}
    return {name: value for name, value in os.environ.items() if name != SWITCH} | ours


def shows(group: Json, text: str) -> bool:
    """Whether `-1.6 ±0.3` is what the command prints of a group, which prints shares as such and not in points."""
    found = re.search(r"([+-]\d+\.?(\d*)) ±(\S+)", text)
    assert found is not None, text
    digits, ends = len(found[2]), (group["low"], group["high"])
    half = None if None in ends else (ends[1] - ends[0]) / 2
    return any(
        found[1] == f"{group['difference'] * factor:+z.{digits}f}"
        and found[3] == ("?" if half is None else f"{half * factor:.{digits}f}")
        for factor in (1, 100)
    )


class Bench:
    """A window of the studio."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def room(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).click()
        self.page.wait_for_selector(f"nav a[aria-current=page]:text-is('{name}')")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("html[data-ready=yes]")

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def find(self, word: str) -> None:
        self.page.fill("#find", word)

    def players(self, number: int) -> None:
        """Ask for one number of players: fewer cells are played sooner."""
        self.page.fill("[name='axis:players']", str(number))
        self.page.keyboard.press("Tab")

    def content(self, name: str) -> None:
        """Put another content on the workbench."""
        with self.page.expect_response(f"**/workbench/fields?content={name}*") as found:
            self.page.select_option("[name=content]", name)
        found.value.finished()
        self.page.evaluate("() => new Promise((drawn) => setTimeout(drawn, 100))")

    def less(self, name: str) -> None:
        """Make the first number of this name that can be seen smaller, by one."""
        self._button("less", name)

    def more(self, name: str) -> None:
        """Make it larger, by one."""
        self._button("more", name)

    def _button(self, way: str, name: str) -> None:
        self.page.get_by_label(f"{way}: {name}", exact=True).locator("visible=true").first.click()

    def put(self, name: str, number: int) -> None:
        """Write a number into its field."""
        self.page.get_by_label(name, exact=True).locator("visible=true").first.fill(str(number))
        self.page.keyboard.press("Tab")

    def result(self) -> str:
        """The sentences, when everything is played."""
        self.page.wait_for_selector(OVER)
        return self.text("#told")

    @property
    def command(self) -> str:
        return str(self.page.locator("#command").text_content())

    def saved_as(self, name: str) -> None:
        self.page.click("#save")
        self.page.fill("#save-name", name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#saved p")

    def offered(self, pattern: str) -> str:
        """What the page of a save offers to type, or to put into a file: the one that fits."""
        return str(self.page.locator(f"#saved > pre:text-matches('{pattern}')").inner_text())

    def typed(self, command: str, fails_with: int = 0) -> str:
        """What a command of the page prints in the folder."""
        first, *words = shlex.split(command)
        assert first == "fatecast"
        done = run(
            [executable, "-m", "fatecast", *words],
            cwd=self.folder,
            env=environment(self.folder),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == fails_with, done.stdout + done.stderr
        return done.stdout

    def numbers_are_those_of_the_command(self) -> None:
        """Every number of the result is printed by the command that it names."""
        command, told = self.command, self.text("#told")
        assert re.search(r"--games \d+ --seed \d+$", command)
        printed = json.loads(self.typed(f"{command} --json"))
        sentences = printed["sentences"][:MOST_SENTENCES]
        assert sentences == [line for line in told.splitlines() if line]
        cells = self.page.locator("#cells td.cell")
        assert cells.count() == len(printed["groups"])
        for at, group in enumerate(printed["groups"]):
            shown = cells.nth(at).inner_text()
            assert group["verdict"] in shown
            assert shows(group, shown), f"{shown!r} is not {group}"


@contextmanager
def opened(chromium: Any, folder: Path, *words: str, **how: Any) -> Iterator[Bench]:
    """The studio of a folder, in a browser, until it is ended by Ctrl-C's signal."""
    (folder / "tmp").mkdir(exist_ok=True)
    with start("studio", "--no-browser", *words, cwd=folder, env=environment(folder)) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            file = Path(process.stdout.readline().removeprefix("open this file in your browser: ").strip())
            context = chromium.new_context(**({"viewport": {"width": 1300, "height": 900}} | how))
            bench = Bench(context.new_page(), folder)
            bench.page.goto(file.as_uri())
            bench.page.wait_for_url("**/workbench")
            bench.ready()
            yield bench
            context.close()
            assert bench.complaints == []
        finally:
            process.terminate()
            process.wait(30)
