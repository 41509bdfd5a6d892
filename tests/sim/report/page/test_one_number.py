"""A number is written in one way, on the page as on the terminal: cut where it cannot be, once if it cannot vary, and
policies always in the order of the ladder."""

import re
from pathlib import Path

import polars as pl
import pytest

from engine.game.outcomes import Mean
from sim import Run, run
from sim.display.terminal import show_run
from sim.report.shared.files import ReportFiles
from sim.runs.summary import limits
from sim.statistics.estimates import Estimate
from sim.text.number_format import estimate, p_value, plain_rate
from tests.support.lottery import TICKETS
from tests.support.undrawn import build_words

FIXED = """from fatecast.game import Game


def calm(view):
    "calm: always does"
    return True


class Rounds(Game):
    title = "Rounds"
    players = 2, 2
    policies = calm,
    columns = {"storms": "storms"}
    shared_wins = True
    scored = "gold"

    def play(self, table):
        for turn in range(1, 13):
            table.turn(0)
            table.scores[table.luck.die("who", 2, turn) - 1] += 1
        return table.win(0 if table.scores[0] >= table.scores[1] else 1)
"""
"""A game of twelve turns."""


def text_of(files: ReportFiles) -> str:
    page = re.sub(r"<(svg|style|script).*?</\1>", "", files["index.html"].decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("rounds") / "rounds"
    folder.mkdir()
    (folder / "game.py").write_text(FIXED)
    return run({"games": 60, "seed": 1}, game=folder, out=folder.parent / "run", executor="inline")


def test_a_length_that_never_varies_is_said_once(rounds: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = text_of(build_words(rounds.path))
    assert "Always 12 turns." in text
    assert not re.search(r"(?<![\d.])(12\.0|11\.9)", text)
    show_run({"cells": rounds.cells, "games": 60, "digest": rounds.digest}, rounds.experiment, "run")
    shown = capsys.readouterr().out
    assert not re.search(r"(?<![\d.])(12\.0|11\.9)|12 · 12", shown)


def test_few_games_do_not_prove_that_a_length_never_varies(rounds: Run, tmp_path: Path) -> None:
    """The negative control."""
    game = rounds.path.parent / "rounds"
    text = text_of(build_words(run({"games": 5, "seed": 1}, game=game, out=tmp_path / "run", executor="inline").path))
    assert "lways 12 turns" not in text


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, (0.0, float("inf"))),
        ({"offset": -50, "scale": 10}, (-5.0, float("inf"))),
        ({"bounds": (0, 40), "scale": 2}, (0.0, 20.0)),
        ({"values": (3, 1, 2)}, (1.0, 3.0)),
    ],
)
def test_an_interval_ends_where_a_mean_cannot_be(keys: dict[str, object], expected: tuple[float, float]) -> None:
    outcome = Mean(name="gold", meaning="gold", column="gold", unit="gold", margin=1, **keys)  # type: ignore[arg-type]
    assert limits(outcome) == expected
    assert Estimate(0.1, -9.0, 99.0).within(*limits(outcome))[1:] == (expected[0], min(99.0, expected[1]))


def test_counts_are_cut_at_zero(rounds: Run) -> None:
    table = pl.read_parquet(build_words(rounds.path)["tables/measures.parquet"])
    assert (table.filter(kind="number")["low"].drop_nulls() >= 0).all()


@pytest.mark.parametrize(("low", "high"), [(0.609, 0.615), (0.97, 0.999), (0.0001, 0.019), (0.5, 0.5004)])
def test_a_share_has_the_same_digits_on_page_and_terminal(low: float, high: float) -> None:
    page = estimate((low + high) / 2, (low, high)).replace("\N{NO-BREAK SPACE}", "").replace(" to ", "-")
    assert page == plain_rate((low + high) / 2, (low, high))


def test_tiny_values_of_q_are_bounded() -> None:
    assert p_value(2.1e-5) == "<0.001"


def test_one_is_singular(tmp_path: Path) -> None:
    grid = {**TICKETS, "games": 1, "policies": ["calm"], "players": [2], "doom": [0]}
    text = text_of(build_words(run(grid, out=tmp_path / "run", executor="inline").path))
    assert "one game in one cell" in text
    assert not re.search(r"\b1 (games|cells|players|predictions)\b", text)


def test_the_gain_of_a_focus_has_one_interval(tmp_path: Path) -> None:
    """In the summary, which the terminal shows, and on the page."""
    grid = {"game": "pig", "players": [2], "focus": ["hold"], "field": ["random"], "games": 50, "seed": 1}
    played = run(grid, out=tmp_path / "run", executor="inline")
    [cell] = played.cells
    [row] = pl.read_parquet(build_words(played.path)["tables/gains.parquet"]).iter_rows(named=True)
    told = [100 * row[name] for name in ("gain", "gain_low", "gain_high")]
    assert told == pytest.approx([cell["outcomes"]["focus gain"][name] for name in ("value", "low", "high")])
