"""What can be changed about a game from outside: the parameters of its rules (`options.goal`) and of its policies
(`policy.at`, `focus.at`, `field.at`). The rest of its content is its code."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import Any

from engine.configs import unknown_word
from engine.content.changes import by_head, toml_key, toml_value
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.game.seats import FOCUS
from engine.outside.grid import OutsideGrid
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.naming import shown_number
from engine.policy.parameters import Choice, Parameter, RuleParameter
from engine.policy.seats.changes import changed_by_path, experiment_lines, parameter_fields
from engine.policy.seats.seating import everybody

RULES, POLICIES = "rules", "policies"
"""Whose parameters a kind of alteration moves."""
NUMBERS_ONLY = "lower and raise each number of the rules by a tenth"
NUMBERS_AND_WORDS = "lower and raise each number of the rules by a tenth, turn each switch, and try every other word"
"""What is moved of the rules."""
SLIPS = "slips"
"""The parameter of a policy that makes it play worse: per cent of its decisions that are taken at random."""


@dataclass(frozen=True, eq=False, kw_only=True)
class OutsideChanges:
    """The parameters, by dotted paths; see `engine.game.optional_parts.Content`."""

    game: str
    grid: OutsideGrid
    resolve: Callable[[Mapping[str, object], str], Json]
    """`Game.resolve`, which knows all editions of the game."""
    kinds: Mapping[str, str]
    moved: Mapping[str, str]
    """For each kind of alteration, whose parameters it moves: RULES or POLICIES."""
    planted: int = 0
    """Per cent of slips that the gate must notice."""
    near: Callable[[Parameter, str, float], Iterable[float]] = lambda parameter, path, value: parameter.near(value)
    """Values to try beside the one that a parameter has."""

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        tables = [OPTIONS] if self.grid.parameters else []
        if self.grid.policies:
            return self.resolve(changed_by_path(grid, changes, source, tables), source)
        known = [f"{OPTIONS}.{name}" for name in self.grid.parameters]
        for path in changes:
            if path not in known:
                raise unknown_word("path", path, known, source)
        return self.resolve({**grid, OPTIONS: {**grid[OPTIONS], **by_head(changes, tables)[OPTIONS]}}, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in self.kinds:
            raise unknown_word("kind of change", kind, self.kinds, source)
        return list(self._moved(grid, self.moved[kind]))

    def _moved(self, grid: Json, whose: str) -> Iterator[Alteration]:
        """Each number of the rules or of the policies, moved by a little; in place of a word, every other one."""
        found = self._of_rules(grid) if whose == RULES else self._of_policies(grid)
        for path, value in found.items():
            label = path if self.grid.policies else path.removeprefix(f"{OPTIONS}.")
            for other in self._others(self._limits(grid, path), path, value):
                yield Alteration(f"{label} {shown_number(value)} → {shown_number(other)}", (), {path: other})

    def _others(self, limits: RuleParameter, path: str, value: Any) -> list[Any]:
        """What is tried in place of a value."""
        near = limits.near(value) if isinstance(limits, Choice) else self.near(limits, path, value)
        return list(dict.fromkeys(near))

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """A player who slips, and the first parameter of the rules changed."""
        slips = [path for path, value in self._of_policies(grid).items() if path.endswith(f".{SLIPS}") and not value]
        found = [Alteration(f"{path} 0 → {self.planted}", (), {path: self.planted}) for path in slips[:1]]
        return found + list(self._moved(grid, RULES))[:1]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        found = {**self._of_rules(grid), **self._of_policies(grid)}
        return {path: value for path, value in found.items() if isinstance(value, int | str)}

    def choices(self) -> Mapping[str, Choice]:
        return {f"{OPTIONS}.{name}": each for name, each in self.grid.parameters.items() if isinstance(each, Choice)}

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """An experiment with the changes in it."""
        changed = self.changed(self.resolve(grid, str(to)), changes, str(to))
        lines = experiment_lines(self.grid.policies, self.game, changed, notes)
        lines += [f"{toml_key(axis)} = {dumps(changed[axis])}" for axis in self.grid.axes]
        if self.grid.parameters or FOCUS in changed:
            options = changed[OPTIONS].items()
            lines += ["", f"[{OPTIONS}]", *(f"{toml_key(key)} = {toml_value(value)}" for key, value in options)]
        return "\n".join(lines) + "\n"

    def _of_rules(self, grid: Json) -> dict[str, int | float | str]:
        return {f"{OPTIONS}.{name}": grid[OPTIONS][name] for name in self.grid.parameters}

    def _of_policies(self, grid: Json) -> dict[str, int]:
        return {path: int(value) for path, value in parameter_fields(grid).items()} if self.grid.policies else {}

    def _limits(self, grid: Json, path: str) -> RuleParameter:
        head, _, name = path.partition(".")
        if head == OPTIONS or not self.grid.policies:
            return self.grid.parameters[name]
        part = next(part for _, part in everybody(grid) if name in part["parameters"])
        module = self.grid.policies.module(part["name"], part.get("code", ""))
        return self.grid.policies.parameters_of(module)[name]
