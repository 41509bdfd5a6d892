"""Changes of an experiment by dotted paths: `strip`, `boxes` and the other keys of a layout, `options.no_repeat`,
`policy.mu` for a parameter of every policy that has it."""

from collections.abc import Callable, Iterator, Sequence

from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.oracle.about import ABOUT
from engine.oracle.cells.grid import GRID
from engine.oracle.table import NAME
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.policy.compiled_game.changes import Changes, KindOfChange, other_settings
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.seats.changes import parameter_fields

NUMBERS = ("cross_arm", "strip", "boxes", "funding", "par")
SOME_CLUMP = 0.6


def fields_of(grid: Json) -> dict[str, int | str]:
    """The numbers that a search may change. One that layouts differ in has no present value."""
    found: dict[str, int | str] = {**parameter_fields(grid)}
    for key in NUMBERS:
        values = {layout["content"][key] for layout in grid["layouts"]}
        if len(values) == 1:
            found[key] = values.pop()
    return found | {f"options.{key}": value for key, value in grid[OPTIONS].items() if type(value) is int}


def rehearsals_of(grid: Json) -> list[Alteration]:
    """A shorter strip, a box less of each kind."""
    return [
        Alteration(f"{key} {value} → {value - by}", (), {key: value - by})
        for key, by in (("strip", 8), ("boxes", 1))
        if isinstance(value := fields_of(grid).get(key), int) and value >= by
    ]


def _without(names: Sequence[str]) -> Callable[[Json], Iterator[Alteration]]:
    def changes(grid: Json) -> Iterator[Alteration]:
        closed = grid[OPTIONS]["closed"]
        for name in names:
            if name not in closed:
                yield Alteration(f"without {name}", (name,), {"options.closed": [*closed, name]}, takes_a_choice=True)

    return changes


def _other_options(grid: Json) -> Iterator[Alteration]:
    options = grid[OPTIONS]
    yield from other_settings(grid, ABOUT.options, "no_repeat", "goods_return", "every_market", "change_spaces")
    clump = 0.0 if options["clump"] else SOME_CLUMP
    yield Alteration(f"clump {clump:g}", (), {"options.clump": clump})
    modifiers = [name for name in ("change-plus", "change-move") if name not in options["closed"]]
    without = {"options.closed": [*options["closed"], *modifiers]}
    yield Alteration("without change-plus and change-move", (), without, takes_a_choice=True)


def _habits(grid: Json) -> Iterator[Alteration]:
    """What players know and value: the bag, townsfolk."""
    fields = parameter_fields(grid)
    if fields.get("policy.counting") == 1:
        yield Alteration("counting false", (), {"policy.counting": 0})
    if any("eta" in policy["parameters"] for policy in grid["policies"]):
        yield Alteration("eta 4: a table that hires", (), {"policy.eta": 4.0})


CHANGES = Changes(
    game=NAME,
    grid=GRID,
    paths=("map", "cross_arm", "upper", "lower", "strip", "boxes", "funding", "par"),
    alterable={
        "actions": KindOfChange("close each action", _without(ACTION_NAMES)),
        "abilities": KindOfChange("close each ability of the townsfolk", _without(ABILITY_NAMES)),
        "options": KindOfChange("change each option of the rules", _other_options),
        "habits": KindOfChange("players who do not count the bag, or who hire early", _habits),
    },
    rehearse=rehearsals_of,
    list_fields=fields_of,
)
