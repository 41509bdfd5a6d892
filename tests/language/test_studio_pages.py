"""No English stands in a room of the studio outside of the texts that catalogues translate; what the scripts add is
looked at in a browser, in `tests/sim/studio_in_browser/test_other_language.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim import run
from sim.studio.rooms import ROOMS
from sim.studio.studio import NoJobs, Studio
from tests.language.pseudo import held, spoken, unmarked
from tests.support.studio import Served, served

PAGES = ["/enter", *(room.path for room, _ in ROOMS)]
NAMES = re.compile(r"^(fatecast studio.*|few|English|español)$")
"""What is no text: the program with its folder and game, a run, the languages by their own names."""
READ = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
CONDITION = re.compile(r"^\w+=\d+$")
"""An example of what a person types: `turns=20`."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("studio")
    with pytest.MonkeyPatch.context() as patch, spoken() as code:
        patch.chdir(folder)
        grid = {"game": "pig", "players": [2], "policies": ["random"], "games": 10, "seed": 1}
        run(grid, out=folder / "reports/runs/few", executor="inline")
        with served(folder, Studio(folder, "pig", "pig", (), NoJobs(), language=code)) as found:
            yield found


def english(page: str) -> list[str]:
    """What is in no catalogue, also of what a page says to those who do not see it."""
    labels = "".join(f"<p>{each}</p>" for each in READ.findall(page) if not CONDITION.match(each))
    return [line for line in unmarked(page + labels) if not NAMES.match(line)]


@pytest.mark.parametrize("path", PAGES)
def test_every_text_of_a_room_is_in_the_catalogue(path: str, studio: Served) -> None:
    page = studio.ask("GET", path).body.decode()
    assert "⟦" in page
    assert english(page) == []
    assert list(held(page)) == []


def test_planted_texts_are_found(studio: Served) -> None:
    page = studio.ask("GET", "/runs").body.decode()
    planted = page.replace("</main>", '<p>the first</p><input aria-label="a field"><p>⟦a ⟦glued⟧ text⟧</p></main>')
    assert english(planted) == ["the first", "a field"]
    assert list(held(planted)) == ["⟦glued⟧"]


TOLD = {
    "/workbench/fields": ("title", "label", "help"),
    "/runs/list": ("told",),
    "/nothing": ("error",),
    "/workbench/fields?content=nothing": ("error",),
}
"""What a person reads of the answers to scripts."""


@pytest.mark.parametrize("path", TOLD)
def test_what_a_script_gets_to_show_is_in_the_catalogue(path: str, studio: Served) -> None:
    found = list(texts_of(json.loads(studio.ask("GET", path).body), TOLD[path]))
    assert found
    assert [text for text in found if text and not re.search("[⟦⟨‹]", text)] == []


def texts_of(part: object, keys: tuple[str, ...]) -> Iterator[str]:
    """All texts under these keys."""
    if isinstance(part, dict):
        for key, each in part.items():
            if key in keys and isinstance(each, str):
                yield each
            else:
                yield from texts_of(each, keys)
    elif isinstance(part, list):
        for each in part:
            yield from texts_of(each, keys)


def test_a_refusal_is_in_the_language_of_the_page_and_logged_in_english(studio: Served, tmp_path: Path) -> None:
    studio.lines()
    answer = studio.ask("GET", "/runs", cookie=False)
    assert answer.body.decode().startswith("⟦no cookie of this studio")
    [line] = studio.lines()
    assert line.startswith("studio: refused GET /runs: no cookie of this studio")
