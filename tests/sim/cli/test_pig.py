"""Pig on the command line: seats, a focus against a field, and the same bytes on any number of workers."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Fatecast
from tests.support.sample import sampled


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((path / "summary.json").read_bytes())["cells"]
    return cells


def test_the_first_command(typed: Fatecast, tmp_path: Path) -> None:
    flags = ["--game", "pig", "--players", 2, "--policy", "hold at=20", "--games", 2_000]
    done = typed("run", *flags, "--executor", "inline", "--out", tmp_path / "run")
    assert done.returncode == 0
    [cell] = cells_of(tmp_path / "run")
    assert (cell["policy"], cell["players"], cell["games"]) == ("hold at=20", 2, 2_000)
    assert cell["outcomes"].keys() == {"seat 1", "seat 2", "length"}
    first = cell["outcomes"]["seat 1"]
    assert first["low"] < 0.534698 < first["high"]  # exact, from the chances of every turn
    assert "seat 1 with its 95 % interval" in done.stdout
    replayed = typed("replay", tmp_path / "run", 0, 3).stdout
    assert replayed.splitlines()[-1] in ("Seat 1 wins.", "Seat 2 wins.")


@pytest.mark.usefixtures("compiled_pig")
def test_a_focus_in_its_words_and_numbers(typed: Fatecast, tmp_path: Path) -> None:
    flags = ["--game", "pig", "--players", "2,3", "--focus", "race,random", "--field", "random", "--games", 1_000]
    done = typed("run", *flags, "--executor", "inline", "--out", tmp_path / "run")
    assert done.returncode == 0
    cells = cells_of(tmp_path / "run")
    assert [(cell["focus"], cell["field"], cell["players"]) for cell in cells] == [
        ("race", "random", 2),
        ("race", "random", 3),
        ("random", "random", 2),
        ("random", "random", 3),
    ]
    for cell in cells:
        wins, field, gain = (cell["outcomes"][name]["value"] for name in ("focus wins", "field wins", "focus gain"))
        assert gain == pytest.approx(100 * (wins - field))
        assert (gain == 0) == (cell["focus"] == "random")
        assert "policy" not in cell
    assert "focus with its 95 % interval" in done.stdout


@pytest.mark.full
def test_the_focus_can_sit_in_one_seat(typed: Fatecast, tmp_path: Path) -> None:
    flags = ["--game", "pig", "--players", 2, "--focus", "race", "--field", "random", "--games", 500]
    for seat in (1, 2):
        typed("run", *flags, "--option", f"focus={seat}", "--executor", "inline", "--out", tmp_path / str(seat))
        [cell] = cells_of(tmp_path / str(seat))
        assert cell["outcomes"]["focus wins"]["value"] == cell["outcomes"][f"seat {seat}"]["value"]


SEATINGS = [["--policy", "hold,random"], ["--focus", "hold", "--field", "random"]]


@pytest.mark.full
@pytest.mark.usefixtures("compiled_pig")
@pytest.mark.parametrize("seating", sampled(SEATINGS, SEATINGS[1:]))
def test_any_number_of_workers_plays_the_same_games(
    fatecast: Fatecast, typed: Fatecast, tmp_path: Path, seating: list[str]
) -> None:
    flags = ["--game", "pig", "--players", 3, *seating, "--games", 3_000]
    alone = typed("run", *flags, "--executor", "inline", "--out", tmp_path / "none")
    two = fatecast("run", *flags, "--workers", 2, "--block", 700, "--out", tmp_path / "two")
    for done in (alone, two):
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "none" / "summary.csv").read_bytes() == (tmp_path / "two" / "summary.csv").read_bytes()
    assert fatecast("verify", tmp_path / "two").returncode == 0


def test_flags_replace_who_plays_in_a_file(typed: Fatecast, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\nfocus = ["race"]\nfield = ["hold"]\nplayers = [2]\ngames = 50\n')
    for flags, labels in (
        ([], {"focus": "race", "field": "hold at=20"}),
        (["--field", "random"], {"focus": "race", "field": "random"}),
        (["--policy", "random"], {"policy": "random"}),
        (["--table", "random,hold"], {"policy": "random,hold at=20"}),
    ):
        out = tmp_path / "-".join(["run", *flags]).replace(",", "-")
        assert typed("run", file, *flags, "--executor", "inline", "--out", out).returncode == 0
        [cell] = cells_of(out)
        assert {key: cell[key] for key in labels} == labels


@pytest.mark.full
def test_verbs_that_vary_the_game(typed: Fatecast, tmp_path: Path) -> None:
    few = ["--game", "pig", "--players", 2, "--games", 200, "--executor", "inline"]
    for verb in (
        ["compare", "hold", "hold at=16"],
        ["try", "policy.at=16", "--policy", "hold"],
        ["try", "focus.at=16", "--focus", "hold", "--field", "race,random"],
        ["sweep", "--set", "options.goal=90,110", "--focus", "hold", "--field", "race", "--out", tmp_path / "swept"],
        ["ablate", "--kind", "parameters,policies", "--policy", "hold", "--out", tmp_path / "ablated"],
    ):
        done = typed(*verb, *few)
        assert done.returncode == 0, (verb, done.stderr)


def test_an_experiment_is_that_of_the_game_named(typed: Fatecast, tmp_path: Path) -> None:
    done = typed("run", "tuning", "--game", "pig", "--games", 20, "--executor", "inline", "--out", tmp_path / "run")
    assert done.returncode == 0
    assert {cell["policy"] for cell in cells_of(tmp_path / "run")} == {"hold at=20", "race"}
