"""What can be changed about a game of one's own: the parameters of its rules (`options.goal`) and of its policies
(`policy.at`, `focus.at`, `field.at`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.outside.own.declared import OPTIONS, PLAYERS, Declared
from engine.outside.own.policy_set import SLIPS
from engine.policy.parameters import Parameter
from engine.policy.seats.changes import changed_by_path, experiment_lines, parameter_fields
from engine.policy.seats.seating import everybody

PLANTED = 20
"""Per cent of slips that the gate must notice."""
KINDS = {
    "parameters": "lower and raise each number of the rules by a tenth",
    "policies": "lower and raise each number that the policies decide by",
}


@dataclass(frozen=True)
class OwnContent:
    """The parameters, by dotted paths."""

    game: Declared
    resolve: Callable[[Mapping[str, object], str], Json]
    """`Game.resolve`, which knows all editions of the game."""
    kinds = KINDS

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return self.resolve(changed_by_path(grid, changes, source, [OPTIONS]), source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in KINDS:
            raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
        return [
            Alteration(f"{path} {value:g} → {other:g}", (), {path: other})
            for path, value in self._numbers(grid).items()
            if path.startswith(OPTIONS) == (kind == "parameters")
            for other in self._limits(grid, path).near(value)
        ]

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """A player who slips, and the first number of the rules moved by a little."""
        found = [
            Alteration(f"{path} 0 → {PLANTED}", (), {path: PLANTED})
            for path, value in parameter_fields(grid).items()
            if path.endswith(f".{SLIPS}") and not value
        ][:1]
        return found + self.alterations(grid, "parameters", source)[:1]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return {path: value for path, value in self._numbers(grid).items() if isinstance(value, int)}

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """An experiment with the changes in it: the rest of the content is the game's file."""
        changed = self.changed(self.resolve(grid, str(to)), changes, str(to))
        lines = experiment_lines(self.game.policies, self.game.name, changed, notes)
        lines += [f"{axis} = {changed[axis]}" for axis in (PLAYERS, *self.game.axes)]
        lines += ["", f"[{OPTIONS}]", *(f"{key} = {value}" for key, value in changed[OPTIONS].items())]
        return "\n".join(lines) + "\n"

    def _numbers(self, grid: Json) -> dict[str, int | float]:
        """Every number that a change can name, the rules' first."""
        rules = {f"{OPTIONS}.{name}": grid[OPTIONS][name] for name in self.game.parameters}
        return rules | {path: int(value) for path, value in parameter_fields(grid).items()}

    def _limits(self, grid: Json, path: str) -> Parameter:
        head, _, name = path.partition(".")
        if head == OPTIONS:
            return self.game.parameters[name]
        policies = self.game.policies
        return next(
            policies.parameters_of(policies.module(part["name"]))[name]
            for _, part in everybody(grid)
            if name in part["parameters"]
        )
