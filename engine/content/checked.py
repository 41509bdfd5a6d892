"""Finished content: what a file and all that it extends say together, checked as a whole by the game's model."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from engine.configs import unknown
from engine.content.changes import nested
from engine.content.errors import MISSING, Field, bad_field, first_of, told
from engine.content.fields import wrong
from engine.content.files import ContentFile, ContentKind
from engine.content.layers import Draft
from engine.errors import BadInput, Text, message, nearest
from engine.game.cell import Json, RecentlyMade, exact_key
from engine.game.differences import plain_changes

Model = TypeVar("Model", bound=BaseModel)
Problem = tuple[Field, Text]
"""What is wrong with a field."""

SLIPS = 1
"""By which an id of its own may differ from another one that was meant. Names of cards are often alike."""
MOST_EXPLAINED = 100
"""Of more mistakes than this nobody reads the reasons, and to look for similar names takes long."""
FEW = 16
"""Contents of a kind that are kept: each may come from files of megabytes."""


@dataclass(frozen=True)
class CheckedContent(Generic[Model]):
    """Content of one kind as the game's model of it."""

    kind: ContentKind
    model: type[Model]
    disagreements: Callable[[Model], Iterable[Problem]]
    """What is wrong with the whole although every field is right by itself."""
    tagged: Collection[str] = ()
    """The tables whose entries are of several kinds."""
    _lately: RecentlyMade[Model] = field(
        default_factory=partial(RecentlyMade, FEW), init=False, repr=False, compare=False
    )
    """What was checked lately, by what the draft says: a command comes back to the same content many times."""

    def load(self, name_or_path: str) -> Model:
        """The content with this name or path."""
        return self.of_file(self.kind.find(name_or_path))

    def of_file(self, path: Path) -> Model:
        """The content of a file and of all files it extends."""
        return self.checked(self.draft_of(path)[0])

    def draft_of(self, path: Path) -> tuple[Draft, ContentFile]:
        """A file laid over all that it extends, with its name; and the file itself."""
        draft, own = self.kind.draft_of(path)
        # The name identifies the file, so it is not inherited.
        draft.data["name"] = own.layer.get("name", path.stem)
        return draft, own

    def and_parent(self, path: Path) -> tuple[Model, Model] | None:
        """What a file extends, and its own content; None if it extends nothing that is content by itself."""
        below = self.kind.draft_below(path)
        if below is None:
            return None
        below.data.setdefault("name", path.stem)
        try:
            return self.checked(below), self.of_file(path)
        except BadInput:
            return None

    def of_data(self, data: object, source: str) -> Model:
        """The content made from resolved data."""
        return self.checked(self._laid(data, source))

    def changed(self, data: object, changes: Mapping[str, object], source: str = "changes") -> Model:
        """The content with some fields changed: `{"cards.the-deep.moons": 2}`, or with pieces left out: `{"remove":
        ["the-deep"]}`."""
        draft = self._laid(data, source)
        fields = dict(changes)
        if "remove" in fields:
            draft.remove(self.kind.read_heading({"remove": fields.pop("remove")}, source).remove, source)
        for dotted, value in fields.items():
            draft.lay(self.layer(tuple(dotted.split(".")), value, draft.data, source), source)
        return self.checked(draft)

    def layer(self, field: Field, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
        """A value at a field as nested tables. A piece of which only one field is named must exist."""
        present = data.get(field[0])
        one = self.one_in(field[0])
        if one and len(field) > 2 and isinstance(present, dict) and field[1] not in present:
            raise bad_field(source, field, unknown(one, field[1], present))
        return nested(field, value)

    def one_in(self, table: str) -> str:
        """What an entry of this table is called; empty if it is no table of pieces."""
        return self.kind.rules.piece if table == self.kind.rules.pieces else ""

    def checked(self, draft: Draft) -> Model:
        """The finished content, if nothing is wrong with it."""
        try:
            said = exact_key(draft.data)
        except (RecursionError, ValueError):  # tables without end, a number of thousands of digits
            return self._checked(draft)
        return self._lately.get(said, lambda: self._checked(draft))

    def _checked(self, draft: Draft) -> Model:
        try:
            content = self.model.model_validate(draft.data)
        except ValidationError as error:
            problems = told(error, self.tagged)
            if len(problems) <= MOST_EXPLAINED:
                problems = [self.explained(problem, draft.data) for problem in problems]
            raise first_of(draft.in_order(problems), draft.source_of) from None
        if problems := draft.in_order(self.disagreements(content)):
            raise first_of(problems, draft.source_of)
        return content

    def explained(self, problem: Problem, data: dict[str, Any]) -> Problem:
        """A piece of which fields are missing may be another one, mistyped."""
        field, said = problem
        if said == MISSING and len(field) > 2:
            others = [name for name in data[field[0]] if isinstance(name, str) and name != field[1]]
            if meant := nearest(field[1], others, SLIPS):
                return field, message("{said} (did you mean {meant!r}?)", said=said, meant=meant)
        return problem

    def cell_changes(self, told: Callable[[Model, Model], list[str]]) -> Callable[[Json, Json], list[str]]:
        """What tells the differences between what decides two cells; `told` tells those of their contents."""
        one = self.kind.one

        def changes(before: Json, after: Json) -> list[str]:
            contents = [self.of_data(spec[one], one) for spec in (before, after)]
            return [*told(*contents), *plain_changes(before, after, but=one)]

        return changes

    def _laid(self, data: object, source: str) -> Draft:
        if not isinstance(data, dict):
            raise BadInput(wrong(message("a table"), data), source=source)
        draft = Draft(source, self.kind.rules)
        draft.lay(data, source)
        return draft
