"""The run directory: every played block is kept and has a checksum, and only one run writes at a time.

    manifest.json         what was played, by what, and the digest
    experiment.json       the resolved experiment
    games/BLOCK.parquet   one row for each game
    blocks/BLOCK.json     the block's sums, the checksum of its rows, and its own

A block counts once its record is in `blocks/`; the record is written last.
`docs/reference/run-directory.md` describes every field.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import file_digest, sha256
from json import loads
from pathlib import Path

from engine.configs import read_bounded
from engine.errors import BadData, BadInput
from engine.game.cell import Json
from sim.errors import Stopped
from sim.experiment.json_text import canonical, readable
from sim.runs.atomic_files import write_whole
from sim.runs.block import Block, PlayedBlock
from sim.runs.tally import Tally

SCHEMA = 1
"""The version of the run directory's format. A new version means that an old reader would misread it."""

RUN_FILE_BYTES = 1 << 27
"""No JSON file of a run is larger: the summary of the largest grid takes about 80 MB."""

RECORDS = "-".join("[0-9]" * digits for digits in (5, 12, 12)) + ".json"


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
        return (self.path / "manifest.json").exists()

    def manifest(self) -> Json:
        """The contents of manifest.json."""
        path = self.path / "manifest.json"
        if not path.exists():
            raise BadInput(f"{self.path}: not a run directory (manifest.json: No such file or directory)")
        try:
            manifest = loads(read_bounded(path, RUN_FILE_BYTES))
            schema = manifest["schema"]
        except (ValueError, RecursionError, KeyError, TypeError):
            raise BadData(f"{path}: damaged, expected the JSON object of a run") from None
        if schema != SCHEMA:
            raise BadData(f"{path}: schema {schema}, this version reads {SCHEMA}")
        return dict(manifest)

    def summary(self) -> Json:
        """The contents of summary.json, which a finished run has."""
        path = self.path / "summary.json"
        try:
            summary: Json = loads(read_bounded(path, RUN_FILE_BYTES))
            list(map(dict, summary["cells"]))
        except (BadInput, ValueError, RecursionError, KeyError, TypeError):
            raise BadData(f"{path}: damaged, expected the summary of a run") from None
        return summary

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep all other runs out. The lock ends with the process, whatever ends it. A new directory in which no run
        was started is removed again."""
        made = [path for path in (self.path, *self.path.parents) if not path.exists()]
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = self._lock.open("w")
        except OSError as error:
            _remove_empty(made)
            raise BadInput(f"{self.path}: cannot be written ({error.strerror})") from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadInput(f"{self.path}: in use by another run") from None
            try:
                yield
            finally:
                if not self.exists():
                    self._lock.unlink(missing_ok=True)
                    _remove_empty(made)

    def create(self, manifest: Json) -> None:
        """Start a run in a directory that is locked and empty."""
        if any(path != self._lock for path in self.path.iterdir()):
            raise BadInput(f"{self.path}: neither empty nor a run directory")
        try:
            self.games.mkdir()
            self.blocks.mkdir()
            write_whole(self.path / "experiment.json", readable(manifest["experiment"]))
            write_whole(self.path / "manifest.json", readable(manifest))
        except OSError as error:
            (self.path / "experiment.json").unlink(missing_ok=True)
            _remove_empty([self.games, self.blocks])
            raise BadInput(f"{self.path}: cannot be written ({error.strerror})") from None

    def write(self, name: str, data: bytes) -> None:
        """Write a file into the directory, unless it already has these contents."""
        path = self.path / name
        if not path.exists() or path.read_bytes() != data:
            with self._disk_errors():
                write_whole(path, data)

    def save(self, block: Block, played: PlayedBlock) -> None:
        """Store a block: its rows, then its record."""
        body = {"rows": played.checksum, "tally": played.tally.to_json()}
        record = {"checksum": sha256(canonical(body)).hexdigest(), **body}
        with self._disk_errors():
            if played.file:
                write_whole(self.rows_path(block), played.file)
            write_whole(self._record_path(block), canonical(record))

    def load(self, block: Block) -> Tally:
        """The sums of a block, after checking its record and its rows."""
        path = self._record_path(block)
        try:
            record = loads(read_bounded(path, RUN_FILE_BYTES))
            body = {"rows": record["rows"], "tally": record["tally"]}
            if record["checksum"] != sha256(canonical(body)).hexdigest():
                raise ValueError("checksum")
            tally = Tally.from_json(record["tally"])
        except (BadInput, ValueError, RecursionError, KeyError, TypeError, AttributeError):
            raise Damaged(f"blocks/{path.name}") from None
        if record["rows"]:
            rows = self.rows_path(block)
            if not rows.exists() or _checksum(rows) != record["rows"]:
                raise Damaged(f"games/{rows.name}")
        return tally

    def found(self) -> list[Block]:
        """The blocks that have a record, damaged or not, in order."""
        return [Block.named(path.stem) for path in sorted(self.blocks.glob(RECORDS))]

    def drop(self, block: Block) -> None:
        """Delete a block."""
        self._record_path(block).unlink(missing_ok=True)
        self.rows_path(block).unlink(missing_ok=True)

    def rows_path(self, block: Block) -> Path:
        """The file with the rows of a block."""
        return self.games / f"{block.name}.parquet"

    def sweep(self) -> None:
        """Delete what an interruption left behind: rows without a record, temporary files."""
        self.games.mkdir(exist_ok=True)
        self.blocks.mkdir(exist_ok=True)
        known = {block.name for block in self.found()}
        for path in (*self.games.iterdir(), *self.blocks.iterdir()):
            if path.stem not in known:
                path.unlink()

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Report in one line that the disk cannot be written."""
        try:
            yield
        except OSError as error:
            raise Stopped(f"{self.path}: cannot be written ({error.strerror})", self.path) from None

    def _record_path(self, block: Block) -> Path:
        return self.blocks / f"{block.name}.json"


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _remove_empty(paths: list[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.rmdir()
