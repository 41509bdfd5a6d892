"""A grid of variants: the right games, the same luck, one tidy table, and nothing by accident."""

import json
from pathlib import Path

import polars as pl
import pytest

from engine.errors import BadInput
from engine.game.optional_parts import content_of
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.value_ranges import read_settings
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.search.sweep import Sweep, check_sweep, play_sweep
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, experiment

INLINE = PlayOptions("inline")


@pytest.fixture(autouse=True)
def without_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pixels of figures are drawn by the tests of `ablate`."""
    monkeypatch.setattr("sim.search.figures.as_png", lambda figure: b"")


def race(**changes: object) -> ResolvedExperiment:
    return resolve({**RACE, **changes}, "race")


def swept(base: ResolvedExperiment, *texts: str, games: int = 2000, how: PlayOptions = INLINE) -> Sweep:
    with outcome_cache([base], how) as played:
        return play_sweep(played, base, read_settings(texts, "sweep"), games, base.headline)


def test_every_row_counts_what_its_variant_won() -> None:
    base = race(dice=[6], goals=[20])
    found = swept(base, "faces.6=5..7")
    for response, far in zip(found.responses, (5, 6, 7), strict=True):
        [row] = response.rows
        changed = base.game.cells(content_of(base.game).changed(base.grid, {"faces.6": far}, "x"))[0]
        sides = [base.game.simulate(cell, 7, 0, 2000).rows["won"] == 1 for cell in (base.cells[0], changed)]
        assert (row["wins"], row["base_wins"]) == (sides[1].sum(), sides[0].sum())
        assert (row["gained"], row["lost"]) == ((sides[1] & ~sides[0]).sum(), (sides[0] & ~sides[1]).sum())
        assert row["difference"] == pytest.approx(sides[1].mean() - sides[0].mean())
        assert row["low"] <= row["difference"] <= row["high"]  # type: ignore[operator]
        assert json.loads(str(row["changes"])) == {"faces.6": far}


def test_what_is_as_it_was_is_known_exactly() -> None:
    """Five and seven are changes; six is what the face moves anyway."""
    less, same, more = (response.effects[0] for response in swept(race(goals=[20], dice=[6]), "faces.6=5..7").responses)
    assert same.same
    assert same.interval == (0.0, 0.0)
    assert less.certain
    assert less.change < 0 < more.change
    assert not less.same


@pytest.mark.parametrize("texts", [(), ("limit=5",), ("limit=5..5",)])
def test_a_sweep_of_nothing_is_refused(texts: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="sweep: nothing varies"):
        check_sweep(race(), read_settings(texts, "sweep"), sure=True)


def test_results_as_data(typed: Fatecast, tmp_path: Path) -> None:
    """Nothing else on stdout; the numbers are those of the files."""
    flags = ["--on", experiment(tmp_path, dice=[6]), "--executor", "inline", "--games", 512, "--json"]
    swept = json.loads(typed("sweep", *flags, "--set", "faces.6=5..7", "--out", tmp_path / "s").stdout)
    assert [row["point"] for row in swept["effects"][::2]] == [{"faces.6": value} for value in (5, 6, 7)]
    assert swept["effects"][0]["difference"] < 0 == swept["effects"][2]["difference"]
    assert (swept["outcome"], swept["games"], swept["folder"]) == ("win rate", 512, str(tmp_path / "s"))
    ablated = json.loads(typed("ablate", *flags, "--out", tmp_path / "a").stdout)
    table = pl.read_parquet(tmp_path / "a" / "effects.parquet")
    assert [row["alteration"] for row in ablated["effects"]] == table["alteration"].to_list()
    assert [row["shrunk"] for row in ablated["effects"]] == table["shrunk"].to_list()
    goal = ["--goal", "goal 20: at least 2 points harder", "--vary", "faces.6", "--out", tmp_path / "t.toml"]
    done = typed("tune", *flags, *goal)
    tuned = json.loads(done.stdout)
    assert tuned["file"] == str(tmp_path / "t.toml")
    assert tuned["changes"]
    assert tuned["goals"][0]["relative"]
    assert tuned["next"][0].startswith("fatecast ")
    kinds = json.loads(typed("ablate", *flags, "--list-kinds").stdout)
    assert "moons" in kinds


def test_a_sweep_of_a_million_needs_a_yes() -> None:
    settings = read_settings(["handicap=1..1000", "limit=1..1000"], "sweep")
    with pytest.raises(BadInput, match="sweep: 1,000,000 variants; more than 10,000 are played only with --yes"):
        check_sweep(race(), settings, sure=False)
    few = read_settings(["handicap=1..10", "limit=1..10"], "sweep")
    check_sweep(race(), few, sure=False)


def test_a_value_that_the_game_refuses_is_told_before_anything_is_played() -> None:
    with pytest.raises(BadInput, match=r"sweep: faces\.6: expected 0 to 9, not 10"):
        check_sweep(race(), read_settings(["faces.6=5..10"], "sweep"), sure=False)


def test_one_setting_gives_a_table_and_a_curve(typed: Fatecast, tmp_path: Path) -> None:
    out = tmp_path / "out"
    flags = ("--on", experiment(tmp_path), "--games", 500, "--executor", "inline", "--out", out)
    done = typed("sweep", "--set", "faces.6=5..7", *flags)
    assert done.returncode == 0, done.stderr
    assert "unchanged" in done.stdout
    assert {path.name for path in out.iterdir()} == {"about.json", "response.png", "response.svg", "sweep.parquet"}
    table = pl.read_parquet(out / "sweep.parquet")
    assert table.columns[:3] == ["faces.6", "die", "goal"]
    assert len(table) == 3 * 4
    assert table["adapted"].all()
    reference = (ROOT / "docs/reference/verbs/exploring.md").read_text()
    for column in set(table.columns) - {"faces.6", "die", "goal"}:
        assert f"`{column}`" in reference
    about = json.loads((out / "about.json").read_bytes())
    assert about["settings"] == ["faces.6=5..7"]
    assert about["games"] == 500
    again = typed("sweep", "--set", "faces.6=5..7", *flags)
    assert again.returncode == 2
    assert "already exists" in again.stderr


def test_two_settings_give_a_map_and_the_trained_are_marked(typed: Fatecast, tmp_path: Path) -> None:
    out = tmp_path / "out"
    flags = ("--on", experiment(tmp_path, weights=True), "--games", 200, "--executor", "inline", "--out", out)
    done = typed("sweep", "--set", "faces.6=5..7", "--set", "limit=5,6", *flags)
    assert done.returncode == 0, done.stderr
    assert "policy not adapted" in done.stdout
    assert {path.name for path in out.iterdir()} == {"about.json", "map.png", "map.svg", "sweep.parquet"}
    assert not pl.read_parquet(out / "sweep.parquet")["adapted"].any()


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        ([], "nothing varies"),
        (["--set", "limit=5..2"], "limit=5..2: 5..2 is empty"),
        (["--set", "limit=1..1000", "--set", "handicap=1..1000"], "1,000,000 variants"),
        (["--set", "faces.6=5..10"], "faces.6: expected 0 to 9"),
        (["--set", "limit=5..6", "--on", "nowhere"], "unknown experiment 'nowhere'"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    typed: Fatecast, tmp_path: Path, flags: list[str], complaint: str
) -> None:
    done = typed("sweep", "--on", experiment(tmp_path), *flags, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["race.json"]
