"""Solutions of small games for two players who want opposite things: the average strategy of CFR+ (Tammelin: "Solving
large imperfect information games using CFR+", 2014), computed by OpenSpiel.

Solutions are kept in the cache folder, under a hash of all that they depend on.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import Text, message
from engine.language.current import said
from engine.outside.openspiel.loading import Loaded, library

MOST_SETS = 10_000
"""Information sets: what a player can know when it is his move."""
MOST_STATES = 400_000

Strategy = dict[str, list[tuple[int, float]]]
"""For each information set, the actions and their chances."""


class Solution(NamedTuple):
    """A strategy for both seats."""

    strategy: Strategy
    exploitability: float
    """What a perfect opponent would win against it, on average over both seats; 0 for a perfect solution."""
    value: float
    """What the first seat gets if both play by it."""


@cache
def why_unsolvable(loaded: Loaded) -> Text:
    """Why a game cannot be solved here; nothing if it can."""
    kind = loaded.type
    if loaded.seats != 2 or kind.utility.name != "ZERO_SUM":
        return message("a solution is for two players of whom one wins what the other loses")
    if loaded.has_own_luck or not kind.provides_information_state_string:
        return message("OpenSpiel does not say what a player knows in it")
    sets, states, waiting = set[str](), 0, [loaded.game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        states += 1
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            sets.add(state.information_state_string())
        if len(sets) > MOST_SETS or states > MOST_STATES:
            return message(
                "expected at most {sets:,} information sets and {states:,} states, it has more",
                sets=MOST_SETS,
                states=MOST_STATES,
            )
        waiting += [state.child(action) for action in state.legal_actions()]
    return ""


def is_solved(loaded: Loaded, iterations: int) -> bool:
    """Whether a solution is kept."""
    return _place(loaded, iterations).exists()


@cache
def solution_of(loaded: Loaded, iterations: int) -> Solution:
    """From the cache folder if it is there, else computed now and kept."""
    path = _place(loaded, iterations)
    found = _read(path)
    if found is None:
        found = _solve(loaded, iterations)
        _keep(path, found)
    return found


def how_good(loaded: Loaded, iterations: int) -> str:
    """One line about a solution."""
    found = solution_of(loaded, iterations)
    return said(
        "solved, {rounds} rounds of CFR+: a perfect opponent would win {points:.3g} points a game from it on average; "
        "against itself, the first seat gets {value:.4g}",
        rounds=str(iterations),
        points=found.exploitability,
        value=found.value,
    )


def _solve(loaded: Loaded, iterations: int) -> Solution:
    solver = library().CFRPlusSolver(loaded.game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    value = library().expected_returns(loaded.game.new_initial_state(), policy, -1, True)[0]
    strategy = _checked(dict(sorted(policy.policy_table().items())))
    return Solution(strategy, library().exploitability(loaded.game, policy), value)


def _checked(table: Mapping[Any, Any]) -> Strategy:
    return {str(known): [(int(action), float(chance)) for action, chance in row] for known, row in table.items()}


def _place(loaded: Loaded, iterations: int) -> Path:
    what = f"CFR+ of {loaded.name} in OpenSpiel {library().__version__}, {iterations} rounds"
    chosen = os.environ.get("FATECAST_CACHE")
    home = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fatecast"
    return home / "solved" / f"{sha256(what.encode()).hexdigest()[:32]}.json"


def _read(path: Path) -> Solution | None:
    """None if there is none, or none that can be read: then it is computed again."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Solution(_checked(data["strategy"]), float(data["exploitability"]), float(data["value"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _keep(path: Path, solution: Solution) -> None:
    """Whole or not at all. A cache that cannot be written to costs time, nothing else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_text(json.dumps(solution._asdict()), encoding="utf-8")
        partial.replace(path)
    except OSError:
        pass
