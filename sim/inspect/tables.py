"""The table as it stood in a replay: among what happened, as text, and by a title.

What the author of a game draws is part of the replay wherever it is read. What a game itself says of its table is made
of the events, which stand there already: so only who steps through a game sees it.
"""

from collections.abc import Sequence

from engine.game.cell import Json
from engine.game.results import Replay, Stood
from engine.language.current import said

INDENT, GAP = "    ", "  "
TABLE = "table"


def with_drawings(told: Replay) -> list[Json]:
    """The events, and each drawing after those that had happened."""
    drawn = [each for each in told.tables if each.seat is not None]
    found: list[Json] = []
    at = 0
    for each in drawn:
        found += told.events[at : each.event]
        at = max(at, each.event)
        what: Json = {"fault": each.fault} if each.fault else {"rows": [list(row) for row in each.rows]}
        found.append({"turn": each.turn, "event": TABLE, "seat": each.seat, **what})
    return [*found, *told.events[at:]]


def text_of(lines: Sequence[tuple[int, str]], tables: Sequence[Stood]) -> str:
    """The lines of a replay, and each drawing after those that had been told."""
    found: list[str] = []
    at = 0
    for each in tables:
        if each.seat is not None:
            found += [line for _, line in lines[at : each.line]]
            at = max(at, each.line)
            found += [f"{INDENT}{title_of(each)}", *(f"{INDENT}{row}" for row in _aligned(each.rows))]
    return "\n".join([*found, *(line for _, line in lines[at:])])


def title_of(stood: Stood) -> str:
    """What a table is, or why it is not there."""
    if stood.fault:
        return said("The table is not drawn: {fault}", fault=stood.fault)
    if stood.seat is None:
        return said("The table as it stood")
    return said("The table as seat {seat} sees it", seat=stood.seat)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their words one below the other. A row of one word is as wide as it likes."""
    several = [row for row in rows if len(row) > 1]
    most = max(map(len, several), default=0)
    widths = [max((len(row[at]) for row in several if at < len(row)), default=0) for at in range(most)]
    return [
        GAP.join(each.ljust(width) for each, width in zip(row, [*widths, *map(len, row)], strict=False)).rstrip()
        if len(row) > 1
        else "".join(row)
        for row in rows
    ]
