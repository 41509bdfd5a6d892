"""Ablate, sweep and tune on means: a game in which nothing is won."""

from pathlib import Path

import polars as pl
import pytest

from engine.game.registry import GAMES
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.search.tune.candidates import CandidatePlayer
from sim.search.tune.goals import read_goals
from sim.search.tune.result import TuneResult
from sim.search.tune.search import tune
from sim.search.tune.search_space import read_search_space
from tests.support.command_line import Fatecast
from tests.support.harvest import ADDRESS

WINNING = ("win", "won", "lost", "lose", "harder", "easier", "%)")
"""`%)`: a share in brackets."""


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "harvest", ADDRESS)


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    path = tmp_path / "orchard.toml"
    path.write_text('game = "harvest"\npolicies = ["picker"]\ntrees = [1, 2]\nbaskets = 4\nseed = 7\n')
    return path


def test_a_sweep_of_a_ratio_is_that_of_the_games(typed: Fatecast, orchard: Path, tmp_path: Path) -> None:
    out = tmp_path / "sweep"
    flags = ["--on", orchard, "--outcome", "apples per hour", "--games", 1024, "--executor", "inline"]
    done = typed("sweep", "--set", "baskets=3..5", *flags, "--out", out)
    assert done.returncode == 0
    assert "Change of the apples per hour in apples an hour" in done.stdout
    table = pl.read_parquet(out / "sweep.parquet")
    assert set(table["outcome"]) == {"apples per hour"}
    game = resolve({"game": "harvest", "policies": ["picker"], "trees": [1], "baskets": 3, "seed": 7}, "x")
    rows = game.game.simulate(game.cells[0], 7, 0, 1024).rows
    [row] = table.filter(baskets=3, trees=1).iter_rows(named=True)
    assert row["mean"] == pytest.approx(rows["apples"].sum() / rows["hours"].sum())
    assert row["difference"] == pytest.approx(row["mean"] - row["base_mean"])
    assert row["low"] < row["difference"] < row["high"] < 0
    text = done.stdout + "".join(table.columns)
    assert not any(word in text for word in WINNING)


def test_an_unknown_outcome_is_refused(typed: Fatecast, orchard: Path) -> None:
    done = typed("sweep", "--set", "baskets=3..5", "--on", orchard, "--outcome", "pears")
    assert (done.returncode, done.stderr) == (
        2,
        "fatecast: --outcome: unknown outcome 'pears': expected one of apples, apples per hour, hours, weight\n",
    )


def _tuned(goal: str) -> TuneResult:
    base = resolve({"game": "harvest", "policies": ["picker"], "trees": [1], "baskets": 6, "seed": 7}, "x")
    goals = read_goals(goal, [cell.labels for cell in base.cells], base.game.outcomes, "policy", "tune")
    space = read_search_space(base, ["baskets=2..6"], 2)
    with outcome_cache([base], PlayOptions("inline")) as played:
        return tune(CandidatePlayer(played, base, goals, space), 1, 8192)


def test_a_ratio_is_tuned_to_its_goal() -> None:
    """Baskets of 4 hold (1 + 2 + 3 + 4 + 4 + 4) / 6 = 3 apples an hour; 3 hold 2.5."""
    found = _tuned("apples per hour: 3.0 ± 0.1")
    assert found.changes == {"baskets": 4}
    assert found.confirmation.verdict == "reached"
    assert found.confirmation.after[0].mean == pytest.approx(3.0, abs=0.05)
