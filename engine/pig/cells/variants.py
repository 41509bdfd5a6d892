"""Changes of an experiment by dotted paths: `options.goal`, `policy.at` for a parameter of every policy that has it,
`focus.at` and `field.at` for those of one side only."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.configs import unknown_word
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.game.seats import FOCUS
from engine.pig.cells.grid import FEWEST_POINTS, resolve_grid
from engine.pig.cells.policy_set import POLICIES
from engine.pig.table import NAME
from engine.pig.table.state import MOST_GOAL
from engine.policy.seats.changes import OPTIONS, POLICY, changed_by_path, experiment_lines, parameter_fields

PLANTED = {"at": 16}
"""The change that the gate must notice: players who hold too early."""


def changed_grid(grid: Json, changes: Mapping[str, object], source: str) -> Json:
    """The grid with the changes made in every policy and in the options."""
    return resolve_grid(changed_by_path(grid, changes, source, (OPTIONS,)), source)


def fields_of(grid: Json, source: str) -> dict[str, int | str]:
    """The numbers that a search may change."""
    return {**parameter_fields(grid), "options.goal": grid[OPTIONS]["goal"]}


def alterations_of(grid: Json, kind: str, source: str) -> list[Alteration]:
    """All changes of one kind."""
    if kind not in KINDS:
        raise unknown_word("kind of change", kind, KINDS, source)
    return list(_CHANGES_OF[kind](grid))


def rehearsals_of(grid: Json, source: str) -> list[Alteration]:
    """A goal that is a point lower, and players who hold at 16 where they held at 20."""
    edits = [Alteration("one point less to win", (), {"options.goal": grid[OPTIONS]["goal"] - 1})]
    fields = fields_of(grid, source)
    for name, value in PLANTED.items():
        edits += [
            Alteration(f"{path} {fields[path]} → {value}", (), {path: value})
            for path in (f"{POLICY}.{name}", f"{FOCUS}.{name}")
            if fields.get(path, value) != value
        ]
    return edits


def _moved_goal(grid: Json) -> Iterator[Alteration]:
    goal = grid[OPTIONS]["goal"]
    for other in (goal - 10, goal + 10):
        if FEWEST_POINTS <= other <= MOST_GOAL:
            yield Alteration(f"goal {goal} → {other}", (), {"options.goal": other})


def _moved_parameters(grid: Json) -> Iterator[Alteration]:
    for path, value in parameter_fields(grid).items():
        if isinstance(value, int):
            for other in (value - 1, value + 1):
                yield Alteration(f"{path} {value} → {other}", (), {path: other})


KINDS = {
    "goal": "let 10 points less win, and 10 points more",
    "parameters": "lower and raise each number that the policies decide by",
}
_CHANGES_OF: dict[str, Callable[[Json], Iterator[Alteration]]] = {
    "goal": _moved_goal,
    "parameters": _moved_parameters,
}


def experiment_text(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """An experiment with the changes in it, as a file: Pig has no other content. The notes come first, as comments."""
    changed = changed_grid(resolve_grid(grid, str(to)), changes, str(to))
    lines = experiment_lines(POLICIES, NAME, changed, notes)
    lines += [f"players = {changed['players']}", "", "[options]"]
    lines += [f"{key} = {value}" for key, value in changed[OPTIONS].items()]
    return "\n".join(lines) + "\n"


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Luck belongs to a seat and its turn, whatever the policies do."""
    if before["players"] != after["players"]:
        seats = f"{before['players']} players against {after['players']}"
        return f"{seats}: other seats roll in other turns, so no luck is shared"
    return None
