"""Questions to a program about games: to play some, to tell one."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.content.labels import is_label
from engine.errors import message
from engine.game.cell import Cell, Json
from engine.game.results import Batch, Replay, Rows
from engine.language.current import said
from engine.outside.program import process
from engine.outside.program.from_hello import TURNS, WINNERS, Declared
from engine.outside.program.hello import HelloColumn
from engine.outside.program.process import Unanswered, shown
from engine.outside.program.program import read_json
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.kernel import check_indices

NOTHING = np.zeros((0, 0), np.int64)
"""The counters of a game without pieces."""
MOST_TOLD, LONGEST_TOLD = 100_000, 1000
"""Lines of a replay, and characters of each."""


def play_batch(game: Declared, cell: Cell, seed: int, first: int, last: int) -> Batch:
    """Plays the games [first, last) of a cell."""
    check_indices(cell, first, last)
    count = last - first
    if not count:
        return Batch(np.zeros(0, game.row), NOTHING, {})
    question = {"ask": "play", **which(cell, seed), "first": first, "last": last}
    one = message("game {game}", game=first)
    games = one if count == 1 else message("games {first} to {last}", first=first, last=last - 1)
    doing = message("play {games} of {cell}, seed {seed}", games=games, cell=cell.name, seed=seed)
    read = rows_reader(game, count)
    rows = game.program.ask(question, count, ends_rows, read, doing, process.PATIENCE)
    return Batch(rows, NOTHING, {})


def replay_game(
    game: Declared, cell: Cell, seed: int, index: int, rows: Rows | None = None, chosen: Sequence[int] | None = None
) -> Replay:
    """One game in words, if the program tells it; its result in any case. If choices were made for it, they are said,
    and so are the rows that they led to."""
    row = (play_batch(game, cell, seed, index, index + 1).rows if rows is None else rows)[0]
    result = {each.name: int(row[each.name]) + each.base for each in game.hello.columns}
    lines: list[tuple[int, str]] = []
    if game.hello.replay:
        question = {"ask": "replay", **which(cell, seed), "index": index}
        question |= {} if chosen is None else {"chosen": list(chosen)}
        doing = message("tell game {index} of {cell}, seed {seed}", index=index, cell=cell.name, seed=seed)
        lines = game.program.ask(question, MOST_TOLD, _ends_telling, _read_told, doing, process.PATIENCE)
    last = max((turn for turn, _ in lines), default=result.get(TURNS, 0))
    events: list[Json] = [{"turn": turn, "text": text} for turn, text in lines]
    events.append({"turn": last, "event": "result", "result": result})
    ended = ", ".join(f"{each.name} {_named(each, result[each.name])}" for each in game.hello.columns)
    return Replay(events, [*lines, (last, said("Result: {result}.", result=ended))])


def which(cell: Cell, seed: int) -> Json:
    """The cell as a program reads it. The seed is a text, because not every language has numbers of 64 bits."""
    return {"cell": {**cell.spec["axes"], OPTIONS: cell.spec[OPTIONS]}, "seed": str(seed)}


def _named(column: HelloColumn, value: int) -> str:
    return column.values[value] if column.values else str(value)


def ends_rows(line: bytes) -> bool:
    """Whether a line comes after the rows of an answer."""
    return not line.lstrip().startswith(b"[") and is_end(read_json(line), line)


def _ends_telling(line: bytes) -> bool:
    found = read_json(line)
    return not (isinstance(found, dict) and "turn" in found) and is_end(found, line)


def is_end(found: object, line: bytes) -> bool:
    """Whether a line is `{"done": N}`. Any other line that is no part of an answer ends it, too, but not well."""
    if isinstance(found, dict) and "error" in found:
        raise Unanswered(message("it says: {error}", error=shown(str(found["error"]).encode())))
    if not isinstance(found, dict) or type(found.get("done")) is not int:
        raise Unanswered(message('expected another line of the answer or {{"done": N}}, got {line}', line=shown(line)))
    return True


def check_count(lines: list[bytes]) -> None:
    """The last line says how many came before."""
    count = len(lines) - 1
    if read_json(lines[-1])["done"] != count:
        raise Unanswered(
            message('expected {{"done": {count}}} after {count} lines, got {last}', count=count, last=shown(lines[-1]))
        )


def rows_reader(game: Declared, count: int) -> Callable[[list[bytes]], Rows]:
    """Reads the rows of an answer."""

    def read(lines: list[bytes]) -> Rows:
        check_count(lines)
        if len(lines) - 1 != count:
            raise Unanswered(
                message("it answered with {games} games, expected {count}", games=len(lines) - 1, count=count)
            )
        table = _table(lines[:-1], len(game.columns))
        rows = np.zeros(count, game.row)
        for at, column in enumerate(game.hello.columns):
            values = table[:, at]
            wrong = np.flatnonzero((values < column.least) | (values > column.highest))
            if len(wrong):
                raise Unanswered(
                    message(
                        "expected {column} from {least} to {most}, got {value} in {line}",
                        column=column.name,
                        least=column.least,
                        most=column.highest,
                        value=values[wrong[0]],
                        line=shown(lines[wrong[0]]),
                    )
                )
            rows[column.name] = values - column.base
        if WINNERS in (game.row.names or ()) and not game.hello.shared_wins:
            winners = rows[WINNERS].astype(np.int64)
            wrong = np.flatnonzero(winners & (winners - 1))
            if len(wrong):
                raise Unanswered(
                    message(
                        "expected one winner, got {winners} in {line}",
                        winners=winners[wrong[0]],
                        line=shown(lines[wrong[0]]),
                    )
                )
        return rows

    return read


def _table(lines: list[bytes], width: int) -> NDArray[np.int64]:
    """The numbers of all rows. All lines are read at once; only if that fails is the wrong one looked for."""
    whole = b",".join(lines)
    try:
        rows = read_json(b"[%s]" % whole)
        if len(rows) == len(lines) and not set(whole) - INTEGERS:
            table = np.array(rows)
            if table.dtype == np.int64 and table.shape == (len(lines), width):
                return table
    except (Unanswered, ValueError, OverflowError):
        pass
    for line in lines:
        row = read_json(line)
        if not isinstance(row, list) or len(row) != width or any(type(each) is not int for each in row):
            raise Unanswered(
                message("expected a list of {width} whole numbers, got {line}", width=width, line=shown(line))
            )
        if any(abs(each) >= 1 << 63 for each in row):
            raise Unanswered(message("expected numbers below 2^63, got {line}", line=shown(line)))
    raise Unanswered(
        message(
            "expected {count} lists of {width} whole numbers, got {first}",
            count=len(lines),
            width=width,
            first=shown(lines[0]),
        )
    )


INTEGERS = frozenset(b"0123456789-,[] \t\r")
"""All bytes of lists of whole numbers."""


def _read_told(lines: list[bytes]) -> list[tuple[int, str]]:
    check_count(lines)
    told: list[tuple[int, str]] = []
    for line in lines[:-1]:
        found = read_json(line)
        turn, text = found["turn"], found.get("text")
        if type(turn) is not int or turn < (told[-1][0] if told else 0) or not isinstance(text, str):
            raise Unanswered(
                message('expected {{"turn": …, "text": …}} in the order of the turns, got {line}', line=shown(line))
            )
        if text and not is_label(text.strip(), LONGEST_TOLD):
            raise Unanswered(
                message(
                    "expected a line of at most {longest_told} printable characters, got {line}",
                    longest_told=LONGEST_TOLD,
                    line=shown(line),
                )
            )
        told.append((turn, text))
    return told
