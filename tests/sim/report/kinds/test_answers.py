"""The questions that a game declares are answered on every content, and the page says whether all agree."""

import re
from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.cooperative.tables import win_rates
from sim.report.cooperative.views import main_table
from sim.report.shared.files import ReportFiles
from sim.report.shared.numbers.answers import ONE_CONTENT
from sim.report.shared.run_data import RunData
from sim.text.agreement import LESS, MORE, NO, SMALL, UNKNOWN, verdict_of
from tests.support.undrawn import build

PATCHES = "What is each patch for small parties worth?"
SIZES = "How do completion and cost scale with the number of agents?"
COUNTING = "What is counting Fate cards worth?"
GRID = {
    "game": "hadal",
    "missions": ["A", "B", "C"],
    "policies": ["sharp", "counter", "veteran"],
    "players": [2, 4],
    "variants": [
        "usual",
        "free_refreshes=0 for veteran",
        "surplus=off for veteran",
        "reshuffle=always for sharp, counter",
    ],
    "games": 4096,  # what no game has shown counts: of up to 99 Azrak, 3,700 games exclude 0.1
    "seed": 3,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(GRID, out=tmp_path_factory.mktemp("hadal") / "run", executor="inline").path


@pytest.fixture(scope="module")
def built(folder: Path) -> ReportFiles:
    return build(folder)


@pytest.fixture(scope="module")
def answers(built: ReportFiles) -> pl.DataFrame:
    return pl.read_parquet(built["tables/answers.parquet"])


@pytest.mark.full
def test_a_change_of_the_rules_is_shown_on_every_content(answers: pl.DataFrame) -> None:
    mine = answers.filter(question=PATCHES, outcome="returned", change="without free refreshes")
    assert mine["content"].to_list() == [f"stand-in mission {name}" for name in "ABC"]
    assert set(mine["where"]) == {"veteran, 2 players"}, "four agents have no free refreshes to lose"
    assert set(mine["verdict"]) == {MORE}
    assert set(mine["compared"]) == {"paired"}
    assert mine["difference"].to_list() == pytest.approx([2.0] * 3, abs=0.02)


@pytest.mark.full
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
    assert by_place == {
        "usual, 2 players": {LESS},
        "usual, 4 players": {LESS},
        "reshuffle=always, 2 players": {SMALL},
        "reshuffle=always, 4 players": {SMALL},
    }


def test_sizes_share_no_luck_and_are_shown_for_the_players_of_the_page(answers: pl.DataFrame) -> None:
    mine = answers.filter(question=SIZES)
    assert set(mine["where"]) == {"veteran"}
    assert set(mine["compared"]) == {"unpaired"}
    assert mine["outcome"].unique(maintain_order=True).to_list() == ["returned", "won", "completed"]
    assert set(mine["verdict"]) <= {MORE, LESS, NO, SMALL, UNKNOWN}


def test_the_page_says_what_it_answers_and_what_not(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    assert 'id="questions"' in page
    for title in (PATCHES, SIZES, COUNTING):
        assert f"<h3>{title}</h3>" in page
    missing = page.partition("This run does not have the cells for:")[2].partition("</p>")[0]
    assert "When to refresh?" in missing
    assert PATCHES not in missing
    assert "fatecast run questions --game hadal" in missing


def test_the_first_screen_tells_each_answer_in_a_sentence(built: ReportFiles, folder: Path) -> None:
    brief = built["report.md"].decode()
    assert "Without free refreshes: +2.00 Azrak, more in all." in brief
    assert re.search(
        r"Counting \(usual\): between −1.\d+ and −0.\d+ Azrak, by mission, less in all\..* \(2 players\)", brief
    )
    assert "negligible in all" in brief
    assert re.search(r"2 agents in place of 4: between −0.\d+ and \+0.\d+ Azrak, by mission, not in all\.", brief)
    surplus = brief.partition("Without the surplus in the Vortex: ")[2]
    assert surplus.partition(". ")[0].endswith("more in all here, but not everywhere"), "four agents have no surplus"
    layout = RunData(folder).layout
    mine = [group.name for group in layout.plain_groups if group.who == layout.focus.who]
    rates = pl.read_parquet(built["tables/win_rates.parquet"]).filter(pl.col("table").is_in(mine)).sort("win_rate")
    least, most = (100 * rates["win_rate"][at] for at in (0, -1))
    said = rf"wins between {least:.0f}\s% with .*? and {most:.1f}\s% with "
    assert re.search(said, brief), "the least and the most of all cells"


def test_a_variant_of_the_rules_is_no_level_of_skill(folder: Path) -> None:
    layout = RunData(folder).layout
    assert [group.who for group in layout.rungs] == ["sharp", "counter", "veteran"]
    assert [group.name for group in layout.focus_everywhere] == [f"veteran, stand-in mission {name}" for name in "ABC"]
    variants = {group.variant for group in layout.groups}
    assert variants == {"", "free_refreshes=0", "surplus=off", "reshuffle=always"}


def test_unrelated_contents_are_not_told_as_changes_of_the_first(built: ReportFiles) -> None:
    assert "What changed" not in built["report.md"].decode()


def test_one_content_has_no_verdict_over_all(tmp_path: Path) -> None:
    grid = {**GRID, "missions": ["A"], "policies": ["veteran"], "variants": ["usual", "support=1"], "games": 100}
    files = build(run(grid, out=tmp_path / "run", executor="inline").path)
    assert set(pl.read_parquet(files["tables/answers.parquet"])["verdict"]) == {ONE_CONTENT}
    assert "in all" not in files["report.md"].decode()


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


def test_the_first_table_shows_every_content(built: ReportFiles, tmp_path: Path) -> None:
    assert "| players | stand-in mission A | stand-in mission B | stand-in mission C |" in built["report.md"].decode()
    grid = {"game": "hadal", "missions": ["A", "B"], "players": [2, 3], "shift": [0, 1], "games": 50, "seed": 1}
    data = RunData(run(grid, out=tmp_path / "run", executor="inline").path)
    table = main_table(data, {"win_rates": win_rates(data)})
    assert table.titles == ["mission", "players", "shift 0", "shift 1"]
    assert [line[:2] for line in table.texts] == [
        [f"stand-in mission {name}", players] for name in "AB" for players in ("2", "3")
    ]


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


def test_an_answer_on_one_content_has_its_interval_or_is_unclear(tmp_path: Path) -> None:
    grid = {**GRID, "missions": ["A"], "policies": ["veteran"], "players": [2], "games": 400}
    known = run({**grid, "variants": ["usual", "free_refreshes=0"]}, out=tmp_path / "run", executor="inline").path
    page = build(known)["report.md"].decode()
    assert re.search(r"Without free refreshes: \+2.0\d* Azrak \(\+1.9\d* to \+2\.\d+\)", page)
    alike = {**grid, "policies": ["sharp", "counter"], "variants": ["reshuffle=always"], "seed": 7}
    page = build(run(alike, out=tmp_path / "alike", executor="inline").path)["report.md"].decode()
    assert re.search(r"Counting( \(.*\))?: unclear \(−[\d.]+ to \+[\d.]+ Azrak\)", page), page
