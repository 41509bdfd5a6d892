"""Verify a run: read all of it again, recompute every number, and play a sample of its games again."""

from collections.abc import Iterator
from itertools import chain
from json import loads
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.errors import BadData, BadInput
from engine.game.cell import Json
from sim.errors import Inconclusive, resume_command
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.json_text import read_json
from sim.play.block_plan import BlockPlan
from sim.play.dispatch import dispatch
from sim.play.executors import started_pool
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.runner import result_files, task_for, total_counts
from sim.play.worker import play_block
from sim.runs.block import Block
from sim.runs.digest import digest_text
from sim.runs.manifest import check_versions
from sim.runs.store import RUN_FILE_BYTES, Damaged, Store
from sim.runs.summary import total_digest
from sim.runs.tables import packed_rows
from sim.runs.tally import Tally, tally_rows

SHOWN = 20
"""Only this many findings are listed."""

DEFAULT_OPTIONS = PlayOptions()


def verify_run(path: Path, sample: int, options: PlayOptions = DEFAULT_OPTIONS) -> Iterator[str]:
    """The findings, line by line; BadData at the end if anything is wrong."""
    store = Store(path)
    manifest = store.manifest()
    experiment = resolve(manifest["experiment"], str(path / "manifest.json"))
    check_versions(path, manifest, experiment)
    if sample > 0:
        experiment.game.prepare(experiment.cells, LOGGER.info)
    audit = Audit(store, manifest, experiment)
    wrong = 0
    for finding in chain(audit.blocks(), audit.results(), audit.replays(sample, options)):
        wrong += 1
        if wrong <= SHOWN:
            yield f"{path}/{finding}"
    games = sum(tally.games for tally in audit.tallies.values())
    yield f"{len(audit.tallies)} blocks, {games:,} games re-read, {audit.replayed:,} of them played again"
    if wrong:
        raise BadData(f"{path}: {wrong} findings; damaged blocks are played again by: {resume_command(path)}")
    if not manifest["complete"]:
        raise Inconclusive(f"{path}: unfinished, but correct so far; continue with: {resume_command(path)}")
    yield f"{path}: correct, digest {manifest['digest']}"


class Audit:
    """The checks. Each yields what is wrong."""

    def __init__(self, store: Store, manifest: Json, experiment: ResolvedExperiment) -> None:
        self.store = store
        self.manifest = manifest
        self.experiment = experiment
        self.plan = BlockPlan(len(experiment.cells), experiment.until, manifest["block"])
        self.tallies: dict[Block, Tally] = {}
        self.replayed = 0

    def blocks(self) -> Iterator[str]:
        """Check the checksums, then the sums and the digest of every block that has rows."""
        for block in self.store.found():
            try:
                tally = self.store.load(block)
            except Damaged as damaged:
                yield f"{damaged}: damaged"
                continue
            if not self.plan.fits(block) or not self.plan.add(block, tally):
                yield f"blocks/{block.name}.json: not a block of this run"
                continue
            self.tallies[block] = tally
            if self.manifest["detail"] == "games":
                yield from self._rows(block, tally)
        known = {block.name for block in self.store.found()}
        for path in self.store.games.glob("*.parquet"):
            if path.stem not in known:
                yield f"games/{path.name}: rows without a record"

    def results(self) -> Iterator[str]:
        """Recompute every number in the files that follow from the blocks."""
        if self.experiment.hash != self.manifest["experiment_hash"]:
            yield "manifest.json: experiment: not the one that was played (experiment_hash)"
        if not self.manifest["complete"]:
            return
        for cell, progress in zip(self.experiment.cells, self.plan.cells, strict=True):
            if not progress.enough:
                yield f"blocks: {cell.name}: {progress.arrived} games, expected more"
        if not all(progress.enough for progress in self.plan.cells):
            return
        tallies = self.plan.tallies()
        recomputed = {
            "digest": total_digest(tallies),
            "counts": total_counts(tallies),
            "seed": self.experiment.settings.seed,
        }
        for name, value in recomputed.items():
            yield from differences(f"manifest.json: {name}", self.manifest.get(name), value)
        yield from self._json("experiment.json", self.experiment.to_json())
        for name, data in result_files(self.experiment, tallies).items():
            if name.endswith(".json"):
                yield from self._json(name, loads(data))
            elif not self._same(name, data):
                yield f"{name}: not what the blocks add up to"

    def replays(self, sample: int, options: PlayOptions) -> Iterator[str]:
        """Play some blocks again, with the engine as it is now."""
        tasks = [task_for(self.experiment, block, rows=False) for block in self._sampled(sample)]
        if not tasks:
            return
        with started_pool(options) as workers, workers:
            for task, played in dispatch(tasks, play_block, workers, options.patience):
                block = Block(task.number, task.first, task.last)
                self.replayed += played.tally.games
                if played.tally.to_json() != self.tallies[block].to_json():
                    yield f"blocks/{block.name}.json: played again, the games differ"

    def _sampled(self, sample: int) -> Iterator[Block]:
        """Random blocks, until they have this many games together."""
        blocks = sorted(self.tallies)
        Random().shuffle(blocks)
        games = 0
        for block in blocks:
            if games >= sample:
                return
            games += self.tallies[block].games
            yield block

    def _rows(self, block: Block, tally: Tally) -> Iterator[str]:
        name = f"games/{block.name}.parquet"
        if not tally.games:
            return
        frame = pl.read_parquet(self.store.rows_path(block))
        games = frame["game"].to_numpy()
        if not _fits(games, block, tally) or not (frame["cell"] == block.cell).all():
            yield f"{name}: names other games than those of its block"
            return
        cell = self.experiment.cells[block.cell]
        recount = tally_rows(self.experiment.game, cell, games, packed_rows(self.experiment.game, frame))
        recount.pieces, recount.tables = tally.pieces, tally.tables
        recount.skipped, recount.first_skipped = tally.skipped, tally.first_skipped
        if recount.digest != tally.digest:
            yield f"{name}: digest {digest_text(recount.digest)}, expected {digest_text(tally.digest)}"
        if recount.to_json() != tally.to_json():
            yield f"blocks/{block.name}.json: not what its rows add up to"

    def _json(self, name: str, expected: Json) -> Iterator[str]:
        try:
            found = read_json(self.store.path / name, RUN_FILE_BYTES)
        except BadInput:
            yield f"{name}: cannot be read"
            return
        yield from differences(name, found, expected)

    def _same(self, name: str, expected: bytes) -> bool:
        """Compare a file. Parquet is compared by content, because another version of Polars may write other bytes."""
        path = self.store.path / name
        if not path.exists():
            return False
        if path.read_bytes() == expected:
            return True
        try:
            return name.endswith(".parquet") and pl.read_parquet(path).equals(pl.read_parquet(expected))
        except pl.exceptions.PolarsError:
            return False


def _fits(games: NDArray[np.uint64], block: Block, tally: Tally) -> bool:
    """Whether these are the games of a block, without those that were skipped, in order."""
    inside = (games >= block.first) & (games < block.last)
    in_order = np.diff(games.astype(np.int64)) > 0
    return len(games) + tally.skipped == block.last - block.first and bool(inside.all() and in_order.all())


def differences(where: str, found: object, expected: object) -> Iterator[str]:
    """All places where two pieces of plain data differ."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in found.keys() | expected.keys():
            yield from differences(f"{where}: {key}", found.get(key), expected.get(key))
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for at, (left, right) in enumerate(zip(found, expected, strict=True)):
            yield from differences(f"{where}[{at}]", left, right)
    elif found != expected:
        yield f"{where}: {found!r}, recomputed {expected!r}"
