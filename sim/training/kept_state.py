"""What training keeps between rounds, so that it goes on after a break: a file beside the one that it will write.

The lessons of the last rounds are not in it. They are made again, from the players of these rounds.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import read_bounded
from engine.errors import FatecastError
from engine.game.cell import Json
from engine.players.learning.caution import ALWAYS, STARTS
from engine.players.learning.columns import Columns, Known
from engine.players.learning.fit import Layers, shapes
from engine.players.learning.learner import LEAST_SHRUNK, MOST_SHRUNK, REMEMBERED, UNITS, Learner
from engine.players.learning.lessons import Lessons
from engine.policy.seats.trained_net import MOST_COLUMNS, net_of
from sim.runs.atomic_files import write_file
from sim.text.json_text import parse_json, readable
from sim.training.held_out import Gain
from sim.training.rounds import (
    FEWEST,
    FEWEST_HELD_OUT,
    MOST,
    MOST_HELD_OUT,
    MOST_ROUNDS,
    Pace,
    Progress,
    Round,
    pace_for,
)

MOST_BYTES = 50_000_000
"""All rounds of the largest networks take a third of it."""
LARGEST = 1e30
"""Of the numbers that are read; none that was learned comes near."""
KIND = "training that goes on"


def path_for(target: Path) -> Path:
    return target.with_name(f"{target.stem}.progress.json")


def write_state(path: Path, asked: Json, progress: Progress) -> None:
    learner = progress.learner
    data: Json = {"kind": KIND, "asked": asked, "pace": progress.pace._asdict()}
    data |= {"scale": learner.scale, "start": learner.start, "shrinks": learner.shrinks}
    data["rounds"] = [{"net": each.net, "gains": [gain._asdict() for gain in each.gains]} for each in progress.rounds]
    if learner.layers is not None:
        data["layers"] = {name: _plain(part) for name, part in learner.layers._asdict().items()}
        data["columns"] = [{name: _plain(part) for name, part in each._asdict().items()} for each in learner.known]
    write_file(path, readable(data))


def _plain(part: Any) -> Any:
    return part.tolist()


def read_state(path: Path, asked: Json, lessons: Callable[[Pace, int, Json | None], Lessons]) -> Progress | None:
    """What was kept of the same training; None if there is none that can be used. `lessons` makes those of a round
    again, from the network that played them."""
    try:
        found = _checked(parse_json(read_bounded(path, MOST_BYTES)), asked, str(path))
    except (FatecastError, OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        return None
    if not found.rounds:
        return found
    first = max(len(found.rounds) - REMEMBERED + 1, 0)
    nets = [None, *(each.net for each in found.rounds)]
    pool = tuple(lessons(found.pace, at, nets[at]) for at in range(first, len(found.rounds)))
    return found._replace(learner=found.learner._replace(lessons=pool))


def _need(is_so: bool) -> None:
    """Else the file is damaged, or of another training."""
    if not is_so:
        raise ValueError


def _checked(data: Any, asked: Json, source: str) -> Progress:
    """What a file says, without lessons. Anybody may have written it: sizes are checked before anything is made."""
    _need(data["kind"] == KIND and data["asked"] == asked)
    pace, rounds = _pace(data["pace"], asked), data["rounds"]
    _need(isinstance(rounds, list) and len(rounds) <= MOST_ROUNDS)
    if not rounds:
        return Progress(pace, Learner(), [])
    found = [
        Round(at + 1, net_of(each["net"], source).data, _gains(each["gains"], asked["others"]))
        for at, each in enumerate(rounds)
    ]
    _need(len(data["columns"]) == len(Known._fields))
    known = Known(*(_columns(each) for each in data["columns"]))
    sizes = dict(zip(Layers._fields, shapes(len(known.shown), len(known.choices), UNITS), strict=True))
    _need(data["layers"].keys() == sizes.keys())
    layers = Layers(**{name: _numbers(part, sizes[name], np.float32) for name, part in data["layers"].items()})
    scale, start, shrinks = _numbers([data["scale"], data["start"], data["shrinks"]], (3,)).tolist()
    _need(scale > 0 and start in (*STARTS, ALWAYS) and LEAST_SHRUNK <= shrinks <= MOST_SHRUNK)
    learner = Learner((), known, layers, scale, len(found), start, shrinks)
    _need(learner.net.data == found[-1].net)
    return Progress(pace, learner, found)


def _pace(data: Any, asked: Json) -> Pace:
    found = Pace(**data)
    _need(all(type(each) is int for each in found))
    if asked["games"] is not None:
        _need(found == pace_for(asked["games"], asked["worlds"]))
        return found
    _need(FEWEST <= found.positions <= MOST and FEWEST_HELD_OUT <= found.held_out <= MOST_HELD_OUT)
    _need(found.worlds == asked["worlds"])
    return found


def _gains(data: Any, others: Sequence[str]) -> list[Gain]:
    _need(isinstance(data, list) and [each["against"] for each in data] == list(others))
    for each in data:
        _numbers([each["mean"], each["half"]], (2,))
        _need(isinstance(each["unit"], str))
    return [Gain(**each) for each in data]


def _columns(data: Any) -> Columns:
    keys = data["keys"]
    _need(isinstance(keys, list) and len(keys) <= MOST_COLUMNS)
    _need(all(type(key) is int and 0 <= key < 1 << 64 for key in keys) and len(set(keys)) == len(keys))
    middle, spread = (_numbers(data[name], (len(keys),)) for name in ("middle", "spread"))
    _need(bool((spread > 0).all()))
    return Columns(np.array(keys, np.uint64), middle, spread)


def _numbers(data: Any, shape: tuple[int, ...], dtype: Any = np.float64) -> NDArray[Any]:
    """Numbers of this shape."""
    _need(_has_shape(data, shape))
    found = np.array(data, np.float64).reshape(shape)
    _need(bool((np.abs(found) <= LARGEST).all()))
    return found.astype(dtype)


def _has_shape(data: Any, shape: tuple[int, ...]) -> bool:
    if not shape:
        return type(data) in (int, float)
    return isinstance(data, list) and len(data) == shape[0] and all(_has_shape(each, shape[1:]) for each in data)
