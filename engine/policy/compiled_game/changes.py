"""Changes of an experiment by dotted paths: `goal` or `cards.the-deep.moons` for a field of the content, `remove` for
pieces left out, `options.support` for an option, `policy.rho` for a parameter of every policy that has it, `focus.rho`
and `field.rho` for those of one side only."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from os.path import relpath
from pathlib import Path
from typing import Any, NamedTuple

from engine import configs
from engine.configs import unknown_word
from engine.content.changes import by_head, extension_text, toml_value
from engine.errors import BadInput, Text, message
from engine.game.axes import Option
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.language.kinds import kind_of_thing
from engine.policy.compiled_game.axes_and_options import SWITCH, Setting
from engine.policy.compiled_game.grid import OPTIONS, VARIANTS, Grid
from engine.policy.seats.changes import POLICY, WHO, changed_by_path, everybody_by, experiment_lines

REMOVE = "remove"

Edits = dict[str, object]
"""New values by their paths."""


class KindOfChange(NamedTuple):
    """A kind of alteration that an ablation can try."""

    help: str
    find: Callable[[Json], Iterable[Alteration]]
    """All of them, for a resolved grid."""
    obstacle: Callable[[Json], Text] = lambda grid: ""
    """Why a grid does not allow them; empty if it does."""
    none_found: Text = ""
    """What is said if there are none; empty if that is no mistake."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Changes:
    """The content, options and policy parameters of one game; see `engine.game.optional_parts.Content`."""

    game: str
    grid: Grid[Any]
    paths: Sequence[str] = ()
    """Where the path of a field of the content begins. If none is named, every other path is one, and the content says
    what is wrong with it."""
    alterable: Mapping[str, KindOfChange]
    """By the name of each kind. The first is the default."""
    rehearse: Callable[[Json], list[Alteration]]
    list_fields: Callable[[Json], dict[str, int | str]]
    written: Callable[[Json, Edits, str], Edits] = lambda content, edits, source: edits
    """The edits of a content as its file says them."""
    of_one: bool = False
    """Whether alterations and fields are those of one content: a grid with several has none."""

    @property
    def kinds(self) -> Mapping[str, str]:
        return {name: kind.help for name, kind in self.alterable.items()}

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        """The grid with the changes made in every content, every policy and the options; the names of contents
        stay."""
        of_content, rest = self._sorted_out(changes, source)
        contents = grid[self.grid.key]
        if of_content:
            contents = [each | {"content": self._edited(each["content"], of_content, source)} for each in contents]
        changed = changed_by_path(grid, rest, source, (OPTIONS,))
        return self.grid.resolve({**changed, self.grid.key: contents}, source)

    def _edited(self, content: Json, edits: Edits, source: str) -> Json:
        if isinstance(edits.get(REMOVE), str):
            edits = {**edits, REMOVE: [edits[REMOVE]]}
        edited: Json = self.grid.content.changed(content, edits, source).data()
        return edited

    def _sorted_out(self, changes: Mapping[str, object], source: str) -> tuple[Edits, Edits]:
        """The changes of the content, and all others."""
        heads = [*(WHO if self.grid.about.has_focus else (POLICY,)), OPTIONS]
        others = by_head(changes, heads)[""]
        fields = [path for path in others if not self.paths or path.partition(".")[0] in self.paths]
        of_content = {path: others[path] for path in fields}
        rest = {path: value for path, value in changes.items() if path not in of_content}
        for path in others:
            if path not in of_content:
                first = ", ".join(f"{each}." for each in heads[:-1])
                raise BadInput(
                    source=source,
                    place=path,
                    expected=message(
                        "a path that begins with {first} or {options}., or with one of {paths}",
                        first=first,
                        options=OPTIONS,
                        paths=", ".join(self.paths),
                    ),
                )
        return of_content, rest

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in self.alterable:
            raise unknown_word("kind of change", kind, self.alterable, source)
        self._check_contents(grid, source)
        asked = self.alterable[kind]
        if obstacle := asked.obstacle(grid):
            raise BadInput(obstacle, source=source)
        possible = list(asked.find(grid))
        if not possible and asked.none_found:
            raise BadInput(asked.none_found, source=source)
        return possible

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        self._check_contents(grid, source)
        return self.rehearse(grid)

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        self._check_contents(grid, source)
        return self.list_fields(grid)

    def _check_contents(self, grid: Json, source: str) -> None:
        names = [each["name"] for each in grid[self.grid.key]]
        if self.of_one and len(names) > 1:
            raise BadInput(
                source=source, place=self.grid.key, expected=message("one, got {names}", names=", ".join(names))
            )

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """The changes as a file: content that extends the changed one, or an experiment if options or policies change.
        Without any change it is content."""
        one, key, source = self.grid.one, self.grid.key, str(to)
        of_content, rest = self._sorted_out(changes, source)
        words = grid.get(key, [self.grid.about.usual_content])
        word = words[0] if isinstance(words, list) and len(words) == 1 else None
        if not isinstance(word, str):
            raise BadInput(source=source, place=key, expected=message("the name of one {one}", one=kind_of_thing(one)))
        if of_content and rest:
            raise BadInput(
                source=source,
                expected=message(
                    "changes of a {one}, or of options and policies, not of both in one file", one=kind_of_thing(one)
                ),
            )
        if word.endswith(".toml") or "/" in word:
            word = Path(relpath(word, to.parent)).as_posix()
        elif word == to.stem and not rest:
            raise BadInput(
                source=source,
                expected=message("a name different from that of the {one} it extends", one=kind_of_thing(one)),
            )
        if rest:
            return self._experiment(self.changed(self.grid.resolve(grid, source), rest, source), word, notes)
        if of_content:
            content = self.grid.resolve(grid, source)[key][0]["content"]
            self._edited(content, of_content, source)  # a file that nobody can load helps nobody
            of_content = self.written(content, of_content, source)
        return extension_text(word, of_content, notes)

    def _experiment(self, grid: Json, word: str, notes: Sequence[str]) -> str:
        """The file of a resolved grid whose only content has this name."""
        lines = [
            *experiment_lines(self.grid.policies, self.game, grid, notes),
            f"{self.grid.key} = {dumps([word])}",
            *(f"{axis.key} = {grid[axis.key]}" for axis in self.grid.numbers),
            *(f"{key} = {toml_value(grid[key])}" for key in self.grid.own_keys),
            *([f"{VARIANTS} = {dumps(grid[VARIANTS])}"] if VARIANTS in grid else []),
            "",
            f"[{OPTIONS}]",
            *(f"{name} = {dumps(value)}" for name, value in grid[OPTIONS].items()),
        ]
        return "\n".join(lines) + "\n"

    def part(self, word: str, file_keys: Iterable[str]) -> Json | None:
        """Content by name or file, or a policy by name with its parameters, in the place of everybody who plays. A file
        with any of `file_keys` is content."""
        grid = self.grid
        if word in configs.names(grid.key, self.game) or (
            word.endswith(".toml") and configs.read_toml(Path(word)).keys() & set(file_keys)
        ):
            return {grid.key: [word]}
        named = everybody_by(grid.policies, word)
        return named if named is None or grid.about.has_focus else {"policies": named["policies"]}


def other_settings(grid: Json, options: Iterable[Option], *names: str) -> Iterator[Alteration]:
    """Each switch of these names turned, and each choice made in every other way."""
    declared = {each.name: each.parameter.words for each in options if isinstance(each, Setting)}
    for name in names:
        here = grid[OPTIONS][name]
        others = {SWITCH[not here]: not here} if declared[name] == SWITCH else {word: word for word in declared[name]}
        for word, value in others.items():
            if value != here:
                yield Alteration(f"{name} {word}", (), {f"{OPTIONS}.{name}": value})
