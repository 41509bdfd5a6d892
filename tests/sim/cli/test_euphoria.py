"""Leaders of Euphoria on the command line: labels, options, a focus, replays for one seat, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.euphoria.game import EUPHORIA
from sim.experiment.labels import by_ladder
from tests.support.command_line import Fatecast

INLINE = ("--executor", "inline")
CELL = {"deck", "policy", "players"}
ORACLE_GAME = "oracle:A@ae1c7a04:random:1p:rogues4:rules1:seed1:game17"


def summary(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((path / "summary.json").read_bytes())["cells"]
    return cells


def test_the_labels_of_a_cell(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--deck", "none,surrogate", "--players", "4-5", "--policy", "guardian", "--games", 300)
    done = typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0
    assert [(cell["deck"], cell["players"], cell["policy"]) for cell in summary(tmp_path / "run")] == [
        ("none", 4, "guardian"),
        ("none", 5, "guardian"),
        ("surrogate", 4, "guardian"),
        ("surrogate", 5, "guardian"),
    ]
    named = summary(tmp_path / "run")[0]["outcomes"].keys()
    assert {"anarchists win", "euphoria wins", "own goals", "minority wins", "wait", "rounds"} <= named
    assert "Assumed" in done.stderr
    assert typed("verify", tmp_path / "run").returncode == 0


def test_a_focus_has_labels_of_its_own(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--focus", "guardian", "--field", "random", "--games", 300)
    done = typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0
    [cell] = summary(tmp_path / "run")
    assert (cell["focus"], cell["field"], cell["deck"], "policy" in cell) == ("guardian", "random", "none", False)
    wins, field = (cell["outcomes"][name]["value"] for name in ("focus wins", "field wins"))
    assert wins == cell["mean_won"]
    assert wins > field + 0.3


@pytest.mark.parametrize(
    ("option", "column"), [("hide_action=off", "mean_hides"), ("anarchists=off", "mean_anarchists"), ("lasers=3", "")]
)
def test_options(typed: Fatecast, tmp_path: Path, option: str, column: str) -> None:
    flags = ("--policy", "random", "--games", 200, "--option", option)
    done = typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0
    [cell] = summary(tmp_path / "run")
    assert not column or cell[column] == 0
    told = typed("replay", tmp_path / "run", 0, 3, "--json")
    assert told.returncode == 0


@pytest.mark.full
def test_a_table_and_parameters(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--table", "guardian theta=0.6,hunter,random", "--players", 6, "--games", 100)
    assert typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "run").returncode == 0
    assert summary(tmp_path / "run")[0]["policy"] == "guardian theta=0.6,hunter,random"


def test_the_same_bytes_on_any_number_of_workers(typed: Fatecast, tmp_path: Path) -> None:
    digests = []
    for workers in (1, 2):
        flags = ("--deck", "wide", "--policy", "random", "--games", 600, "--workers", workers, "--block", 100)
        assert typed("run", "--game", "euphoria", *flags, "--out", tmp_path / str(workers)).returncode == 0
        digests.append(json.loads((tmp_path / str(workers) / "manifest.json").read_bytes())["digest"])
    assert digests[0] == digests[1]


def test_a_replay_for_one_seat(typed: Fatecast) -> None:
    name = "euphoria:wide@7ba4e499:random:5p:rules1:seed1:game34"
    whole, partly = typed("replay", name).stdout, typed("replay", name, "--as", 2).stdout
    assert "hidden" not in whole
    assert "Seat 1: hidden, hidden, hidden." in partly
    assert whole.splitlines()[-1] == partly.splitlines()[-1]
    refused = typed("replay", name, "--as", 6)
    assert (refused.returncode, refused.stderr.strip()) == (2, "fatecast: --as: expected a seat from 1 to 5, got 6")
    refused = typed("replay", ORACLE_GAME, "--as", 1)
    assert refused.returncode == 2
    assert "the game oracle is told whole" in refused.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ("--players", 3),
        ("--players", "4-9"),
        ("--option", "lasers=9"),
        ("--option", "lasers=0"),
        ("--option", "hide_action=perhaps"),
        ("--option", "laser=3"),
        ("--policy", "guardian theta=1.01"),
        ("--policy", "guardian theta=-0.1"),
        ("--players", 9),
        ("--deck", "nothing"),
        ("--deck", ""),
        ("--policy", ""),
        ("--deck", "surrogate", "--option", "start_artifacts=7"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(typed: Fatecast, tmp_path: Path, wrong: tuple[object, ...]) -> None:
    done = typed("run", "--game", "euphoria", *wrong, "--games", 10, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


ARTIFACT = 'id = "one"\ntype = "action"\ndo = ["steal"]\n'


@pytest.mark.parametrize(
    ("artifact", "expected"),
    [
        (ARTIFACT.replace("steal", "stael"), "unknown effect 'stael': did you mean 'steal'?"),
        (ARTIFACT.replace("action", "reaction"), "artifacts.one.when: missing field"),
        (ARTIFACT.replace('"steal"', '"steal", "show", "steal", "show"'), "expected a list of 1 to 3 effects"),
        (f"{ARTIFACT}copies = 0\n", "artifacts.one.copies: expected an integer from 1 to 60, got 0"),
        (f"{ARTIFACT}copies = 61\n", "artifacts.one.copies: expected an integer from 1 to 60, got 61"),
        (f"{ARTIFACT}copies = 9\n", "5 players need 10 for their first hands, the deck has 9"),
        (f"{ARTIFACT}copies = 20\nfrom = 6\n", "no artifact is left with 5 players"),
    ],
)
def test_a_bad_deck_is_one_line_and_writes_nothing(
    typed: Fatecast, tmp_path: Path, artifact: str, expected: str
) -> None:
    deck = tmp_path / "real.toml"
    deck.write_text(f'extends = "box"\n\n[[artifact]]\n{artifact}')
    done = typed("run", "--game", "euphoria", "--deck", deck, "--games", 10, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("fatecast: ")
    assert "real" in line
    assert expected in line
    assert not (tmp_path / "run").exists()


def test_every_focus_in_every_field_is_one_block_for_each_deck() -> None:
    """On the terminal: a matrix stays whole, from the weakest policy to the strongest."""
    grid = {"decks": ["surrogate", "none"], "focus": ["guardian", "random"], "field": ["hunter", "random"]}
    cells = EUPHORIA.cells(EUPHORIA.resolve(grid, "test"))
    shown = [cells[at].labels for at in by_ladder(cells, EUPHORIA.about, EUPHORIA.presentation.ladder)]
    assert [(each["deck"], each["focus"], each["field"]) for each in shown] == [
        (deck, focus, field)
        for deck in ("surrogate", "none")
        for focus in ("random", "guardian")
        for field in ("random", "hunter")
    ]


def test_the_other_outcomes_are_shown_as_they_fit(typed: Fatecast, tmp_path: Path) -> None:
    """They are many: one column for each cell, or where to find them; never hundreds of lines."""
    few = typed("run", "--game", "euphoria", "--policy", "random", "--games", 60, *INLINE, "--out", tmp_path / "few")
    (line,) = [line for line in few.stdout.splitlines() if line.startswith("│ minority wins, wins in 100")]
    assert line.count("│") == 3
    assert "│ wait, turns" in few.stdout
    flags = ("--policy", "random", "--deck", "none,surrogate,no-barter", "--players", "4-8", "--games", 60)
    many = typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "many")
    assert "Of every cell, the report and summary.csv also have: euphoria wins" in many.stdout
    assert "minority wins, wins in 100" not in many.stdout


def test_tune_by_lasers_and_options(typed: Fatecast, tmp_path: Path) -> None:
    """A number is varied by its path, a word by its values; what is found is an experiment that can be played."""
    of = ("--game", "euphoria", "--policy", "random", "--players", 8, "--goal", "anarchists win: at least 45 %")
    refused = typed("tune", *of, "--vary", "options.hide_action")
    assert refused.returncode == 2
    assert "options.hide_action is no number, expected its values: options.hide_action=on,…" in refused.stderr
    vary = ("--vary", "options.lasers=1..4", "--vary", "options.hide_action=on,off", "--games", 1000)
    done = typed("tune", *of, *vary, *INLINE, "--out", tmp_path / "tuned.toml")
    assert done.returncode == 0, done.stdout
    played = typed("run", tmp_path / "tuned.toml", "--games", 1000, *INLINE, "--out", tmp_path / "run")
    assert played.returncode == 0, played.stderr
    assert summary(tmp_path / "run")[0]["outcomes"]["anarchists win"]["value"] > 0.42


@pytest.mark.full
def test_sweep_and_ablate(typed: Fatecast, tmp_path: Path) -> None:
    of = ("--game", "euphoria", "--policy", "random", "--players", 5, "--deck", "surrogate", "--games", 200, *INLINE)
    for number, paths in enumerate(("options.lasers=1..3", "options.start_artifacts=0..2")):
        done = typed("sweep", *of, "--set", paths, "--out", tmp_path / str(number))
        assert done.returncode == 0, done.stderr
        assert "unchanged" in done.stdout
    done = typed("ablate", *of, "--kind", "artifacts,options", "--out", tmp_path / "ablate")
    assert done.returncode == 0, done.stderr
    for change in ("without barter", "without camera", "anarchists off", "lasers: a laser more", "hide_action off"):
        assert f"│ {change} " in done.stdout


def test_a_typed_deck_needs_no_python(typed: Fatecast, tmp_path: Path) -> None:
    """Who owns the box types in the artifacts, checks them, and plays."""
    deck = tmp_path / "real.toml"
    deck.write_text(
        'extends = "box"\n\n[[artifact]]\nid = "palo-de-amansar"\ncopies = 12\ntype = "reaction"\nwhen = "aimed"\n'
        'whom = "me"\ndo = ["take-laser"]\n'
    )
    checked = typed("check", deck, "--game", "euphoria")
    assert checked.returncode == 0
    assert "a deck of 12 artifacts" in checked.stdout
    flags = ("--deck", deck, "--policy", "hunter", "--games", 200)
    assert typed("run", "--game", "euphoria", *flags, *INLINE, "--out", tmp_path / "run").returncode == 0
    assert summary(tmp_path / "run")[0]["mean_reactions"] > 0
