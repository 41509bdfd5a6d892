"""The command line: what it prints, what it refuses, what it leaves behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from engine.game.cell import Json
from engine.game.registry import GAMES
from sim import run
from sim.display.terminal import estimate_text, outcome_table
from sim.runs.store import Store
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, race_flags, start
from tests.support.dice_race import ADDRESS, WIN_RATE


def test_python_dash_m() -> None:
    done = subprocess.run([sys.executable, "-m", "sim", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "resume" in done.stdout


def test_a_run_prints_the_table_and_writes_the_summary(tmp_path: Path, fatecast: Fatecast) -> None:
    done = fatecast("run", *race_flags(), "--workers", 2, "--out", tmp_path / "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "goal 15" in done.stdout
    assert "\x1b" not in done.stdout, "no colours where there is no terminal"
    summary = json.loads((tmp_path / "run" / "summary.json").read_bytes())
    assert [(cell["die"], cell["goal"], cell["games"]) for cell in summary["cells"]] == [
        (6, 15, 3000),
        (6, 20, 3000),
        (8, 15, 3000),
        (8, 20, 3000),
    ]
    assert summary["digest"] in done.stdout
    for cell in summary["cells"]:
        assert estimate_text(cell, WIN_RATE) in done.stdout
    even = min(summary["cells"], key=lambda cell: abs(cell["win_rate"] - 0.5))
    assert all(f"fatecast replay {game['id']}" in done.stdout for game in even["notable"].values())
    assert json.loads((tmp_path / "run" / "experiment.json").read_bytes())["dice"] == [6, 8]


def test_colours_where_there_is_a_terminal_with_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none where NO_COLOR is set."""
    labels, rows = [{"goal": 15}], [{"outcomes": {"win rate": {"value": 0.9, "low": 0.8, "high": 1.0}}}]

    def shown() -> str:
        out = Console(force_terminal=True, color_system="truecolor", width=80)
        with out.capture() as printed:
            out.print(outcome_table(labels, rows, WIN_RATE, {"goal": {15: "Near"}}, coloured=True))
        return printed.get()

    assert "48;2;" in shown()
    assert "Near" in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "48;2;" not in shown()


def test_quiet_says_nothing_and_verbose_tells_what_is_done(tmp_path: Path, fatecast: Fatecast) -> None:
    quiet = fatecast("run", *race_flags(), "-q", "--out", tmp_path / "quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    verbose = fatecast("run", *race_flags(), "-v", "--out", tmp_path / "verbose")
    assert "played die6/goal15 [0, 3000)" in verbose.stderr


def test_without_out_a_run_finds_its_own_place(
    tmp_path: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "dice", ADDRESS)
    monkeypatch.chdir(tmp_path)
    for seed in (4, 4, 5):
        assert not typed("run", "--set", "game=dice", "--set", "name=mine", "--games", 10, "--seed", seed).returncode
    found = sorted(path.name for path in (tmp_path / "reports" / "runs").iterdir())
    assert [name.rpartition("-")[0] for name in found] == ["mine-4", "mine-5"]


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (["--games", 0], "games: expected greater than or equal to 1, not 0"),
        (["--seed", -1], "seed: expected greater than or equal to 0, not -1"),
        (["--workers", 0], "workers: expected at least 1, not 0"),
        (["--block", 0], "block: expected at least 1, not 0"),
        (["--detail", "rows"], "detail: expected 'games' or 'cells', not 'rows'"),
        (["--executor", "proceses"], "unknown executor 'proceses': did you mean 'processes'?"),
        (["--scheduler", "1.2.3.4:5"], "scheduler: only the executor 'dask' has one"),
        (["--players", "many"], "--players: the game dice has no such axis; its axes are: die, goal"),
        (["--option", "=slip"], "--option: expected key=value"),
        (["--set", "dise=[6]"], "dise: expected one of dice"),
        (["no-such-experiment"], "unknown experiment 'no-such-experiment'"),
    ],
)
def test_bad_flags_are_one_line_and_leave_nothing(
    tmp_path: Path, typed: Fatecast, flags: list[object], complaint: str
) -> None:
    done = typed("run", "--set", "game=dice", *flags, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.startswith("fatecast: ")
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", ["resume", "verify"])
def test_a_directory_that_is_no_run(tmp_path: Path, typed: Fatecast, verb: str) -> None:
    done = typed(verb, tmp_path / "nowhere")
    assert done.returncode == 2
    assert done.stderr == (
        f"fatecast: {tmp_path}/nowhere: not a run directory (manifest.json: No such file or directory)\n"
    )


def test_a_place_that_cannot_be_written(tmp_path: Path, fatecast: Fatecast) -> None:
    (tmp_path / "file").write_text("in the way")
    done = fatecast("run", *race_flags(), "--out", tmp_path / "file" / "below")
    assert (done.returncode, done.stderr) == (
        2,
        f"fatecast: {tmp_path}/file/below: cannot be written (Not a directory)\n",
    )
    done = fatecast("run", *race_flags(), "--out", tmp_path)
    assert (done.returncode, done.stderr) == (2, f"fatecast: {tmp_path}: neither empty nor a run directory\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_checking_goes_on_after_a_bad_file(tmp_path: Path, typed: Fatecast) -> None:
    (tmp_path / "bad.toml").write_text("players = [9]")
    done = typed("check", tmp_path / "bad.toml", "configs/shipwreck/decks/base.toml")
    assert done.returncode == 2
    assert "bad.toml: players.0: expected an integer from 2 to 5, got 9" in done.stderr
    assert "base.toml: a deck of 20 cards" in done.stdout


def test_replay_tells_a_game_of_a_run_and_by_its_id(played: Path, typed: Fatecast) -> None:
    by_number = typed("replay", played, 1, 17)
    by_name = typed("replay", played, "die6/goal20", 17)
    by_id = typed("replay", "dice-6-20-6-7-17", "--game", "dice")
    assert by_number.stdout == by_name.stdout == by_id.stdout
    assert by_number.stdout.startswith("rolls ")
    later = typed("replay", played, 1, 17, "--turn", 3)
    assert later.stdout.splitlines() == by_number.stdout.splitlines()[2:]
    events = json.loads(typed("replay", played, 1, 17, "--json").stdout)
    assert [event["turn"] for event in events] == list(range(1, len(events) + 1))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(RACE, out=tmp_path_factory.mktemp("played") / "run", executor="inline").path


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["die6/goal21", "0"], "unknown cell 'die6/goal21': did you mean 'die6/goal20'?"),
        (["9", "0"], "unknown cell '9'"),
        (["1", "minus"], "INDEX: expected a number from 0 to 281474976710655, not 'minus'"),
        (["1"], "CELL INDEX, with a CELL of die6/goal15, die6/goal20, die8/goal15, die8/goal20"),
        (["1", "17", "--turn", "999"], "--turn: expected 0 to "),
    ],
)
def test_a_game_that_is_not_there(played: Path, typed: Fatecast, words: list[str], complaint: str) -> None:
    done = typed("replay", played, *words)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_the_unexpected_is_one_line_too(tmp_path: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(store: Store) -> Json:
        raise KeyError("block")

    monkeypatch.setattr(Store, "manifest", broken)
    done = typed("resume", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "fatecast: unexpected KeyError: 'block' (-v shows where)\n"
    with pytest.raises(KeyError):
        typed("resume", tmp_path, "-v")


def test_settings_for_numba_in_a_folder_are_refused(tmp_path: Path) -> None:
    """Numba reads them, and one of them names a file that it overwrites."""
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("mine")
    (tmp_path / ".numba_config.yaml").write_text(f"chrome_trace: {thesis}\n")
    with start("cards", cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.startswith("fatecast: .numba_config.yaml: Numba would take its settings from this file; remove it")
    assert thesis.read_text() == "mine"


def test_a_reader_who_has_seen_enough_gets_no_error() -> None:
    with start("cards") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read()
        assert (process.wait(60), said) == (141, "")


def test_check_shows_all_mistakes_the_first_of_the_file_first(typed: Fatecast, tmp_path: Path) -> None:
    deck, experiment = tmp_path / "wrong.toml", tmp_path / "wrong.json"
    deck.write_text('extends = "base"\n[cards.the-deep]\nmoons = 99\nplay = "sum <="\n[cards.dawn]\nmoon = 2\n')
    experiment.write_text('{"game": "shipwreck", "games": "many", "seed": -1}')
    done = typed("check", deck, experiment)
    lines = done.stderr.splitlines()
    assert done.returncode == 2
    assert all(line.startswith(f"fatecast: {tmp_path}") and "more)" not in line for line in lines)
    named = [line.removeprefix(f"fatecast: {tmp_path}/").split(": ")[:2] for line in lines]
    fields = ["cards.the-deep.moons", "cards.the-deep.play", "cards.dawn.moon"]
    assert named[:3] == [["wrong.toml", field] for field in fields]
    assert sorted(named[3:]) == [["wrong.json", "games"], ["wrong.json", "seed"]]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("run", "smoke", "--games", "-1"), "command line: games: expected greater than or equal to 1, not -1"),
        (("run", "smoke", "--players", "many"), "--players: expected numbers such as 2,4 or 2-5, not 'many'"),
        (("run", "smoke", "--players", "9"), "command line: players.0: expected an integer from 2 to 5, got 9"),
        (
            ("compare", "base", "full", "--players", "9"),
            "command line: players.0: expected an integer from 2 to 5, got 9",
        ),
        (("run", "default", "--game", "pig"), "pig: unknown experiment 'default': expected one of pig, tuning"),
    ],
)
def test_what_was_typed_is_not_blamed_on_a_file(words: tuple[str, ...], line: str, typed: Fatecast) -> None:
    done = typed(*words)
    assert (done.returncode, done.stderr) == (2, f"fatecast: {line}\n")


def test_a_mistake_of_a_file_is_blamed_on_the_file(typed: Fatecast, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('game = "shipwreck"\nplayers = [9]\n')
    done = typed("run", file, "--games", "10")
    assert done.stderr == f"fatecast: {file}: players.0: expected an integer from 2 to 5, got 9\n"


def test_an_empty_file_is_nothing(typed: Fatecast, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").touch()
    done = typed("check", tmp_path / "empty.toml")
    assert done.returncode == 2
    assert "empty.toml: empty, expected a content file, a preset or an experiment" in done.stderr
