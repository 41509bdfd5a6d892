"""The file manifest.json: its format, its checksum, and the check of everything that a reader relies on.

It has a checksum of the whole manifest and of every file of results. Runs of versions before 0.4 are refused.
"""

import os
from hashlib import sha256
from json import dumps
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from engine.configs import read_bounded
from engine.content.labels import is_label
from engine.errors import BadData, BadInput, BadText, Message, complaints, message
from engine.game.cell import Json
from engine.game.registry import call_names
from engine.language.current import said
from sim.text.json_text import canonical, parse_json

SCHEMA = 3
"""The version of the run directory's format. A new version means that an old reader would misread it."""
OLD_SCHEMAS = (1, 2)
"""Of versions before 0.4."""

RUN_FILE_BYTES = 1 << 27
"""No JSON file of a run is larger: the summary of the largest grid takes about 80 MB."""

READER = "0.8.1"
"""A version that reads formats from before 0.4."""

MANIFEST = "manifest.json"

Sha256 = Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]


LONGEST_NOTE = 1000


def _is_note(text: str) -> str:
    if not is_label(text, LONGEST_NOTE):
        raise BadText(message("expected one line of at most {most} printable characters", most=LONGEST_NOTE))
    return text


Note = Annotated[StrictStr, AfterValidator(_is_note)]


class Commit(BaseModel):
    id: StrictStr
    dirty: StrictBool


class Rules(BaseModel):
    name: StrictStr
    rules: StrictInt
    columns: StrictInt


class Counts(BaseModel):
    cells: StrictInt
    games: StrictInt
    skipped: StrictInt = 0


class Platform(BaseModel):
    python: StrictStr


class Experiment(BaseModel):
    """What every experiment says that was played; the rest is its game's."""

    name: StrictStr
    game: StrictStr


class Manifest(BaseModel):
    """What every reader of a run may rely on."""

    model_config = ConfigDict(extra="allow", defer_build=True)

    schema_: Annotated[Literal[3], Field(alias="schema")]
    tool: StrictStr
    commit: Commit | None
    source: StrictStr
    game: Rules
    seed: StrictInt
    experiment: Experiment
    experiment_hash: Sha256
    parts: dict[str, dict[str, Any]]
    edition: Sha256 | None = None
    """Of the file with what is kept of a game of one's own."""
    notes: list[Note]
    detail: Literal["games", "cells"]
    block: Annotated[StrictInt, Field(ge=1)]
    packages: dict[str, StrictStr]
    platform: Platform
    begun: StrictStr
    complete: StrictBool
    finished: StrictStr | None = None
    counts: Counts | None = None
    digest: Annotated[StrictStr, Field(pattern="^[0-9a-f]{16}$")] | None = None
    results: dict[str, Sha256] | None = None
    """The SHA-256 of every file of results."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needed = ["finished", "counts", "digest", "results"]
        missing = [name for name in needed if self.complete and getattr(self, name) is None]
        if missing:
            raise BadText(message("expected {field} in a complete run", field=missing[0]))
        return self


def too_old(schema: object) -> Message:
    """What to do with a file of a format that is no longer read."""
    return message(
        "schema {schema}, of a version before 0.4, which this one no longer reads; fatecast {reader} does",
        schema=schema,
        reader=READER,
    )


def sealed(manifest: Json) -> Json:
    """The manifest with a checksum of everything else in it."""
    rest = {key: value for key, value in manifest.items() if key != "checksum"}
    return {**rest, "checksum": _checksum(rest)}


def read_manifest(folder: Path) -> Json:
    """The contents of the file, checked."""
    path = folder / MANIFEST
    if not os.path.lexists(path):
        if (folder / "blocks").is_dir():
            raise BadData(
                message("missing; {cannot_be_mended}", cannot_be_mended=cannot_be_mended(folder)), source=path
            )
        raise BadInput(
            message("not a run directory ({manifest}: No such file or directory)", manifest=MANIFEST), source=folder
        )
    try:
        manifest: Any = parse_json(read_bounded(path, RUN_FILE_BYTES, BadData))
        schema = manifest["schema"]
        dumps(manifest, ensure_ascii=False).encode()  # half a character can be escaped in JSON, and never be written
    except (ValueError, RecursionError, KeyError, TypeError):
        raise BadData(
            message(
                "damaged, expected the JSON object of a run; {cannot_be_mended}",
                cannot_be_mended=cannot_be_mended(folder),
            ),
            source=path,
        ) from None
    if schema in OLD_SCHEMAS:
        raise BadData(too_old(schema), source=path)
    if schema != SCHEMA:
        raise BadData(
            message("schema {schema!r}, this version reads {reads}", schema=schema, reads=SCHEMA), source=path
        )
    if not _is_sealed(manifest):
        raise BadData(
            message("changed since it was written; {cannot_be_mended}", cannot_be_mended=cannot_be_mended(folder)),
            source=path,
        )
    try:
        Manifest.model_validate(manifest)
    except ValidationError as error:
        raise BadData.of_all(complaints(error, path)) from None
    return dict(manifest)


def cannot_be_mended(folder: Path) -> str:
    """What to do if the manifest is lost: nothing else says for certain what was played."""
    again = f"fatecast run {quote(str(folder / 'experiment.json'))} --out NEW{call_names().flags}"
    return said("this cannot be mended, only played again: {command}", command=again)


def _is_sealed(manifest: Json) -> bool:
    """Whether the checksum is right."""
    return bool(manifest.get("checksum") == sealed(manifest)["checksum"])


def _checksum(data: Json) -> str:
    return sha256(canonical(data)).hexdigest()
