"""Changes of an experiment by dotted paths: `strip`, `boxes` and the other keys of a layout, `options.no_repeat`,
`policy.mu` for a parameter of every policy that has it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from json import dumps
from os.path import relpath
from pathlib import Path

from engine import configs
from engine.configs import unknown
from engine.content.changes import extension_text
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.oracle.cells.grid import Grid, resolve_grid
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import LAYOUT_KEYS, with_changes
from engine.oracle.table import NAME
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.policy.seats.changes import OPTIONS, changed_by_path, experiment_lines, parameter_fields

OF_THE_LAYOUT = ("map", "cross_arm", "upper", "lower", "strip", "boxes", "funding", "par")
NUMBERS = ("cross_arm", "strip", "boxes", "funding", "par")
SWITCHES = ("no_repeat", "goods_return", "every_market")
SOME_CLUMP = 0.6


def changed_grid(grid: Json, changes: Mapping[str, object], source: str) -> Json:
    """The grid with the changes made in every layout, every policy and the options; the names of layouts stay."""
    of_layout, rest = _sorted_out(changes)
    layouts = grid["layouts"]
    if of_layout:
        layouts = [each | {"content": with_changes(each["content"], of_layout, source).data()} for each in layouts]
    try:
        changed = changed_by_path(grid, rest, source, (OPTIONS,))
    except BadInput as error:
        expected = f"is one of {', '.join(OF_THE_LAYOUT)}, or begins with policy."
        raise BadInput(str(error).replace("begins with policy., focus., field.", expected)) from None
    return resolve_grid({**changed, "layouts": layouts}, source)


def _sorted_out(changes: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The changes of the layout, and all others."""
    of_layout = {path: value for path, value in changes.items() if path in OF_THE_LAYOUT}
    return of_layout, {path: value for path, value in changes.items() if path not in of_layout}


def part_named(word: str) -> Json | None:
    """A layout by name or file, or a policy by name with its parameters."""
    if word in configs.names("layouts", NAME) or (
        word.endswith(".toml") and LAYOUT_KEYS & configs.read_toml(Path(word)).keys()
    ):
        return {"layouts": [word]}
    return {"policies": [word]} if word.split(" ")[0] in POLICIES.known() else None


def fields_of(grid: Json, source: str) -> dict[str, int | str]:
    """The numbers that a search may change. One that layouts differ in has no present value."""
    found: dict[str, int | str] = {**parameter_fields(grid)}
    for key in NUMBERS:
        values = {layout["content"][key] for layout in grid["layouts"]}
        if len(values) == 1:
            found[key] = values.pop()
    return found | {f"options.{key}": value for key, value in grid[OPTIONS].items() if type(value) is int}


def alterations_of(grid: Json, kind: str, source: str) -> list[Alteration]:
    """All changes of one kind."""
    if kind not in KINDS:
        raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
    return list(_CHANGES_OF[kind](grid))


def rehearsals_of(grid: Json, source: str) -> list[Alteration]:
    """A shorter strip, a box less of each kind."""
    return [
        Alteration(f"{key} {value} → {value - by}", (), {key: value - by})
        for key, by in (("strip", 8), ("boxes", 1))
        if isinstance(value := fields_of(grid, source).get(key), int) and value >= by
    ]


def _without(names: Sequence[str]) -> Callable[[Json], Iterator[Alteration]]:
    def changes(grid: Json) -> Iterator[Alteration]:
        closed = grid[OPTIONS]["closed"]
        for name in names:
            if name not in closed:
                yield Alteration(f"without {name}", (name,), {"options.closed": [*closed, name]})

    return changes


def _other_options(grid: Json) -> Iterator[Alteration]:
    options = grid[OPTIONS]
    for name in SWITCHES:
        word = "off" if options[name] else "on"
        yield Alteration(f"{name} {word}", (), {f"options.{name}": not options[name]})
    other = "three" if options["change_spaces"] == "one" else "one"
    yield Alteration(f"change_spaces {other}", (), {"options.change_spaces": other})
    clump = 0.0 if options["clump"] else SOME_CLUMP
    yield Alteration(f"clump {clump:g}", (), {"options.clump": clump})
    modifiers = [name for name in ("change-plus", "change-move") if name not in options["closed"]]
    yield Alteration("without change-plus and change-move", (), {"options.closed": [*options["closed"], *modifiers]})


def _habits(grid: Json) -> Iterator[Alteration]:
    """What players know and value: the bag, townsfolk."""
    fields = parameter_fields(grid)
    if fields.get("policy.counting") == 1:
        yield Alteration("counting false", (), {"policy.counting": 0})
    if any("eta" in policy["parameters"] for policy in grid["policies"]):
        yield Alteration("eta 4: a table that hires", (), {"policy.eta": 4.0})


KINDS = {
    "actions": "close each action",
    "abilities": "close each ability of the townsfolk",
    "options": "change each option of the rules",
    "habits": "players who do not count the bag, or who hire early",
}
_CHANGES_OF: dict[str, Callable[[Json], Iterator[Alteration]]] = {
    "actions": _without(ACTION_NAMES),
    "abilities": _without(ABILITY_NAMES),
    "options": _other_options,
    "habits": _habits,
}


def extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """The changes as a file: a layout that extends the changed one, or an experiment if options or policies change."""
    of_layout, rest = _sorted_out(changes)
    layouts = grid.get("layouts", Grid().layouts)
    word = layouts[0] if isinstance(layouts, list) and len(layouts) == 1 else None
    if not isinstance(word, str):
        raise BadInput(f"{to}: layouts: expected the name of one layout")
    if of_layout and rest:
        raise BadInput(f"{to}: expected changes of a layout, or of options and policies, not of both in one file")
    if word.endswith(".toml") or "/" in word:
        word = Path(relpath(word, to.parent)).as_posix()
    elif word == to.stem and not rest:
        raise BadInput(f"{to}: expected a name different from that of the layout it extends")
    if not rest:
        return extension_text(word, of_layout, notes)
    changed = changed_grid(resolve_grid(grid, str(to)), rest, str(to))
    lines = experiment_lines(POLICIES, NAME, changed, notes)
    lines += [f"layouts = [{dumps(word)}]", f"players = {changed['players']}", f"rogues = {changed['rogues']}"]
    lines += [f"variants = {dumps(changed['variants'])}"] if "variants" in changed else []
    lines += ["", "[options]", *(f"{key} = {dumps(value)}" for key, value in changed[OPTIONS].items())]
    return "\n".join(lines) + "\n"


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Throws and the bag of a day are the same whoever draws from it."""
    return None
