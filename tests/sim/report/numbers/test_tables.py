"""The tables against the same numbers computed the plain way, from the rows."""

import statistics
from pathlib import Path

import polars as pl
import pytest

from sim import Run
from sim.report.make import make_report
from sim.statistics.intervals import wilson
from tests.support.lottery import CARDS, HELPS, HURTS
from tests.support.undrawn import without_figures


@pytest.fixture(scope="module")
def report(played: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of that run, without figures."""
    with without_figures():
        return make_report([played.path], tmp_path_factory.mktemp("tables") / "tickets").parent


def table(report: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(report / f"tables/{name}.parquet")


def rows(played: Run, cell: int) -> list[dict[str, int]]:
    return played.games.filter(cell=cell).collect().to_dicts()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("cell", [0, 7, 17])
def test_the_feel_of_games(played: Run, report: Path, cell: int) -> None:
    games = rows(played, cell)
    feel = {row["name"]: row for row in table(report, "feel").filter(cell=cell).iter_rows(named=True)}
    turns = [game["turns"] for game in games]
    assert feel["turns_a_game"]["value"] == pytest.approx(statistics.fmean(turns))
    reach = 1.959964 * statistics.stdev(turns) / len(turns) ** 0.5
    assert feel["turns_a_game"]["high"] - feel["turns_a_game"]["value"] == pytest.approx(reach, rel=1e-3)
    made, right = sum(game["predictions"] for game in games), sum(game["correct"] for game in games)
    assert feel["accuracy"]["value"] == right / made
    assert feel["accuracy"]["low"] < right / made < feel["accuracy"]["high"]


@pytest.mark.parametrize("cell", [0, 7, 17])
def test_shape_ends_and_comebacks(played: Run, report: Path, cell: int) -> None:
    games = rows(played, cell)
    for column in ("turns", "behind"):
        for value, won, counted in (
            table(report, "shape").filter(cell=cell, column=column).select("value", "won", "games").iter_rows()
        ):
            assert counted == sum(game[column] == value and game["won"] == won for game in games)
        assert table(report, "shape").filter(cell=cell, column=column)["games"].sum() == len(games)
    lost = [game for game in games if not game["won"]]
    for row in table(report, "ends").filter(cell=cell, end="torn").iter_rows(named=True):
        torn = sum(game["end"] == 2 for game in lost)
        assert (row["games"], row["share_of_losses"]) == (torn, torn / len(lost))
        assert (row["low"], row["high"]) == wilson(torn, len(lost))
    won = [game for game in games if game["won"]]
    [back] = table(report, "comebacks").filter(cell=cell)["comebacks"]
    assert back == sum(game["behind"] >= 2 for game in won)


def test_pieces_are_counted_over_all_cells_of_a_table(played: Run, report: Path) -> None:
    cells = played.summary.filter(policy="calm")["cell"]
    dealt = played.cards.filter(pl.col("cell").is_in(cells.to_list()) & (pl.col("card") == CARDS[2]))["dealt"].sum()
    [row] = table(report, "pieces").filter(table="calm", piece=CARDS[2]).to_dicts()
    assert row["count_dealt"] == dealt
    assert row["dealt"] == dealt / (4000 * len(cells))
    assert row["title"] == "Card C"


def test_the_effect_of_a_card_in_the_opening(played: Run, report: Path) -> None:
    calm = played.summary.filter(policy="calm")["cell"].to_list()
    games = played.games.filter(pl.col("cell").is_in(calm)).collect()
    mine = table(report, "opening_effects").filter(table="calm", level="all")
    for at, card in enumerate(CARDS):
        has = (games["opening"].cast(pl.Int64) // 2**at) % 2 == 1
        expected = games.filter(has)["won"].mean() - games.filter(~has)["won"].mean()  # type: ignore[operator]
        [row] = mine.filter(piece=card).to_dicts()
        assert row["effect"] == pytest.approx(expected, abs=1e-12)
        assert row["with_games"] == has.sum()
    assert mine["piece"][0] == CARDS[HELPS]
    assert mine["piece"][-1] == CARDS[HURTS]
    assert mine["out_of_line"].to_list() == [True, *[False] * 6, True]
    [effect] = mine.filter(piece=CARDS[HELPS]).to_dicts()
    assert effect["low"] < 0.12 + 0.12 / 7 < effect["high"], "without it, the one that hurts is there more often"


def test_steps_of_difficulty_are_compared_game_by_game(played: Run, report: Path) -> None:
    """The lottery uses one draw for all cells, so between two difficulties only those games change hands that lie
    between their chances: the interval must be much narrower than that of independent samples."""
    summary = played.summary.filter(policy="calm")
    steps = table(report, "steps").filter(table="calm", kind="step")
    means = [summary.filter(doom=doom)["win_rate"].mean() for doom in (0, 1, 3)]
    assert steps["value"].to_list() == pytest.approx([means[0] - means[1], means[1] - means[2]])  # type: ignore[operator]
    row = steps.row(0, named=True)
    assert row["low"] < 0.1 < row["high"]
    independent = 2 * 1.96 * (2 * 0.8 * 0.2 / 4000) ** 0.5
    assert row["high"] - row["low"] < 0.7 * independent


def test_course_and_calibration(played: Run, report: Path) -> None:
    course = table(report, "course").filter(ahead=0)
    assert course.sort("cell")["win_rate"].to_list() == played.summary["win_rate"].to_list()
    [row] = table(report, "calibration").filter(table="calm").to_dicts()
    assert row["stated"] == pytest.approx(0.7)
    assert row["low"] < 0.7 < row["high"]


def test_coverage_has_what_never_happened(report: Path) -> None:
    told = {(kind, name): times for kind, name, times, _ in table(report, "coverage").iter_rows()}
    assert told["power", "Never used"] == 0
    assert told["card", "Card A"] > 0
    assert told["end", "torn"] > 0
