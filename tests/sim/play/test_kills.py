"""Real processes that are killed, while running and while resuming: what is left is continued to the same bytes. Kills
at every touch of the disk are in `tests/sim/runs/test_store_machine.py`."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from sim import run
from tests.support.command_line import RACE, race_flags, start
from tests.support.runs import files_of, until

SLOW = {**RACE, "sleep": 0.02}
MAY_DIFFER = ("begun", "finished", "commit", "checksum")


def lasting(path: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """What must be the same however a run was interrupted: all bytes, but for the times in the manifest, and for the
    commit: a run whose git was killed notes none."""
    files = files_of(path)
    manifest = json.loads(files.pop("manifest.json"))
    return files, {key: value for key, value in manifest.items() if key not in MAY_DIFFER}


def differing(path: Path, whole: Path) -> dict[str, tuple[object, object]]:
    """What is not the same in a run and in one that nobody interrupted, by file and by entry of the manifest."""
    (files, manifest), (whole_files, whole_manifest) = lasting(path), lasting(whole)
    ours, theirs = {**files, **manifest}, {**whole_files, **whole_manifest}
    both = {name: (ours.get(name), theirs.get(name)) for name in ours | theirs}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(SLOW, out=tmp_path_factory.mktemp("slow") / "run", executor="inline", block=100).path


def kill(process: "subprocess.Popen[str]", whom: str) -> None:
    """Kills the whole group, the parent, or one of the workers. All of them are gone afterwards."""
    try:
        children = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        children = []
    workers = [child for child in children if not _is_git(child)]
    if whom == "group":
        os.killpg(process.pid, signal.SIGKILL)
    elif whom == "parent" or not workers:
        process.kill()
    else:
        with suppress(psutil.NoSuchProcess):
            workers[-1].kill()
    process.communicate(timeout=60)
    until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children), 60)


def _is_git(child: psutil.Process) -> bool:
    """A run asks git for its commit while it starts; without an answer, it notes none."""
    try:
        return str(child.name()) == "git"
    except psutil.NoSuchProcess:
        return False


def killed_again_and_again(path: Path, whole: Path, luck: Random, whom: Sequence[str]) -> None:
    """Starts a run, kills it at a random moment, resumes it, kills that, and in the end lets it finish."""
    begin = ["run", *race_flags(sleep=0.02), "--block", 100, "--workers", 2, "--out", path]
    for victim in whom:
        words = ["resume", path, "--workers", 2] if (path / "manifest.json").exists() else begin
        with start(*words, start_new_session=True) as process:
            time.sleep(luck.uniform(0.5, 3.5))
            kill(process, victim)
    with start(*(["resume", path] if (path / "manifest.json").exists() else begin)) as process:
        _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (0, "")
    assert differing(path, whole) == {}


@pytest.mark.full
def test_killed_while_running_and_while_resuming(slow: Path, tmp_path: Path) -> None:
    killed_again_and_again(tmp_path / "run", slow, Random(1), ["group", "worker", "parent"])
