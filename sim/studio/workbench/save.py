"""Save what is on the workbench as a file that the command line reads: a content that extends another by what differs,
or an experiment if options or policies were changed. In a file that exists, values are replaced in their places, so
that comments and order stay. Code is never written.

A file is written whole or not at all, only if the game plays it as it was tried, and never over one that has changed
since the page saw it."""

import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from shlex import quote
from threading import Lock
from typing import Any

from engine.configs import EXPERIMENTS, OWN, find, folder_of, parse_toml, read_text
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.optional_parts import content_of
from engine.game.registry import about, how_named, load_game, own_file
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment, read_data, resolve
from sim.experiment.values import as_typed, value_of
from sim.runs.atomic_files import interrupts_wait, rename_whole, write_new, written_to
from sim.sheets.pieces_file import with_values
from sim.studio.folder import read_in
from sim.studio.workbench.asked import State
from sim.studio.workbench.check import changed
from sim.studio.workbench.fields import HEADS, OPTIONS, reference
from sim.studio.workbench.onward import game_flag, gate_of, is_code

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
EXTENDS, TITLE = "extends", "name"
MOST_BYTES = 100_000
"""Of a file whose values are replaced in their places: that takes seconds for some files of this size, and whoever else
saves waits for it."""


_windows = Lock()


class ChangedMeanwhile(BadInput):
    """The file is not as the page has seen it."""

    def __init__(self, place: "Place", text: str) -> None:
        super().__init__(message("has changed since it was opened here; nothing was written"), source=place.path)
        self.found = {**place.data(), "text": place.text, "difference": difference(place.path, place.text, text)}


class Place:
    """Where a file is saved, and what is there now."""

    def __init__(self, folder: Path, kind: str, game: str, name: object, is_there: Path | None = None) -> None:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadInput(source="name", expected=message("a name of letters, digits, - and _, at most 60"))
        self.folder, self.name, self.kind = folder, name, kind
        self.parts = is_there.parts if is_there else (OWN.name, folder_of(game), kind, f"{name}.toml")
        self.path = Path(*self.parts)
        """From the folder."""
        self.raw: bytes | None = None
        if os.path.lexists(folder / self.path):
            self.raw = read_in(folder, self.parts)

    @property
    def text(self) -> str:
        try:
            return (self.raw or b"").decode()
        except UnicodeDecodeError:
            raise BadInput(source=self.path, expected=message("UTF-8 text")) from None

    @property
    def seen(self) -> str | None:
        """The hash of what is there; None if nothing is."""
        return None if self.raw is None else sha256(self.raw).hexdigest()

    def data(self) -> Json:
        """For the page."""
        return {"file": self.path.as_posix(), "seen": self.seen}


def place_of(state: State, folder: Path, name: object) -> Place:
    """Where changes of this kind are saved under this name."""
    is_content = bool(state.content) and not any(_is_other(path) for path in (*state.pinned, *state.changes))
    kind = _content_key(state.game) if is_content else EXPERIMENTS
    is_there = _file_of(state, folder) if is_content and name == state.content else None
    return Place(folder, kind, state.game, name, is_there)


def _file_of(state: State, folder: Path) -> Path | None:
    """The file of the content that is on the workbench, from the folder; None if it is not one of the folder's."""
    game = load_game(state.game)
    file = game.spreadsheets.table_of(state.content).file if game.spreadsheets else None
    if file is None:
        with suppress(BadInput):
            file = find(_content_key(state.game), state.content, state.game)
    if file is None or not file.exists() or file.suffix != ".toml":
        return None
    path = Path(os.path.relpath(file, folder))
    return None if ".." in path.parts else path


def save(state: State, folder: Path, name: object, seen: str | None) -> Json:
    """Write the file, and say what was written."""
    changes = {path: value_of(as_typed(value)) for path, value in {**state.pinned, **state.changes}.items()}
    if not changes:
        raise BadInput(source="save", expected=message("at least one change"))
    with _one_at_a_time(folder):
        place = place_of(state, folder, name)
        text = _text(state, place, changes)
        if place.seen != seen:
            raise ChangedMeanwhile(place, text)
        _write_checked(state, place, text)
        before, after = place, place_of(state, folder, name)
    return {
        **after.data(),
        "kind": place.kind,
        "is_new": before.raw is None,
        "text": text,
        "difference": difference(before.path, before.text, text),
        "command": f"fatecast check {quote(after.path.as_posix())}{game_flag(state)}",
        **gate_of(state, folder),
        **({"advice": advice} if (advice := list(_advice(state, changes, after))) else {}),
    }


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Of two windows that save at the same time, also of two studios, the second one sees what the first has written.
    Where the system cannot lock a folder, only the windows of one studio wait for each other."""
    with _windows:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def difference(path: Path, before: str, after: str) -> str:
    """What differs between two texts of a file, line by line."""
    name = path.as_posix()
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _content_key(game: str) -> str:
    """The key of experiments that names contents; empty if the game has none."""
    return next((axis.key for axis in about(game).axes if axis.values == "names"), "")


def _is_other(path: str) -> bool:
    """Whether a path is of an option or of a policy."""
    return path.partition(".")[0] in HEADS


def _text(state: State, place: Place, changes: Mapping[str, object]) -> str:
    """The text of the file with the changes in it. A file that extends what is on the workbench, such as one that was
    saved from it before, says the same of other fields as the workbench does."""
    content, grid = content_of(load_game(state.game)), _unresolved(state)
    if place.raw is None:
        return content.extension(grid, changes, [said("Made in the studio.")], place.path)
    if len(place.raw) > MOST_BYTES:
        raise BadInput(
            source=place.path,
            expected=message("a file of at most {most:,} bytes, to be changed in its places", most=MOST_BYTES),
            hint=message("take another name"),
        )
    is_same = place.name == (state.content if place.kind != EXPERIMENTS else state.setting.experiment)
    there = _table_in(place)
    is_ours = there.get("game") == state.game if place.kind == EXPERIMENTS else there.get(EXTENDS) == state.content
    if not is_same and not is_ours:
        raise BadInput(
            message("is there already, and is not what these changes are of"),
            source=place.path,
            hint=message("open it first, or take another name"),
        )
    told = parse_toml(content.extension(grid, changes, [], place.path.with_stem(f"{place.name}-changed")))
    told.pop(EXTENDS, None)
    if place.kind == EXPERIMENTS:  # the rest of the experiment stays as it is
        told = {OPTIONS: _only(told.get(OPTIONS, {}), changes), **_seats_if_changed(told, changes)}
    leaves = dict(_leaves(told))
    if not is_same and place.kind != EXPERIMENTS:
        known = content.fields(reference(state).grid, "save")
        others = [path for path, _ in _leaves(there) if path not in leaves]
        leaves |= {path: known[".".join(path)] for path in others if ".".join(path) in known}
    return with_values(place.path, place.text, leaves)


def _table_in(place: Place) -> Json:
    try:
        return parse_toml(place.text)
    except ValueError as error:
        raise BadInput(message("not valid TOML: {reason}", reason=error), source=place.path) from None


def _only(options: Json, changes: Mapping[str, object]) -> Json:
    return {name: value for name, value in options.items() if f"{OPTIONS}.{name}" in changes}


def _seats_if_changed(said: Json, changes: Mapping[str, object]) -> Json:
    """Who plays, if one of their dials was turned."""
    if all(path.startswith(f"{OPTIONS}.") for path in changes):
        return {}
    return {key: said[key] for key in ("policies", "tables", "focus", "field") if key in said}


def _unresolved(state: State) -> Json:
    """What the reference plays, with contents by their names, as `Content.extension` takes it."""
    base = reference(state)
    own = {key: value for key, value in base.grid.items() if key != "game"}
    key = _content_key(state.game)
    return {**own, **({key: [state.content]} if key and state.content else {})}


def _leaves(table: Json, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every value of nested tables, by its keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key), value


def _write_checked(state: State, place: Place, text: str) -> None:
    """Write the file under another name, let the game play it, and only then give it its own."""
    path = place.folder / place.path
    _make_folders(place)
    trial = path.with_name(f".{place.name}.{token_hex(8)}.toml")  # another studio may save the same at this moment
    with written_to(place.path), interrupts_wait():
        write_new(trial, [text.encode()])
        try:
            _check_plays(state, place, trial)
            if place_of(state, place.folder, place.name).seen != place.seen:
                raise ChangedMeanwhile(place, text)
            rename_whole(trial, path)
        finally:
            with suppress(OSError):
                trial.unlink()


def _check_plays(state: State, place: Place, trial: Path) -> None:
    """Refuse a file that does not play what was tried."""
    if place.kind == EXPERIMENTS:
        saved = resolve({"name": place.name, **read_data(trial)}, str(place.path), {})
    else:
        saved = reference(replace(state, content=str(trial)))
    if _played(saved, state.game) != _played(changed(state), state.game):
        raise BadInput(
            message("would not play what was tried, and was not written"),
            source=place.path,
            hint=message("take another name"),
        )


def _played(experiment: ResolvedExperiment, game: str) -> Json:
    """What an experiment plays, whatever its contents and its policies are called."""
    key = _content_key(game)
    contents = [{**each["content"], TITLE: ""} for each in experiment.grid.get(key, [])]
    rest = {name: value for name, value in experiment.grid.items() if name != key}
    return {"contents": contents, **_without_labels(rest)}


def _without_labels(part: Any) -> Any:
    """Plain data without the words by which policies were named: equal parameters play alike."""
    if isinstance(part, dict):
        return {name: _without_labels(value) for name, value in part.items() if name != "label"}
    return [_without_labels(each) for each in part] if isinstance(part, list) else part


def _make_folders(place: Place) -> None:
    """The folders above the file; no link among them."""
    at = place.folder
    with written_to(place.path):
        for part in place.parts[:-1]:
            at /= part
            if at.is_symlink():
                raise BadInput(source=at.relative_to(place.folder), expected=message("a folder, and no link"))
            at.mkdir(exist_ok=True)


def _advice(state: State, changes: Mapping[str, object], place: Place) -> Iterator[str]:
    """Where the game's own code has a number that was changed. Nobody but the designer writes code."""
    names = {path.partition(".")[2]: value for path, value in changes.items() if path.startswith(f"{OPTIONS}.")}
    if not is_code(state.game) or not names:
        return
    file = own_file(str(how_named(state.game)))
    lines = read_text(file).splitlines()
    played = f"fatecast run {place.name}{game_flag(state)}"
    yield said("written as an experiment: {file}; played with: {command}", file=place.path, command=played)
    for name, value in names.items():
        key = re.compile(rf"""["']{re.escape(name)}["']\s*:""")
        for at, line in [(at, line) for at, line in enumerate(lines, 1) if key.search(line)][:1]:
            yield said(
                "to make {value} the game's own {name}, change line {at} of {file}: {line}",
                value=as_typed(value),
                name=name,
                at=at,
                file=file,
                line=line.strip(),
            )
