"""The optional parts of a game of OpenSpiel: parameters of its policies can be changed, and policies can be listed.

Changes have dotted paths: `policy.slips` for a parameter of every policy that has it, `focus.slips` and `field.slips`
for those of one side only. Rules are changed by the parameters in the name of the game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from engine.configs import unknown
from engine.content.changes import by_head
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.game.seats import FIELD, FOCUS
from engine.game.sheets import Sheet
from engine.outside.openspiel.grid import resolve_grid
from engine.outside.openspiel.loading import SCHEME, Loaded
from engine.outside.openspiel.policy_set import POLICIES
from engine.policy.listing import policy_sheets
from engine.policy.seats.mixed_table import parts_of, policy_label
from engine.policy.seats.seating import SEATINGS, changed_seating

POLICY = "policy"
HEADS = (POLICY, FOCUS, FIELD)
PLANTED = 20
"""Per cent of slips that the gate must notice."""


@dataclass(frozen=True)
class PolicyContent:
    """The parameters of policies, by dotted paths."""

    loaded: Loaded
    kinds = {"parameters": "raise each number that the policies decide by, and lower it where that is possible"}  # noqa: RUF012

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        parts = by_head(changes, HEADS)
        for path in parts[""]:
            raise BadInput(f"{source}: {path}: expected a path that begins with policy., focus. or field.")
        for head in HEADS:
            known = {key for which, part in _everybody(grid) if head in (POLICY, which) for key in part["parameters"]}
            for name in parts[head]:
                if name not in known:
                    raise BadInput(f"{source}: {head}.{name}: {unknown('parameter', name, known)}")

        def turned(key: str, part: Json) -> Json:
            given = {**parts[POLICY], **parts.get(key, {})}
            mine = {name: value for name, value in given.items() if name in part["parameters"]}
            return part | {"parameters": part["parameters"] | mine}

        return resolve_grid(self.loaded, {**grid, **changed_seating(grid, turned)}, source)

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
        found: dict[str, int | str] = {}
        for key, part in _everybody(grid):
            head = key if key in (FOCUS, FIELD) else POLICY
            for name, value in part["parameters"].items():
                if isinstance(value, int):
                    found.setdefault(f"{head}.{name}", value)
        return found

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """An experiment with the changes in it: the game has no other content."""
        changed = self.changed(resolve_grid(self.loaded, grid, str(to)), changes, str(to))
        lines = [*(f"# {note}".rstrip() for note in notes), "", f"game = {dumps(f'{SCHEME}:{self.loaded.name}')}"]
        named = {key: [policy_label(POLICIES, policy) for policy in changed.get(key, [])] for key in SEATINGS}
        lines += [f"{key} = {dumps(labels)}" for key, labels in named.items() if labels]
        if FOCUS in changed:
            lines += ["", "[options]", f"{FOCUS} = {changed['options'][FOCUS]}"]
        return "\n".join(lines) + "\n"


def _near(path: str, value: int) -> Iterator[int]:
    """Values to try beside this one: some slips more, half and twice the effort."""
    if path.endswith(".slips"):
        yield from (other for other in (value - 10, value + 10) if 0 <= other <= 100)
    else:
        yield from (max(value // 2, 2), value * 2)


def _everybody(grid: Json) -> Iterator[tuple[str, Json]]:
    """Every policy of a grid, with the key that names it."""
    for key in SEATINGS:
        for policy in grid.get(key, []):
            for part in parts_of(policy):
                yield key, part


class ListedPolicies:
    """The policies that can play. Files of a user's own cannot yet."""

    def admit(self, path: Path) -> str:
        known = ", ".join(POLICIES.installed)
        raise BadInput(f"{path}: games of OpenSpiel are played by its own policies ({known}), not by a file")

    def sheets(self) -> list[Sheet]:
        return policy_sheets(POLICIES)

    def check(self, name: str, say: Callable[[str], None]) -> list[str]:
        raise BadInput(f"{name}: policies of OpenSpiel's games are not checked; they choose among legal actions only")
