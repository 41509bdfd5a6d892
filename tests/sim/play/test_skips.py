"""Games that fail: one line and the end, or left out and counted; the other games are never harmed."""

import json
from pathlib import Path

import polars as pl
import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from sim import Run, run
from sim.errors import Stopped
from sim.inspect.verify import verify_run
from tests.support.command_line import RACE

FAILING: Json = {**RACE, "fail_every": 700, "on_error": "skip"}
"""Of 3,000 games in each of four cells, five fail: 0, 700, …, 2800."""


@pytest.fixture(scope="module")
def skipping(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(FAILING, out=tmp_path_factory.mktemp("skips") / "run", executor="inline", block=1000)


def test_by_default_a_failure_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match=r"die6/goal15, games 0 to 2999: ZeroDivisionError: a die without faces"):
        run({**FAILING, "on_error": "stop"}, out=tmp_path / "run", executor="inline")


def test_skipped_games_are_counted_and_have_no_rows(skipping: Run) -> None:
    assert skipping.manifest["counts"] == {"cells": 4, "games": 4 * 2995, "skipped": 20}
    assert skipping.summary["skipped"].to_list() == [5, 5, 5, 5]
    assert skipping.summary["games"].to_list() == [2995] * 4
    games = skipping.games.filter(pl.col("cell") == 2).select("game").collect()["game"].to_list()
    assert games == [index for index in range(3000) if index % 700]
    notable = json.loads((skipping.path / "summary.json").read_bytes())["cells"][3]["notable"]
    assert notable["first skipped"] == {
        "game": 0,
        "id": "dice-8-20-6-7-0",
        "why": "ZeroDivisionError: a die without faces",
    }


def test_the_other_games_are_unharmed(skipping: Run, tmp_path: Path) -> None:
    whole = run(RACE, out=tmp_path / "whole", executor="inline")
    rows = whole.games.filter(pl.col("game") % 700 != 0).sort("cell", "game").collect()
    assert rows.equals(skipping.games.sort("cell", "game").collect())
    assert whole.manifest["counts"]["skipped"] == 0


def test_workers_and_blocks_change_nothing(skipping: Run, tmp_path: Path) -> None:
    for name, how in {
        "blocks": {"executor": "inline", "block": 333},
        "workers": {"workers": 3, "block": 500},
        "cells": {"executor": "inline", "detail": "cells"},
    }.items():
        other = run(FAILING, out=tmp_path / name, **how)  # type: ignore[arg-type]
        assert other.digest == skipping.digest
        assert (other.path / "summary.json").read_bytes() == (skipping.path / "summary.json").read_bytes()


def test_verify_and_resume_know_of_them(skipping: Run) -> None:
    lines = list(verify_run(skipping.path, 10**6))
    assert lines[-1] == f"{skipping.path}: correct, digest {skipping.digest}"
    record = sorted((skipping.path / "blocks").iterdir())[1]
    intact = record.read_bytes()
    record.unlink()
    again = run(FAILING, out=skipping.path, executor="inline")
    assert again.digest == skipping.digest
    assert record.read_bytes() == intact


def test_a_stop_rule_sees_the_games_that_count(tmp_path: Path) -> None:
    until = {"half_width": 0.02, "every": 500, "max_games": 5000}
    kept = {key: value for key, value in FAILING.items() if key != "games"}
    runs = [
        run({**kept, "until": until}, out=tmp_path / str(block), executor="inline", block=block) for block in (500, 125)
    ]
    assert runs[0].digest == runs[1].digest
    tried = runs[0].summary["games"] + runs[0].summary["skipped"]
    assert (tried % 500 == 0).all()
    assert (tried < 5000).any()


def test_a_cell_without_a_single_game_is_no_result(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="die6/goal15: every game was skipped; the first: ZeroDivisionError"):
        run({**FAILING, "fail_every": 1, "games": 30}, out=tmp_path / "run", executor="inline")


def test_whether_to_skip_is_part_of_the_experiment(tmp_path: Path) -> None:
    run({**RACE, "games": 10}, out=tmp_path / "run", executor="inline")
    with pytest.raises(BadInput, match="holds another experiment"):
        run({**RACE, "games": 10, "on_error": "skip"}, out=tmp_path / "run", executor="inline")
