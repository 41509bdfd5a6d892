"""The page of a competitive game: who wins? Every number is checked against a game whose chances are known."""

import re
from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.competitive.seats import balance, seat_advantage
from sim.report.shared.files import ReportFiles
from sim.report.shared.numbers.winners import Winners
from tests.support import contest
from tests.support.contest import BOUT, CHANCES, GAIN
from tests.support.undrawn import build, build_drawn


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    return build(run(BOUT, out=tmp_path_factory.mktemp("bout") / "bout", executor="inline").path)


@pytest.fixture(scope="module")
def focused(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    """One seat in focus, in every field."""
    who = {"focus": ["calm", "keen"], "field": ["calm", "keen"]}
    return build(run({**BOUT, **who}, out=tmp_path_factory.mktemp("focus") / "focus", executor="inline").path)


def table_of(files: ReportFiles, name: str) -> pl.DataFrame:
    return pl.read_parquet(files[f"tables/{name}.parquet"])


def text_of(files: ReportFiles) -> str:
    page = re.sub(r"<(svg|style|script).*?</\1>", "", files["index.html"].decode(), flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", page)


def test_the_page_asks_its_own_question(built: ReportFiles) -> None:
    text = text_of(built)
    assert "Who wins?" in text
    assert "How hard is it?" not in text
    assert "What does it yield?" not in text
    assert "Stand-in:  all of it" in text
    for word in ("difficulty", "doom", "harder", "easier", "win rate"):
        assert word not in text.lower(), word
    assert "What is skill worth?" not in text, "no seat is in focus: no empty frame"
    assert 'href="#skill"' not in built["index.html"].decode()


def test_shares_by_seat(built: ReportFiles) -> None:
    table = table_of(built, "seats")
    assert len(table) == 2 + 3
    for row in table.iter_rows(named=True):
        chances = CHANCES[int(row["size"])]
        chance = chances[row["seat"] - 1]
        more = chance - sum(chances) / len(chances)
        assert row["low"] < chance < row["high"]
        assert row["advantage_low"] < more < row["advantage_high"]


@pytest.mark.parametrize(
    ("name", "two", "three"),
    [
        ("first_seat", 0.15, 0.2),
        ("balance", 0.7, 0.6),
        ("draws", 0.1, 0.1),
        ("completion", 0.95, 0.95),
        ("time_outs", 0.05, 0.05),
        ("length", 7.0, 7.0),
        ("comebacks", 0.6, 0.6),
        ("drama", 0.9 / 7, 0.9 / 7),
    ],
)
def test_measures(built: ReportFiles, name: str, two: float, three: float) -> None:
    for size, truth in (("2", two), ("3", three)):
        row = table_of(built, "measures").filter(name=name, size=size).row(0, named=True)
        assert row["low"] < truth < row["high"]
        assert row["high"] - row["low"] < 0.2
        assert row["meaning"]


def test_a_measure_without_its_column_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(contest.GAME, contest.Bout)
    monkeypatch.setattr(contest, "GAME", contest.without(contest.GAME, "time_outs", "behind"))
    files = build(run({**BOUT, "games": 300}, out=tmp_path / "run", executor="inline").path)
    shown = set(table_of(files, "measures")["name"])
    assert "first_seat" in shown
    assert not shown & {"completion", "time_outs", "comebacks", "drama"}
    assert "drama" not in text_of(files)


def test_gains_and_skill_trace(focused: ReportFiles) -> None:
    gains = table_of(focused, "gains")
    assert len(gains) == 2 * 2 * 2
    for row in gains.iter_rows(named=True):
        better = (row["focus"] == "keen") - (row["field"] == "keen")
        assert row["gain"] == pytest.approx(better * GAIN / 2, abs=0.015)
        assert row["gain_low"] <= row["gain"] <= row["gain_high"] <= row["gain_low"] + 0.03
        assert row["field_wins"] == pytest.approx(0.5, abs=0.03)
        assert row["field_wins_low"] < row["field_wins"] < row["field_wins_high"]
    trace = table_of(focused, "skill_trace")
    assert set(zip(trace["focus"], trace["field"], strict=True)) == {("keen", "calm")}
    text = text_of(focused)
    assert "What is skill worth?" in text
    assert "one &#39;keen&#39; among &#39;calm&#39; wins" in text
    assert "figures/trace.svg" in focused


def test_the_seats_shown_are_those_of_equal_players(focused: ReportFiles) -> None:
    assert "all keen players: the first seat wins" in text_of(focused)


def test_the_balance_holds_for_the_widest_pair() -> None:
    alike = Winners(4, {1: 250, 2: 250, 4: 250, 8: 250})
    assert balance(alike).value == 1
    assert balance(alike).high == 1
    apart = Winners(4, {1: 400, 2: 200, 4: 200, 8: 200})
    found = balance(apart)
    assert found.value == pytest.approx(0.8)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.8 < found.high < 1


def test_quantiles_of_lengths_have_intervals(built: ReportFiles) -> None:
    """Turns are spread evenly from 4 to 10."""
    table = table_of(built, "measures")
    for name, truth in (("length_median", 7), ("length_p95", 10)):
        for row in table.filter(name=name).iter_rows(named=True):
            assert row["low"] <= row["value"] == truth <= row["high"]


def test_an_advantage_is_over_what_all_seats_win() -> None:
    """Two of three games are draws, so an equal share is a sixth."""
    winners = Winners(2, {1: 300, 2: 100, 0: 600, 3: 200})
    assert seat_advantage(winners, 0).value == pytest.approx(500 / 1200 - 800 / 1200 / 2)


def test_a_poor_run_gives_a_correct_page(tmp_path: Path) -> None:
    files = build_drawn(run({**BOUT, "games": 1}, out=tmp_path / "run", executor="inline").path)
    assert not re.search(r"(?<![A-Za-z])(nan|inf|None)(?![A-Za-z])", text_of(files))


def test_without_rows_seats_and_gains_are_the_same(built: ReportFiles, tmp_path: Path) -> None:
    files = build(run(BOUT, out=tmp_path / "run", executor="inline", detail="cells").path)
    assert table_of(files, "seats").equals(table_of(built, "seats"))
