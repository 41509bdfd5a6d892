"""What can be changed about a program's game: its parameters, as `options.goal`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.outside.command.declared import OPTIONS, Declared
from engine.policy.naming import shown_number

KINDS = {"parameters": "lower and raise each number of the rules by a tenth"}


@dataclass(frozen=True)
class ProgramContent:
    """The parameters, by dotted paths."""

    game: Declared
    resolve: Callable[[Mapping[str, object], str], Json]
    """`Game.resolve`, which knows all editions of the game."""
    kinds = KINDS

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        known = [f"{OPTIONS}.{name}" for name in self.game.parameters]
        for path in changes:
            if path not in known:
                raise BadInput(f"{source}: {unknown('path', path, known)}")
        given = {path.partition(".")[2]: value for path, value in changes.items()}
        return self.resolve({**grid, OPTIONS: {**grid[OPTIONS], **given}}, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in KINDS:
            raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
        return [
            Alteration(f"{name} {shown_number(value)} → {shown_number(other)}", (), {f"{OPTIONS}.{name}": other})
            for name, value in grid[OPTIONS].items()
            for other in self.game.parameters[name].near(value)
        ]

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """The first number of the rules, moved by a little."""
        return self.alterations(grid, "parameters", source)[:1]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return {f"{OPTIONS}.{name}": value for name, value in grid[OPTIONS].items() if isinstance(value, int)}

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """An experiment with the changes in it: the rest of the content is the program."""
        changed = self.changed(self.resolve(grid, str(to)), changes, str(to))
        lines = [*(f"# {note}".rstrip() for note in notes), "", f"game = {dumps(self.game.name)}"]
        lines += [f"{axis.name} = {dumps(changed[axis.name])}" for axis in self.game.hello.axes]
        lines += ["", f"[{OPTIONS}]", *(f"{name} = {value}" for name, value in changed[OPTIONS].items())]
        return "\n".join(lines) + "\n"
