"""All games, and what one of them can vary and is judged by."""

import re
from dataclasses import asdict

from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome
from engine.game.registry import GAMES, SCHEMES, about, catalogue, in_words_of, load_game, offered
from engine.game.sheets import Sheet
from engine.language.current import said, said_as, word
from sim.text.axis_words import unit_word
from sim.text.number_format import close_ends

SPAN = re.compile("([0-9]+)-([0-9]+)")


def all_games() -> Sheet:
    """One row a game."""
    head = [
        said_as("in a box", "game"),
        said("title"),
        said("kind"),
        said("players"),
        said("what is real"),
        said("what is a stand-in"),
    ]
    rows = []
    for name in GAMES:
        known = about(name)
        with in_words_of(name):
            stand_in = word(known.stand_in) if known.stand_in else said("nothing")
            rows.append(
                [
                    name,
                    word(known.title),
                    kind_word(known.kind),
                    players_word(known.players),
                    word(known.real),
                    stand_in,
                ]
            )
    for name, entry in offered().items():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        title, real = said("of the package {package}", package=package), f"fatecast games {name}"
        rows.append([name, title, "–", "–", said("{command} runs its code", command=real), "–"])
    return Sheet(said("Games, for --game; fatecast games NAME describes one"), head, rows)


def games_from_outside() -> Sheet:
    """One row a scheme."""
    found = {scheme: told for scheme in SCHEMES if (told := catalogue(scheme))}
    rows = [[f"{scheme}:…", str(told.MEANING), told.EXAMPLE, told.state()] for scheme, told in found.items()]
    head = [said("name"), said("what it is"), said("for example"), said("here")]
    return Sheet(said("Games from outside, also for --game"), head, rows)


def described(name: str) -> list[Sheet]:
    """One game; or all games of a scheme that is named alone."""
    listed = catalogue(name) if name in SCHEMES else None
    with in_words_of(name):
        return listed.sheets() if listed else one_game(name)


def one_game(name: str) -> list[Sheet]:
    """Its axes, its options and its outcomes."""
    known, game = about(name), load_game(name)
    about_it = {
        "title": word(known.title),
        "kind": kind_word(known.kind),
        "players": players_word(known.players),
        "real": word(known.real),
    }
    if known.stand_in:
        title = said(
            "{title} ({kind}, {players} players). Real: {real}; a stand-in: {stand_in}. Axes",
            stand_in=word(known.stand_in),
            **about_it,
        )
    else:
        title = said("{title} ({kind}, {players} players). Real: {real}. Axes", **about_it)
    axes = [[axis.name, axis.key, role_word(axis.role), word(axis.help)] for axis in known.axes]
    options = [[option.name, word(option.values), word(option.help)] for option in known.options]
    outcomes = [[outcome.name, _kind(outcome), _wanted(outcome), word(outcome.meaning)] for outcome in game.outcomes]
    of_axes = [said("axis"), said("key of an experiment"), said("part"), said("meaning")]
    of_options = [said("option"), said("values"), said("meaning")]
    of_outcomes = [said("outcome"), said("what it is"), said("players want"), said("meaning")]
    return [
        Sheet(title, of_axes, axes),
        *([Sheet(said("Options: --option NAME=VALUE"), of_options, options)] if options else []),
        Sheet(
            said("Outcomes: --outcome NAME. The first that all cells have is the headline"),
            of_outcomes,
            outcomes,
        ),
    ]


def players_word(players: str) -> str:
    """How many play: from one number to another, or what the author of a game says."""
    span = SPAN.fullmatch(players)
    return close_ends(*span.groups()) if span else word(players)


def role_word(role: str) -> str:
    """The part that an axis plays, as a person reads it."""
    known = {
        "content": said_as("part of an axis", "content"),
        "skill": said_as("part of an axis", "skill"),
        "size": said_as("part of an axis", "size"),
        "difficulty": said_as("part of an axis", "difficulty"),
    }
    return known.get(role, "–")


def kind_word(kind: str) -> str:
    """What sort of game it is, as a person reads it."""
    known = {
        "cooperative": said("cooperative"),
        "competitive": said("competitive"),
        "production": said_as("kind of game", "production"),
    }
    return known.get(kind, kind)


def _kind(outcome: Outcome) -> str:
    return (
        said("mean, in {unit}", unit=unit_word(outcome.unit))
        if isinstance(outcome, Mean)
        else said_as("of games", "share")
    )


def _wanted(outcome: Outcome) -> str:
    return {"more": said("more"), "less": said("less")}.get(outcome.better, outcome.better or "–")


def facts(name: str | None) -> Json | list[Json]:
    """The same for another program: of one game, or what all say about themselves."""
    if name is None:
        return {each: asdict(about(each)) for each in GAMES}
    if name in SCHEMES:
        return [dict(zip(sheet.header, row, strict=True)) for sheet in described(name) for row in sheet.rows]
    return {**asdict(about(name)), "outcomes": [_as_data(outcome) for outcome in load_game(name).outcomes]}


def _as_data(outcome: Outcome) -> Json:
    return {"kind": "mean" if isinstance(outcome, Mean) else "share", **asdict(outcome)}
