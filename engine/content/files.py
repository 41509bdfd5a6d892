"""Content files that extend each other: found by name, read parents first, merged into one draft.

A file that is reached by two roads counts once, where it is met first, so that two files which share a parent do not
undo what one of them changed in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel, ValidationError

from engine import configs
from engine.configs import unknown_word
from engine.content.errors import bad_field, first_of, told
from engine.content.fields import unknown_key
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput, message
from engine.language.kinds import kind_of_thing

MAX_FILES = 32
"""More files than this in one content are a mistake."""


class Heading(Protocol):
    """The keys by which a file says how it is combined with others; they are no part of the finished content."""

    extends: str | list[str]
    """The files this one is laid over, in this order."""
    remove: list[str]
    """Pieces of these files that are left out."""
    part: bool
    """Whether it is meant to be extended, and may not be playable alone."""


@dataclass(frozen=True)
class ContentKind:
    """One kind of content of one game: the decks of Shipwreck."""

    game: str
    kind: str
    """The folder in configs/<game>/."""
    one: str
    """What one of them is called: `deck`."""
    heading: type[BaseModel]
    keys: Sequence[str]
    """What a file may say beside the heading."""
    rules: LayerRules

    def find(self, name: str, beside: Path | None = None) -> Path:
        """The file that a name or a path stands for."""
        try:
            return configs.find(self.kind, name, self.game, beside)
        except (OSError, ValueError):
            # A name the file system itself refuses: too long, or with a null byte in it.
            raise unknown_word(self.one, name[:60], configs.names(self.kind, self.game)) from None

    def draft_of(self, path: Path) -> tuple[Draft, "ContentFile"]:
        """A file laid over all that it extends; and the file itself."""
        files = self._files(path)
        return self._laid(files, path), files[-1]

    def draft_below(self, path: Path) -> Draft | None:
        """Everything that a file extends, without the file; None if it extends nothing."""
        files = self._files(path)[:-1]
        return self._laid(files, path) if files else None

    def _files(self, path: Path) -> list["ContentFile"]:
        """A file and all that it extends, parents first."""
        files: list[ContentFile] = []
        self._collect(path, [], files)
        return files

    def _laid(self, files: Sequence["ContentFile"], path: Path) -> Draft:
        draft = Draft(str(path), self.rules)
        for file in files:
            draft.remove(file.heading.remove, str(file.path))
            draft.lay(file.layer, str(file.path))
        return draft

    def read_heading(self, keys: dict[str, Any], source: str) -> Heading:
        """The heading keys of a file, checked."""
        try:
            heading: Any = self.heading.model_validate(keys)
        except ValidationError as error:
            raise first_of(told(error), lambda _: source) from None
        checked: Heading = heading
        return checked

    def _collect(self, path: Path, children: list[Path], files: list["ContentFile"]) -> None:
        """Read a file, its parents before it, into `files`. `children` are the files that led here."""
        if path.resolve() in [child.resolve() for child in children]:
            circle = " → ".join(file.stem for file in (*children, path))
            raise bad_field(
                str(children[-1]),
                ("extends",),
                message("a {one} cannot extend itself: {circle}", one=kind_of_thing(self.one), circle=circle),
            )
        if path.resolve() in [file.path.resolve() for file in files]:
            return
        if len(children) + len(files) >= MAX_FILES:
            raise bad_field(
                str(path),
                ("extends",),
                message(
                    "expected a {one} of at most {max_files} files", one=kind_of_thing(self.one), max_files=MAX_FILES
                ),
            )
        file = self._read(path)
        parents = [file.heading.extends] if isinstance(file.heading.extends, str) else file.heading.extends
        if len(parents) >= MAX_FILES:
            raise bad_field(
                str(path),
                ("extends",),
                message(
                    "expected a {one} of at most {max_files} files", one=kind_of_thing(self.one), max_files=MAX_FILES
                ),
            )
        for name in parents:
            try:
                parent = self.find(name, beside=path.parent)
            except BadInput as error:
                raise error.within(path, "extends") from None
            self._collect(parent, [*children, path], files)
        files.append(file)

    def _read(self, path: Path) -> "ContentFile":
        layer: dict[str, Any] = configs.read_toml(path)
        known = [*self.heading.model_fields, *self.keys]
        for key in layer:
            if key not in known:
                raise bad_field(str(path), (key,), unknown_key(key, known))
        keys = {key: layer.pop(key) for key in self.heading.model_fields if key in layer}
        return ContentFile(path, self.read_heading(keys, str(path)), layer)


class ContentFile(NamedTuple):
    """One file as it was read."""

    path: Path
    heading: Heading
    layer: dict[str, Any]
