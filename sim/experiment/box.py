"""What the box of a game says: how many play, and how many minutes it takes."""

from collections.abc import Mapping, Sequence
from math import ceil, floor

from engine.game.cell import Json
from engine.game.outcomes import Labels, Mean
from engine.game.protocol import Game
from engine.language.current import counted, said
from sim.text.number_format import span_of

LONG = 15
"""Minutes from which on a box counts in steps of five."""
STEP = 5


def on_the_box(game: Game, labels: Sequence[Labels], rows: Sequence[Json]) -> str:
    """`On the box: 2–4 players, 20–35 minutes (…)`, from the rows of the summary of these cells; empty if the game says
    nothing about minutes. It is about the players that a report is about, and not about those that play at random."""
    minutes = next((each for each in game.outcomes if isinstance(each, Mean) and each.on_box), None)
    if minutes is None:
        return ""
    skill, size = game.about.skill, game.about.size
    played = [(label, row["outcomes"].get(minutes.name)) for label, row in zip(labels, rows, strict=True)]
    told = [(label, found) for label, found in played if found and found.get("p10") is not None]
    who = next((each for each in game.presentation.focus if any(label.get(skill) == each for label, _ in told)), "")
    told = [(label, found) for label, found in told if not who or label.get(skill) == who]
    if not told:
        return ""
    sizes = sorted(int(label[size]) for label, _ in told if size in label)
    minutes_told = _minutes([found for _, found in told])
    if not sizes:
        return _without_players(minutes_told, who)
    players = counted(sizes[-1], "{span} player", "{span} players", span=span_of(sizes[0], sizes[-1]))
    values = {"players": players, "minutes": minutes_told}
    if who:
        return said("On the box: {players}, {minutes} (the middle 80 % of the games of {who})", **values, who=who)
    return said("On the box: {players}, {minutes} (the middle 80 % of the games)", **values)


def _without_players(minutes: str, who: str) -> str:
    """Of a game whose cells do not say how many play."""
    if who:
        return said("On the box: {minutes} (the middle 80 % of the games of {who})", minutes=minutes, who=who)
    return said("On the box: {minutes} (the middle 80 % of the games)", minutes=minutes)


def _minutes(found: Sequence[Mapping[str, float]]) -> str:
    low, high = min(each["p10"] for each in found), max(each["p90"] for each in found)
    step = STEP if high >= LONG else 1
    low, high = max(step, step * floor(low / step)), max(step, step * ceil(high / step))
    return counted(int(high), "{span} minute", "{span} minutes", span=span_of(int(low), int(high)))
