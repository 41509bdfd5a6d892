"""No English stands on a page outside of the texts that catalogues translate."""

import re
from pathlib import Path

import pytest

import engine.language.current as current
from engine.language.current import speaking_by
from sim import run
from sim.report.make import make_report
from tests.language.pseudo import Pseudo, unmarked

OURS = Pseudo("⟦⟧")
NAMES = re.compile(
    r"^(hold|random|hold at=20|pig|fatecast|[0-9a-f]{12,}|\w+ \([0-9a-f]{16}\)|[\w ,.]*Python [\w ,.]*)[ ,.]*$"
)
"""What is no text: policies, games, digests, versions of packages."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pseudo")
    grid = {"game": "pig", "players": [2, 3], "policies": ["hold at=20", "random"], "games": 40, "seed": 1}
    played = run(grid, out=folder / "run", executor="inline")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(current, "words_of_package", lambda package, code: Pseudo("‹›"))
        with speaking_by("xx", OURS, Pseudo("‹›")):
            return make_report([Path(played.path)], folder / "page").read_text(encoding="utf-8")


def test_every_text_of_a_page_is_marked(page: str) -> None:
    assert "‹Who wins?›" in page  # a game may have its own word for everything
    assert [line for line in unmarked(page) if not NAMES.match(line)] == []


def test_an_unmarked_text_is_found(page: str) -> None:
    planted = page.replace("</main>", "<p>the first seat ⟦wins⟧</p></main>")
    assert [line for line in unmarked(planted) if not NAMES.match(line)] == ["the first seat"]
