"""The reference results of the rule sheet, for five players, and how far ours are from them."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.game.results import Rows

LADDER = {
    "random": "41.2 / 38.1 | 25.8 / 15.0 | 31.6 / 16.1 | 35.7 / 16.6 | 34.4 / 11.7",
    "gunslinger": "85.0 / 86.9 | 41.4 / 32.4 | 39.2 / 29.6 | 44.2 / 33.4 | 43.2 / 25.2",
    "investigator": "85.2 / 89.6 | 42.7 / 35.4 | 54.8 / 38.7 | 45.6 / 37.3 | 44.8 / 28.3",
    "hunter": "88.9 / 90.7 | 49.6 / 35.2 | 49.2 / 36.8 | 56.6 / 38.7 | 54.3 / 27.9",
    "guardian": "89.5 / 92.1 | 51.6 / 38.4 | 59.7 / 41.2 | 57.8 / 43.9 | 55.5 / 32.3",
    "omniscient": "94.4 / 93.0 | 50.5 / 43.7 | 94.8 / 54.1 | 61.3 / 48.1 | 58.2 / 38.1",
}
"""Section 10: the share of the focus in %, by focus; in each column a field, `none / surrogate`."""
FIELDS = ("random", "gunslinger", "investigator", "hunter", "guardian")

ALIKE = """
none | random | 41.2 | 60.18 (36.16) | 59.8 | 40.2 | 0.0, 0.0 | 41.1, 41.2 | 50.0 | 5.18
none | gunslinger | 41.4 | 16.07 (4.77) | 56.5 | 43.5 | 0.0, 0.0 | 31.4, 37.6 | 41.3 | 3.50
none | investigator | 54.8 | 26.38 (7.68) | 97.9 | 2.1 | 0.0, 0.0 | 56.9, 52.1 | 29.4 | 2.36
none | hunter | 56.6 | 35.15 (12.96) | 100.0 | 0.0 | 0.0, 0.0 | 65.9, 36.4 | 26.9 | 2.36
none | guardian | 55.5 | 32.54 (10.65) | 97.2 | 2.8 | 0.0, 0.0 | 62.9, 34.8 | 26.2 | 2.42
none | omniscient | 56.5 | 10.74 (3.35) | 100.0 | 0.0 | 0.0, 0.0 | 70.9, 34.7 | 27.2 | 2.58
surrogate | random | 38.1 | 50.23 (33.15) | 60.8 | 24.5 | 6.3, 8.4 | 38.0, 38.1 | 50.0 | 3.22
surrogate | gunslinger | 32.4 | 13.97 (4.56) | 35.7 | 17.8 | 20.5, 26.0 | 30.0, 32.8 | 36.2 | 2.84
surrogate | investigator | 38.7 | 21.67 (7.89) | 53.8 | 6.9 | 29.3, 10.0 | 39.0, 38.5 | 26.4 | 2.18
surrogate | hunter | 38.7 | 27.13 (11.14) | 53.5 | 6.4 | 31.2, 8.9 | 40.4, 36.1 | 25.0 | 2.14
surrogate | guardian | 32.3 | 22.12 (8.61) | 34.7 | 5.0 | 44.1, 16.2 | 30.8, 32.7 | 21.6 | 1.85
no-barter | random | 39.4 | 52.17 (34.72) | 64.0 | 27.4 | 3.7, 4.9 | 39.5, 39.4 | 50.0 | 3.38
no-barter | gunslinger | 42.3 | 16.86 (4.97) | 59.4 | 40.6 | 0.0, 0.0 | 41.3, 41.4 | 37.2 | 3.73
no-barter | guardian | 45.2 | 28.24 (8.82) | 75.3 | 24.7 | 0.0, 0.0 | 45.1, 43.7 | 24.5 | 3.44
"""
"""Section 12: deck, policy, won, turns (sd), sides, Anarchists, both and lone, first and last seat, minority, shots."""
GAMES, RANDOM_GAMES = 200_000, 600_000
"""Games of a reference."""


class Compared(NamedTuple):
    """One number of ours beside the reference."""

    what: str
    ours: float
    reference: float
    z: float


def score(what: str, ours: float, reference: float, variance: float, step: float) -> Compared:
    """How many standard errors lie between; the reference was rounded to `step`, which counts as an error, too."""
    error = sqrt(variance + step * step / 12)
    return Compared(what, ours, reference, (ours - reference) / error)


def ladder() -> dict[tuple[str, str, str], float]:
    """By deck, focus and field: the share of the focus."""
    found = {}
    for focus, line in LADDER.items():
        for field, pair in zip(FIELDS, line.split("|"), strict=True):
            for deck, value in zip(("none", "surrogate"), pair.split("/"), strict=True):
                found[deck, focus, field] = float(value) / 100
    return found


def alike() -> dict[tuple[str, str], list[float]]:
    """By deck and policy: the numbers of section 12 in their order."""
    found = {}
    for line in ALIKE.strip().splitlines():
        deck, policy, *rest = (word.strip() for word in line.split("|"))
        numbers = " ".join(rest).replace("(", " ").replace(")", " ").replace(",", " ").split()
        found[deck, policy] = [float(number) for number in numbers]
    return found


def compared_share(what: str, ours: int, of: int, reference: float, games: int) -> Compared:
    """A share of ours and one of the sheet, in % with one decimal."""
    share = ours / of
    spread = max(share * (1 - share), reference * (1 - reference))
    return score(what, share, reference, spread / of + spread / games, 0.001)


def compared_with(rows: Rows, deck: str, policy: str) -> list[Compared]:
    """The numbers of section 12."""
    won, turns, sd, sides, anarchists, both, lone, first, last, minority, shots = alike()[deck, policy]
    games, theirs = len(rows), RANDOM_GAMES if policy == "random" else GAMES
    where = f"{deck} {policy}"
    end = rows["end"]
    found = [
        compared_share(f"{where} {name}", int(np.sum(chosen)), games, reference / 100, theirs)
        for name, chosen, reference in (
            ("won", rows["won"] == 1, won),
            ("sides", end <= 1, sides),
            ("anarchists", end == 2, anarchists),
            ("both", end == 3, both),
            ("lone", end == 4, lone),
            ("first", rows["first_won"] == 1, first),
            ("last", rows["last_won"] == 1, last),
        )
    ]
    uneven = int(rows["uneven"].sum())
    found.append(
        compared_share(
            f"{where} minority", int(rows["minority_won"].sum()), uneven, minority / 100, theirs * uneven // games
        )
    )
    spread = float(rows["turns"].std())
    found.append(
        score(f"{where} turns", float(rows["turns"].mean()), turns, spread**2 * (1 / games + 1 / theirs), 0.01)
    )
    centred = rows["turns"] - rows["turns"].mean()
    fourth = float(np.mean(centred**4)) / spread**4
    found.append(score(f"{where} sd", spread, sd, spread**2 * (fourth - 1) / 4 * (1 / games + 1 / theirs), 0.01))
    hits = float(rows["shots"].std())
    found.append(score(f"{where} shots", float(rows["shots"].mean()), shots, hits**2 * (1 / games + 1 / theirs), 0.01))
    return found
