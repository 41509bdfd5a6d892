"""A game in words: turns the kernel's events into data, and into the lines of a replay, one for each turn."""

from engine.game.cell import Json
from engine.game.results import Replay
from engine.game.seats import ANYWHERE, VERDICTS
from engine.pig.table import events as ev
from engine.pig.table.results import ENDS
from engine.pig.table.state import GOAL, Log

TURN, SEAT = "turn", "seat"


def tell(log: Log, broken: str, focus: int, verdict: str) -> Replay:
    """The whole game, as data and as lines; see `cells.play_cell.Replayed`."""
    events: list[Json] = []
    lines: list[tuple[int, str]] = []
    if focus != ANYWHERE:
        events.append({TURN: 0, "event": "focus", SEAT: focus + 1})
        lines.append((0, f"Seat {focus + 1} is the focus."))
    turn = seat = score = lost = 0
    rolled: list[int] = []

    def turn_line(what: str) -> tuple[int, str]:
        faces = ", ".join(map(str, rolled))
        return turn, f"Turn {turn}, seat {seat}: rolls {faces}: {what}"

    for kind, *numbers in log.event[: log.count].tolist():
        if kind == ev.BEGAN:
            turn, seat, score = numbers[0], numbers[1] + 1, numbers[2]
            rolled, lost = [], 0
            events.append({TURN: turn, "event": "turn", SEAT: seat, "score": score})
        elif kind == ev.ROLLED:
            face, total = numbers[:2]
            rolled.append(face)
            events.append({TURN: turn, "event": "roll", "face": face, "total": total})
            if face == 1:
                lines.append(turn_line(f"{_lost(lost)}, stays at {score}"))
            lost = total
        elif kind == ev.HELD:
            points, score = numbers[:2]
            events.append({TURN: turn, "event": "hold", "points": points, "score": score})
            lines.append(turn_line(f"banks {_points(points)}, has {score}"))
        else:
            end, winner = numbers[:2]
            events.append({TURN: turn, "event": "end", "end": ENDS[end], "winner": winner + 1 if end == GOAL else None})
            lines.append((turn, f"Seat {winner + 1} wins." if end == GOAL else f"Time-out after {turn} turns."))
    if verdict:
        events.append({TURN: turn, "event": "same seat", "won": verdict})
        lines.append((turn, VERDICTS[verdict]))
    if broken:
        events.append({TURN: turn, "event": "broken", "what": broken})
        lines.append((turn, f"Broken off: {broken}"))
    return Replay(events, lines)


def _lost(points: int) -> str:
    return f"loses {_points(points)}" if points else "gets nothing"


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"
