"""The page of a cooperative game: how hard is it? It reads the headline share, whatever that is called."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from engine.game.cell import Cell
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.results import Batch, Column, Measure
from sim import run
from sim.report.shared.files import ReportFiles
from sim.runs.run import load_run
from tests.support import lottery
from tests.support.lottery import TICKETS, Lottery
from tests.support.undrawn import build_words


class Puzzle(Lottery):
    """The lottery, but its column of results has another name and other codes: 2 for a ticket that is completed."""

    columns: Sequence[Column] = (Column("done", "<u1", "2 if completed"), *Lottery.columns[1:])
    outcomes: Sequence[Outcome] = (Share(name="completed", meaning="tickets completed", column="done", codes=(2,)),)
    measures: Sequence[Measure] = ()
    notable: Mapping[str, object] = {}  # type: ignore[assignment]

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        for column in self.columns[1:]:
            rows[column.name] = batch.rows[column.name]
        rows["done"] = 2 * (batch.rows["end"] == 0)
        return batch._replace(rows=rows)


class WithoutAShare(Puzzle):
    """Nothing is won in it, though all play together."""

    outcomes: Sequence[Outcome] = (
        Mean(name="length", meaning="turns of a ticket", column="turns", unit="turns", margin=0.1, length=True),
    )


def played(game: Lottery, path: Path, monkeypatch: pytest.MonkeyPatch) -> ReportFiles:
    # The lottery fills its rows by the columns of its class, so those of the plain one are used there.
    whole = Lottery.simulate

    def plain(self: Lottery, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return whole(Lottery(), cell, seed, first, last)

    monkeypatch.setattr(Lottery, "simulate", plain)
    monkeypatch.setattr(lottery, "GAME", game)
    return build_words(run({**TICKETS, "games": 1500}, out=path, executor="inline").path)


@pytest.mark.full
def test_the_headline_share_is_what_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = played(Puzzle(), tmp_path / "run", monkeypatch)
    games = load_run(tmp_path / "run").games.group_by("cell").agg(share=(pl.col("done") == 2).mean()).collect()
    told = pl.read_parquet(files["tables/win_rates.parquet"]).sort("cell")
    assert told["win_rate"].to_list() == games.sort("cell")["share"].to_list()
    steps = pl.read_parquet(files["tables/steps.parquet"]).filter(table="calm", kind="step")
    assert (steps["low"] > 0).all(), "a step of difficulty costs a tenth, game by game"
    assert (steps["high"] - steps["low"] < 0.05).all()
    effects = pl.read_parquet(files["tables/opening_effects.parquet"]).filter(table="calm", level="all")
    assert effects["piece"][0] == "card-a", "the card that helps"
    text = files["index.html"].decode()
    assert "points of completed" in text
    assert "win rate" not in text.partition('<p class="yardstick">')[0] + text.partition("<nav>")[2], "of this game"


def test_without_a_share_the_page_says_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = played(WithoutAShare(), tmp_path / "run", monkeypatch)
    assert "What does it yield?" in files["index.html"].decode()


def test_lengths_have_their_median_and_their_95th_percentile(tmp_path: Path) -> None:
    path = run({**TICKETS, "games": 400}, out=tmp_path / "run", executor="inline").path
    files = build_words(path)
    turns = load_run(path).games.filter(pl.col("cell") == 14).select("turns").collect()["turns"].to_numpy()
    row = pl.read_parquet(files["tables/outcomes.parquet"]).filter(cell=14, outcome="length").row(0, named=True)
    assert row["median"] == np.quantile(turns, 0.5, method="inverted_cdf")
    assert row["p95"] == np.quantile(turns, 0.95, method="inverted_cdf")
    page = files["index.html"].decode()
    assert "How long games take" in page
    assert ">95th percentile</th>" in page
