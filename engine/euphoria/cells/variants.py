"""Changes of an experiment by dotted paths: `artifacts.barter.copies`, `lasers.5`, `remove` for artifacts left out,
`options.hide_action`, `policy.theta` for a parameter of every policy that has it, `focus.theta` and `field.theta` for
those of one side only."""

from collections.abc import Iterator

from engine.errors import Text, message
from engine.euphoria.about import ABOUT
from engine.euphoria.cells.grid import GRID
from engine.euphoria.deck.deck import MOST_LASERS
from engine.euphoria.table import NAME
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.language.current import said
from engine.policy.compiled_game.changes import Changes, KindOfChange, other_settings
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.seats.changes import parameter_fields

SWITCHES = ("hide_action", "anarchists")


def fields_of(grid: Json) -> dict[str, int | str]:
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


def no_artifact_to_leave_out(grid: Json) -> Text:
    names = [deck["name"] for deck in grid["decks"]]
    if len(names) > 1:
        return message("decks: expected one, got {names}", names=", ".join(names))
    if not grid["decks"][0]["content"]["artifacts"]:
        return message("decks: {deck} has no artifacts to leave out", deck=names[0])
    return ""


def rehearsals_of(grid: Json) -> list[Alteration]:
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
    for step, label in ((-1, "lasers: a laser less"), (1, "lasers: a laser more")):
        if all(1 <= lasers + step <= MOST_LASERS for lasers in here):
            changes = (
                {"options.lasers": options["lasers"] + step}
                if "lasers" in options
                else {f"lasers.{players}": tables[str(players)] + step for players in grid["players"]}
            )
            yield Alteration(label, (), changes)
    yield from other_settings(grid, ABOUT.options, *SWITCHES)
    yield Alteration(f"arm_cost {1 - options['arm_cost']}", (), {"options.arm_cost": 1 - options["arm_cost"]})
    if any(deck["content"]["artifacts"] for deck in grid["decks"]):
        yield from other_settings(grid, ABOUT.options, "aim_trigger")
        dealt = options["start_artifacts"]
        for number in (dealt - 1, dealt + 1):
            if number >= 0:
                yield Alteration(f"start_artifacts {dealt} → {number}", (), {"options.start_artifacts": number})


CHANGES = Changes(
    game=NAME,
    grid=GRID,
    paths=("artifacts", "followers", "lasers", "remove"),
    alterable={
        "artifacts": KindOfChange("leave out each artifact", _without_an_artifact, obstacle=no_artifact_to_leave_out),
        "options": KindOfChange("change each option of the rules", _other_options),
    },
    rehearse=rehearsals_of,
    list_fields=fields_of,
)


def why_incomparable(before: Json, after: Json) -> str | None:
    """Why two cells share no luck, or None. Recruits and artifacts are dealt alike with as many players."""
    if before["players"] != after["players"]:
        return said(
            "{before} players against {after}: other rows are dealt, so no luck is shared",
            before=before["players"],
            after=after["players"],
        )
    return None
