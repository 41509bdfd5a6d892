"""All games, and what one of them can vary and is judged by."""

from dataclasses import asdict

from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome
from engine.game.registry import GAMES, SCHEMES, about, catalogue, load_game, offered
from engine.game.sheets import Sheet


def all_games() -> Sheet:
    """One row a game."""
    head = ["game", "title", "kind", "players", "what is real", "what is a stand-in"]
    rows = []
    for name in GAMES:
        known = about(name)
        rows.append([name, known.title, known.kind, known.players, known.real, known.stand_in or "nothing"])
    for name, entry in offered().items():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        rows.append([name, f"of the package {package}", "–", "–", f"fatecast games {name} runs its code", "–"])
    return Sheet("Games, for --game; fatecast games NAME describes one", head, rows)


def games_from_outside() -> Sheet:
    """One row a scheme."""
    found = {scheme: told for scheme in SCHEMES if (told := catalogue(scheme))}
    rows = [[f"{scheme}:…", told.MEANING, told.EXAMPLE, told.state()] for scheme, told in found.items()]
    return Sheet("Games from outside, also for --game", ["name", "what it is", "for example", "here"], rows)


def described(name: str) -> list[Sheet]:
    """One game; or all games of a scheme that is named alone."""
    listed = catalogue(name) if name in SCHEMES else None
    return listed.sheets() if listed else one_game(name)


def one_game(name: str) -> list[Sheet]:
    """Its axes, its options and its outcomes."""
    known, game = about(name), load_game(name)
    stand_in = f"; a stand-in: {known.stand_in}" if known.stand_in else ""
    title = f"{known.title} ({known.kind}, {known.players} players). Real: {known.real}{stand_in}. Axes"
    axes = [[axis.name, axis.key, axis.role or "–", axis.help] for axis in known.axes]
    options = [[option.name, option.values, option.help] for option in known.options]
    outcomes = [[outcome.name, _kind(outcome), _wanted(outcome), outcome.meaning] for outcome in game.outcomes]
    return [
        Sheet(title, ["axis", "key of an experiment", "part", "meaning"], axes),
        *([Sheet("Options: --option NAME=VALUE", ["option", "values", "meaning"], options)] if options else []),
        Sheet(
            "Outcomes: --outcome NAME. The first that all cells have is the headline",
            ["outcome", "what it is", "players want", "meaning"],
            outcomes,
        ),
    ]


def _kind(outcome: Outcome) -> str:
    return f"mean, in {outcome.unit}" if isinstance(outcome, Mean) else "share"


def _wanted(outcome: Outcome) -> str:
    return outcome.better or "–"


def facts(name: str | None) -> Json | list[Json]:
    """The same for another program: of one game, or what all say about themselves."""
    if name is None:
        return {each: asdict(about(each)) for each in GAMES}
    if name in SCHEMES:
        return [dict(zip(sheet.header, row, strict=True)) for sheet in described(name) for row in sheet.rows]
    return {**asdict(about(name)), "outcomes": [_as_data(outcome) for outcome in load_game(name).outcomes]}


def _as_data(outcome: Outcome) -> Json:
    return {"kind": "mean" if isinstance(outcome, Mean) else "share", **asdict(outcome)}
