"""The record of pulls, a small file beside the file of the pieces: for each sheet which bytes were read, how, and what
they said. By it a push knows that the sheet is still the same, and a pull which side has changed since."""

from hashlib import sha256
from os.path import relpath
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import BadInput, complaints, message
from engine.game.optional_parts import FieldValue, PieceTable
from sim.runs.atomic_files import write_file
from sim.sheets.columns import Mapped
from sim.sheets.rows import Reading
from sim.text.json_text import read_json, readable

MOST_BYTES = 16_000_000
FORMAT = 1
ENDING = ".sheet.json"


class PulledSheet(BaseModel):
    """One sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Of its bytes."""
    columns: dict[str, str]
    """What the mapping file said."""
    worksheet: str
    values: dict[str, dict[str, bool | int | float | str]]
    """By piece and field: what the sheet said; where its cell says nothing, what the file of the pieces says. Only of
    fields that the sheet has a column for."""

    @property
    def mapped(self) -> Mapped:
        """How the columns were read."""
        return Mapped(self.columns, self.worksheet)


class Record(BaseModel):
    """What the file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: int = Field(ge=FORMAT, le=FORMAT)
    sheets: dict[str, PulledSheet]
    """By their files, seen from the record."""


def record_path(file: Path) -> Path:
    """The record that belongs to a file of pieces."""
    return file.with_name(f"{file.name}{ENDING}")


def digest_of(raw: bytes) -> str:
    """What the bytes of a sheet are known by."""
    return sha256(raw).hexdigest()


def last_pull(file: Path, sheet: Path) -> PulledSheet | None:
    """The last pull of a sheet into a file; None if there was none."""
    return _read(file).get(_seen_from(file, sheet))


def write_record(file: Path, reading: Reading, mapped: Mapped, after: PieceTable) -> None:
    """Record what a sheet said, and what the pieces are now."""
    values: dict[str, dict[str, FieldValue]] = {}
    for key, piece in reading.pieces.items():
        present = after.pieces.get(key, {})
        known = {field: present[field] for field in reading.kinds if field in present}
        values[key] = {**known, **piece.values}
    pulled = PulledSheet(
        sha256=digest_of(reading.sheet.raw), columns=dict(mapped.fields), worksheet=mapped.worksheet, values=values
    )
    sheets = {**_read(file), _seen_from(file, reading.sheet.path): pulled}
    write_file(record_path(file), readable(Record(format=FORMAT, sheets=sheets).model_dump()))


def _seen_from(file: Path, sheet: Path) -> str:
    return Path(relpath(sheet, file.parent)).as_posix()


def _read(file: Path) -> dict[str, PulledSheet]:
    path = record_path(file)
    if not path.exists() and not path.is_symlink():
        return {}
    hint = message("remove it, and pull the sheet again")
    try:
        return Record.model_validate(read_json(path, MOST_BYTES)).sheets
    except ValidationError as error:
        first = complaints(error, path)[0]
        raise BadInput(first.said, source=path, place=first.place, expected=first.expected, hint=hint) from None
    except BadInput as error:
        error.hint = hint
        raise
