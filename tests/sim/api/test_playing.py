"""From Python: frames, no global state, no surprises in a notebook."""

import logging
import multiprocessing
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import sim
from engine.errors import BadInput
from sim import load_run, run
from tests.support import ROOT
from tests.support.command_line import RACE
from tests.support.sample import sampled


def python(script: str) -> subprocess.CompletedProcess[str]:
    """A script of its own, the toy known to it, warnings being errors."""
    head = (
        "from engine.game.registry import GAMES\nfrom tests.support.dice_race import ADDRESS\nGAMES['dice'] = ADDRESS\n"
    )
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", head + script], cwd=ROOT, capture_output=True, text=True, timeout=600
    )


def test_frames(tmp_path: Path) -> None:
    played = run(RACE, out=tmp_path / "run", workers=2)
    assert isinstance(played.games, pl.LazyFrame)
    by_cell = played.games.group_by("cell").agg(pl.col("won").mean(), pl.len()).sort("cell").collect()
    assert by_cell["won"].to_list() == played.summary["win_rate"].to_list()
    assert played.games.collect_schema() == {
        "cell": pl.UInt16,
        "game": pl.UInt64,
        "won": pl.UInt8,
        "turns": pl.UInt8,
        "place": pl.UInt16,
        "end": pl.UInt8,
        "luck": pl.UInt32,
        "track": pl.UInt64,
    }
    opened = load_run(played.path)
    assert opened == played
    assert opened.digest == played.digest
    assert opened.experiment.cells == played.experiment.cells


def test_an_experiment_by_name_by_file_and_with_changes(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "dice"\ndice = [6]\ngames = 20\n')
    by_file = run(tmp_path / "mine.toml", out=tmp_path / "a", executor="inline", goals=[5, 6])
    assert by_file.manifest["experiment"]["name"] == "mine"
    assert by_file.summary["goal"].to_list() == [5, 6]


def test_importing_sets_nothing() -> None:
    done = python("""
import multiprocessing, sys
import sim
from engine.errors import BadInput
assert "polars" not in sys.modules
sim.run, sim.load_run
assert multiprocessing.get_start_method(allow_none=True) is None
""")
    assert done.stderr == ""
    with pytest.raises(AttributeError, match="no attribute 'plays'"):
        _ = sim.plays


@pytest.mark.parametrize("method", sampled(["spawn", "forkserver", "fork"], ["spawn"]))
def test_whatever_start_method_a_notebook_has_chosen(tmp_path: Path, method: str) -> None:
    done = python(f"""
import multiprocessing
multiprocessing.set_start_method("{method}")
import sim
from engine.errors import BadInput
played = sim.run({dict(RACE)!r}, out="{tmp_path / "run"}", workers=2, block=500)
print(played.digest, multiprocessing.get_start_method())
""")
    assert done.stderr == ""
    digest = run(RACE, out=tmp_path / "here", executor="inline").digest
    assert done.stdout == f"{digest} {method}\n"


def test_a_run_leaves_no_trace_in_the_process(tmp_path: Path) -> None:
    logger = logging.getLogger("fatecast")
    before = (logger.level, logger.handlers[:], logger.propagate, logging.getLogger().handlers[:])
    run(RACE, out=tmp_path / "run", workers=2)
    assert (logger.level, logger.handlers, logger.propagate, logging.getLogger().handlers) == before
    assert not multiprocessing.active_children()


POISON = """
import os, polars as pl
import sim, sim.runs.tables
from engine.game.registry import GAMES
from tests.support import dice_race as toy
from tests.support.sample import sampled

class Careless(toy.DiceRace):
    def simulate(self, *args):
        pl.DataFrame({"a": [1]})
        return super().simulate(*args)

toy.CARELESS = Careless()
GAMES["careless"] = "tests.support.dice_race:CARELESS"

def trap(*args, **kwargs):
    raise AssertionError("Polars was touched in a worker")

def poison():
    for name, value in list(vars(pl).items()):
        if isinstance(value, type) and value.__module__.startswith("polars"):
            value.__init__ = trap
            value.__getattribute__ = trap
        elif callable(value):
            setattr(pl, name, trap)

os.register_at_fork(after_in_child=poison)
"""


def test_workers_never_touch_polars(tmp_path: Path) -> None:
    """From a notebook it is already in the child's modules; there it would hang."""
    careless = {**RACE, "game": "careless"}
    clean = f"print(sim.run({dict(RACE)!r}, out='{tmp_path / 'a'}', workers=2).digest, flush=True)\n"
    caught = python(f"{POISON}{clean}sim.run({careless!r}, out='{tmp_path / 'b'}', workers=2)")
    assert len(caught.stdout) == 17
    assert "Polars was touched in a worker" in caught.stderr


def test_a_game_without_an_experiment_of_that_name_plays_as_it_is_by_default(tmp_path: Path) -> None:
    played = run(game="pig", players=2, games=20, out=tmp_path / "pig", executor="inline")
    assert played.manifest["experiment"]["game"] == "pig"
    with pytest.raises(BadInput, match=r"^keywords: players: expected"):
        run("tuning", game="pig", players=99, out=tmp_path / "none")
