"""Kernels compiled by other processes: each part once, the rest side by side, and whatever happens, it ends."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from engine.kernel.compiled import INTERPRETED
from engine.kernel.compiling.parallel import CompilingElsewhere, Job, fork_here
from tests.support import ROOT

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

KERNELS = """
import os, sys
from engine.kernel.compiled import compiled
from engine.kernel import compile_way
from engine.kernel.compiling import parallel

parallel.compiles_elsewhere = lambda: True

@compiled
def helper(number):
    return number + 1

@compiled
def first(number):
    return helper(number) + 10

@compiled
def second(number):
    return helper(number) + 20

@compiled
def third(number):
    return helper(number) + 30

LOG = sys.argv[1]
if compile_way.compiles_whole_programs():
    from engine.kernel.numba_inside.whole_program import LowerPart, WholeLibrary
    def logged(owner, method, line):
        original = getattr(owner, method)
        def call(self, *args):
            with open(LOG, "a") as file:
                file.write(line(self, *args) + f" {os.getpid()}\\n")
            return original(self, *args)
        setattr(owner, method, call)
    logged(LowerPart, "run_pass", lambda self, state: "part " + state.func_id.func_qualname)
    logged(WholeLibrary, "_optimize_final_module", lambda self: "link " + self.name)

if __name__ == "__main__":
    parallel.compile_together([lambda: first(1), lambda: (second(1), third(1))], lambda line: None)
    print(os.getpid(), first(1), second(1), third(1))
    print(sum(getattr(first.dispatcher, "whole", first.dispatcher).stats.cache_hits.values()))
"""


def compile_them(tmp_path: Path, **environment: str) -> tuple[list[str], list[list[str]]]:
    """What a program that compiles three kernels in two jobs prints, and what its processes logged."""
    script, log = tmp_path / "kernels.py", tmp_path / "log"
    script.write_text(KERNELS)
    log.touch()
    env = {**os.environ, "FATECAST_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, str(script), str(log)], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), [line.split() for line in log.read_text().splitlines()]


@pytest.mark.full
def test_a_shared_part_is_compiled_once_and_children_link(tmp_path: Path) -> None:
    (values, hits), log = compile_them(tmp_path)
    parent, *results = values.split()
    assert results == ["12", "22", "32"]
    assert hits == "1", "the parent found the code in the cache"
    parts = [(name, process) for what, name, process in log if what == "part"]
    links = [(name, process) for what, name, process in log if what == "link"]
    assert [name for name, _ in parts] == ["helper"]
    assert sorted(name for name, _ in links) == ["first", "second", "third"]
    assert len({parent, *(process for _, process in parts + links)}) == 4, "one process does the rest of a job"


def write(path: Path) -> None:
    path.write_text("done")


def fail() -> None:
    raise ValueError


def hang() -> None:
    time.sleep(600)


def be_killed() -> None:
    fork_here()
    os.kill(os.getpid(), signal.SIGKILL)


def test_jobs_that_fail_or_are_killed_are_over_and_the_others_done(tmp_path: Path) -> None:
    jobs: list[Job] = [fail, be_killed, partial(write, tmp_path / "third")]
    with CompilingElsewhere(jobs) as compiling:
        compiling.wait()
        assert [compiling.is_over(number) for number in range(3)] == [True, True, True]
    assert (tmp_path / "third").exists()


def test_what_is_not_done_at_the_end_is_given_up(tmp_path: Path) -> None:
    with CompilingElsewhere([partial(write, tmp_path / "first"), hang]) as compiling:
        until = time.monotonic() + 60
        while not compiling.is_over(0) and time.monotonic() < until:
            time.sleep(0.01)
        assert compiling.is_over(0)
        assert not compiling.is_over(1)
        (process, *_) = compiling.processes
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
