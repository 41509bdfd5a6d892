"""Helpers for runs: an executor that finishes out of order, waiting for a condition, counting blocks."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from engine.game.cell import Json
from sim.play.block_plan import BlockPlan
from sim.runs.block import Block
from sim.runs.manifest_file import sealed
from sim.runs.tally import Tally
from sim.text.json_text import canonical
from tests.support.command_line import RACE

SMALL = {**RACE, "dice": [6], "games": 200}
BLOCK = "00001-000000000100-000000000200"
"""The second block of the second cell of the small run."""


class Shuffled(ThreadPoolExecutor):
    """Finishes its tasks in random order."""

    def __init__(self, seed: int) -> None:
        super().__init__(8)
        self.random = Random(seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        def dawdle(seconds: float) -> Any:
            time.sleep(seconds)
            return fn(*args, **kwargs)

        return super().submit(dawdle, self.random.random() / 50)


def blocks_of(plan: BlockPlan) -> Iterator[Block]:
    """The blocks of a plan whose cells are all ready."""
    for block in plan.blocks():
        assert block is not None
        yield block


def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def records(path: Path) -> int:
    return len(list((path / "blocks").glob("*.json")))


def games(won: int, of: int) -> Tally:
    return Tally(games=of, histograms={"won": np.array([of - won, won])})


def forge_manifest(path: Path, **changes: object) -> None:
    """Changes a manifest and makes its checksum right again."""
    manifest = json.loads((path / "manifest.json").read_bytes())
    (path / "manifest.json").write_text(json.dumps(sealed({**manifest, **changes})))


def forge_record(record: Path, change: Callable[[Json], None]) -> None:
    """Changes the record of a block and makes its checksum right again."""
    data = json.loads(record.read_bytes())
    change(data)
    del data["checksum"]
    record.write_bytes(canonical({**data, "checksum": sha256(canonical(data)).hexdigest()}))


def files_of(path: Path) -> dict[str, bytes]:
    """The bytes of all files of a directory, by name, except for the log and the lock."""
    found = {file.relative_to(path).as_posix(): file for file in sorted(path.rglob("*")) if file.is_file()}
    return {name: file.read_bytes() for name, file in found.items() if name not in ("run.log", ".lock")}


def checksum_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
