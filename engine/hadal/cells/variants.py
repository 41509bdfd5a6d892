"""Changes of an experiment by dotted paths: `goal`, `group.life`, `receptacles.runner.D`, `locations.3`,
`options.free_refreshes`, `policy.rho` for a parameter of every policy that has it."""

from collections.abc import Iterator

from engine.errors import message
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.hadal.about import ABOUT
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.options import EVERYBODY, agents_of, usual_options
from engine.hadal.mission.files import with_changes
from engine.hadal.table import NAME
from engine.hadal.table.state import RECEPTACLES
from engine.language.current import said
from engine.policy.compiled_game.changes import Changes, Edits, KindOfChange, other_settings
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.seats.changes import parameter_fields

NUMBERS = ("goal", "par", "success", "crit", "fail_loss", "conflict_loss")
GROUP_NUMBERS = ("life", "life_each", "points", "loss")
PATCHES: dict[str, Json] = {
    "without free refreshes": {"options.free_refreshes": 0},
    "without free Explores": {"options.free_explores": "none"},
    "without the surplus in the Vortex": {"options.surplus": False},
    "without the second support": {"options.support": 1},
}
"""What the rules give to small parties, each taken away."""
CHOICES = ("bare_explore off", "without the second support")
"""Changes that only take a choice: one may stand by in place of an Explore, and support with one in place of two. All
agents see the same, so the party decides as one. A test that closes after a failure, or fewer refreshes, also change
what follows from the choices that are left."""


def fields_of(grid: Json) -> dict[str, int | str]:
    """The numbers that a search may change. One in which missions differ has no present value."""
    options = grid[OPTIONS]
    fields: dict[str, int | str] = {**parameter_fields(grid), **_common_fields(grid)}
    if len({agents_of(players) for players in grid["players"]}) == 1:
        usual = usual_options(grid["missions"][0]["content"], grid["players"][0])
        fields |= {f"options.{name}": usual[name] for name in ("free_refreshes", "support")}
    return fields | {f"options.{key}": value for key, value in options.items() if type(value) is int}


def _common_fields(grid: Json) -> dict[str, int | str]:
    """The fields in which all missions agree."""
    first, *others = (_mission_fields(each["content"]) for each in grid["missions"])
    return {path: value for path, value in first.items() if all(each.get(path) == value for each in others)}


def _mission_fields(content: Json) -> dict[str, int | str]:
    found: dict[str, int | str] = {name: content[name] for name in NUMBERS}
    found |= {f"group.{name}": content["group"][name] for name in GROUP_NUMBERS}
    for key, receptacle in content["receptacles"].items():
        found |= {f"receptacles.{key}.{name}": receptacle[name] for name in "TDS"}
    return found | {f"locations.{number}": text for number, text in enumerate(content["locations"], start=1)}


def rehearsals_of(grid: Json) -> list[Alteration]:
    """One point less to reach, if all missions have the same goal; the first patch that matters taken away, or the
    first option changed."""
    goal = _common_fields(grid).get("goal", 1)
    edits = (
        [Alteration(f"goal {goal} → {goal - 1}", (), {"goal": goal - 1})] if isinstance(goal, int) and goal > 1 else []
    )
    return [*edits, *_without_a_patch(grid), *_other_options(grid)][: len(edits) + 1]


def _without_a_patch(grid: Json) -> Iterator[Alteration]:
    """Each patch that some party of the grid has."""
    for label, changes in PATCHES.items():
        ((path, value),) = changes.items()
        name = path.partition(".")[2]
        here = {_option(grid, name, players) for players in grid["players"]}
        small = any(agents_of(players) < RECEPTACLES for players in grid["players"])
        if here != {value} and (name != "surplus" or small):
            yield Alteration(label, (), changes, takes_a_choice=label in CHOICES)


def _option(grid: Json, name: str, players: int) -> object:
    return {**usual_options(grid["missions"][0]["content"], players), **grid[OPTIONS]}[name]


def _without_a_receptacle(grid: Json) -> Iterator[Alteration]:
    """Each receptacle left out of the draw, if enough are left and all missions have it."""
    first = grid["missions"][0]["content"]["receptacles"]
    if any(each["content"]["receptacles"].keys() != first.keys() for each in grid["missions"]):
        return
    party = grid[OPTIONS]["party"]
    keys = sorted(first, key=lambda key: first[key]["seat"]) if party == EVERYBODY else party.split("+")
    if len(keys) <= max(map(agents_of, grid["players"])):
        return
    for key in keys:
        yield Alteration(f"without {key}", (key,), {"options.party": "+".join(each for each in keys if each != key)})


def _other_options(grid: Json) -> Iterator[Alteration]:
    for each in other_settings(grid, ABOUT.options, "bare_explore", "retry", "emergency_pays", "reshuffle"):
        yield each._replace(takes_a_choice=each.label in CHOICES)


def _moved_numbers(grid: Json) -> Iterator[Alteration]:
    """Each number in which all missions agree, one less and one more."""
    numbers = (*NUMBERS, *(f"group.{name}" for name in GROUP_NUMBERS))
    for path, value in _common_fields(grid).items():
        least = 1 if path == "goal" else 0
        for other in (value - 1, value + 1) if path in numbers and isinstance(value, int) else ():
            if other >= least:
                yield Alteration(f"{path} {value} → {other}", (), {path: other})


def written(content: Json, edits: Edits, source: str) -> Edits:
    """A file names all locations, or none of them."""
    if not any(path.startswith("locations.") for path in edits):
        return edits
    rest = {path: value for path, value in edits.items() if not path.startswith("locations.")}
    return {**rest, "locations": with_changes(content, edits, source).data()["locations"]}


CHANGES = Changes(
    game=NAME,
    grid=GRID,
    paths=(*NUMBERS, "azrak", "fate", "group", "receptacles", "locations"),
    alterable={
        "patches": KindOfChange(
            "take away each of the patches for small parties",
            _without_a_patch,
            none_found=message("players: a party of four has no patches to take away"),
        ),
        "receptacles": KindOfChange(
            "leave each receptacle out of the draw",
            _without_a_receptacle,
            none_found=message(
                "players: expected fewer agents than receptacles, and missions with the same receptacles"
            ),
        ),
        "options": KindOfChange("change each option of the rules", _other_options),
        "numbers": KindOfChange(
            "lower and raise each number of the mission",
            _moved_numbers,
            none_found=message("no number can be changed"),
        ),
    },
    rehearse=rehearsals_of,
    list_fields=fields_of,
    written=written,
)


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Cards, Fate and the party are drawn alike, whatever is decided."""
    agents = [agents_of(spec["players"]) for spec in (before, after)]
    if agents[0] != agents[1]:
        return said(
            "{before} agents against {after}: other parties meet other cards, so little luck is shared",
            before=agents[0],
            after=agents[1],
        )
    return None
