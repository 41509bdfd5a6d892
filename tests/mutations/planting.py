"""Plants mistakes in copies of the tree and runs the tests that must see them."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutations.listing import PLAYS, Mutation
from tests.support import ROOT

CAUGHT, SURVIVED, HANGS, NOT_RUN, RED_BEFORE = "caught", "SURVIVED", "HANGS", "NOT RUN", "RED BEFORE"
"""A test failed, and passes without the mistake; none failed; the tests took too long; pytest could not run them; the
test that failed does so without the mistake, too."""

PASSED, FAILED = 0, 1
"""Exit codes of pytest. All others say that it could not do its work."""
MOST_SECONDS = 120
FAILING = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Selection(NamedTuple):
    """What is run for a mistake."""

    files: tuple[str, ...]
    only: str
    play: str


def selection_of(mutation: Mutation) -> Selection:
    return Selection(mutation.caught_by, mutation.only, mutation.play)


class Verdict(NamedTuple):
    word: str
    by: str
    """The test that failed first, or why no test could."""
    seconds: float


class Played(NamedTuple):
    """A run of pytest."""

    code: int | None
    """None if it took too long."""
    output: str
    seconds: float


class Tree:
    """A copy of the files that git knows, and of the catalogues that are built from them."""

    def __init__(self, place: Path) -> None:
        self.place = place
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True, text=True)
        built = [str(path.relative_to(ROOT)) for path in ROOT.glob("fatecast/locale/**/*.mo")]
        for name in (*filter(None, listed.stdout.split("\0")), *built):
            if (ROOT / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, place / name)

    def play(self, selection: Selection, most: float = MOST_SECONDS) -> Played:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.place),
            "NUMBA_DISABLE_JIT": str(int(selection.play != "compiled")),
        }
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "--color=no",
            "-rfE",
            *selection.files,
        ]
        command += ["-k", selection.only] if selection.only else []
        started = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=self.place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=most)
                code: int | None = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, _ = process.communicate()
                code = None
        shutil.rmtree(self.place / ".hypothesis", ignore_errors=True)  # what failed once would be tried first next time
        return Played(code, output, time.monotonic() - started)

    @contextmanager
    def planted(self, mutation: Mutation) -> Iterator[None]:
        """The time of the file is put back, too: Python knows by it whether bytecode is that of the file."""
        path = self.place / mutation.file
        source, before = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutation.planted_in(source), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def judge(mutations: list[Mutation], jobs: int, tell: Callable[[Mutation, Verdict], None]) -> list[Verdict]:
    """What becomes of each, in the order of the list. The tests that failed are played again at the end, without any
    mistake: one that fails anyway has caught nothing."""
    trees: SimpleQueue[Tree] = SimpleQueue()

    def verdict(mutation: Mutation) -> Verdict:
        tree = trees.get()
        try:
            found = verdict_on(tree, mutation)
        finally:
            trees.put(tree)
        tell(mutation, found)
        return found

    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            trees.put(Tree(Path(folder) / str(number)))
        verdicts = list(pool.map(verdict, mutations))
        tree = trees.get()
        for play in PLAYS:
            caught = [at for at, each in enumerate(mutations) if each.play == play and verdicts[at].word == CAUGHT]
            red = red_before(tree, {verdicts[at].by for at in caught}, play)
            for at in caught:
                if verdicts[at].by in red:
                    verdicts[at] = verdicts[at]._replace(word=RED_BEFORE)
                    tell(mutations[at], verdicts[at])
    return verdicts


def red_before(tree: Tree, tests: set[str], play: str) -> set[str]:
    """Those of the tests that fail without any mistake: one by one only if they do not pass together."""
    together = tuple(sorted(tests))
    if not together or tree.play(Selection(together, "", play), MOST_SECONDS * len(together)).code == PASSED:
        return set()
    return {test for test in together if tree.play(Selection((test,), "", play)).code != PASSED}


def verdict_on(tree: Tree, mutation: Mutation) -> Verdict:
    """What becomes of a mistake, as long as the test that fails does not do so without it, too."""
    with tree.planted(mutation):
        planted = tree.play(selection_of(mutation))
    if planted.code is None:
        return Verdict(HANGS, " ".join(mutation.caught_by), planted.seconds)
    if planted.code == PASSED:
        return Verdict(SURVIVED, " ".join(mutation.caught_by), planted.seconds)
    word = CAUGHT if planted.code == FAILED else NOT_RUN
    return Verdict(word, _first_failing(planted.output), planted.seconds)


def _first_failing(output: str) -> str:
    """The test that failed, or the last that pytest said."""
    named = FAILING.search(output)
    return named[1] if named else (output.strip().splitlines() or ["nothing"])[-1]
