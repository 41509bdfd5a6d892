"""Changes of an experiment by dotted paths: `artifacts.barter.copies`, `lasers.5`, `remove` for artifacts left out,
`options.hide_action`, `policy.theta` for a parameter of every policy that has it, `focus.theta` and `field.theta` for
those of one side only."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os.path import relpath
from pathlib import Path

from engine import configs
from engine.configs import unknown
from engine.content.changes import extension_text
from engine.errors import BadInput
from engine.euphoria.cells.grid import Grid, resolve_grid
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.deck import MOST_LASERS
from engine.euphoria.deck.files import DECK_KEYS, with_changes
from engine.euphoria.table import NAME
from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.policy.seats.changes import OPTIONS, changed_by_path, everybody_by, experiment_lines, parameter_fields

OF_THE_DECK = ("artifacts", "followers", "lasers", "remove")
SWITCHES = ("hide_action", "anarchists")


def changed_grid(grid: Json, changes: Mapping[str, object], source: str) -> Json:
    """The grid with the changes made in every deck, every policy and the options; the names of decks stay the same."""
    of_deck, rest = _sorted_out(changes)
    if isinstance(of_deck.get("remove"), str):
        of_deck["remove"] = [of_deck["remove"]]
    decks = grid["decks"]
    if of_deck:
        decks = [deck | {"content": with_changes(deck["content"], of_deck, source).data()} for deck in decks]
    try:
        changed = changed_by_path(grid, rest, source, (OPTIONS,))
    except BadInput as error:
        also = "".join(f", {head}." for head in OF_THE_DECK[:-1])
        raise BadInput(str(error).replace("begins with policy.", f"begins with policy.{also}")) from None
    return resolve_grid({**changed, "decks": decks}, source)


def _sorted_out(changes: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The changes of the deck, and all others."""
    of_deck = {path: value for path, value in changes.items() if path.partition(".")[0] in OF_THE_DECK}
    return of_deck, {path: value for path, value in changes.items() if path not in of_deck}


def part_named(word: str) -> Json | None:
    """A deck by name or file, or a policy by name with its parameters, in the place of everybody who plays."""
    if word in configs.names("decks", NAME) or (
        word.endswith(".toml") and DECK_KEYS & configs.read_toml(Path(word)).keys()
    ):
        return {"decks": [word]}
    return everybody_by(POLICIES, word)


def fields_of(grid: Json, source: str) -> dict[str, int | str]:
    """The numbers and the words that a search may change."""
    content, options, players = grid["decks"][0]["content"], grid[OPTIONS], grid["players"]
    found: dict[str, int | str] = {**parameter_fields(grid)}
    found |= {f"artifacts.{key}.copies": each["copies"] for key, each in content["artifacts"].items()}
    for table in ("lasers", "followers"):
        found |= {f"{table}.{number}": content[table][str(number)] for number in players}
    found |= {f"options.{key}": value for key, value in options.items() if type(value) is int and key != "focus"}
    found |= {f"options.{name}": "on" if options[name] else "off" for name in SWITCHES}
    found["options.aim_trigger"] = options["aim_trigger"]
    if len(players) == 1:
        found.setdefault("options.lasers", content["lasers"][str(players[0])])
    return found


def alterations_of(grid: Json, kind: str, source: str) -> list[Alteration]:
    """All changes of one kind."""
    if kind not in KINDS:
        raise BadInput(f"{source}: {unknown('kind of change', kind, KINDS)}")
    if kind == "artifacts":
        names = [deck["name"] for deck in grid["decks"]]
        if len(names) > 1:
            raise BadInput(f"{source}: decks: expected one, got {', '.join(names)}")
        if not grid["decks"][0]["content"]["artifacts"]:
            raise BadInput(f"{source}: decks: {names[0]} has no artifacts to leave out")
    return list(_CHANGES_OF[kind](grid))


def rehearsals_of(grid: Json, source: str) -> list[Alteration]:
    """A laser more or less, and an artifact with a copy more."""
    edits = [each for each in _other_options(grid) if "lasers" in each.label][:1]
    for key, artifact in list(grid["decks"][0]["content"]["artifacts"].items())[:1]:
        copies = artifact["copies"] + 1
        edits.append(Alteration(f"{key} copies {copies - 1} → {copies}", (key,), {f"artifacts.{key}.copies": copies}))
    return edits


def _without_an_artifact(grid: Json) -> Iterator[Alteration]:
    for key in grid["decks"][0]["content"]["artifacts"]:
        yield Alteration(f"without {key}", (key,), {"remove": [key]})


def _other_options(grid: Json) -> Iterator[Alteration]:
    options = grid[OPTIONS]
    tables = grid["decks"][0]["content"]["lasers"]
    here = {options.get("lasers", tables[str(players)]) for players in grid["players"]}
    for step, words in ((-1, "a laser less"), (1, "a laser more")):
        if all(1 <= lasers + step <= MOST_LASERS for lasers in here):
            changes = (
                {"options.lasers": options["lasers"] + step}
                if "lasers" in options
                else {f"lasers.{players}": tables[str(players)] + step for players in grid["players"]}
            )
            yield Alteration(f"lasers: {words}", (), changes)
    for name in SWITCHES:
        word = "off" if options[name] else "on"
        yield Alteration(f"{name} {word}", (), {f"options.{name}": not options[name]})
    yield Alteration(f"arm_cost {1 - options['arm_cost']}", (), {"options.arm_cost": 1 - options["arm_cost"]})
    if any(deck["content"]["artifacts"] for deck in grid["decks"]):
        other = "every" if options["aim_trigger"] == "changed" else "changed"
        yield Alteration(f"aim_trigger {other}", (), {"options.aim_trigger": other})
        dealt = options["start_artifacts"]
        for number in (dealt - 1, dealt + 1):
            if number >= 0:
                yield Alteration(f"start_artifacts {dealt} → {number}", (), {"options.start_artifacts": number})


KINDS = {
    "artifacts": "leave out each artifact",
    "options": "change each option of the rules",
}
_CHANGES_OF: dict[str, Callable[[Json], Iterator[Alteration]]] = {
    "artifacts": _without_an_artifact,
    "options": _other_options,
}


def extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """The changes as a file: a deck that extends the changed one, or an experiment if options or policies change.
    Without any change it is a deck."""
    of_deck, rest = _sorted_out(changes)
    decks = grid.get("decks", Grid().decks)
    word = decks[0] if isinstance(decks, list) and len(decks) == 1 else None
    if not isinstance(word, str):
        raise BadInput(f"{to}: decks: expected the name of one deck")
    if of_deck and rest:
        raise BadInput(f"{to}: expected changes of a deck, or of options and policies, not of both in one file")
    if word.endswith(".toml") or "/" in word:
        word = Path(relpath(word, to.parent)).as_posix()
    elif word == to.stem and not rest:
        raise BadInput(f"{to}: expected a name different from that of the deck it extends")
    if not rest:
        return extension_text(word, of_deck, notes)
    changed = changed_grid(resolve_grid(grid, str(to)), rest, str(to))
    lines = experiment_lines(POLICIES, NAME, changed, notes)
    lines += [f'decks = ["{word}"]', f"players = {changed['players']}", "", "[options]"]
    lines += [f"{key} = {_toml(value)}" for key, value in changed[OPTIONS].items()]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Recruits and artifacts are dealt alike with as many players."""
    if before["players"] != after["players"]:
        return f"{before['players']} players against {after['players']}: other rows are dealt, so no luck is shared"
    return None
