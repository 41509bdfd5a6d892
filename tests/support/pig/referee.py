"""Plays Pig again from the printed rules alone, without the kernel: plain Python, one die, a function that decides."""

from collections.abc import Callable, Iterator
from itertools import count

from engine.outside.own.luck import Keys, Luck

Decide = Callable[[int, list[int], int], bool]
"""By seat, scores and points of the turn: roll again?"""
LONGEST = 500


def faces(seed: int, index: int, seat: int, turn: int, rolls: int) -> list[int]:
    """The first faces that a seat rolls in one of its turns."""
    luck = Luck(Keys(seed, "luck"), index)
    return [luck.die("roll", 6, seat, turn, roll) for roll in range(1, rolls + 1)]


def index_with(*wanted: tuple[int, int, list[int]], seed: int = 1) -> int:
    """The first game whose dice begin as wanted: (seat, turn of that seat, faces)."""
    for index in range(2_000_000):
        if all(_begins(seed, index, seat, turn, begin) for seat, turn, begin in wanted):
            return index
    raise AssertionError(f"no game with {wanted}")


def _begins(seed: int, index: int, seat: int, turn: int, begin: list[int]) -> bool:
    return next(_faces(seed, index, seat, turn)) == begin[0] and faces(seed, index, seat, turn, len(begin)) == begin


def _faces(seed: int, index: int, seat: int, turn: int) -> Iterator[int]:
    luck = Luck(Keys(seed, "luck"), index)
    for roll in count(1):
        yield luck.die("roll", 6, seat, turn, roll)


def referee(seed: int, index: int, players: int, goal: int, decide: Decide) -> dict[str, int]:
    """The row of a game, by its columns."""
    scores = [0] * players
    history: list[list[int]] = []
    leaders: list[int] = []
    rolls = decisions = decided = 0
    winner = None
    while winner is None and len(history) < LONGEST:
        history.append(list(scores))
        seat, turn = (len(history) - 1) % players, (len(history) - 1) // players + 1
        total = asked = 0
        for face in _faces(seed, index, seat, turn):
            rolls += 1
            if face == 1:
                break
            total += face
            if scores[seat] + total >= goal:
                scores[seat] += total
                winner = seat
                break
            asked += 1
            if not decide(seat, scores, total):
                scores[seat] += total
                break
        decisions += asked
        decided += asked > 0
        best = max(scores)
        if best and scores.count(best) == 1 and (not leaders or leaders[-1] != scores.index(best)):
            leaders.append(scores.index(best))
    row = {
        "winners": 0 if winner is None else 1 << winner,
        "turns": len(history),
        "rounds": (len(history) - 1) // players + 1,
        "rolls": rolls,
        "end": int(winner is None),
        "decisions": decisions,
        "choices": 2 * decisions,
        "decided_turns": decided,
        "behind": 0,
        "behind_most": 0,
        "lead_changes": max(0, len(leaders) - 1),
        "margin": 0,
        "focus": 0,
    }
    if winner is not None:
        gaps = [max(before) - before[winner] for before in history]
        row["behind"], row["behind_most"] = sum(gap > 0 for gap in gaps), max(gaps)
        row["margin"] = scores[winner] - sorted(scores)[-2]
    return row
