"""The section of a page that a ladder fills, and files that are refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from sim import run
from sim.experiment.content_hash import content_hashes
from sim.experiment.experiment import resolve
from sim.ladder.result import MOST_RUNGS
from sim.report.build import build
from sim.report.make import make_report
from sim.report.verify import verify_report
from sim.text.number_format import NO_BREAK
from tests.support.made_up_ladders import SURE, UNSURE, data
from tests.support.undrawn import undrawn

GAINS = {("low", "random"): SURE, ("high", "low"): UNSURE}
PIG = {"game": "pig", "policies": ["hold"], "players": [2], "games": 60}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(PIG, out=tmp_path_factory.mktemp("pig") / "pig", executor="inline").path


@pytest.fixture(scope="module")
def ladder() -> Json:
    return data(["random", "low", "high"], GAINS, contents=content_hashes(resolve(PIG, "test")))


def written(path: Path, found: object) -> Path:
    path.write_text(json.dumps(found))
    return path


def section(played: Path, *files: Path) -> str:
    with undrawn():
        page = build(played, joins=files)["index.html"].decode()
    return page.partition('id="learn"')[2].partition("</details>")[0].replace(NO_BREAK, " ")


def test_a_page_shows_the_ladder_and_says_what_it_means(played: Path, ladder: Json, tmp_path: Path) -> None:
    shown = section(played, written(tmp_path / "ladder.json", {**ladder, "sentences": ["Buy gold."], "steps": []}))
    assert "<h2>How much is there to learn?</h2>" in shown
    assert "There is something to learn: low gains 3.0 wins in 100 games (2.0 to 4.0) over random." in shown
    assert "The ladder stops at low: what high would add is not sure, at most 1.5 wins in 100 games." in shown
    assert "<td>random</td><td>+3.0 (+2.0 to +4.0)</td><td>sure</td>" in shown
    assert "Buy gold" not in shown, "a page makes its sentences itself"
    assert "fatecast ladder" not in shown


def test_a_page_without_one_names_the_command(played: Path) -> None:
    shown = section(played)
    assert "fatecast ladder --game pig --json &gt; ladder.json" in shown
    assert "fatecast report RUN --with ladder.json" in shown


def test_a_ladder_is_no_repair_and_no_claim_of_the_page(played: Path, ladder: Json, tmp_path: Path) -> None:
    with undrawn():
        with_ladder, without = (
            build(played, joins=files) for files in ([written(tmp_path / "ladder.json", ladder)], [])
        )
    assert with_ladder["tables/claims.csv"] == without["tables/claims.csv"]
    assert b"repair it" not in with_ladder["report.md"]


def test_names_are_escaped(played: Path, tmp_path: Path, ladder: Json) -> None:
    name = "<script>alert(1)</script>"
    odd = data(["random", name], {(name, "random"): SURE}, contents=ladder["contents"])
    shown = section(played, written(tmp_path / "ladder.json", odd))
    assert name not in shown
    assert "&lt;script&gt;" in shown


def test_a_report_with_a_ladder_is_verified_with_the_same(played: Path, ladder: Json, tmp_path: Path) -> None:
    path = written(tmp_path / "ladder.json", ladder)
    with undrawn():
        page = make_report([played], tmp_path / "page", joins=[path]).parent
        assert "correct" in [*verify_report(played, page, [path])][-1]


def _pairs(found: Json, **changes: object) -> Json:
    return {**found, "pairs": [{**found["pairs"][0], **changes}, *found["pairs"][1:]]}


SPOILT: dict[str, tuple[Callable[[Json], object], str]] = {
    "another game": (lambda found: {**found, "game": "hadal"}, "game: expected pig, as in the run, not 'hadal'"),
    "other rules": (lambda found: {**found, "rules": 1}, "rules: expected 2, as in the run, not 1"),
    "other options": (lambda found: {**found, "contents": ["0" * 16]}, "contents: expected contents and options that"),
    "another format": (lambda found: {**found, "format": 2}, "format: "),
    "an unknown outcome": (lambda found: {**found, "outcome": "gold"}, "unknown outcome 'gold'"),
    "no rungs": (lambda found: {**found, "rungs": found["rungs"][:1]}, "rungs: "),
    "too many rungs": (lambda found: {**found, "rungs": found["rungs"] * MOST_RUNGS}, "rungs: "),
    "twice the same rung": (lambda found: {**found, "rungs": found["rungs"][:2] * 2}, "different names"),
    "a gain of nobody": (lambda found: _pairs(found, upper="nobody"), "gains of its own rungs"),
    "a gain outside of its interval": (lambda found: _pairs(found, gain=9.0), "a gain in its interval"),
    "no number": (lambda found: _pairs(found, gain=float("nan")), "gain: "),
    "a huge number": (lambda found: _pairs(found, high=1e300), "high: "),
    "an escape": (lambda found: _pairs(found, upper="\x1b[31m"), "printable"),
    "a kind that is none": (
        lambda found: {**found, "rungs": [{**each, "kind": "god"} for each in found["rungs"]]},
        "kind: ",
    ),
    "a missing field": (lambda found: {key: found[key] for key in found if key != "pairs"}, "pairs: "),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_does_not_belong_to_the_run_is_refused_in_one_line(
    played: Path, ladder: Json, tmp_path: Path, what: str
) -> None:
    spoil, says = SPOILT[what]
    path = written(tmp_path / "ladder.json", spoil(ladder))
    with pytest.raises(BadInput) as error:
        make_report([played], tmp_path / "page", joins=[path])
    assert says in error.value.line
    assert error.value.line.startswith(str(path))
    assert error.value.line.isprintable()
    assert not (tmp_path / "page").exists()
