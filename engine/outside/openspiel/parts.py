"""The content of a game of OpenSpiel that can be changed: the parameters of its policies.

Changes have dotted paths: `policy.slips` for a parameter of every policy that has it, `focus.slips` and `field.slips`
for those of one side only. Rules are changed by the parameters in the name of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.game.seats import FOCUS
from engine.outside.openspiel.grid import resolve_grid
from engine.outside.openspiel.loading import SCHEME, Loaded
from engine.outside.openspiel.policy_set import POLICIES
from engine.policy.seats.changes import OPTIONS, changed_by_path, experiment_lines, parameter_fields

PLANTED = 50
"""Per cent of slips that the gate should notice: half of the moves."""


@dataclass(frozen=True)
class PolicyContent:
    """The parameters of policies, by dotted paths."""

    loaded: Loaded
    kinds = {"parameters": "raise each number that the policies decide by, and lower it where that is possible"}  # noqa: RUF012

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return resolve_grid(self.loaded, changed_by_path(grid, changes, source), source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in self.kinds:
            raise BadInput(f"{source}: {unknown('kind of change', kind, self.kinds)}")
        return [
            Alteration(f"{path} {value} → {other}", (), {path: other})
            for path, value in self.fields(grid, source).items()
            for other in dict.fromkeys(_near(path, int(value)))
        ]

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """A player who slips."""
        paths = [path for path, value in self.fields(grid, source).items() if path.endswith(".slips") and not value]
        return [Alteration(f"{path} 0 → {PLANTED}", (), {path: PLANTED}) for path in paths[:1]]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return parameter_fields(grid)

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """An experiment with the changes in it: the game has no other content."""
        changed = self.changed(resolve_grid(self.loaded, grid, str(to)), changes, str(to))
        lines = experiment_lines(POLICIES, f"{SCHEME}:{self.loaded.name}", changed, notes)
        if FOCUS in changed:
            lines += ["", f"[{OPTIONS}]", f"{FOCUS} = {changed[OPTIONS][FOCUS]}"]
        return "\n".join(lines) + "\n"


def _near(path: str, value: int) -> Iterator[int]:
    """Values to try beside this one: some slips more, half and twice the effort."""
    if path.endswith(".slips"):
        yield from (other for other in (value - 10, value + 10) if 0 <= other <= 100)
    else:
        yield from (max(value // 2, 2), value * 2)
