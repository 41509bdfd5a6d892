"""The questions that a game declares are answered on every content, and the page says whether all agree."""

from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.shared.files import ReportFiles
from sim.report.shared.run_data import RunData
from sim.text.agreement import LESS, MORE, NO, SMALL, UNKNOWN, verdict_of
from tests.support.undrawn import build_words

PATCHES = "What is each patch for small parties worth?"
SIZES = "How do completion and cost scale with the number of agents?"
COUNTING = "What is counting Fate cards worth?"
GRID = {
    "game": "hadal",
    "missions": ["A", "B"],
    "policies": ["sharp", "counter", "veteran"],
    "players": [2, 4],
    "variants": [
        "usual",
        "free_refreshes=0 for veteran",
        "surplus=off for veteran",
        "reshuffle=always for sharp, counter",
    ],
    "games": 1000,
    "seed": 3,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(GRID, out=tmp_path_factory.mktemp("hadal") / "run", executor="inline").path


@pytest.fixture(scope="module")
def built(folder: Path) -> ReportFiles:
    return build_words(folder)


@pytest.fixture(scope="module")
def answers(built: ReportFiles) -> pl.DataFrame:
    return pl.read_parquet(built["tables/answers.parquet"])


def test_a_difference_is_that_of_the_games_on_the_same_luck(answers: pl.DataFrame, folder: Path) -> None:
    data = RunData(folder)
    numbers = {tuple(place.cell.labels.values()): place.number for place in data.layout.places}
    sides = [numbers["B", who, 4, 0, "usual"] for who in ("sharp", "counter")]
    means = [data.run.games.filter(cell=number).collect()["returned"].mean() for number in sides]
    [row] = answers.filter(
        question=COUNTING, where="usual, 4 players", outcome="returned", content="stand-in mission B"
    ).iter_rows(named=True)
    assert row["difference"] == pytest.approx(means[1] - means[0])  # type: ignore[operator]
    assert row["low"] < row["difference"] < row["high"] < 0


def test_what_a_question_looks_within_is_shown_for_each_value(answers: pl.DataFrame) -> None:
    mine = answers.filter(question=COUNTING, outcome="returned")
    by_place = {place: set(mine.filter(where=place)["verdict"]) for place in mine["where"]}
    assert by_place.keys() == {f"{rule}, {size} players" for rule in ("usual", "reshuffle=always") for size in (2, 4)}
    assert by_place["usual, 2 players"] == by_place["usual, 4 players"] == {LESS}
    assert by_place["reshuffle=always, 2 players"].isdisjoint({LESS, MORE})


def test_the_page_says_what_it_answers_and_what_not(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    assert 'id="questions"' in page
    for title in (PATCHES, SIZES, COUNTING):
        assert f"<h3>{title}</h3>" in page
    missing = page.partition("This run does not have the cells for:")[2].partition("</p>")[0]
    assert "When to refresh?" in missing
    assert PATCHES not in missing
    assert "fatecast run questions --game hadal" in missing


def test_a_variant_of_the_rules_is_no_level_of_skill(folder: Path) -> None:
    layout = RunData(folder).layout
    assert [group.who for group in layout.rungs] == ["sharp", "counter", "veteran"]
    assert [group.name for group in layout.focus_everywhere] == [f"veteran, stand-in mission {name}" for name in "AB"]
    variants = {group.variant for group in layout.groups}
    assert variants == {"", "free_refreshes=0", "surplus=off", "reshuffle=always"}


def test_a_mission_completed_too_dearly_is_a_loss_of_its_own_kind(built: ReportFiles, folder: Path) -> None:
    ends = pl.read_parquet(built["tables/ends.parquet"])
    cell = next(place.number for place in RunData(folder).layout.places if place.group.who == "sharp")
    counted = RunData(folder).run.games.filter(cell=cell).collect()
    dear = counted.filter((pl.col("end") == 0) & (pl.col("won") == 0))
    rows = {row["end"]: row for row in ends.filter(cell=cell).iter_rows(named=True)}
    assert rows["completed, not won"]["games"] == len(dear) > 0
    assert rows["completed, won"]["games"] == counted["won"].sum()
    assert rows["completed, won"]["share_of_losses"] is None
    shares = [row["share_of_losses"] for row in rows.values() if row["share_of_losses"] is not None]
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("intervals", "verdict"),
    [
        ([(1, 2), (0.5, 3)], MORE),
        ([(-2, -1), (-3, -0.5)], LESS),
        ([(1, 2), (-0.5, 3)], UNKNOWN),
        ([(-1, 2), (-0.5, 3)], UNKNOWN),
        ([(1, 2), (-2, -1), (-0.5, 3)], NO),
        ([(-0.1, 0.1), (-0.05, 0.2)], SMALL),
    ],
)
def test_not_in_all_is_said_only_where_one_is_known_to_differ(
    intervals: list[tuple[float, float]], verdict: str
) -> None:
    assert verdict_of(intervals, 0.2) == verdict
