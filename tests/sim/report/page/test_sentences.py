"""Sentences are written where the intervals carry them, and nowhere else."""

from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.cooperative.kind import all_tables
from sim.report.cooperative.sentences import SentenceSource, difficulty, headline, notes
from sim.report.shared.run_data import RunData
from tests.support.lottery import TICKETS


def source(path: Path, **changes: object) -> SentenceSource:
    data = RunData(run({**TICKETS, **changes}, out=path, executor="inline").path)
    return SentenceSource(data, all_tables(data))


def test_a_large_run_has_much_to_say(tmp_path: Path) -> None:
    said = " ".join(headline(source(tmp_path / "run", games=20_000)))
    assert "A calm table wins 79." in said
    assert "Each step of doom costs it more than the one before: " in said
    assert "Going from 2 to 3 players changes its win rate by at most " in said
    assert "Skill matters: at doom 3 with 2 players a blind table wins " in said
    assert "Out of line: Card B −1" in said
    assert "Out of line: Card A +1" in said


def test_a_small_run_does_not(tmp_path: Path) -> None:
    """A few games cannot tell whether a step costs more than the one before, nor any card from another."""
    said = headline(source(tmp_path / "run", games=25, doom=[0, 1]))
    assert len(said) >= 1
    assert "more than the one before" not in " ".join(said)
    assert "Out of line" not in " ".join(said)


def test_equal_difficulties_cost_nothing_that_could_be_told(tmp_path: Path) -> None:
    said = " ".join(headline(source(tmp_path / "run", games=2000, fix=1)))
    assert "costs it" not in said
    assert "Skill" not in said


@pytest.mark.parametrize(
    ("growth", "said"),
    [
        ((0.05, 0.04, 0.06), "costs it more than the one before"),
        ((0.05, -0.01, 0.11), "costs it wins"),
        ((-0.05, -0.06, -0.04), "costs it less than the one before"),
    ],
)
def test_growth_is_told_by_its_interval(tmp_path: Path, growth: tuple[float, float, float], said: str) -> None:
    """Not by its estimate: the second is as large as the first, and nothing can be said of it."""
    told = source(tmp_path / "run", games=20)
    rows = [("step", "a", 0.1, 0.09, 0.11), ("step", "b", 0.15, 0.14, 0.16), ("growth", "b", *growth)]
    schema = ["table", "kind", "of", "value", "low", "high"]
    told.tables["steps"] = pl.DataFrame([("calm", *row) for row in rows], schema, orient="row")
    assert said in " ".join(difficulty(told))


def test_the_sections_speak_too(tmp_path: Path) -> None:
    said = notes(source(tmp_path / "run"))
    assert any("were comebacks: it had been behind by 2." in sentence for sentence in said["games"])
    assert any("are lost by a blank." in sentence for sentence in said["games"])
