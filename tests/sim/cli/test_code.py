"""Code of the user's own on the command line: named in every call that plays, and in no other way."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sim import run
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.sample import sampled
from tests.support.shipwreck.own_files import example, simple, uncompilable, write

FLAGS = ("--players", "3", "--doom", "2", "--workers", "2")
MOST_SECONDS = 300
"""The first of these calls compiles the policy."""


def fatecast(folder: Path, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
    """The command in a folder of the user's own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "sim", *map(str, words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the how-to's example, in a folder with the file."""
    folder = tmp_path_factory.mktemp("own")
    write(folder, "careful", example())
    done = fatecast(folder, "run", "--policy", "./careful.py courage=3", *FLAGS, "--games", 1000, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "fatecast: careful courage=3: compiled"
    assert "policy careful courage=3" in done.stdout
    assert " --policy careful.py\n" in done.stdout
    return folder


@pytest.mark.full
def test_the_manifest_has_the_hash_and_not_the_path(folder: Path) -> None:
    text = (folder / "run" / "manifest.json").read_text()
    manifest = json.loads(text)
    assert manifest["parts"]["policies"]["careful"]["plays"] == "compiled"
    assert manifest["parts"]["policies"]["careful"]["sha256"] == manifest["experiment"]["policies"][0]["code"]
    assert "careful.py" not in text
    assert str(folder) not in text


@pytest.mark.full
@pytest.mark.parametrize(
    "words", sampled([["resume", "run"], ["verify", "run"], ["replay", "run", "0", "3"]], [["verify", "run"]])
)
def test_every_call_that_plays_names_the_file_again(folder: Path, words: list[str]) -> None:
    without = fatecast(folder, *words)
    assert (without.returncode, without.stdout) == (2, "")
    assert "policy careful is code of your own" in without.stderr
    assert "--policy PATH/careful.py" in without.stderr
    assert len(without.stderr.splitlines()) == 1
    assert fatecast(folder, *words, "--policy", "careful.py").returncode == 0
    write(folder, "changed", example() + "# changed\n")
    assert fatecast(folder, *words, "--policy", "changed.py").returncode == 2


@pytest.mark.full
def test_a_game_by_its_id(folder: Path) -> None:
    [cell] = json.loads((folder / "run" / "summary.json").read_bytes())["cells"]
    word = cell["notable"]["longest game"]["id"]
    assert "name its file too: --policy PATH/careful.py" in fatecast(folder, "replay", word).stderr
    told = fatecast(folder, "replay", word, "--policy", "./careful.py")
    assert told.returncode == 0
    assert "Turn 1: " in told.stdout


@pytest.mark.full
def test_an_experiment_that_names_a_file_is_refused(
    folder: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for line in (
        'policies = ["./careful.py"]',
        'tables = ["./careful.py,mute"]',
        'policies = [{ name = "./careful.py" }]',
    ):
        (folder / "sly.toml").write_text(line)
        for verb in ("run", "check"):
            done = typed(verb, "./sly.toml")
            assert (done.returncode, done.stdout) == (2, "")
            assert "a policy file is code, and loaded only if the command line names it" in done.stderr
            assert len(done.stderr.splitlines()) == 1
    assert not (folder / "reports").exists()


def test_a_table_of_ones_own_and_others(folder: Path) -> None:
    words = ("run", "--table", "mute: ./careful.py courage=3, guess", *FLAGS, "--games", 6, "--out", "table")
    done = fatecast(folder, *words, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert "policy mute: careful courage=3,guess" in done.stdout


def test_from_python(folder: Path, tmp_path: Path) -> None:
    played = run(
        {"policies": ["careful courage=3"], "players": [3], "doom": [2], "games": 1000},
        code=[folder / "careful.py"],
        out=tmp_path / "run",
        executor="inline",
        block=300,
    )
    assert played.digest == json.loads((folder / "run" / "manifest.json").read_bytes())["digest"]


@pytest.mark.full
def test_plain_python_on_workers_beside_a_compiled_policy(folder: Path) -> None:
    write(folder, "careless", uncompilable(example()))
    words = ("run", "--policy", "careless.py courage=3,careful.py courage=3", *FLAGS, "--games", 40, "--block", 10)
    done = fatecast(folder, *words, "--out", "both")
    assert done.returncode == 0, done.stderr
    assert "careless courage=3: plays as plain Python, slower, with the same results (predict: " in done.stderr
    plain, compiled = json.loads((folder / "both" / "summary.json").read_bytes())["cells"]
    same = {key: value for key, value in plain.items() if key not in ("policy", "notable", "digest")}
    assert same.items() <= compiled.items()


@pytest.mark.full
def test_a_policy_that_breaks_names_the_game(folder: Path) -> None:
    """Raised and illegal, as plain Python; on_error leaves the others unharmed."""
    body = "    memo = {}\n    memo['a'] = memo\n    if roll(view.table, dice, 210, 40) == 0:\n        return 59\n"
    write(folder, "breaks", simple("breaks", body))
    words = ("run", "--policy", "breaks.py", *FLAGS, "--games", 40)
    done = fatecast(folder, *words, "--out", "breaks")
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("fatecast: base/breaks/players3/doom2: game ")
    told = "choose_play named a move that is not legal; finished blocks are kept, continue with: fatecast resume breaks"
    assert line.endswith(f"{told} (if you mend the code, start anew: another text plays other games)")
    skipped = fatecast(folder, *words, "--on-error", "skip", "--block", 7, "--out", "skips")
    assert skipped.returncode == 0, skipped.stderr
    assert "of 40 games of base/breaks/players3/doom2 skipped: base/breaks/players3/doom2: game " in skipped.stdout


@pytest.mark.full
def test_a_plain_policy_that_hangs_leaves_nobody_behind(folder: Path) -> None:
    body = "    memo = {}\n    memo['a'] = memo\n    while view.table.turn == 2:\n        memo['b'] = 1\n"
    write(folder, "hangs", simple("hangs", body))
    flags = (*FLAGS, "--games", 4, "--block", 2, "--patience", 20)
    marked = f"hangs-{os.getpid()}"
    done = fatecast(folder, "run", "--policy", "hangs.py", *flags, "--out", marked, FATECAST_MARK=marked)
    assert done.returncode == 1
    assert re.search(r"base/hangs/players3/doom2: game [02] does not end \(given 2 s alone\): ", done.stderr), (
        done.stderr
    )
    left = [path for path in Path("/proc").glob("[0-9]*/environ") if marked.encode() in read(path)]
    assert left == []


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


@pytest.mark.full
def test_the_verbs_of_policies(folder: Path) -> None:
    listed = fatecast(folder, "policies")
    assert listed.returncode == 0
    assert "family" in listed.stdout
    assert "rounds in which speaker and listener reason about each other" in listed.stdout
    unknown = fatecast(folder, "policies", "check", "carful")
    assert unknown.returncode == 2
    assert "unknown policy 'carful'" in unknown.stderr
    write(folder, "always", simple("always", "    return 59\n"))
    failed = fatecast(folder, "policies", "check", "always.py", NUMBA_DISABLE_JIT="1")
    assert failed.returncode == 1
    assert "legal       failed" in failed.stdout
    line = failed.stderr.splitlines()[0]
    assert line.startswith("fatecast: legal: base/always/players3/doom0: game 0, turn 1: choose_play named a move")
    assert line.endswith(" --policy PATH/always.py")
    word = line.partition("fatecast replay ")[2].split()[0]
    told = fatecast(folder, "replay", word, "--policy", "always.py", NUMBA_DISABLE_JIT="1")
    assert "Broken off: " in told.stdout
