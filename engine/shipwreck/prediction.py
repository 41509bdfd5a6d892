"""Predict and Resolve: the guesses, what they cost or gain, and the fate that goes back to the bag."""

from engine.compiled import compiled
from engine.shipwreck.events import PREDICTED, REVEALED, TRACKS, note
from engine.shipwreck.fade import end_game
from engine.shipwreck.seats import drop_fate
from engine.shipwreck.state import LOST_BY_WRONG, WON, Book, Hidden, Log, Table, Tally

WRONG_DOOM = 1
RIGHT_SCORE = 1


@compiled
def count_values(values: int) -> int:
    """How many values a mask holds."""
    count = 0
    while values:
        values &= values - 1
        count += 1
    return count


@compiled
def may_name(book: Book, table: Table, values: int) -> bool:
    """Several guesses are one prediction; there may be no more of them than the extra guesses allow."""
    return values & ~book.values == 0 and count_values(values) <= 1 + table.extra_guesses


@compiled
def resolve(book: Book, table: Table, hidden: Hidden, tally: Tally, log: Log, values: int) -> None:
    """Right: score. Wrong: doom, once, however many guesses. Either way the fate goes back. No guess: it is kept."""
    if values == 0:
        return
    table.guessed = values
    table.correct = (values >> hidden.kept) & 1
    tally.predictions += 1
    if table.correct:
        table.score += RIGHT_SCORE
        tally.correct += 1
    else:
        table.doom += WRONG_DOOM
        tally.wrong += 1
    note(log, PREDICTED, values, hidden.kept, table.correct, 0, 0, 0)
    note(log, TRACKS, table.score, table.doom, 0, 0, 0, 0)
    drop_fate(book, table, hidden, table.seat)
    if table.score >= book.goal:
        end_game(table, log, WON)
    elif table.doom >= book.doom_limit:
        end_game(table, log, LOST_BY_WRONG)


@compiled
def holds_last_copy(table: Table, hidden: Hidden, seat: int) -> bool:
    """Whether a seat that is not active holds a fate all of whose other copies lie open."""
    if seat == table.seat or not table.holds[seat]:
        return False
    value = hidden.held[seat]
    return table.tokens[value] - table.visible[value] == 1


@compiled
def reveal(book: Book, table: Table, hidden: Hidden, log: Log, seat: int) -> None:
    """The last copy is shown and discarded: no score, no doom."""
    note(log, REVEALED, table.player[seat], hidden.held[seat], 0, 0, 0, 0)
    drop_fate(book, table, hidden, seat)
