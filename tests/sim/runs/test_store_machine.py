"""A run that is played, killed and spoilt, in any order: what is lost is played again to the same bytes, verify tells
the truth, and whoever opens it sees no more than a line."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from engine.errors import BadData, FatecastError
from sim import load_run, run
from sim.inspect.find import FoundGame, GameSearch, Wanted
from sim.inspect.verify import verify_run
from tests.support.damage import Damage, damages
from tests.support.runs import BLOCK, SMALL, checksum_of, files_of, forge_manifest, forge_record

RESULTS = ["summary.json", "faces.parquet", "course.parquet", "histograms.parquet"]
FILES = ["manifest.json", "experiment.json", "summary.csv", *RESULTS, f"games/{BLOCK}.parquet", f"blocks/{BLOCK}.json"]
SEALED = [file for file in FILES if file not in ("experiment.json", "summary.csv")]
"""Files whose checksum somebody could make right."""
SEEDS = st.integers(0, 2**32)
OTHERS = ["00000-000000000000-000000000100", "00000-000000000100-000000000200", "00001-000000000000-000000000100"]
"""Blocks of the same run that do not belong in the place of this one."""
MAY_DIFFER = ("begun", "finished", "commit", "checksum")
TOUCHES = ("open", "replace", "fsync", "mkdir", "unlink")
"""What touches the disk."""
MOST_TOUCHES = 140
"""A whole run has fewer."""


class Killed(BaseException):
    """The process is gone: nothing that it would do touches the disk any more."""


@contextmanager
def killed_at(moment: int) -> Iterator[list[str]]:
    """Until the disk is touched for the n-th time, from 0. The list has the touches before."""
    touches: list[str] = []

    def watched(name: str, touch: Callable[..., Any]) -> Callable[..., Any]:
        def touched(*arguments: Any, **options: Any) -> Any:
            if len(touches) >= moment:
                raise Killed
            touches.append(name)
            return touch(*arguments, **options)

        return touched

    with pytest.MonkeyPatch.context() as patch:
        for name in TOUCHES:
            patch.setattr(os, name, watched(name, getattr(os, name)))
        yield touches


def lasting(path: Path) -> dict[str, object]:
    """What must be the same however a run was interrupted: all bytes, but for the times in the manifest."""
    files: dict[str, object] = {**files_of(path)}
    manifest = json.loads((path / "manifest.json").read_bytes())
    return {**files, "manifest.json": {key: manifest[key] for key in manifest if key not in MAY_DIFFER}}


def same_json(file: str, now: bytes, before: bytes) -> bool:
    """Whether only spaces are others, in a file that is read and not compared."""
    if not file.endswith(".json") or file == "summary.json":
        return False
    try:
        return bool(json.loads(now) == json.loads(before))
    except (ValueError, RecursionError):
        return False


def forged(path: Path, file: str) -> None:
    """Make the checksum of a spoilt file right: what somebody could send on purpose."""
    if file == "manifest.json":
        forge_manifest(path)
    elif file.startswith("blocks"):
        forge_record(path / file, lambda data: None)
    elif file.startswith("games"):
        forge_record(path / f"blocks/{BLOCK}.json", lambda data: data.update(rows=checksum_of(path / file)))
    else:
        results = json.loads((path / "manifest.json").read_bytes())["results"]
        forge_manifest(path, results={**results, file: checksum_of(path / file)})


def error_of(verb: Callable[[], object]) -> FatecastError | None:
    """How a verb ends: well, or with an error of one line."""
    try:
        verb()
    except FatecastError as error:
        found = error
    else:
        return None
    assert found.line.isprintable()
    return found


class Runs(RuleBasedStateMachine):
    """A run directory, beside one that nobody touches."""

    home: Path
    whole: Path

    @initialize()
    def begin_anew(self) -> None:
        self.path = self.home / "run"
        for left in self.home.iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        shutil.copytree(self.whole, self.path)
        self.is_right: bool | None = True
        """None: it was killed, and may be right all the same."""
        self.is_complete, self.is_beyond_help = True, False

    def play(self) -> None:
        run(SMALL, out=self.path, executor="inline", block=100, progress=False)

    @precondition(lambda self: not self.is_beyond_help)
    @rule(moment=st.integers(0, MOST_TOUCHES), anew=st.booleans())
    def is_killed(self, moment: int, anew: bool) -> None:
        """While it is played from the beginning, or continued."""
        if anew:
            shutil.rmtree(self.path, ignore_errors=True)
        with killed_at(moment) as touches:
            try:
                self.play()
            except Killed:
                self.is_right, self.is_complete = None, False
            else:
                assert len(touches) <= moment
                self.is_right = self.is_complete = True

    @precondition(lambda self: not self.is_beyond_help)
    @rule()
    def is_continued(self) -> None:
        self.play()
        self.is_right = self.is_complete = True
        assert lasting(self.path) == lasting(self.whole)
        assert not [*self.path.rglob("*.tmp")]

    def spoil(self, file: str, luck: Random) -> Damage | None:
        """Damage a file. None if it is not there, or says the same afterwards."""
        path = self.path / file
        if path.is_symlink() or not path.is_file() or not path.stat().st_size:
            return None
        damage, before = luck.choice(damages(path)), path.read_bytes()
        try:
            damage(path, luck)
        except (ValueError, IndexError, KeyError, RecursionError):  # it was spoilt before, and has no places any more
            return None
        if path.is_file() and not path.is_symlink():
            if path.read_bytes() == before:
                return None
            if same_json(file, path.read_bytes(), before):
                path.write_bytes(before)
                return None
        return damage

    @rule(file=st.sampled_from(FILES), seed=SEEDS)
    def is_damaged(self, file: str, seed: int) -> None:
        if self.spoil(file, Random(seed)) is None:
            return
        self.is_right = False
        path = self.path / file
        self.is_beyond_help |= file == "manifest.json" or path.is_symlink() or path.is_dir()

    @precondition(lambda self: self.is_right)
    @rule(other=st.sampled_from(OTHERS))
    def has_a_block_in_the_place_of_another(self, other: str) -> None:
        for folder, end in (("blocks", "json"), ("games", "parquet")):
            shutil.copy(self.path / folder / f"{other}.{end}", self.path / folder / f"{BLOCK}.{end}")
        self.is_right = False

    @rule()
    def is_verified(self) -> None:
        error = error_of(lambda: [*verify_run(self.path, 0)])
        if self.is_right is None and error is None:
            assert lasting(self.path) == lasting(self.whole), "it was killed with nothing left to do"
        assert self.is_right is None or (error is None) is self.is_right, error
        if error is not None and self.is_complete:
            assert isinstance(error, BadData) or self.is_beyond_help
            assert (f"fatecast resume {self.path}" in error.line) is not self.is_beyond_help, error

    @precondition(lambda self: self.is_beyond_help)
    @rule()
    def is_given_up(self) -> None:
        with pytest.raises(FatecastError):
            self.play()
        self.begin_anew()

    @rule()
    def is_read(self) -> None:
        """Whoever reads it refuses what is spoilt, in a line, or does not need it."""
        for read in (self.search, lambda: load_run(self.path).summary):
            error = error_of(read)
            assert error is None or not self.is_right, error
            assert error is None or isinstance(error, BadData) or not self.is_complete or self.is_beyond_help, error

    def search(self) -> list[FoundGame]:
        return [*GameSearch(self.path, Wanted(won=False)).games(3, 50)]

    @precondition(lambda self: self.is_right)
    @rule(file=st.sampled_from(SEALED), seed=SEEDS)
    def is_forged(self, file: str, seed: int) -> None:
        """Damage with a checksum that is right: everybody ends in a line, whatever it says."""
        if self.spoil(file, Random(seed)) is None:
            return
        with suppress(OSError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
            forged(self.path, file)  # of some damage nobody can make the checksum right
        self.is_right = self.is_complete = False
        self.is_read()
        error_of(self.play)
        error_of(lambda: [*verify_run(self.path, 0)])
        self.begin_anew()


@pytest.fixture(scope="module")
def machine(played: Path, tmp_path_factory: pytest.TempPathFactory) -> type[Runs]:
    return type("RunsHere", (Runs,), {"home": tmp_path_factory.mktemp("store"), "whole": played})


@pytest.mark.parametrize("examples", [5, pytest.param(25, marks=pytest.mark.full)])
def test_a_run_is_played_killed_spoilt_and_mended(machine: type[Runs], examples: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(max_examples=examples, stateful_step_count=10, deadline=None, phases=[Phase.generate]),
    )
