"""The verbs on games that are programs: Pig in C, and programs that misbehave."""

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadData
from engine.game.cell import Cell
from engine.game.optional_parts import editions_of
from engine.game.registry import admit, forget, load_game
from engine.outside.program.from_hello import declared_by
from engine.outside.program.game import CommandGame
from engine.outside.program.program import Program, _end_all
from sim.compare.gate.baseline import write_baseline
from tests.support.command_line import Fatecast
from tests.support.programs import COMPILER, NO_COMPILER, pig, race
from tests.support.undrawn import without_figures

needs_compiler = pytest.mark.skipif(COMPILER is None, reason=NO_COMPILER)
NAME = "cmd:pig-in-c"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    forget()
    _end_all()


def digest_of(run: str) -> str:
    return str(json.loads(Path(run, "manifest.json").read_text())["digest"])


# The example.


@needs_compiler
def test_a_run_is_the_same_on_workers_and_in_one_process(fatecast: Fatecast, typed: Fatecast) -> None:
    game = ("--game", f"cmd:{pig()}")
    flags = ("run", *game, "--policy", "hold,random", "--players", "2-3", "--games", 600, "--block", 200)
    done = fatecast(*flags, "--out", Path("two").absolute(), "--workers", 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert typed(*flags, "--out", "one", "--executor", "inline").returncode == 0
    assert digest_of("two") == digest_of("one")
    rows = [sorted(each.relative_to(run) for each in (Path(run) / "games").iterdir()) for run in ("two", "one")]
    assert rows[0] == rows[1]
    for each in rows[0]:
        assert Path("two", each).read_bytes() == Path("one", each).read_bytes()
    lost = sorted(Path("two/blocks").iterdir())[3]
    lost.unlink()
    assert typed("resume", "two").returncode == 2
    assert not lost.exists()
    assert typed("resume", "two", *game, "--executor", "inline").returncode == 0
    assert lost.exists()
    assert digest_of("two") == digest_of("one")
    assert "correct, digest" in typed("verify", "two", *game).stdout


@needs_compiler
def test_the_verbs_that_read_a_run(typed: Fatecast) -> None:
    game = ("--game", f"cmd:{pig()}")
    done = typed("run", *game, "--players", 2, "--games", 300, "--executor", "inline", "--out", "run")
    assert done.returncode == 0, done.stderr
    found = typed("find", "run", *game, "--is", "seat 2", "--min", "turns=25", "--limit", 1).stdout.splitlines()[0]
    assert found.startswith(f"fatecast replay {NAME}:rules1@")
    assert f" --game cmd:{pig()}" in found
    _, _, name, *_ = found.split()
    told = typed("replay", name, *game).stdout
    assert told.splitlines()[-1].startswith("Result: winners 2, turns ")
    assert typed("replay", "run", 0, 3, *game).stdout.startswith("Turn 1, seat 1 rolls ")
    with without_figures():
        assert typed("report", "run", *game, "--out", "page").returncode == 0
    page = Path("page/report.md").read_text()
    assert page.startswith("# Pig in C: who wins?")
    assert f"fatecast report again --game cmd:{pig()}" in page
    assert str(pig()) not in Path("run/manifest.json").read_text() + Path("run/experiment.json").read_text()
    for verb in ("report", "verify", "find", "resume"):
        refused = typed(verb, "run")
        assert refused.returncode == 2
        runs_only = "is a program, which runs only if the call names it: add --game 'cmd:COMMAND'"
        assert refused.stderr == f'fatecast: the game "{NAME}" {runs_only}\n'
    assert typed("replay", name).returncode == 2


@needs_compiler
def test_the_gate_keeps_a_baseline_and_notices_a_change(typed: Fatecast) -> None:
    game = ("--game", f"cmd:{pig()}")
    Path("held.toml").write_text(f'game = "{NAME}"\nplayers = [2]\n')
    accept = ("baseline", "accept", "--experiment", "held.toml", *game, "--outcome", "length", "--workers", 1)
    assert typed(*accept, "--games", 1024).returncode == 0
    gate = ("gate", *game, "--games", 4096, "--executor", "inline")
    assert typed(*gate).returncode == 0
    unnamed = typed("gate")
    assert (unnamed.returncode, unnamed.stdout) == (5, "")
    assert "is a program, which runs only if the call names it: add --game 'cmd:COMMAND'" in unnamed.stderr
    [baseline] = Path("configs").rglob("*.json")
    data = json.loads(baseline.read_text())
    data["experiment"]["options"] = {"at": 10}
    write_baseline(baseline, data)
    assert typed(*gate).returncode == 3
    shutil.copy(pig(), "changed")
    with Path("changed").open("ab") as file:
        file.write(b"another build")
    refused = typed("gate", "--game", "cmd:./changed")
    assert refused.returncode == 5
    assert "another file or other arguments" in refused.stderr


# Two builds of a game.


def test_two_builds_on_workers_of_a_cluster() -> None:
    """A worker on another machine knows the program of the address only; a cell of another build brings its command."""
    name = admit(f"cmd:{race()}")
    game = load_game(name)
    editions_of(game).admit(f"cmd:{race('faster')}")
    part = game.part(f"cmd:{race('faster')}")
    cell = game.cells(game.resolve({**(part or {}), "die": [6], "storm": [0]}, "test"))[0]
    there = CommandGame(declared_by(Program(race())))
    assert there.simulate(cell, 1, 0, 9).rows.tobytes() == game.simulate(cell, 1, 0, 9).rows.tobytes()
    alone = Cell(cell.labels, cell.spec)
    with pytest.raises(BadData, match="the program here is not the one that was played"):
        CommandGame(declared_by(Program(race()))).simulate(alone, 1, 0, 9)


@pytest.mark.full
def test_the_gate_plays_the_old_build_if_it_is_named(typed: Fatecast) -> None:
    old, new = f"cmd:{race()}", f"cmd:{race('faster')}"
    Path("held.toml").write_text('game = "cmd:race"\ndie = [6]\nstorm = [0]\n')
    accept = ("baseline", "accept", "--experiment", "held.toml", "--outcome", "length", "--workers", 1)
    assert typed(*accept, "--game", old, "--games", 1024).returncode == 0
    gate = ("gate", "--games", 2048, "--executor", "inline")
    assert typed(*gate, "--game", new).returncode == 5
    assert typed(*gate, "--game", new, "--before", old).returncode == 3
    assert typed(*gate, "--game", old, "--before", old).returncode == 0


def test_an_edit_that_the_experiment_hides_is_named(typed: Fatecast) -> None:
    old, new = f"cmd:{race()}", f"cmd:{race('nearer')}"
    Path("held.toml").write_text('game = "cmd:race"\ndie = [6]\nstorm = [0]\noptions = { goal = 20 }\n')
    accept = ("baseline", "accept", "--experiment", "held.toml", "--outcome", "length", "--workers", 1)
    assert typed(*accept, "--game", old, "--games", 1024).returncode == 0
    done = typed("gate", "--games", 1024, "--executor", "inline", "--game", new, "--before", old)
    assert done.returncode == 4, done.stderr
    assert "the experiment sets options.goal = 20: the edit 20 → 15 was not played" in done.stdout


# Programs that misbehave.


def test_a_program_that_dies_costs_its_block_and_one_line(fatecast: Fatecast) -> None:
    run = Path.cwd() / "run"
    flags = ("--die", 6, "--storm", 0, "--games", 60, "--block", 20, "--workers", 2)
    done = fatecast("run", "--game", f"cmd:{race('dies')}", *flags, "--out", run)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"fatecast: cmd:{race('dies')}: asked to play games 0 to 19 of die6/storm")
    assert "it ended (exit code 1); its last words: 'I have run" in done.stderr
    again = shlex.join(["resume", str(run), "--game", f"cmd:{race('dies')}"])
    assert f"continue with: fatecast {again}" in done.stderr
    done = fatecast("run", "--game", f"cmd:{race('dies')}", *flags, "--out", f"{run}-skip", "--on-error", "skip")
    assert done.returncode == 0, done.stderr
    assert "1 of 60 games of die6/storm0 skipped: " in done.stdout


# Nothing is started because of a name.

TRAP = "touch started"


def trapped() -> bool:
    return Path("started").exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [f"cmd:{TRAP}", "cmd:./trap", "cmd:x:./trap", "cmd: ./trap", "CMD:./trap"])
def test_no_file_starts_a_program(typed: Fatecast, name: str) -> None:
    trap = Path("trap")
    trap.write_text(f"#!/bin/sh\n{TRAP}\n")
    trap.chmod(0o755)
    Path("mine.toml").write_text(f"game = {json.dumps(name)}\n")
    experiment = {"name": "x", "game": name, "seed": 1, "games": 10, "on_error": "stop"}
    Path("mine.json").write_text(json.dumps(experiment))
    for file in ("mine.toml", "mine.json"):
        for call in (
            ("run", file),
            ("check", file),
            ("plan", "--experiment", file, "--half-width", "1%"),
            ("compare", file, file),
            ("sweep", "--on", file, "--set", "options.goal=1,2"),
            ("baseline", "accept", "--experiment", file),
        ):
            done = typed(*call)
            assert done.returncode == 2, call
            assert done.stderr.count("\n") == 1
    assert typed("run", "--set", f"game={name}").returncode == 2
    assert typed("replay", f"{name}:rules1@00000000:seed1:game1").returncode == 2
    assert not trapped()
    assert [path.name for path in Path().iterdir()] != []
    assert not Path("configs").exists()


def test_no_run_and_no_baseline_starts_a_program(typed: Fatecast) -> None:
    game = ("--game", f"cmd:{race()}")
    flags = ("--die", 6, "--storm", 0, "--games", 20)
    assert typed("run", *game, *flags, "--executor", "inline", "--out", "run").returncode == 0
    accepted = typed("baseline", "accept", *game, "--games", 1024, "--workers", 1)
    assert accepted.returncode == 0, accepted.stderr
    [baseline] = Path("configs").rglob("*.json")
    for file in (Path("run/manifest.json"), Path("run/experiment.json"), baseline):
        file.write_text(file.read_text().replace("cmd:race", f"cmd:{TRAP}"))
    for call in (
        ("resume", "run"),
        ("verify", "run"),
        ("report", "run"),
        ("find", "run"),
        ("replay", "run", 0, 1),
        ("compare", "run", "run"),
        ("report", "run", "run"),
        ("run", "run/experiment.json", "--out", "again"),
        ("gate",),
        ("gate", "--self-test"),
        ("baseline", "accept"),
    ):
        done = typed(*call)
        assert done.returncode in ((5,) if call[0] == "gate" else (2, 6)), call
        assert done.stderr.count("\n") == 1, call
        assert not trapped(), call


def test_the_trap_works(typed: Fatecast) -> None:
    assert typed("games", f"cmd:{TRAP}").returncode == 2
    assert trapped()


def test_a_command_that_is_not_there(typed: Fatecast) -> None:
    done = typed("run", "--game", "cmd:./nowhere --fast", "--games", 10)
    assert done.returncode == 2
    assert done.stderr == (
        "fatecast: cmd:./nowhere --fast: cannot be started here: ./nowhere: No such file or directory\n"
    )


def test_check_names_a_game_that_hangs(fatecast: Fatecast) -> None:
    done = fatecast("check", f"cmd:{race('hangs')}", "--patience", 1)
    assert done.returncode == 1
    assert "die6/storm0: game 13 of seed 1 does not end" in done.stderr


def test_programs_are_among_the_games_from_outside(typed: Fatecast) -> None:
    assert "cmd:./mygame" in typed("games").stdout
    assert "replay" in typed("games", "cmd").stdout
    told = typed("games", f"cmd:{race()}").stdout
    for word in ("A race", "cooperative", "storm", "goal", "5 to 50; by default 20", "win rate", "length"):
        assert word in told
