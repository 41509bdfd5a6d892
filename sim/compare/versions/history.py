"""The history of a folder: what was tried on the workbench, step by step, in `.fatecast/history.jsonl`. Each line is a
step or the name of one; lines are only ever added.

The file may come from a stranger, with the rest of a clone: it is data, bounded, and never read or written through a
link. A line that is broken is skipped with a note, and keeps its number.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from json import dumps
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.language.current import said
from sim.runs.own_folder import NEVER_THROUGH_A_LINK
from sim.text.json_text import parse_json

FOLDER, FILE = ".fatecast", "history.jsonl"
PLACE = f"{FOLDER}/{FILE}"
MOST_BYTES, LONGEST_LINE, MOST_STEPS, LONGEST_TEXT, MOST_ITEMS = 16_000_000, 100_000, 20_000, 4_000, 400
LONGEST_NAME = 80
WORD = re.compile(r"history:([1-9][0-9]{0,5})")
"""How a command names a step."""
NAMES = "names"
"""The key of a line that gives a step a name."""

Value = bool | int | float | str


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing that was tried, and what it did."""

    number: int = 0
    """Which line it is: `history:7`."""
    id: str
    """Its own, whatever other lines are written at the same time."""
    time: str
    game: str
    content: str
    changes: Mapping[str, Value]
    pinned: Mapping[str, Value]
    """The changes that the reference had already."""
    setting: Mapping[str, object] = field(default_factory=dict)
    words: list[str]
    """What changed."""
    command: str
    sentences: list[str]
    verdict: str
    games: int
    name: str = ""

    @property
    def all_changes(self) -> dict[str, Value]:
        """From the content to what was tried."""
        return {**self.pinned, **self.changes}


class History(NamedTuple):
    """All that can be read, and what cannot."""

    steps: list[Step]
    notes: list[str]

    def step(self, number: int) -> Step:
        """The step of a number."""
        found = next((step for step in self.steps if step.number == number), None)
        if found is None:
            raise BadInput(
                message("there is no such step in {file}", file=PLACE),
                source=f"history:{number}",
                expected=message("one of {count} steps", count=len(self.steps)),
            )
        return found


def step_number(word: str) -> int | None:
    """The number of the step that a word names; None if it names none."""
    found = WORD.fullmatch(word)
    return int(found[1]) if found else None


def read_history(folder: Path = Path()) -> History:
    """What the folder's history says; nothing if there is none."""
    try:
        handle = _opened(folder, os.O_RDONLY)
    except FileNotFoundError:
        return History([], [])
    with os.fdopen(handle, "rb") as file:
        raw = file.read(MOST_BYTES + 1)
    too_long = said("{file} is longer than {most:,} bytes: the rest is not read", file=PLACE, most=MOST_BYTES)
    notes = [too_long] if len(raw) > MOST_BYTES else []
    steps: dict[int, Step] = {}
    for number, line in enumerate(_lines(raw[:MOST_BYTES]), 1):
        data = _data(line)
        if data is not None and {*data} == {NAMES, "name"}:
            named, name = data[NAMES], data["name"]
            if isinstance(named, int) and named in steps and _is_name(name):
                steps[named] = replace(steps[named], name=name)
                continue
        elif (step := _step(number, data)) is not None:
            steps[number] = step
            continue
        if len(notes) < MOST_ITEMS:
            notes.append(said("{file}, line {number}: cannot be read, and is skipped", file=PLACE, number=number))
    return History(list(steps.values())[-MOST_STEPS:], notes)


def add_step(step: Step, folder: Path = Path()) -> int:
    """Write a step at the end of the folder's history, and return its number."""
    data = asdict(step)
    del data["number"]
    _append(folder, data)
    return next((each.number for each in reversed(read_history(folder).steps) if each.id == step.id), 0)


def name_step(number: int, name: str, folder: Path = Path()) -> None:
    """Give a step a name; an empty one takes it away."""
    if not _is_name(name):
        raise BadInput(
            source="name", expected=message("a name of at most {most} printable characters", most=LONGEST_NAME)
        )
    read_history(folder).step(number)
    _append(folder, {NAMES: number, "name": name})


def _append(folder: Path, data: Json) -> None:
    """One line in one call of the system: two windows that write at the same time lose nothing."""
    line = dumps(data, ensure_ascii=True).encode() + b"\n"
    if len(line) > LONGEST_LINE:
        raise BadInput(source=PLACE, expected=message("a step of at most {most:,} bytes", most=LONGEST_LINE))
    handle = _opened(folder, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        size = os.fstat(handle).st_size
        if size + len(line) > MOST_BYTES:
            raise BadInput(message("is full; move it elsewhere to begin a new one"), source=PLACE)
        is_torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        os.write(handle, b"\n" + line if is_torn else line)
    except OSError as error:
        raise BadInput(message("cannot be written ({reason})", reason=error.strerror), source=PLACE) from None
    finally:
        os.close(handle)


def _opened(folder: Path, flags: int) -> int:
    """Open the file, and with O_CREAT make it. FileNotFoundError if it is not there."""
    try:
        if flags & os.O_CREAT:
            (folder / FOLDER).mkdir(exist_ok=True)
        at = os.open(folder / FOLDER, os.O_RDONLY | os.O_DIRECTORY | NEVER_THROUGH_A_LINK)
        try:
            handle = os.open(FILE, flags | NEVER_THROUGH_A_LINK, 0o666, dir_fd=at)
        finally:
            os.close(at)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(message("cannot be opened ({reason})", reason=error.strerror), source=PLACE) from None
    status = os.fstat(handle)
    if not S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(handle)
        raise BadInput(source=PLACE, expected=message("a file that has no other name"))
    return handle


def _lines(raw: bytes) -> Iterator[bytes]:
    return (line for line in raw.split(b"\n") if line.strip())


def _data(line: bytes) -> Json | None:
    if len(line) > LONGEST_LINE:
        return None
    try:
        data = parse_json(line)
        dumps(data, allow_nan=False)  # numbers that are none: no page can be sent them
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _step(number: int, data: Any) -> Step | None:
    """A step of plain data of the right kinds; None if anything is wrong with it."""
    wanted = {name for name in Step.__dataclass_fields__ if name != "number"}
    if data is None or {*data} != wanted:
        return None
    texts = ("id", "time", "game", "content", "command", "verdict", "name")
    is_right = (
        all(_is_text(data[name]) for name in texts)
        and all(_is_list(data[name]) for name in ("words", "sentences"))
        and all(_is_changes(data[name]) for name in ("changes", "pinned"))
        and isinstance(data["setting"], dict)
        and isinstance(data["games"], int)
        and not isinstance(data["games"], bool)
        and _is_name(data["name"])
    )
    return Step(**data, number=number) if is_right else None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT * 10 and value.isprintable()


def _is_list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_ITEMS and all(map(_is_text, value))


def _is_changes(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_ITEMS
        and all(_is_text(key) and (isinstance(each, int | float) or _is_text(each)) for key, each in value.items())
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and (not value or value.isprintable())
