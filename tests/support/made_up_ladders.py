"""Ladders of made-up numbers."""

from collections.abc import Mapping, Sequence

from engine.game.cell import Json
from sim.ladder.result import Ladder

Gains = Mapping[tuple[str, str], tuple[float, float | None, float | None]]
"""What one rung gains over another: the gain and its interval."""

SURE, LESS, UNSURE, NONE = (3.0, 2.0, 4.0), (-3.0, -4.0, -2.0), (0.5, -0.5, 1.5), (0.0, -0.5, 0.5)


def estimate(gain: float, low: float | None, high: float | None) -> Json:
    return {"gain": gain, "low": low, "high": high}


def rung(name: str) -> Json:
    """By its name: `random`, `trained level=1`, `search over bold`, or a policy."""
    kind = next((kind for kind in ("random", "trained", "search") if name.startswith(kind)), "policy")
    return {"name": name, "kind": kind, "players": [2, 3], "base": name.split()[-1] if kind == "search" else None}


def ladder(names: Sequence[str], gains: Gains, **more: object) -> Ladder:
    """A ladder of these rungs, the lowest first."""
    return Ladder.model_validate(data(names, gains, **more))


def data(names: Sequence[str], gains: Gains, **more: object) -> Json:
    """The same as data."""
    return {
        "verb": "ladder",
        "format": 1,
        "game": "pig",
        "rules": 2,
        "contents": ["0" * 16],
        "games": 2048,
        "outcome": "focus gain",
        "fields": True,
        "players": [2, 3],
        "comparisons": 30,
        "rungs": [rung(name) for name in names],
        "pairs": [{"upper": upper, "lower": lower, **estimate(*gain)} for (upper, lower), gain in gains.items()],
        "skilled": names[-1],
        "by_players": [],
        "by_seat": [],
        "players_apart": [],
        "seats_apart": [],
        **more,
    }
