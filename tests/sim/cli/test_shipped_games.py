"""The shipped games on the command line: labels of cells, who plays, replays, and what is refused."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import Fatecast

INLINE = ("--executor", "inline")


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((path / "summary.json").read_bytes())["cells"]
    return cells


LABELS: dict[str, tuple[tuple[str, ...], dict[str, Sequence[object]], set[str]]] = {
    "shipwreck": (
        ("--deck", "base", "--policy", "mute", "--players", "2,3", "--doom", "0"),
        {"deck": ["base"] * 2, "players": [2, 3], "challenge": [False] * 2, "doom": [0] * 2},
        {"win rate", "length"},
    ),
    "euphoria": (
        ("--deck", "none,surrogate", "--players", "4-5", "--policy", "guardian"),
        {"deck": ["none"] * 2 + ["surrogate"] * 2, "players": [4, 5] * 2, "policy": ["guardian"] * 4},
        {"anarchists win", "euphoria wins", "own goals", "minority wins", "wait", "rounds"},
    ),
    "oracle": (
        ("--layout", "A,C", "--policy", "prophet", "--players", "1-2", "--rogues", "8", "--option", "no_repeat=off"),
        {"layout": ["A"] * 2 + ["C"] * 2, "players": [1, 2] * 2, "rogues": [8] * 4},
        {"worth", "worth per hour", "corruption", "par", "length"},
    ),
    "hadal": (
        ("--mission", "A,C", "--policy", "veteran", "--players", "2", "--shift=-1,1", "--option", "support=1"),
        {"mission": ["A"] * 2 + ["C"] * 2, "shift": [-1, 1] * 2},
        {"won", "completed", "wiped", "returned", "length", "points"},
    ),
    "pig": (
        ("--focus", "race,random", "--field", "random", "--players", "2"),
        {"focus": ["race", "random"], "field": ["random"] * 2},
        {"focus wins", "field wins", "focus gain", "length"},
    ),
}
"""Of each game: flags, the labels of its cells in their order, and some outcomes."""


@pytest.mark.parametrize("game", LABELS)
def test_the_labels_of_a_cell(game: str, typed: Fatecast, tmp_path: Path) -> None:
    flags, labels, outcomes = LABELS[game]
    done = typed("run", "--game", game, *flags, "--games", 50, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    cells = cells_of(tmp_path / "run")
    assert {name: [cell[name] for cell in cells] for name in labels} == labels
    assert outcomes <= cells[0]["outcomes"].keys()
    assert "variant" not in cells[0]
    notable = next(iter(cells[0]["notable"].values()))
    by_id, by_place = typed("replay", notable["id"]), typed("replay", tmp_path / "run", 0, notable["game"])
    assert by_id.stdout == by_place.stdout != ""


def test_a_gain_is_that_of_the_focus_over_the_field(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--game", "pig", "--players", 2, "--focus", "race,random", "--field", "random", "--games", 100, *INLINE)
    for seat in (0, 1):
        done = typed("run", *flags, "--option", f"focus={seat}", "--out", tmp_path / str(seat))
        assert "focus with its 95 % interval" in done.stdout
        for cell in cells_of(tmp_path / str(seat)):
            found = {name: each["value"] for name, each in cell["outcomes"].items()}
            assert found["focus gain"] == pytest.approx(100 * (found["focus wins"] - found["field wins"]))
            assert (found["focus gain"] == 0) == (cell["focus"] == "random")
            assert (found["focus wins"] == found["seat 1"]) == (seat == 1)


def test_flags_replace_who_plays_in_a_file(typed: Fatecast, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\nfocus = ["race"]\nfield = ["hold"]\nplayers = [2]\ngames = 20\n')
    for flags, labels in (
        ([], {"focus": "race", "field": "hold at=20"}),
        (["--field", "random"], {"focus": "race", "field": "random"}),
        (["--policy", "random"], {"policy": "random"}),
        (["--table", "random,hold"], {"policy": "random,hold at=20"}),
    ):
        out = tmp_path / "-".join(["run", *flags]).replace(",", "-")
        assert typed("run", file, *flags, *INLINE, "--out", out).returncode == 0
        [cell] = cells_of(out)
        assert {key: cell[key] for key in labels} == labels


def test_variants_of_the_options_are_a_label(typed: Fatecast, tmp_path: Path) -> None:
    variants = 'variants=["usual", "surplus=off for veteran", "reshuffle=round"]'
    flags = ("--policy", "counter,veteran", "--players", "2", "--games", 20, "--set", variants)
    done = typed("run", "--game", "hadal", *flags, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert [(cell["policy"], cell["variant"]) for cell in cells_of(tmp_path / "run")] == [
        ("counter", "usual"),
        ("counter", "reshuffle=round"),
        ("veteran", "usual"),
        ("veteran", "surplus=off"),
        ("veteran", "reshuffle=round"),
    ]


def test_a_replay_for_one_seat(typed: Fatecast) -> None:
    name = "euphoria:wide@7ba4e499:random:5p:rules1:seed1:game34"
    whole, partly = typed("replay", name).stdout, typed("replay", name, "--as", 2).stdout
    assert "hidden" not in whole
    assert "Seat 1: hidden, hidden, hidden." in partly
    assert whole.splitlines()[-1] == partly.splitlines()[-1]
    refused = typed("replay", name, "--as", 6)
    assert (refused.returncode, refused.stderr.strip()) == (2, "fatecast: --as: expected a seat from 1 to 5, got 6")
    refused = typed("replay", "oracle:A@ae1c7a04:random:1p:rogues4:rules1:seed1:game17", "--as", 1)
    assert refused.returncode == 2
    assert "the game oracle is told whole" in refused.stderr


def of_hadal(variant: str) -> tuple[str, ...]:
    return ("hadal", "--players", "2", "--set", f'variants=["{variant}"]')


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("euphoria", "--players", "4-9"), "players"),
        (("euphoria", "--option", "lasers=9"), "lasers"),
        (("euphoria", "--option", "hide_action=perhaps"), "hide_action"),
        (("euphoria", "--option", "laser=3"), "did you mean 'lasers'"),
        (("euphoria", "--policy", "guardian theta=1.01"), "theta"),
        (("euphoria", "--deck", ""), "deck"),
        (("euphoria", "--deck", "surrogate", "--option", "start_artifacts=7"), "need 35 for their first hands"),
        (("hadal", "--shift", "12"), "shift"),
        (("hadal", "--option", "reshuffle=never"), 'options.reshuffle: expected "empty", "round" or "always"'),
        (of_hadal("surplus"), "variants: 'surplus': expected usual, or OPTION=VALUE"),
        (of_hadal("support=99"), "variants: 'support=99': support: expected an integer from 0 to 20, got 99"),
        (of_hadal("support=1 for nobody"), "expected policies of this experiment (veteran), got 'nobody'"),
        (("shipwreck", "--players", "3", "--challenge"), "challenge"),
    ],
)
def test_a_wrong_flag_is_one_line_and_writes_nothing(
    words: tuple[str, ...], said: str, typed: Fatecast, tmp_path: Path
) -> None:
    done = typed("run", "--game", *words, "--games", 10, *INLINE, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("game", "axis", "text", "said"),
    [
        ("hadal", "mission", 'extends = "A"\ngoal = 0\n', "goal: expected an integer from 1 to 999, got 0"),
        ("oracle", "layout", 'extends = "A"\nmap = ["RRG", "RR"]\n', "map: expected rows of one length"),
        ("euphoria", "deck", 'extends = "box"\nartifacts = 3\n', "artifact"),
    ],
)
def test_a_wrong_content_is_one_line_and_writes_nothing(
    game: str, axis: str, text: str, said: str, typed: Fatecast, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    done = typed("run", "--game", game, f"--{axis}", path, "--games", 10, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "mine.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()
    assert typed("check", path, "--game", game).returncode == 2


@pytest.mark.parametrize(
    ("game", "axis", "field", "said"),
    [("hadal", "mission", "goal", "the goal of 500 points"), ("oracle", "layout", "par", "the par of 500")],
)
def test_what_no_play_can_reach_is_a_warning(
    game: str, axis: str, field: str, said: str, typed: Fatecast, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "A"\n{field} = 500\n')
    done = typed("check", path, "--game", game)
    assert done.returncode == 0
    assert f"warning: no play can reach {said}" in done.stdout
    flags = (f"--{axis}", path, "--policy", "random", "--games", 10, *INLINE, "--out", tmp_path / "run")
    assert f"no play can reach {said}" in typed("run", "--game", game, *flags).stderr
