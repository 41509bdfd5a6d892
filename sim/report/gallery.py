"""A few games worth reading, each with its first turns."""

from typing import NamedTuple

from engine.errors import FatecastError
from engine.game.registry import DEFAULT_GAME
from sim.play.logs import LOGGER
from sim.report.cell_layout import Place
from sim.report.run_data import Material

FIRST_TURNS = 2
MOST_LINES = 40


class Shown(NamedTuple):
    """A game of the gallery."""

    kind: str
    where: str
    command: str
    lines: list[str]


def gallery(material: Material) -> list[Shown]:
    """The notable games of the focus where the game is hardest, at the size in the middle; if that cell lacks a kind,
    or has for it a game that is shown already, of the next easier one."""
    axes = material.axes
    there = [axes.at(axes.focus, level, axes.middle) for level in reversed(axes.levels)]
    shown: dict[str, Shown] = {}
    for kind in material.game.notable:
        for place in filter(None, there):
            game = material.summary[place.number]["notable"].get(kind)
            if game is not None and game["id"] not in shown:
                shown[game["id"]] = _shown(material, kind, place, game["game"], game["id"])
                break
    return list(shown.values())


def _shown(material: Material, kind: str, place: Place, index: int, game_id: str) -> Shown:
    option = "" if material.game.name == DEFAULT_GAME else f" --game {material.game.name}"
    return Shown(
        kind, material.axes.name(place), f"fatecast replay {game_id}{option}", _first_turns(material, place, index)
    )


def _first_turns(material: Material, place: Place, index: int) -> list[str]:
    """What happened in the first turns; nothing if the policy cannot be played here."""
    try:
        material.game.prepare([place.cell], LOGGER.warning)
        told = material.game.replay(place.cell, material.seed, index)
    except FatecastError:
        return []
    lines = [line for turn, line in told.lines if turn <= FIRST_TURNS]
    return lines[:MOST_LINES]
