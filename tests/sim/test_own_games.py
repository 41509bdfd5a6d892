"""A game in a file on the command line: everything that the laboratory does for the games that come with it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.runs.store import Store
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG, written

GAMES = 200


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain_pig").mkdir()
    (tmp_path / "plain_pig" / "game.py").write_text(PLAIN_PIG)
    return tmp_path


def played(typed: Fatecast, out: str, *more: object) -> subprocess.CompletedProcess[str]:
    """A small run, in this process."""
    flags = ("--players", "2", "--games", GAMES, "--executor", "inline", "--out", out)
    done = typed("run", "--game", "./plain_pig", *flags, *more)
    assert (done.returncode, done.stderr) == (0, "")
    return done


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("fatecast: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_the_same_bytes_on_any_number_of_workers(fatecast: Fatecast, typed: Fatecast, folder: Path) -> None:
    played(typed, "inline")
    flags = ("--game", folder / "plain_pig" / "game.py", "--players", "2", "--games", GAMES, "--block", 40)
    done = fatecast("run", *flags, "--workers", 2, "--out", folder / "workers")
    assert done.returncode == 0, done.stderr
    digests = {Store(Path(name)).manifest()["digest"] for name in ("inline", "workers")}
    assert len(digests) == 1


def test_what_the_parameters_of_policies_mean(typed: Fatecast, folder: Path) -> None:
    """In the list, and in the line about a value that cannot be."""
    assert typed("new", "pirates").returncode == 0
    listed = typed("policies", "--game", "./pirates").stdout
    assert "gold on board that is enough" in listed
    assert "with the game" in listed
    assert "installed" not in listed
    flags = ["--game", "./pirates", "--games", 10, "--out", "x"]
    wrong = one_line(typed("run", *flags, "--policy", "bold enough=99"), 2)
    assert "parameter enough: expected a whole number from 1 to 20, got '99' (gold on board that is enough)" in wrong
    file = folder / "pirates" / "game.py"
    file.write_text(file.read_text().replace("enough=ENOUGH", "enough=5"))
    listed = typed("policies", "--game", "./pirates").stdout
    assert "0 or more, whole" in listed
    assert "the file of the game does not say what it means" in listed
    assert "1e+06" not in listed
    wrong = one_line(typed("run", *flags, "--policy", "bold enough=-1"), 2)
    assert wrong.rstrip().endswith("parameter enough: expected a whole number of 0 or more, got '-1'")


def test_nothing_but_the_call_loads_a_file(typed: Fatecast, folder: Path) -> None:
    """An experiment that names a file, or a run of a game, executes nothing."""
    (folder / "trap.py").write_text("from pathlib import Path\nPath('sprung').touch()\n" + PLAIN_PIG)
    (folder / "e.toml").write_text('game = "./trap.py"\ngames = 10\n')
    assert "unknown game './trap.py'" in one_line(typed("run", "e.toml"), 2)
    (folder / "e.toml").write_text('game = "trap"\ngames = 10\n')
    assert "unknown game 'trap'" in one_line(typed("run", "e.toml"), 2)
    assert "unknown game" in one_line(typed("run", "--set", "game=./trap.py"), 2)
    assert not (folder / "sprung").exists()
    assert typed("games", "./trap.py").returncode == 0
    assert (folder / "sprung").exists()


MINE = """from fatecast.game import Parameter


def mine(view, at=Parameter(12, 2, 100, "points of a turn")):
    return view["turn"] < at
"""


@pytest.mark.full
def test_a_policy_in_a_file_plays_in_every_verb(typed: Fatecast, folder: Path) -> None:
    """It is told from another text of the game, which is a file, too."""
    (folder / "mine.py").write_text(MINE)
    game = ("--game", "./plain_pig", "--players", "2")
    few = ("--games", "40", "--executor", "inline")
    for words in (
        ["run", "--policy", "./mine.py at=9", *few, "--out", "run"],
        ["compare", "hold", "./mine.py at=9", *few],
        ["try", "policy.at=15", "--policy", "./mine.py", *few],
        ["ablate", "--kind", "policies", "--policy", "./mine.py", *few, "--out", "ablated"],
        ["sweep", "--set", "policy.at=9,15", "--policy", "./mine.py", *few, "--out", "swept"],
    ):
        done = typed(*words, *game)
        assert done.returncode == 0, (words, done.stderr)
    done = typed("replay", "run", "0", "3", "--game", "./plain_pig", "--policy", "./mine.py")
    assert done.returncode == 0, done.stderr
    assert "policy mine is code of your own" in one_line(typed("verify", "run", "--game", "./plain_pig"), 2)


def test_a_wrong_path_or_another_game_is_one_line(typed: Fatecast, folder: Path) -> None:
    played(typed, "run")
    assert "nothing: no such file" in one_line(typed("run", "--game", "./nothing"), 2)
    (folder / "pig").mkdir()
    (folder / "pig" / "game.py").write_text(PLAIN_PIG)
    assert "the name pig belongs to a game" in one_line(typed("run", "--game", "./pig"), 2)
    assert "run is a run of plain_pig" in one_line(typed("verify", "run", "--game", "pig"), 2)
    (folder / "two words.py").write_text(PLAIN_PIG)
    assert "expected a name of letters" in one_line(typed("run", "--game", "./two words.py"), 2)


def test_workers_that_share_no_memory_get_the_text(folder: Path) -> None:
    """As on a cluster: a process that has never seen the file plays a cell from what the task contains."""
    from pickle import dumps

    from engine.game.registry import address_of, admit, forget, load_game
    from sim.play.worker import Task, play_block
    from sim.runs.block import RowsFolder

    game = load_game(admit("./plain_pig"))
    cell = game.cells(game.resolve({"players": [3]}, "test"))[0]
    elsewhere = RowsFolder("nowhere", "no mark")
    task = Task(address_of("plain_pig"), game.version, game.schema, cell, 0, 1, 0, 50, rows=elsewhere)
    forget()
    (folder / "plain_pig" / "game.py").unlink()
    (folder / "task").write_bytes(dumps(task))
    code = (
        "import pickle, sys\nfrom sim.play.worker import play_block\n"
        "print(play_block(pickle.load(sys.stdin.buffer)).checksum)"
    )
    with (folder / "task").open("rb") as task_file:
        root = Path(__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdin=task_file,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
    assert done.stdout.strip() == play_block(task).checksum


@pytest.mark.full
def test_a_gate_tells_an_edited_file_from_the_accepted_one(typed: Fatecast, folder: Path) -> None:
    (folder / "plain_pig" / "experiments").mkdir()
    (folder / "plain_pig" / "experiments" / "tuning.toml").write_text('game = "plain_pig"\nplayers = [2]\n')
    game, limit = (
        folder / "plain_pig" / "game.py",
        ("    players = (2, 6)\n", "    players = (2, 6)\n    turn_limit = 80\n"),
    )
    quick = ("Parameter(100", "Parameter(50")
    game.write_text(written(quick, limit))
    accept = ("baseline", "accept", "--experiment", "tuning", "--game", "./plain_pig", "--games", 1024)
    done = typed(*accept, "--outcome", "length", "--workers", 1)
    assert done.returncode == 0, done.stderr
    gate = ("gate", "--game", "./plain_pig", "--games", 4096, "--executor", "inline")
    assert typed(*gate).returncode == 0
    (folder / "before.py").write_text(game.read_text())
    game.write_text(written(quick, limit, ('view["turn"] < at', 'view["turn"] < at - 8')))
    assert "--before FILE" in one_line(typed(*gate), 5)
    failed = typed(*gate, "--before", "before.py")
    assert failed.returncode == 3, failed.stderr
    game.write_text(written(quick, limit) + "\n# A remark changes the hash and no game.\n")
    assert typed(*gate, "--before", "before.py").returncode == 0
    both = typed("compare", "before.py", "./plain_pig/game.py", "--game", "./plain_pig", "--games", 20)
    assert both.returncode == 0, both.stderr
    assert "no rule changed: both sides are the same and play the same games" in both.stdout
    folder_named = typed("compare", "before.py", "./plain_pig", "--game", "./plain_pig", "--games", 20)
    assert folder_named.returncode == 0, folder_named.stderr


def test_the_api_takes_a_path(folder: Path) -> None:
    import fatecast

    made = fatecast.run({"players": [2], "games": 50}, game=folder / "plain_pig", out=folder / "run", executor="inline")
    assert made.summary["seat_1"][0] > 0.3
    assert fatecast.load_run(folder / "run", game=folder / "plain_pig").manifest["experiment"]["game"] == "plain_pig"
