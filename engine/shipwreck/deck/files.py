"""Deck files: found by name, laid over the files they extend, and checked as a whole.

The files of a deck are read parents first. A file that is reached by two roads counts once, where it is met
first, so that two sets which share a parent do not undo what one of them changed in it.
"""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, ValidationError

from engine import configs
from engine.configs import unknown
from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Id, Switch, Table, expects, unknown_key, wrong
from engine.content.layers import Draft
from engine.errors import BadInput
from engine.shipwreck.deck.deck import MAX_CARDS, MIN_CARDS, Deck, disagreements
from engine.shipwreck.table import NAME

DECK_KEYS = {"cards", "fates", "powers", "extends", "remove", "part", "goal", "rules"}
"""A file with one of these is a deck."""

MAX_FILES = 32
"""More files than this in one deck are a mistake."""


class Heading(Table):
    """The keys by which a file says how it is combined with others; they are no part of the finished deck."""

    extends: Annotated[str | list[str], expects("the name of a deck, or a list of names")] = Field(default_factory=list)
    """The decks this one is laid over, in this order."""
    remove: Annotated[list[Id], expects("a list of card ids")] = Field(default_factory=list)
    """Cards of these decks that are left out."""
    part: Switch = False
    """Meant to be extended: it may have too few cards to be played."""

    def parents(self) -> list[str]:
        return [self.extends] if isinstance(self.extends, str) else self.extends


class DeckFile(NamedTuple):
    """One file as it was read."""

    path: Path
    heading: Heading
    layer: dict[str, Any]


def load_deck(name_or_path: str) -> Deck:
    """The playable deck that a name or a path stands for."""
    return deck_from_file(_find(name_or_path))


def deck_from_file(path: Path, playable: bool = True) -> Deck:
    """The deck of a file and all it extends. If it need not be `playable`, a part may have too few cards."""
    files: list[DeckFile] = []
    _collect(path, [], files)
    draft = Draft(str(path))
    for file in files:
        draft.remove(file.heading.remove, str(file.path))
        draft.lay(file.layer, str(file.path))
    own = files[-1]
    # A name says which file this is, so it is not inherited.
    draft.data["name"] = own.layer.get("name", path.stem)
    return _checked(draft, part=own.heading.part and not playable)


def deck_from_data(data: object, source: str) -> Deck:
    """The playable deck that resolved data, such as `Deck.data()`, stands for."""
    if not isinstance(data, dict):
        raise BadInput(f"{source}: {wrong('a table', data)}")
    draft = Draft(source)
    draft.lay(data, source)
    return _checked(draft)


def with_changes(deck_data: dict[str, Any], changes: dict[str, Any], source: str = "changes") -> Deck:
    """The deck with some fields changed: `{"cards.the-deep.moons": 2}`, or with cards left out:
    `{"remove": ["the-deep"]}`."""
    draft = Draft(source)
    draft.lay(deck_data, source)
    fields = dict(changes)
    draft.remove(_heading({"remove": fields.pop("remove", [])}, source).remove, source)
    for dotted, value in fields.items():
        draft.lay(_layer(dotted, value, draft.data, source), source)
    return _checked(draft)


def _layer(dotted: str, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
    """`cards.the-deep.moons` as nested tables around the value."""
    field = tuple(dotted.split("."))
    present = data.get(field[0])
    inside_one = field[0] in ("cards", "powers") and len(field) > 2
    if inside_one and isinstance(present, dict) and field[1] not in present:
        raise bad_field(source, field, unknown(field[0].removesuffix("s"), field[1], present))
    layer = {field[-1]: value}
    for key in reversed(field[:-1]):
        layer = {key: layer}
    return layer


def _find(name: str, beside: Path | None = None) -> Path:
    try:
        return configs.find("decks", name, NAME, beside)
    except (OSError, ValueError):
        # A name the file system itself refuses: too long, or with a null byte in it.
        raise BadInput(unknown("deck", name[:60], configs.names("decks", NAME))) from None


def _collect(path: Path, children: list[Path], files: list[DeckFile]) -> None:
    """Read a file, its parents before it, into `files`. `children` are the files that led here."""
    if path.resolve() in [child.resolve() for child in children]:
        circle = " → ".join(file.stem for file in (*children, path))
        raise bad_field(str(children[-1]), ("extends",), f"a deck cannot extend itself: {circle}")
    if path.resolve() in [file.path.resolve() for file in files]:
        return
    if len(children) + len(files) >= MAX_FILES:
        raise bad_field(str(path), ("extends",), f"expected a deck of at most {MAX_FILES} files")
    heading, layer = _read(path)
    for name in heading.parents():
        try:
            parent = _find(name, beside=path.parent)
        except BadInput as error:
            raise bad_field(str(path), ("extends",), str(error)) from None
        _collect(parent, [*children, path], files)
    files.append(DeckFile(path, heading, layer))


def _read(path: Path) -> tuple[Heading, dict[str, Any]]:
    layer: dict[str, Any] = configs.read_toml(path)
    known = [*Heading.model_fields, *Deck.model_fields]
    for key in layer:
        if key not in known:
            raise bad_field(str(path), (key,), unknown_key(key, known))
    keys = {key: layer.pop(key) for key in Heading.model_fields if key in layer}
    return _heading(keys, str(path)), layer


def _heading(keys: dict[str, Any], source: str) -> Heading:
    try:
        return Heading.model_validate(keys)
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None


def _checked(draft: Draft, part: bool = False) -> Deck:
    try:
        deck = Deck.model_validate(draft.data)
    except ValidationError as error:
        raise first_of(told(error), draft.source_of) from None
    if problems := list(disagreements(deck)):
        raise first_of(problems, draft.source_of)
    if deck.size < MIN_CARDS and not part:
        message = f"expected {MIN_CARDS} to {MAX_CARDS} cards, got {deck.size}"
        raise bad_field(draft.source_of(()), ("cards",), message)
    return deck
