"""A game with teams, roles and minutes: what a run, a page, a comparison and a gate say of them."""

import re
from pathlib import Path

import polars as pl
import pytest

import fatecast
from sim.statistics.intervals import wilson
from tests.support import throne
from tests.support.undrawn import undrawn

GAMES = 4_000
CONFIDENCE = 0.9999
"""Of every interval here, so that none of them misses by chance."""
TEXT = throne.TEXT.replace("    policies =", '    minutes = {"turn": 20}\n    policies =')


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("throne")
    (found / "throne.py").write_text(TEXT, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def played(folder: Path) -> fatecast.Run:
    return fatecast.run(game=folder / "throne.py", games=GAMES, out=folder / "run", executor="inline")


@pytest.fixture(scope="module")
def page(played: fatecast.Run, folder: Path) -> Path:
    """Made from what the run keeps: no code of the game is run."""
    with undrawn():
        return fatecast.report(played.path, out=folder / "page").page.parent


def far_off(table: pl.DataFrame, chances: dict[tuple[str, int], throne.Chance]) -> list[tuple[str, int]]:
    """Roles at seats whose chance of a win is not in the interval of what was counted, or who were not counted."""
    found = {(row["role"], row["seat"] - 1): row for row in table.iter_rows(named=True)}
    wrong = []
    for key, chance in chances.items():
        row = found.get(key, {"games": 0, "wins": 0})
        low, high = wilson(row["wins"], row["games"], CONFIDENCE)
        there = wilson(row["games"], GAMES, CONFIDENCE)
        if not (low <= chance.wins / chance.there <= high and there[0] <= chance.there <= there[1]):
            wrong.append(key)
    return wrong


def test_the_page_counts_roles_at_seats_as_the_exact_toy_says(page: Path) -> None:
    table = pl.read_parquet(page / "tables/roles.parquet")
    assert far_off(table, throne.chances()) == []
    assert len(far_off(table, throne.chances(moves=False))) > 3, "the place where roles were dealt would be noticed"
    for row in table.iter_rows(named=True):
        assert (row["low"], row["high"]) == pytest.approx(wilson(row["wins"], row["games"]), abs=1e-6)


def test_outcomes_of_teams_and_roles_are_those_of_the_toy(played: fatecast.Run) -> None:
    (row,) = played.summary.iter_rows(named=True)
    chances = throne.chances()
    for role in throne.ROLES:
        mine = [chance for (name, _), chance in chances.items() if name == role]
        exact = 100 * sum(chance.wins for chance in mine) / sum(chance.there for chance in mine)
        half = 2 * (row[f"role_{role}_high"] - row[f"role_{role}_low"]) / 2
        assert abs(row[f"role_{role}"] - float(exact)) < half
        assert 0 <= row[f"role_{role}_low"] < row[f"role_{role}"] < row[f"role_{role}_high"] <= 100
    assert row["team_crown"] + row["team_people"] == pytest.approx(1)
    assert row["role_king"] == pytest.approx(100 * row["team_crown"])


def test_the_page_shows_teams_roles_and_the_box(page: Path) -> None:
    text = (page / "index.html").read_text(encoding="utf-8")
    for words in ("Which team wins?", "Which role wins?", "Roles by seat", "team crown", "role fool"):
        assert words in text, words
    brief = (page / "report.md").read_text(encoding="utf-8")
    assert "- On the box: 3 players, 20 minutes (the middle 80 % of the games of calm)." in brief
    assert re.search(r"\*\*How long\?\*\* .*20 minutes", brief)


def test_a_summary_keeps_the_middle_of_minutes_and_no_other_length_does(played: fatecast.Run) -> None:
    outcomes = played.results["cells"][0]["outcomes"]
    assert (outcomes["minutes"]["p10"], outcomes["minutes"]["p90"]) == (20, 20)
    assert "p10" not in outcomes["length"]


def test_a_comparison_speaks_of_teams_roles_and_minutes(folder: Path) -> None:
    (folder / "other.py").write_text(TEXT.replace("(0, 0, 0, 1, 1, 2)", "(0, 0, 1, 1, 1, 1)"), encoding="utf-8")
    named = ["team crown", "team people", "role king", "minutes"]
    before, after = folder / "throne.py", folder / "other.py"
    found = fatecast.compare(before, after, game=before, games=300, executor="inline", outcome=named).data
    change = {each["outcome"]: each["difference"] for each in found["cells"]}
    assert list(change) == named
    assert change["team crown"] == pytest.approx(-change["team people"])
    assert change["role king"] == pytest.approx(100 * change["team crown"])
    assert change["minutes"] == 0


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_role_that_is_in_no_game_gives_no_information(folder: Path) -> None:
    text = TEXT.replace('table.luck.number("fool", 2)', "False")
    before, after = folder / "old" / "sober.py", folder / "sober.py"
    before.parent.mkdir()
    before.write_text(text, encoding="utf-8")
    after.write_text(text.replace('"arrow", 6', '"arrow", 5'), encoding="utf-8")
    compared = fatecast.compare(before, after, game=after, games=100, executor="inline", outcome="role fool").data
    assert compared["verdicts"] == {"role fool": "no information"}
    played = fatecast.run(game=after, games=60, out=folder / "sober", executor="inline")
    assert played.results["cells"][0]["outcomes"]["role fool"]["value"] is None


def test_names_of_strangers_are_shown_and_never_obeyed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.report.build.draw_all", lambda *_: {})
    text = TEXT.replace('"king"', '"<b>k|g</b>"').replace('"crown"', '"=1+<i>*x*"')
    assert text.count("<b>k|g</b>") > 3
    file = folder / "strange.py"
    file.write_text(text, encoding="utf-8")
    played = fatecast.run(game=file, games=60, out=folder / "strange", executor="inline")
    page = fatecast.report(played.path, out=folder / "strange-page").page
    text = page.read_text(encoding="utf-8")
    assert "role &lt;b&gt;k|g&lt;/b&gt;" in text
    assert "<b>k" not in text
    assert "<i>*x" not in text
    brief = page.with_name("report.md").read_text(encoding="utf-8")
    assert "<b>k|g" not in brief
    assert r"role \<b>k\|g\</b>" in brief
