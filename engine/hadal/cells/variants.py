"""Changes of an experiment by dotted paths: `goal`, `group.life`, `receptacles.runner.D`, `locations.3`,
`options.free_refreshes`, `policy.rho` for a parameter of every policy that has it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from os.path import relpath
from pathlib import Path

from engine import configs
from engine.configs import unknown
from engine.content.changes import extension_text
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.hadal.cells.grid import Grid, resolve_grid
from engine.hadal.cells.options import EVERYBODY, agents_of, usual_options
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import MISSION_KEYS, with_changes
from engine.hadal.table import NAME
from engine.hadal.table.state import RECEPTACLES
from engine.policy.seats.changes import OPTIONS, changed_by_path, everybody_by, experiment_lines, parameter_fields

NUMBERS = ("goal", "par", "success", "crit", "fail_loss", "conflict_loss")
GROUP_NUMBERS = ("life", "life_each", "points", "loss")
OF_THE_MISSION = (*NUMBERS, "azrak", "fate", "group", "receptacles", "locations")
PATCHES: dict[str, Json] = {
    "without free refreshes": {"options.free_refreshes": 0},
    "without free Explores": {"options.free_explores": "none"},
    "without the surplus in the Vortex": {"options.surplus": False},
    "without the second support": {"options.support": 1},
}
"""What the rules give to small parties, each taken away."""


def changed_grid(grid: Json, changes: Mapping[str, object], source: str) -> Json:
    """The grid with the changes made in every mission, every policy and the options; the names of missions stay."""
    of_mission, rest = _sorted_out(changes)
    missions = grid["missions"]
    if of_mission:
        missions = [each | {"content": with_changes(each["content"], of_mission, source).data()} for each in missions]
    try:
        changed = changed_by_path(grid, rest, source, (OPTIONS,))
    except BadInput as error:
        also = ", ".join(OF_THE_MISSION)
        text = str(error).replace("policy., focus., field. or options.", f"policy. or options., or with one of {also}")
        raise BadInput(text) from None
    return resolve_grid({**changed, "missions": missions}, source)


def _sorted_out(changes: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The changes of the mission, and all others."""
    of_mission = {path: value for path, value in changes.items() if path.partition(".")[0] in OF_THE_MISSION}
    return of_mission, {path: value for path, value in changes.items() if path not in of_mission}


def part_named(word: str) -> Json | None:
    """A mission by name or file, or a policy by name with its parameters."""
    if word in configs.names("missions", NAME) or (
        word.endswith(".toml") and MISSION_KEYS & configs.read_toml(Path(word)).keys()
    ):
        return {"missions": [word]}
    found = everybody_by(POLICIES, word)
    return {"policies": found["policies"]} if found else None


def fields_of(grid: Json, source: str) -> dict[str, int | str]:
    """The numbers that a search may change. One in which missions differ has no present value."""
    options = grid[OPTIONS]
    found: dict[str, int | str] = {**parameter_fields(grid), **_common_fields(grid)}
    if len({agents_of(players) for players in grid["players"]}) == 1:
        usual = usual_options(grid["missions"][0]["content"], grid["players"][0])
        found |= {f"options.{name}": usual[name] for name in ("free_refreshes", "support")}
    found |= {f"options.{key}": value for key, value in options.items() if type(value) is int}
    return found


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


def alterations_of(grid: Json, kind: str, source: str) -> list[Alteration]:
    """All changes of one kind."""
    if kind not in KINDS:
        raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
    found = list(_CHANGES_OF[kind](grid))
    if not found:
        raise BadInput(f"{source}: {NOTHING_TO_CHANGE[kind]}")
    return found


def rehearsals_of(grid: Json, source: str) -> list[Alteration]:
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
            yield Alteration(label, (), changes)


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
    options = grid[OPTIONS]
    for name in ("bare_explore", "retry", "emergency_pays"):
        word = "off" if options[name] else "on"
        yield Alteration(f"{name} {word}", (), {f"options.{name}": not options[name]})
    for when in ("empty", "round", "always"):
        if when != options["reshuffle"]:
            yield Alteration(f"reshuffle {when}", (), {"options.reshuffle": when})


def _moved_numbers(grid: Json) -> Iterator[Alteration]:
    """Each number in which all missions agree, one less and one more."""
    numbers = (*NUMBERS, *(f"group.{name}" for name in GROUP_NUMBERS))
    for path, value in _common_fields(grid).items():
        least = 1 if path == "goal" else 0
        for other in (value - 1, value + 1) if path in numbers and isinstance(value, int) else ():
            if other >= least:
                yield Alteration(f"{path} {value} → {other}", (), {path: other})


KINDS = {
    "patches": "take away each of the patches for small parties",
    "receptacles": "leave each receptacle out of the draw",
    "options": "change each option of the rules",
    "numbers": "lower and raise each number of the mission",
}
NOTHING_TO_CHANGE = {
    "patches": "players: a party of four has no patches to take away",
    "receptacles": "players: expected fewer agents than receptacles, and missions with the same receptacles",
    "options": "no option can be changed",
    "numbers": "no number can be changed",
}
_CHANGES_OF: dict[str, Callable[[Json], Iterator[Alteration]]] = {
    "patches": _without_a_patch,
    "receptacles": _without_a_receptacle,
    "options": _other_options,
    "numbers": _moved_numbers,
}


def extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """The changes as a file: a mission that extends the changed one, or an experiment if options or policies change."""
    of_mission, rest = _sorted_out(changes)
    missions = grid.get("missions", Grid().missions)
    word = missions[0] if isinstance(missions, list) and len(missions) == 1 else None
    if not isinstance(word, str):
        raise BadInput(f"{to}: missions: expected the name of one mission")
    if of_mission and rest:
        raise BadInput(f"{to}: expected changes of a mission, or of options and policies, not of both in one file")
    if word.endswith(".toml") or "/" in word:
        word = Path(relpath(word, to.parent)).as_posix()
    elif word == to.stem and not rest:
        raise BadInput(f"{to}: expected a name different from that of the mission it extends")
    if not rest:
        return extension_text(word, _with_whole_locations(grid, of_mission, str(to)), notes)
    changed = changed_grid(resolve_grid(grid, str(to)), rest, str(to))
    lines = experiment_lines(POLICIES, NAME, changed, notes)
    lines += [
        f'missions = ["{word}"]',
        f"players = {changed['players']}",
        f"shift = {changed['shift']}",
        *([f"variants = {json.dumps(changed['variants'])}"] if "variants" in changed else []),
        "",
        "[options]",
    ]
    lines += [f"{key} = {_toml(value)}" for key, value in changed[OPTIONS].items()]
    return "\n".join(lines) + "\n"


def _with_whole_locations(grid: Mapping[str, object], changes: dict[str, object], source: str) -> dict[str, object]:
    """A file names all locations, or none of them."""
    if not any(path.startswith("locations.") for path in changes):
        return changes
    changed = changed_grid(resolve_grid(grid, source), changes, source)
    rest = {path: value for path, value in changes.items() if not path.startswith("locations.")}
    return {**rest, "locations": changed["missions"][0]["content"]["locations"]}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Cards, Fate and the party are drawn alike, whatever is decided."""
    agents = [agents_of(spec["players"]) for spec in (before, after)]
    if agents[0] != agents[1]:
        return f"{agents[0]} agents against {agents[1]}: other parties meet other cards, so little luck is shared"
    return None
