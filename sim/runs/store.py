"""The run directory: every played block is kept and has a checksum, and only one run writes at a time.

    manifest.json         what was played, by what, and the digest
    experiment.json       the resolved experiment
    edition.json          of a game of one's own: its text and all that it declares
    games/BLOCK.parquet   one row for each game
    blocks/BLOCK.json     the block's sums, which games they are, the checksum of its rows, and its own

A block counts once its record is in `blocks/`; the record is written last.
`docs/reference/files/run-directory.md` describes every field.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import file_digest, sha256
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from engine.configs import read_bounded
from engine.errors import BadData, BadInput, message
from engine.game.cell import Json
from sim.errors import Stopped, mended_by
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.kept_edition import EDITION
from sim.runs.atomic_files import rename_whole, sync, temporary_for, write_new, write_whole
from sim.runs.block import Block, PlayedBlock, RowsFolder, identity
from sim.runs.manifest_file import MANIFEST, RUN_FILE_BYTES, read_manifest, sealed
from sim.runs.own_folder import check_folder, open_own
from sim.runs.tally import Tally
from sim.text.json_text import canonical, parse_json, readable

EXPERIMENT = "experiment.json"
TABLE_BYTES = 1 << 29
"""No table of results is larger."""
SUBFOLDERS = ("games", "blocks")

BYTES_OF_A_NUMBER = 8
ROWS_HEAD = 1 << 20
"""No file of rows is larger than its numbers and this."""

BLOCK_FILE = re.compile(r"([0-9]{5}-[0-9]{12}-[0-9]{12})\.(?:json|parquet)")
"""The names in `games` and `blocks`; no other file there is read or deleted."""
BLOCK_TEMPORARY = re.compile(rf"\.{BLOCK_FILE.pattern}(?:\.[0-9a-f]{{8}})?\.tmp|\.here-[0-9a-f]{{32}}\.tmp")
RESULT_TEMPORARY = re.compile(r"\.[a-z_]+\.(?:json|csv|parquet)\.tmp")
"""What an interruption can leave behind, in the two folders and beside them."""


class Damaged(Exception):  # noqa: N818 - the name is the message
    """A block whose files were changed or lost; the text names the file."""


class Store:
    """A run directory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games = path / "games"
        self.blocks = path / "blocks"
        self._lock = path / ".lock"

    @property
    def log(self) -> Path:
        """The log of the run."""
        return self.path / "run.log"

    def exists(self) -> bool:
        """Whether a run was started here."""
        return os.path.lexists(self.path / MANIFEST)

    def manifest(self) -> Json:
        """The contents of manifest.json. Everybody who opens a run begins here, so here links are refused."""
        if self.path.is_dir():
            self.check_folder()
        return read_manifest(self.path)

    def check_folder(self) -> None:
        """Refuse what no run has ever written: links, pipes, a folder in place of a file."""
        if self.exists() or self.blocks.is_dir():
            check_folder(self.path, SUBFOLDERS)

    def result(self, name: str, manifest: Json) -> bytes:
        """The contents of a file of results, as they were written."""
        path = self.path / name
        try:
            raw = read_bounded(path, TABLE_BYTES if path.suffix == ".parquet" else RUN_FILE_BYTES, BadData)
        except BadInput as error:
            raise BadData(message("{error}; {mended_by}", error=error, mended_by=mended_by(self.path))) from None
        recorded = manifest.get("results")
        if recorded is not None and recorded.get(name) != sha256(raw).hexdigest():
            raise BadData(
                message("changed since it was written; {mended_by}", mended_by=mended_by(self.path)), source=path
            )
        return raw

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep all other runs out. The lock ends with the process, whatever ends it. A new directory in which no run
        was started is removed again."""
        made = [path for path in (self.path, *self.path.parents) if not path.exists()]
        self._check_place()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock, is_new = self._open_lock()
        except OSError as error:
            _remove_empty(made)
            raise BadInput(
                message("cannot be written ({strerror})", strerror=error.strerror), source=self.path
            ) from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadInput(message("in use by another run"), source=self.path) from None
            try:
                yield
            finally:
                if is_new and not self.exists():
                    self._lock.unlink(missing_ok=True)
                    _remove_empty(made)

    def create(self, manifest: Json, edition: bytes | None = None) -> None:
        """Start a run in a directory that is locked and empty. The manifest is the first file: whatever else is missing
        after an interruption is written when the run is continued."""
        self._check_place()
        try:
            write_whole(self.path / MANIFEST, readable(sealed(manifest)))
            if edition is not None:
                write_whole(self.path / EDITION, edition)
            self.games.mkdir()
            self.blocks.mkdir()
            write_whole(self.path / EXPERIMENT, readable(manifest["experiment"]))
        except OSError as error:
            for name in (EXPERIMENT, EDITION, MANIFEST):
                (self.path / name).unlink(missing_ok=True)
            _remove_empty([self.games, self.blocks])
            raise BadInput(
                message("cannot be written ({strerror})", strerror=error.strerror), source=self.path
            ) from None

    def write(self, name: str, data: bytes) -> None:
        """Write a file into the directory, unless it already has these contents."""
        if not self.has(name, data):
            with self._disk_errors():
                write_whole(self.path / name, data)

    def has(self, name: str, data: bytes) -> bool:
        """Whether a file has these contents."""
        path = self.path / name
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data

    def save(self, experiment: ResolvedExperiment, block: Block, played: PlayedBlock) -> None:
        """Store a block: its rows, then its record. Nobody waits for the disk here, see `settle`."""
        body = {**identity(experiment, block), "rows": played.checksum, "tally": played.tally.to_json()}
        record = {"checksum": sha256(canonical(body)).hexdigest(), **body}
        with self._disk_errors():
            if played.written:
                rename_whole(self._written(played), self.rows_path(block), synced=False)
            elif played.file:
                write_whole(self.rows_path(block), played.file, synced=False)
            write_whole(self._record_path(block), canonical(record), synced=False)

    def settle(self) -> None:
        """Wait until the disk has all blocks. The system writes them by and by while others are played; a block that a
        power cut tears before does not have its checksum, and is played again."""
        with self._disk_errors():
            for block in self.found():
                for path in (self.rows_path(block), self._record_path(block)):
                    if path.exists():
                        sync(path)
            sync(self.games)
            sync(self.blocks)

    def discard(self, played: PlayedBlock) -> None:
        """Delete what a worker wrote for a block that nobody needs."""
        if played.written:
            self._written(played).unlink(missing_ok=True)

    @contextmanager
    def rows_folder(self) -> Iterator[RowsFolder]:
        """Where workers may write rows, as long as this lasts."""
        folder = RowsFolder(str(self.games.resolve()), f".here-{token_hex(16)}.tmp")
        with self._disk_errors():
            write_new(self.games / folder.mark, [])
        try:
            yield folder
        finally:
            self.sweep()

    def load(self, experiment: ResolvedExperiment, block: Block) -> Tally:
        """The sums of a block, after checking its record and its rows, and that they are of these very games."""
        path = self._record_path(block)
        try:
            record: Any = parse_json(read_bounded(path, RUN_FILE_BYTES))
            body = {**identity(experiment, block), "rows": record["rows"], "tally": record["tally"]}
            if record != {"checksum": sha256(canonical(body)).hexdigest(), **body}:
                raise ValueError("checksum")
            tally = Tally.from_json(record["tally"], experiment.game, experiment.cells[block.cell])
            if tally.tried != block.last - block.first or bool(record["rows"]) > bool(tally.games):
                raise ValueError("games")
        except (BadInput, ValueError, RecursionError, LookupError, TypeError, AttributeError, OverflowError):
            raise Damaged(f"blocks/{path.name}") from None
        most = ROWS_HEAD + tally.games * BYTES_OF_A_NUMBER * (len(experiment.game.columns) + 2)
        if record["rows"] and _checksum(self.rows_path(block), most) != record["rows"]:
            raise Damaged(f"games/{block.name}.parquet")
        return tally

    def found(self) -> list[Block]:
        """The blocks that have a record, damaged or not, in order."""
        names = (BLOCK_FILE.fullmatch(path.name) for path in sorted(self.blocks.glob("*.json")))
        return [Block.named(name[1]) for name in names if name]

    def drop(self, block: Block) -> None:
        """Delete a block."""
        self._record_path(block).unlink(missing_ok=True)
        self.rows_path(block).unlink(missing_ok=True)

    def rows_path(self, block: Block) -> Path:
        """The file with the rows of a block."""
        return self.games / f"{block.name}.parquet"

    def unrecorded_rows(self) -> list[Path]:
        """Rows whose block has no record."""
        known = {block.name for block in self.found()}
        named = ((BLOCK_FILE.fullmatch(path.name), path) for path in sorted(self.games.glob("*.parquet")))
        return [path for name, path in named if name and name[1] not in known]

    def strangers(self) -> list[Path]:
        """Files among the rows that no run has written, and that nobody here reads or deletes."""
        return [path for path in sorted(self.games.glob("*.parquet")) if not BLOCK_FILE.fullmatch(path.name)]

    def sweep(self) -> None:
        """Delete what an interruption left behind: rows without a record, temporary files."""
        self.games.mkdir(exist_ok=True)
        self.blocks.mkdir(exist_ok=True)
        places = ((self.path, RESULT_TEMPORARY), (self.games, BLOCK_TEMPORARY), (self.blocks, BLOCK_TEMPORARY))
        left = [path for folder, ours in places for path in folder.glob(".*.tmp") if ours.fullmatch(path.name)]
        for path in (*self.unrecorded_rows(), *left):
            path.unlink()

    def _open_lock(self) -> tuple[IO[bytes], bool]:
        """The lock file, never emptied and never followed if it is a link; and whether it is new."""
        try:
            return os.fdopen(open_own(self._lock, os.O_RDWR | os.O_CREAT | os.O_EXCL), "rb"), True
        except FileExistsError:
            return os.fdopen(open_own(self._lock, os.O_RDWR), "rb"), False

    def _check_place(self) -> None:
        """Refuse a directory that holds something other than a run, before anything is written there."""
        self.check_folder()
        if self.exists() or not self.path.is_dir():
            return
        fine = {self._lock, temporary_for(self.path / MANIFEST)}
        if any(path not in fine for path in self.path.iterdir()):
            raise BadInput(message("neither empty nor a run directory"), source=self.path)

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Report in one line that the disk cannot be written."""
        try:
            yield
        except OSError as error:
            said = message("{path}: cannot be written ({reason})", path=self.path, reason=error.strerror)
            raise Stopped(said, self.path) from None

    def _written(self, played: PlayedBlock) -> Path:
        """The rows that a worker wrote: in our folder, whatever the worker says."""
        if not BLOCK_TEMPORARY.fullmatch(played.written):
            raise BadData(
                message("a worker named {written!r} as its rows, which is no such file", written=played.written),
                source=self.path,
            )
        return self.games / played.written

    def _record_path(self, block: Block) -> Path:
        return self.blocks / f"{block.name}.json"


def _checksum(path: Path, most: int) -> str | None:
    """The SHA-256 of a file; None if it cannot be read, or is larger than this and so cannot be ours."""
    try:
        if path.stat().st_size > most:
            return None
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _remove_empty(paths: list[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.rmdir()
