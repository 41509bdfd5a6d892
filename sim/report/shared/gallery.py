"""A few games worth reading, each with its first turns."""

from typing import NamedTuple

from engine.errors import FatecastError
from sim.experiment.replay_command import replay_command
from sim.play.logs import LOGGER
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData

FIRST_TURNS = 2
MOST_LINES = 40


class GalleryGame(NamedTuple):
    """A game of the gallery."""

    kind: str
    where: str
    command: str
    lines: list[str]


def gallery(data: RunData) -> list[GalleryGame]:
    """The notable games of the focus at the highest difficulty, at the size in the middle. If that cell has none of a
    kind, or only one that is shown already, the next easier cell is asked."""
    layout = data.layout
    there = [layout.at(layout.focus, level, layout.middle) for level in reversed(layout.levels)]
    shown: dict[str, GalleryGame] = {}
    for kind in data.game.notable:
        for place in filter(None, there):
            game = data.summary[place.number]["notable"].get(kind)
            if game is not None and game["id"] not in shown:
                shown[game["id"]] = _shown(data, kind, place, game["game"])
                break
    return list(shown.values())


def _shown(data: RunData, kind: str, place: PlacedCell, index: int) -> GalleryGame:
    lines = _first_turns(data, place, index)
    missing = () if lines else data.run.manifest["parts"].get("policies", {})
    command = replay_command(data.experiment, place.number, index, data.place, missing=missing)
    return GalleryGame(kind, data.layout.name(place), command, lines)


def _first_turns(data: RunData, place: PlacedCell, index: int) -> list[str]:
    """What happened in the first turns; empty if the policy cannot be played here."""
    try:
        data.game.prepare([place.cell], LOGGER.warning)
        told = data.game.replay(place.cell, data.seed, index)
    except FatecastError:
        return []
    lines = [line for turn, line in told.lines if turn <= FIRST_TURNS]
    return lines[:MOST_LINES]
