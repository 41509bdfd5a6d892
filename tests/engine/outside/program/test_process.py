"""Programs that keep to the protocol, and programs that do not."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.language.current import speaking
from engine.outside.program import process
from engine.outside.program.from_hello import declared_by
from engine.outside.program.game import CommandGame
from engine.outside.program.process import telling_line
from engine.outside.program.program import Program, _running
from tests.support import ROOT
from tests.support.programs import race as command


@pytest.fixture(autouse=True)
def _none_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(process, "PATIENCE", 1.0)
    monkeypatch.setattr(process, "SOON", 0.2)
    yield
    for running in [*_running.values()]:
        running.end()
    _running.clear()


def game_of(fault: str = "") -> CommandGame:
    return CommandGame(declared_by(Program(command(fault))))


def cell_of(game: CommandGame, **options: int) -> Cell:
    return game.cells(game.resolve({"die": [6], "storm": [0], "options": options}, "test"))[0]


@cache
def good_rows() -> bytes:
    """Of a program without faults."""
    game = game_of()
    return game.simulate(cell_of(game), 1, 20, 30).rows.tobytes()


def test_games_are_played_by_one_process() -> None:
    game = game_of()
    cell = cell_of(game)
    whole = game.simulate(cell, 1, 0, 40).rows
    pid = _running[command()].child.pid
    parts = [game.simulate(cell, 1, *part).rows for part in ((0, 7), (7, 8), (8, 8), (8, 40))]
    assert np.concatenate(parts).tobytes() == whole.tobytes()
    assert _running[command()].child.pid == pid
    assert game.simulate(cell, 2, 0, 40).rows.tobytes() != whole.tobytes()
    assert set(whole["won"]) == {0, 1}
    assert whole["turns"].min() >= 1
    assert whole["score"].min() >= 5, "counted from -5"


def test_the_largest_seed_and_index_arrive_whole() -> None:
    game = game_of()
    cell = cell_of(game)
    seed, first = (1 << 64) - 1, (1 << 48) - 4
    rows = game.simulate(cell, seed, first, first + 4).rows
    assert rows.tobytes() != game.simulate(cell, seed - 1, first, first + 4).rows.tobytes()
    assert len(set(rows.tolist())) > 1


BROKEN = {
    "dies": r"it ended \(exit code 1\); its last words: 'I have run\\x1b\[31m out of dice'",
    "killed": r"it ended \(signal 9, SIGKILL: killed, or out of memory\)",
    "hangs": r"it wrote nothing for 1 s",
    "floods": r"it answered with more than 40 lines before the last",
    "long": r"it wrote a line of more than 1,048,576 bytes: '\[1,1,",
    "complains": r"it wrote more than 1,048,576 bytes to standard error; its last words: '[help! ]+",
    "error": r"it says: 'no dice on Sundays'",
    "text": r"expected a line of JSON, got 'thirteen'",
    "object": r"expected another line of the answer or \{\"done\": N\}, got '\{\"won\": 1\}'",
    "float": r"expected a list of 3 whole numbers, got '\[0.5,",
    "true": r"expected a list of 3 whole numbers, got '\[true,",
    "huge": r"expected numbers below 2\^63, got '\[1000000",
    "wide": r"expected a list of 3 whole numbers, got '\[\d, \d+, -?\d+, 1\]'",
    "few": r"it answered with 39 games, expected 40",
    "miscounts": r"expected \{\"done\": 40\} after 40 lines, got '\{\"done\": 41\}'",
    "many": r"it answered with more than 40 lines before the last",
    "closes": r"it closed its output, and runs on",
    "range": r"expected won from 0 to 1, got 2 in '\[2,",
    "below": r"expected turns from 1 to 60, got 0 in '",
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_goes_wrong_is_one_line_and_ends_the_program(fault: str) -> None:
    game = game_of(fault)
    cell = cell_of(game)
    child = _running[command(fault)].child
    with pytest.raises(BrokenRule, match=BROKEN[fault]) as caught:
        game.simulate(cell, 1, 0, 40)
    line = str(caught.value)
    assert line.startswith(f"cmd:{command(fault)}: asked to play games 0 to 39 of die6/storm0, seed 1: ")
    assert "\n" not in line
    assert line.isprintable()
    assert len(line) < 1000
    assert child.returncode is not None
    assert gone(group_of(child.pid)), "it has ended with all that it started"
    assert command(fault) not in _running
    if fault not in ("range", "below"):
        assert game.simulate(cell, 1, 20, 30).rows.tobytes() == good_rows()


def test_an_answer_that_goes_on_in_the_same_breath_is_noticed() -> None:
    game = game_of("breathless")
    with pytest.raises(BrokenRule, match=r"it went on after its answer: '\[1, 1, 1\]'"):
        game.simulate(cell_of(game), 1, 0, 5)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("silent", r"it wrote nothing for 1 s"),
        ("banner", r"expected a line of JSON, got 'Welcome to the race!'|it wrote without being asked: 'Welcome"),
    ],
)
def test_a_program_that_does_not_say_hello(fault: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "HELLO_SECONDS", 1.0)
    with pytest.raises(BadInput, match=message):
        game_of(fault)
    assert command(fault) not in _running


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("./nowhere --fast", r"^cmd:./nowhere --fast: cannot be started here: ./nowhere: No such file or directory$"),
        ("./docs", r"^cmd:./docs: cannot be started here: ./docs: Permission denied$"),
        ("'open", r"^cmd:'open: not a command: No closing quotation$"),
        ("", r"^cmd:: expected a command, such as cmd:./mygame$"),
        ("true", r"^cmd:true: asked for hello: it ended \(exit code 0\)$"),
        ("sh -c 'read x; echo {}'", r"^cmd:sh -c 'read x; echo \{\}': hello: protocol: missing field"),
        ("sh -c 'read x; echo []'", r": asked for hello: expected an object, got '\[\]'$"),
    ],
)
def test_commands_that_are_none(typed: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(BadInput, match=message):
        declared_by(Program(typed))


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with pytest.raises(BadInput, match="asked for hello"):
        declared_by(Program(f"echo '{{}}' ; touch {marker}"))
    assert not marker.exists()


# No process outlives the one that started it.


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(pids: list[int], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(is_running, pids))


def group_of(pid: int) -> list[int]:
    """The processes of a group, where they can be seen."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[2]) == pid:
                found.append(int(stat.parent.name))
    return found


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _play_until_killed(pipe: object) -> None:
    game = game_of("hangs")
    cell = cell_of(game)
    game.simulate(cell, 1, 0, 5)
    child = _running[command("hangs")].child.pid
    pipe.send(child)  # type: ignore[attr-defined]
    process.PATIENCE = 1000.0
    game.simulate(cell, 1, 0, 40)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
def test_a_program_that_is_stuck_ends_with_a_worker_that_is_killed() -> None:
    here, there = get_context("fork").Pipe()
    worker = get_context("fork").Process(target=_play_until_killed, args=(there,))
    worker.start()
    child = here.recv()
    until = time.monotonic() + 10
    while not (found := children_of(child)) and time.monotonic() < until:
        time.sleep(0.02)
    assert found, "it has started a process of its own"
    assert is_running(child)
    os.kill(worker.pid or 0, signal.SIGKILL)
    worker.join()
    assert gone([child, *found])


def _play_in_a_fork(pipe: object, game: CommandGame, parents: int) -> None:
    rows = game.simulate(cell_of(game), 1, 0, 5).rows
    pipe.send((rows.tobytes(), _running[command()].child.pid != parents))  # type: ignore[attr-defined]


def test_a_fork_starts_a_program_of_its_own() -> None:
    game = game_of()
    mine = game.simulate(cell_of(game), 1, 0, 5).rows.tobytes()
    pid = _running[command()].child.pid
    here, there = get_context("fork").Pipe()
    fork = get_context("fork").Process(target=_play_in_a_fork, args=(there, game, pid))
    fork.start()
    assert here.recv() == (mine, True)
    fork.join()
    assert game.simulate(cell_of(game), 1, 0, 5).rows.tobytes() == mine
    assert _running[command()].child.pid == pid


def test_replays() -> None:
    game = game_of()
    cell = cell_of(game)
    row = game.simulate(cell, 1, 17, 18).rows[0]
    told = game.replay(cell, 1, 17)
    assert told.events[-1]["turn"] == row["turns"]
    assert told.events[-1]["result"]["score"] == int(row["score"]) - 5
    assert told.lines[0][1].startswith("Turn 1: rolls ")
    assert told.lines[-1][1].startswith(f"Result: won {row['won']}, turns {row['turns']}, score ")
    with speaking("es"):
        assert game.replay(cell, 1, 17).lines[-1][1].startswith(f"Resultado: won {row['won']}, turns ")
    for fault, message in (("escapes", "printable characters"), ("backwards", "in the order of the turns")):
        broken = game_of(fault)
        with pytest.raises(BrokenRule, match=f"asked to tell game 17 of die6/storm0, seed 1: .*{message}"):
            broken.replay(cell_of(broken), 1, 17)


JAVA = """Exception in thread "main" java.lang.IllegalStateException: no dice
\tat Race.roll(Race.java:12)
\tat Race.main(Race.java:3)"""
CAUSED = f"{JAVA}\nCaused by: java.io.IOException: bag is empty\n\tat Bag.draw(Bag.java:9)\n\t... 2 more"
RUST = """thread 'main' panicked at src/main.rs:3:5:
index out of bounds: the len is 3 but the index is 7
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"""
GO = "panic: runtime error: index out of range [7]\n\ngoroutine 1 [running]:\nmain.main()\n\t/race.go:7\nexit status 2"
NODE = "/race.js:3\nthrow new Error('no dice')\n^\n\nError: no dice\n    at roll (/race.js:3:7)\n\nNode.js v18.19.0"
PYTHON = "Traceback (most recent call last):\n  File 'race.py', line 3, in roll\n    raise Boom\nrace.Boom: no dice"
NOTED = f"{PYTHON}\nSee the manual.\nGoodbye."
CPP = "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no dice"
RAN = "loading\nwarning: error rates are high\nready"


@pytest.mark.parametrize(
    ("complaints", "told"),
    [
        (JAVA, 'Exception in thread "main" java.lang.IllegalStateException: no dice'),
        (CAUSED, "Caused by: java.io.IOException: bag is empty"),
        (RUST, "thread 'main' panicked at src/main.rs:3:5: index out of bounds: the len is 3 but the index is 7"),
        (GO, "panic: runtime error: index out of range [7]"),
        (NODE, "Error: no dice"),
        (PYTHON, "race.Boom: no dice"),
        (NOTED, "race.Boom: no dice"),
        (PYTHON.replace("race.Boom: no dice", "KeyError: 7"), "KeyError: 7"),
        (CPP, "terminate called after throwing an instance of 'std::runtime_error' what():  no dice"),
        (RAN, "ready"),
        ("race: dice.c:7: roll: Assertion `n > 0' failed.\nAborted", "race: dice.c:7: roll: Assertion `n > 0' failed."),
        ("one\ntwo", "two"),
    ],
    ids=["java", "cause", "rust", "go", "node", "python", "notes", "key error", "c++", "log", "assert", "no error"],
)
def test_the_line_that_tells_the_error_is_shown(complaints: str, told: str) -> None:
    lines = [line for line in complaints.encode().splitlines() if line.strip()]
    assert telling_line(lines).decode() == told
