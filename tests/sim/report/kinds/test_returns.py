"""The page of a competitive game in which points count: who gets how much? Every number is checked against a game
whose means are known."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from engine.game.registry import GAMES
from sim import run
from sim.report.shared.files import ReportFiles
from tests.support import stakes
from tests.support.stakes import GAIN, STAKES
from tests.support.undrawn import build, build_drawn


@pytest.fixture(autouse=True, scope="module")
def games_of_points() -> Iterator[None]:
    GAMES["market"], GAMES["duel"] = stakes.MARKET, stakes.DUEL
    yield
    del GAMES["market"], GAMES["duel"]


def made(folder: Path, game: str, **settings: Any) -> ReportFiles:
    return build(played(folder, game, **settings))


def played(folder: Path, game: str, **settings: Any) -> Path:
    detail = settings.pop("detail", "games")
    return run({**STAKES, "game": game, **settings}, out=folder / "run", executor="inline", detail=detail).path


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    return made(tmp_path_factory.mktemp("market"), "market")


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    return made(tmp_path_factory.mktemp("duel"), "duel")


@pytest.fixture(scope="module")
def focused(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    who = {"focus": ["keen", "calm"], "field": ["calm"]}
    return made(tmp_path_factory.mktemp("focus"), "duel", **who)


def table_of(files: ReportFiles, name: str) -> pl.DataFrame:
    return pl.read_parquet(files[f"tables/{name}.parquet"])


def text_of(files: ReportFiles) -> str:
    page = re.sub(r"<(svg|style|script).*?</\1>", "", files["index.html"].decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def first_screen(files: ReportFiles) -> str:
    return text_of({"index.html": files["index.html"].split(b'<details class="section" id=')[0]})


def test_the_page_leads_with_returns(market: ReportFiles, duel: ReportFiles) -> None:
    for files in (market, duel):
        assert "Who gets how much?" in first_screen(files)
        assert "Who wins?" not in first_screen(files)
        assert "figures/returns.svg" in files
        assert "figures/spread.svg" in files
        assert "What is skill worth?" not in text_of(files), "no seat is in focus: no empty frame"
    assert "all together" in first_screen(market)
    assert "all together" not in first_screen(duel), "it is always the same"
    assert "Wins A seat wins if it gets more than an equal share" in text_of(duel)
    assert "wins" not in text_of(market), "nobody does"


@pytest.mark.parametrize(("game", "means"), [("market", (2, 1, 0)), ("duel", (2, 1, 0))])
def test_what_each_seat_gets_and_how_much_more_than_all(
    game: str, means: tuple[float, ...], request: pytest.FixtureRequest
) -> None:
    """The first seat of a market gets as much as the others in games in which all get little, so its advantage is
    known better than its return."""
    table = table_of(request.getfixturevalue(game), "returns")
    assert table["seat"].to_list() == [1, 2, 3]
    for row, mean in zip(table.iter_rows(named=True), means, strict=True):
        assert row["value_low"] < mean < row["value_high"]
        assert row["advantage_low"] < mean - sum(means) / 3 < row["advantage_high"]
        assert row["unit"] == "gold"
    widths = table["advantage_high"] - table["advantage_low"]
    returns = table["value_high"] - table["value_low"]
    assert widths[0] < (0.7 if game == "market" else 1.01) * returns[0]


def test_sentences_say_who_gets_more(market: ReportFiles) -> None:
    screen = first_screen(market)
    assert re.search(
        r"All calm players: the first seat gets [01]\.\d+ gold a game more than all seats do on average\. sure",
        screen,
    )
    assert screen.count("the first seat gets") == 1, "the verdict says it"
    assert "Seats do not get the same: seat 1 gets most, seat 3 least." in screen


def test_an_advantage_that_is_not_there_is_not_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: two seats that get as much as each other on average, each by its own luck."""

    class Alike(stakes.Market):
        def third_seat(self, of_first: NDArray[np.int64], luck: NDArray[np.int64]) -> NDArray[np.int64]:
            return 4 * (luck % 2)

    alike = Alike()
    monkeypatch.setattr(stakes, "MARKET_GAME", alike)
    alike.presentation = stakes.replaced_seats(alike.presentation, ["seat 1", "seat 3"])
    screen = first_screen(made(tmp_path, "market"))
    assert "and the average of all seats is found; if there is one, it is at most" in screen
    assert "do not get the same" not in screen
    assert "gold. sure, asked of one policy only" in screen, "it is known to be small"


def test_skill_is_worth_points(focused: ReportFiles) -> None:
    gains = table_of(focused, "return_gains")
    keen = gains.filter(focus="keen").row(0, named=True)
    assert keen["gain_low"] < GAIN < keen["gain_high"]
    assert keen["focus_return_low"] < 2 + GAIN < keen["focus_return_high"]
    same = gains.filter(focus="calm").row(0, named=True)
    assert same["gain"] == 0
    assert same["gain_low"] < 0 < same["gain_high"]
    screen = first_screen(focused)
    assert "What is skill worth?" in screen
    assert re.search(r"one &#39;keen&#39; among &#39;calm&#39; gets [01]\.\d+ gold \(.*?\) more than", screen)
    assert "figures/gains.svg" in focused
    assert table_of(focused, "return_trace")["focus"].to_list() == ["keen"]


def test_where_nobody_plays_alike_skill_comes_first(tmp_path: Path) -> None:
    screen = first_screen(made(tmp_path, "duel", focus=["keen"], field=["calm"]))
    assert "What is skill worth?" in screen
    assert "Who gets how much?" not in screen, "every seat plays by both policies"


def test_without_rows_what_needs_them_is_left_out(tmp_path: Path, duel: ReportFiles) -> None:
    poor = table_of(made(tmp_path / "market", "market", detail="cells"), "returns")
    assert poor["advantage"].is_null().all()
    assert not poor["value_low"].is_null().any()
    same = table_of(made(tmp_path / "duel", "duel", detail="cells"), "returns")
    assert same.equals(table_of(duel, "returns")), "an equal share is known without rows"


@pytest.mark.full
def test_a_poor_run_gives_a_correct_page(tmp_path: Path) -> None:
    for who in ({}, {"focus": ["keen"], "field": ["calm"]}):
        files = build_drawn(played(tmp_path / str(len(who)), "market", games=1, **who))
        assert not re.search(r"(?<![A-Za-z])(nan|inf|None)(?![A-Za-z])", text_of(files))
