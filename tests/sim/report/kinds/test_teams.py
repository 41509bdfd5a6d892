"""The page of a game in which seats win together: its ends say who wins, and decks stand side by side, never together.

Played with Leaders of Euphoria, which has both."""

import json

import polars as pl
import pytest

from sim import Run, run
from sim.report.shared.files import ReportFiles
from tests.support.undrawn import build

DECKS = ["none", "surrogate", "no-barter"]


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Run:
    grid = {"game": "euphoria", "decks": DECKS, "policies": ["random"], "players": [4, 8], "games": 600}
    return run(grid, out=tmp_path_factory.mktemp("teams") / "alike", executor="inline")


@pytest.fixture(scope="module")
def page(alike: Run) -> ReportFiles:
    return build(alike.path)


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    grid = {"game": "euphoria", "decks": DECKS, "focus": ["guardian", "random"], "field": ["random"], "games": 300}
    return build(run(grid, out=tmp_path_factory.mktemp("teams") / "ladder", executor="inline").path)


def html(files: ReportFiles) -> str:
    return files["index.html"].decode()


def test_the_first_lines_say_what_is_printed_and_what_is_assumed(page: ReportFiles) -> None:
    first = html(page).split('<section class="first"')[0]
    assert "Printed rules: the turn, shots, teams" in first
    assert "Assumed: numbers of recruits and lasers" in first
    assert "one text of the artifacts is real" in first


def test_every_question_is_answered_for_every_deck(page: ReportFiles) -> None:
    shown = html(page)
    titles = (
        "Who wins?",
        "How do games end?",
        "What exposes the first Leader?",
        "Does the smaller side win?",
        "How long does one wait?",
    )
    assert [shown.count(f"<h2>{title}</h2>") for title in titles] == [1] * len(titles)
    assert shown.index("<h2>How do games end?</h2>") < shown.index("<h2>Seats</h2>"), "sides before seats"
    for number in (1, 2, 3, 4):
        table = shown.split(f'id="question-table-{number}"')[1].split("</table>")[0]
        assert table.count("<tr>") == 1 + len(DECKS) * 2
        assert [table.count(f">random, {deck}<") for deck in DECKS] == [2, 2, 2]
    assert "figures/ends.svg" in page


def test_the_share_of_the_anarchists_is_told_for_every_deck(page: ReportFiles) -> None:
    told = page["report.md"].decode()
    table = pl.read_parquet(page["tables/outcomes.parquet"]).filter(outcome="anarchists win")
    for deck in DECKS:
        (line,) = [
            line for line in told.splitlines() if line.startswith(f"- Players who act at random on deck {deck}: ")
        ]
        small, large = table.filter(table=f"random, {deck}").sort("size")["value"]
        assert f"{100 * small:.1f}" in line
        assert f"{100 * large:.1f}" in line
        assert ("grow from" in line) == (large > small and "differ" not in line)
        assert line.count(deck) == 1
        assert "with 4 players" in line
        assert "with 8 players" in line


def test_the_artifacts_of_every_deck_that_has_some_are_open(page: ReportFiles) -> None:
    """The first deck has none."""
    shown = html(page).split('id="pieces">')[1].split('<details class="section"')[0]
    assert "(<code>random, surrogate</code>)" in shown
    assert "<details open><summary>random, no-barter</summary>" in shown
    assert shown.count(">Barter<") == 1
    assert shown.count(">Blackmail<") == 2
    assert "decides" in shown


def test_a_ratio_in_100_is_that_everywhere(alike: Run, page: ReportFiles) -> None:
    """The share of the minority is a ratio of two columns, in 100: among random players it is near 50."""
    cells = json.loads((alike.path / "summary.json").read_bytes())["cells"]
    table = pl.read_parquet(page["tables/outcomes.parquet"]).filter(outcome="minority wins")
    for number, cell in enumerate(cells):
        found = cell["outcomes"]["minority wins"]
        assert found["value"] == pytest.approx(100 * cell["mean_minority_won"] / cell["mean_uneven"])
        assert found["low"] < 50 < found["high"]
        assert 5 < found["high"] - found["low"] < 20
        assert table.filter(cell=number)["value"].item() == found["value"]


def test_a_wait_that_is_always_the_same_has_no_interval(page: ReportFiles) -> None:
    table = pl.read_parquet(page["tables/outcomes.parquet"])
    waits = table.filter(table="random, none", outcome="wait").sort("size")
    assert waits["value"].to_list() == [3, 7]
    assert waits["low"].to_list() == [None, None]
    assert table.filter(table="random, none", outcome="minority wins")["low"].null_count() == 0


def test_every_deck_has_a_matrix_of_its_own(ladder: ReportFiles) -> None:
    shown = html(ladder)
    gains = pl.read_parquet(ladder["tables/gains.parquet"]).filter(focus="guardian")
    assert gains["gain"].n_unique() == len(DECKS)
    places = [("matrix", "wins-1"), ("matrix-1", "wins-2"), ("matrix-2", "wins-3")]
    for (matrix, wins), row in zip(places, gains.sort("cell").iter_rows(named=True), strict=True):
        table = shown.split(f'id="{matrix}"')[1].split("</table>")[0]
        assert f'data-v="{row["gain"]:.6g}"' in table
        table = shown.split(f'id="{wins}"')[1].split("</table>")[0]
        assert f'data-v="{row["focus_wins"]:.6g}"' in table
        assert ">0<" not in table, "where focus and field are the same, too"
    for deck in DECKS[1:]:
        assert f"Every focus in every field: {deck}, 5 players" in shown


def test_the_words_about_skill_are_about_the_first_deck(ladder: ReportFiles) -> None:
    lines = [line for line in ladder["report.md"].decode().splitlines() if line.startswith("- Skill")]
    assert len(lines) == 1
    first = pl.read_parquet(ladder["tables/gains.parquet"]).filter(focus="guardian").sort("cell").row(0, named=True)
    assert f"{100 * first['gain']:.1f}" in lines[0]
    assert "random, none" in html(ladder).split("<h2>Seats</h2>")[1].split("</p>")[0]
