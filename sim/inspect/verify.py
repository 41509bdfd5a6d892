"""Verify a run: read all of it again, recompute every number, and play a sample of its games again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from json import loads
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, BadInput, FatecastError, message
from engine.game.cell import Cell, Json
from engine.game.protocol import OnlyDeclared
from engine.language.current import counted, said
from engine.rows.digest import digest_text
from engine.rows.signed import places
from sim.errors import Inconclusive, resume_command
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.kept_edition import EDITION, KEY, edition_in
from sim.inspect.foresight import asked_about_luck
from sim.inspect.played_again import PlayedAgain
from sim.play.block_plan import BlockPlan
from sim.play.executors import started_pool
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.progress import Progress
from sim.play.runner import result_files, total_counts
from sim.runs.block import Block
from sim.runs.manifest import check_versions
from sim.runs.manifest_file import MANIFEST, RUN_FILE_BYTES, cannot_be_mended
from sim.runs.run import read_experiment_of
from sim.runs.store import EXPERIMENT, Damaged, Store
from sim.runs.summary import total_digest
from sim.runs.tables import check_rows, packed_rows, same_table, slices_of
from sim.runs.tally import Tally, tally_rows
from sim.text.differences import differences, nearly_same_lines
from sim.text.json_text import read_json
from sim.text.number_format import brief_number, whole

SECONDS = 60.0
"""For which games are played again, unless somebody says otherwise."""
SHOWN = 20
"""Only this many findings are listed."""

DEFAULT_OPTIONS = PlayOptions()


class Finding(NamedTuple):
    """Something that is wrong."""

    what: str
    mends: bool = True
    """Whether `fatecast resume` mends it."""


def verify_run(
    path: Path, sample: int, options: PlayOptions = DEFAULT_OPTIONS, seconds: float = SECONDS
) -> Iterator[str]:
    """The findings, line by line; BadData at the end if anything is wrong."""
    try:
        yield from _findings(path, sample, options, seconds)
    except FatecastError:
        raise
    except Exception:
        _blame_edition(path)
        raise


def _findings(path: Path, sample: int, options: PlayOptions, seconds: float) -> Iterator[str]:
    store = Store(path)
    manifest = store.manifest()
    if sample > 0 or manifest.get(KEY) is None:
        experiment = resolve(manifest["experiment"], str(path / MANIFEST))
    else:
        experiment = read_experiment_of(path, manifest)
    check_versions(path, manifest, experiment)
    if sample > 0:
        experiment.game.prepare(experiment.cells, LOGGER.info)
    audit = Audit(store, manifest, experiment)
    found: list[Finding] = []
    for finding in chain(audit.blocks(), audit.results(), audit.replays(sample, seconds, options)):
        found.append(finding)
        if len(found) <= SHOWN:
            yield f"{path}/{finding.what}"
    games = sum(tally.games for tally in audit.tallies.values())
    yield _re_read(audit, games, seconds)
    if audit.asked:
        yield counted(
            len(audit.asked),
            "one cell: its policy from outside was asked about the luck of the run",
            "{count} cells: its policy from outside was asked about the luck of the run",
        )
    if found:
        findings = counted(len(found), "1 finding", "{count} findings")
        raise BadData(message("{findings}; {remedy}", findings=findings, remedy=_remedy(path, found)), source=path)
    if not manifest["complete"]:
        raise Inconclusive(
            message("unfinished, but correct so far; continue with: {command}", command=resume_command(path)),
            source=path,
        )
    yield ": ".join([str(path), said("correct, digest {digest}", digest=manifest["digest"])])


def _re_read(audit: "Audit", games: int, seconds: float) -> str:
    """How much was read, and played again."""
    known = {"blocks": len(audit.tallies), "games": whole(games)}
    if audit.again is None:
        return said("{blocks} blocks, {games} games re-read, none of them played again", **known)
    told = said(
        "{blocks} blocks, {games} games re-read, {again} of them played again",
        again=whole(sum(audit.again.games.values())),
        **known,
    )
    if not audit.again.ran_out:
        return told
    return ": ".join([told, said("no more in {seconds} s (--seconds N)", seconds=brief_number(seconds))])


@contextmanager
def checked_if_it_fails(*paths: Path) -> Iterator[None]:
    """If runs cannot be read for a reason that nobody foresaw, verify them: numbers that do not fit together, under
    checksums that somebody made right, are damage too. If the runs are right, the error is ours and stays as it is;
    unless a run was read by what it says of its game itself."""
    try:
        yield
    except FatecastError:
        raise
    except Exception:
        for path in paths:
            for _ in verify_run(path, 0):
                pass
        for path in paths:
            _blame_edition(path)
        raise


def _blame_edition(path: Path) -> None:
    """Raise BadData if a run is read by what it keeps of its game: that fits nothing, then."""
    manifest = Store(path).manifest()
    if manifest.get(KEY) is not None and isinstance(read_experiment_of(path, manifest).game, OnlyDeclared):
        raise BadData(message("does not fit the games of the run"), source=path / EDITION) from None


def _remedy(path: Path, found: Sequence[Finding]) -> str:
    """What helps, said only of what it really helps."""
    lost = sum(not finding.mends for finding in found)
    if lost == len(found):
        return cannot_be_mended(path)
    if not lost:
        return said("mend with: {command}", command=resume_command(path))
    return said(
        "{count} are mended by: {command}; the others: {otherwise}",
        count=len(found) - lost,
        command=resume_command(path),
        otherwise=cannot_be_mended(path),
    )


class Audit:
    """The checks. Each yields what is wrong."""

    def __init__(self, store: Store, manifest: Json, experiment: ResolvedExperiment) -> None:
        self.store = store
        self.manifest = manifest
        self.experiment = experiment
        self.plan = BlockPlan(len(experiment.cells), experiment.until, manifest["block"], experiment.watched_outcome)
        self.tallies: dict[Block, Tally] = {}
        self.wrong: set[Block] = set()
        """Blocks whose rows are not theirs; nothing more is learned if they are played again."""
        self.again: PlayedAgain | None = None
        self.asked: list[Cell] = []
        """Cells whose policies were asked about the luck of the run."""

    def blocks(self) -> Iterator[Finding]:
        """Check the checksums, then the sums and the digest of every block that has rows."""
        blocks = list(self.store.found())
        with Progress(unit="blocks") as progress:
            progress.begin(len(blocks), said("reading"))
            for block in blocks:
                yield from self._block(block)
                progress.advance(1)
        for path in self.store.unrecorded_rows():
            yield Finding(f"games/{path.name}: rows without a record")
        for path in self.store.strangers():
            yield Finding(f"games/{path.name}: not a file of this run; delete it", mends=False)

    def _block(self, block: Block) -> Iterator[Finding]:
        if not self.plan.fits(block):
            yield Finding(f"blocks/{block.name}.json: not a block of this run")
            return
        try:
            tally = self.store.load(self.experiment, block)
        except Damaged as damaged:
            yield Finding(f"{damaged}: damaged")
            return
        if not self.plan.add(block, tally):
            yield Finding(f"blocks/{block.name}.json: not a block of this run")
            return
        self.tallies[block] = tally
        for finding in self._rows(block, tally) if self.manifest["detail"] == "games" else ():
            self.wrong.add(block)
            yield finding

    def results(self) -> Iterator[Finding]:
        """Recompute every number in the files that follow from the blocks."""
        if self.experiment.hash != self.manifest["experiment_hash"]:
            yield Finding(f"{MANIFEST}: experiment: not the one that was played (experiment_hash)", mends=False)
        yield from self._manifest("seed", self.experiment.settings.seed)
        yield from self._json(EXPERIMENT, self.manifest["experiment"])
        try:
            edition_in(self.store.path, self.manifest)
        except BadData:
            yield Finding(f"{EDITION}: changed since it was written")
        else:
            # As the other verbs read it: a text that somebody changed has another hash than the manifest says.
            read_experiment_of(self.store.path, self.manifest, named=False)
        if not self.manifest["complete"]:
            return
        for cell, progress in zip(self.experiment.cells, self.plan.cells, strict=True):
            if not progress.enough:
                yield Finding(f"blocks: {cell.name}: {progress.arrived} games, expected more")
        if not all(progress.enough for progress in self.plan.cells):
            return
        tallies = self.plan.tallies()
        yield from self._manifest("digest", total_digest(tallies))
        yield from self._manifest("counts", total_counts(tallies))
        before = result_files(self.experiment, tallies, plain_ratios=True)
        for name, data in result_files(self.experiment, tallies).items():
            wrong = list(self._result(name, data))
            # A run of an older version has the plain intervals of ratios.
            yield from wrong if wrong and list(self._result(name, before[name])) else ()

    def replays(self, sample: int, seconds: float, options: PlayOptions) -> Iterator[Finding]:
        """Play some games again, with the engine as it is now, and ask the policies about the luck of the run."""
        right = {block: tally for block, tally in self.tallies.items() if block not in self.wrong}
        if sample <= 0 or not right:
            return
        again = self.again = PlayedAgain(
            self.store,
            self.experiment,
            right,
            self.manifest["detail"] == "games",
            sample,
            seconds,
        )
        with started_pool(options) as workers, workers, Progress(options.progress) as progress:
            for block in again.differing(workers, options.patience, progress):
                yield Finding(f"blocks/{block.name}.json: played again, the games differ", mends=False)
            for cell, suspicion in asked_about_luck(self.experiment, workers, options.patience, progress):
                self.asked.append(cell)
                if suspicion:
                    yield Finding(f"{MANIFEST}: {cell.name}: {suspicion}", mends=False)

    def _rows(self, block: Block, tally: Tally) -> Iterator[Finding]:
        """Only somebody who makes the checksums right again gets here with wrong rows; no block is played again for
        it, as its record is whole."""
        name = f"games/{block.name}.parquet"
        if not tally.games:
            return
        path = self.store.rows_path(block)
        try:
            check_rows(path, self.experiment.game, tally.games)
            recount = self._recount(path, block, tally)
        except BadData:
            yield Finding(f"{name}: not the rows of games", mends=False)
            return
        except _NotItsGames:
            yield Finding(f"{name}: names other games than those of its block", mends=False)
            return
        except _NotItsSums:
            yield Finding(f"blocks/{block.name}.json: not what its rows add up to", mends=False)
            return
        recount.pieces, recount.tables = tally.pieces, tally.tables
        recount.skipped, recount.first_skipped = tally.skipped, tally.first_skipped
        if recount.digest != tally.digest:
            digests = f"digest {digest_text(recount.digest)}, expected {digest_text(tally.digest)}"
            yield Finding(f"{name}: {digests}", mends=False)
        if recount.to_json() != tally.to_json():
            yield Finding(f"blocks/{block.name}.json: not what its rows add up to", mends=False)

    def _recount(self, path: Path, block: Block, tally: Tally) -> Tally:
        """What the rows of a block add up to, read in slices."""
        game, cell = self.experiment.game, self.experiment.cells[block.cell]
        largest = {name: len(counts) - 1 for name, counts in tally.histograms.items()}
        recount, next_game, last = Tally(), block.first, block.last
        if tally.games + tally.skipped != last - block.first:
            raise _NotItsGames
        for frame in slices_of(path, tally.games):
            games = frame["game"].to_numpy()
            if not _fits(games, next_game, last) or not (frame["cell"] == block.cell).all():
                raise _NotItsGames
            columns = {name: frame[name].to_numpy() for name in largest}
            columns |= {name: places(columns[name]) for name in largest if name in tally.signed}
            if any(columns[name].max() > most for name, most in largest.items()):
                raise _NotItsSums
            next_game = int(games[-1]) + 1
            recount.add(tally_rows(game, cell, games, packed_rows(game, frame)))
        return recount

    def _manifest(self, key: str, expected: object) -> Iterator[Finding]:
        """Compare a number of the manifest, which nobody can mend: it is under the checksum of the manifest."""
        for difference in differences(f"{MANIFEST}: {key}", self.manifest.get(key), expected):
            yield Finding(difference, mends=False)

    def _json(self, name: str, expected: Json) -> Iterator[Finding]:
        try:
            found = read_json(self.store.path / name, RUN_FILE_BYTES)
        except BadInput:
            yield Finding(f"{name}: cannot be read")
            return
        here = {code for cell in self.experiment.cells for code in cell.code}
        yield from map(Finding, differences(name, found, expected, here))

    def _result(self, name: str, expected: bytes) -> Iterator[Finding]:
        """Compare a file of results with its checksum and with what the blocks add up to."""
        wrong = list(self._json(name, loads(expected))) if name.endswith(".json") else []
        if not wrong:
            try:
                found = self.store.result(name, self.manifest)
            except BadData:
                wrong = [Finding(f"{name}: changed since it was written")]
            else:
                same = found == expected or (name.endswith(".parquet") and same_table(found, expected))
                same = same or (name.endswith(".csv") and nearly_same_lines(found, expected))
                wrong = [] if same or name.endswith(".json") else [Finding(f"{name}: not what the blocks add up to")]
        yield from wrong


class _NotItsGames(Exception):  # noqa: N818 - neither is an error to be shown
    """The rows of a block are of other games."""


class _NotItsSums(Exception):  # noqa: N818
    """A row has a value that the sums of its block do not count."""


def _fits(games: NDArray[np.uint64], first: int, last: int) -> bool:
    """Whether these are some of the games [first, last), in order."""
    inside = (games >= first) & (games < last)
    in_order = np.diff(games.astype(np.int64)) > 0
    return len(games) > 0 and bool(inside.all() and in_order.all())
