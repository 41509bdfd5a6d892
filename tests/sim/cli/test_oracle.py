"""The Oracle on the command line: labels, options, replays, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast

INLINE = ("--executor", "inline")


def test_the_labels_of_a_cell(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--layout", "A,C", "--policy", "prophet", "--players", "1-2", "--rogues", "2,8", "--games", 100)
    done = typed("run", "--game", "oracle", *flags, *INLINE, "--option", "no_repeat=off", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / "run/summary.json").read_bytes())["cells"]
    assert [(cell["layout"], cell["policy"], cell["players"], cell["rogues"]) for cell in cells] == [
        (layout, "prophet", players, rogues) for layout in "AC" for players in (1, 2) for rogues in (2, 8)
    ]
    assert {"worth", "worth per hour", "corruption", "par", "length"} <= cells[0]["outcomes"].keys()
    assert "fatecast: A and C: the layouts are stand-ins; " in done.stderr
    told = typed("replay", tmp_path / "run", 0, 3)
    assert "upper [" in told.stdout
    assert told.stdout.startswith("The board: stand-in layout A. ")
    assert "Turn 1, hour 0: [ " in told.stdout
    assert "+===+" in told.stdout
    found = typed("find", tmp_path / "run", "--limit", 1)
    said = r"\d+ turns, \d+ worth, .*\d+ worth of stars, .*\d+ worth of horoscope$"
    assert re.search(said, found.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('extends = "A"\nmap = ["RRG", "RR"]\n', "map: expected rows of one length"),
        ('extends = "A"\nmap = ["QQ", "QQ"]\n', "map.0: expected letters of RGBY"),
        ('extends = "A"\ncross_arm = 5\n', "cross_arm: expected at most 3"),
        ('extends = "A"\nstrip = -4\n', "strip: expected an integer from 0 to 128, got -4"),
        ('extends = "A"\nlower = ["Q4"]\n', "lower.0: expected -, x, market"),
    ],
)
def test_a_wrong_layout_is_one_line_and_nothing_is_written(
    typed: Fatecast, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    done = typed("run", "--game", "oracle", "--layout", path, "--games", 10, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_a_layout_of_ones_own_is_checked(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\nstrip = 24\npar = 900\n')
    done = typed("check", path, "--game", "oracle")
    assert (done.returncode, done.stderr) == (0, "")
    assert "a stand-in layout of 6 × 6 cells, strip 24, par 900" in done.stdout
    assert "warning: no play can reach the par of 900: at most 62 can be made" in done.stdout
    assert "strip 32 → 24" in done.stdout


def test_a_par_out_of_reach_is_played_with_a_warning(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "A"\npar = 900\n')
    flags = ("--layout", path, "--policy", "random", "--games", 10, *INLINE)
    done = typed("run", "--game", "oracle", *flags, "--out", tmp_path / "run")
    assert done.returncode == 0
    assert "warning: layout mine: no play can reach the par of 900: at most 67 can be made" in done.stderr
    assert json.loads((tmp_path / "run/summary.json").read_bytes())["cells"][0]["outcomes"]["par"]["value"] == 0


@pytest.mark.full
def test_effects_are_shown_for_every_layout(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--layout", "A,B", "--policy", "prophet", "--games", 1100, *INLINE, "--out", tmp_path / "out")
    done = typed("ablate", "--game", "oracle", "--kind", "actions", "--pieces", "stars,staff", *flags)
    assert done.returncode == 0, done.stderr
    assert "stand-in layout A" in done.stdout
    assert re.search(r"without stars .* less in all", done.stdout)
    assert re.search(r"without staff .* negligible in all", done.stdout)
    swept = typed("sweep", "--game", "oracle", "--set", "strip=0,64", *flags[:-1], tmp_path / "swept")
    assert re.search(r"0 .* less in all", swept.stdout)


def test_a_board_typed_in_is_no_stand_in(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('extends = "A"\nstandin = false\nstrip = 12\n')
    done = typed("check", path, "--game", "oracle")
    assert "board.toml: a layout of 6 × 6 cells, strip 12" in done.stdout
    flags = ("--layout", path, "--policy", "random", "--games", 10, *INLINE)
    done = typed("run", "--game", "oracle", *flags, "--out", tmp_path / "run")
    assert "stand-in" not in done.stdout + done.stderr
