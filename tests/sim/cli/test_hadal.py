"""Hadal Project on the command line: labels, options, replays, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.command_line import Fatecast

INLINE = ("--executor", "inline")


def test_the_labels_of_a_cell(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--mission", "A,C", "--policy", "veteran", "--players", "2-3", "--shift=-1,1", "--games", 50)
    done = typed("run", "--game", "hadal", *flags, *INLINE, "--option", "support=1", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / "run/summary.json").read_bytes())["cells"]
    assert [(cell["mission"], cell["policy"], cell["players"], cell["shift"]) for cell in cells] == [
        (mission, "veteran", players, shift) for mission in "AC" for players in (2, 3) for shift in (-1, 1)
    ]
    assert "variant" not in cells[0]
    assert {"won", "completed", "wiped", "returned", "length", "points"} <= cells[0]["outcomes"].keys()
    assert "A and C: the missions are stand-ins" in done.stderr + done.stdout
    told = typed("replay", tmp_path / "run", 0, 3)
    for drawn in ("Vortex [################] 16, return card [] 0", "[########] 8 of 8", "leads to location"):
        assert drawn in told.stdout


def test_variants_of_the_options_are_a_label(typed: Fatecast, tmp_path: Path) -> None:
    variants = 'variants=["usual", "surplus=off for veteran", "reshuffle=round"]'
    flags = ("--policy", "counter,veteran", "--players", "2", "--games", 20, "--set", variants)
    done = typed("run", "--game", "hadal", *flags, *INLINE, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / "run/summary.json").read_bytes())["cells"]
    assert [(cell["policy"], cell["variant"]) for cell in cells] == [
        ("counter", "usual"),
        ("counter", "reshuffle=round"),
        ("veteran", "usual"),
        ("veteran", "surplus=off"),
        ("veteran", "reshuffle=round"),
    ]


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("surplus", "variants: 'surplus': expected usual, or OPTION=VALUE"),
        ("luck=3", "variants: 'luck=3': expected usual, or OPTION=VALUE"),
        ("support=99", "variants: 'support=99': support: expected an integer from 0 to 20, got 99"),
        ("support=1 for nobody", "expected policies of this experiment (veteran), got 'nobody'"),
        ("azrak=3", "variants: 'azrak=3': azrak: expected at least 16"),
    ],
)
def test_a_wrong_variant_is_one_line(typed: Fatecast, tmp_path: Path, variant: str, said: str) -> None:
    done = typed(
        "run", "--game", "hadal", "--players", 2, "--set", f'variants=["{variant}"]', "--out", tmp_path / "run"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()


LEVELS = "".join(f"[receptacles.{name}]\nlevel = 7\n" for name in ("tinker", "runner"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'extends = "A"\n{LEVELS}', "receptacles: expected levels that sum to 32, the Azrak of the game, got 7 + 7 +"),
        ('extends = "A"\nlocations = ["T3 Q4"]\n', "locations.1: expected "),
        ('extends = "A"\nlocations = ["T3 Q4"]\n', "'Q4'"),
        ('extends = "A"\nlocations = []\n', "locations: expected"),
        ('extends = "A"\ngoal = 0\n', "goal: expected an integer from 1 to 999, got 0"),
        ('extends = "A"\npar = -1\n', "par: expected an integer from 0 to 999, got -1"),
        ('extends = "A"\nfate = []\n', "fate: expected a list of 1 to 12 integers"),
        ('extends = "A"\nfate = [-2, 30]\n', "fate"),
        ('extends = "A"\nremove = ["steady"]\n', "receptacles: expected 4 receptacles, got 3"),
        ('extends = "Z"\n', "mission 'Z'"),
        ('extends = "A"\nsucces = 2\n', "succes: unknown key"),
    ],
)
def test_a_wrong_mission_is_one_line_and_nothing_is_written(
    typed: Fatecast, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    done = typed("run", "--game", "hadal", "--mission", path, "--games", 10, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "mine.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()
    assert typed("check", path, "--game", "hadal").returncode == 2


def test_a_goal_that_no_play_can_reach_is_a_warning(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\ngoal = 500\n')
    done = typed("check", path, "--game", "hadal")
    assert done.returncode == 0
    assert "warning: no play can reach the goal of 500 points" in done.stdout
    assert "goal: 20 → 500" in done.stdout
    run = typed("run", "--game", "hadal", "--mission", path, "--games", 10, *INLINE, "--out", tmp_path / "run")
    assert run.returncode == 0
    assert "no play can reach the goal" in run.stderr + run.stdout


def test_a_mission_unlike_the_box_is_a_warning(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\nfate = [-1, 0, 1]\nlocations = ["G T3", "G T3"]\ngoal = 4\n')
    done = typed("check", path, "--game", "hadal")
    assert done.returncode == 0
    assert "warning: 3 Fate cards: the game has 6" in done.stdout
    assert "warning: 2 group conflicts: a mission has one" in done.stdout
    for name in "ABC":
        assert "warning" not in typed("check", ROOT / f"configs/hadal/missions/{name}.toml", "--game", "hadal").stdout


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--players", "5"), "players"),
        (("--shift", "12"), "shift"),
        (("--option", "support=many"), "options.support: expected an integer from 0 to 20"),
        (("--option", "reshuffle=never"), 'options.reshuffle: expected "empty", "round" or "always"'),
        (("--option", "party=tinker", "--players", "2"), "options.party: expected at least 2 receptacles"),
        (("--option", "luck=3"), "unknown option 'luck'"),
        (("--policy", "veteran rho=7"), "rho"),
    ],
)
def test_a_wrong_flag_is_one_line(typed: Fatecast, tmp_path: Path, flags: tuple[str, ...], said: str) -> None:
    done = typed("run", "--game", "hadal", *flags, "--games", 10, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()
