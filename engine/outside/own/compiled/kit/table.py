"""The table of a compiled game: turns, decisions, columns, winners, leads; the same as `engine.outside.own.author`."""

import numpy as np

from engine.outside.own.compiled.kit.lists import length, new_list, push_word, word
from engine.outside.own.compiled.kit.luck import dice_chance
from engine.outside.own.compiled.kit.record import (
    CODES,
    COLUMNS,
    RUNNING,
    SEATS,
    TIME_OUT,
    Playing,
    Stop,
    counted,
    within,
)


@counted
def begin_game(A: Playing, index: int) -> None:
    A.game = np.uint64(index)
    A.stamp += np.uint64(1)
    A.state = RUNNING
    A.filled = A.turns = A.decisions = A.choices = A.decided_turns = A.decided = A.winners = A.lead_changes = 0
    A.ending = A.leader = -1
    A.top = A.start
    for seat in range(SEATS):
        A.behind[seat] = A.behind_most[seat] = A.dice_decision[seat] = A.dice_draw[seat] = 0
    for column in range(COLUMNS):
        A.counts[column] = 0
    A.scores = new_list(A, A.players + 2, 1)
    for _ in range(A.players):
        push_word(A, A.scores, 0)


@within
def note_leader(A: Playing) -> int:
    """The highest score; who has it alone leads."""
    size = length(A, A.scores)
    if size == 0:
        raise Stop
    at = A.mem[A.scores + 2]
    best, times, first = A.mem[at], 0, 0
    for seat in range(size):
        best = max(best, A.mem[at + seat])
    for seat in range(size - 1, -1, -1):
        if A.mem[at + seat] == best:
            times += 1
            first = seat
    if times == 1:
        if A.leader >= 0 and A.leader != first:
            A.lead_changes += 1
        A.leader = first
    return int(best)


@counted
def turn(A: Playing) -> int:
    if A.turns >= A.turn_limit:
        A.state = TIME_OUT
        raise Stop
    A.turns += 1
    if A.leads:
        best = note_leader(A)
        if length(A, A.scores) != A.players:
            raise Stop
        for seat in range(A.players):
            short = best - word(A, A.mem[A.scores + 2] + seat)
            if short > 0:
                A.behind[seat] += 1
                A.behind_most[seat] = max(A.behind_most[seat], short)
    return int(A.turns)


@within
def count(A: Playing, column: int, by: int) -> None:
    if column < CODES or A.column_of[column - CODES] < 0 or by > 1 << 40 or by < -(1 << 40):
        raise Stop
    A.counts[A.column_of[column - CODES]] += by


@within
def count_of(A: Playing, column: int) -> int:
    if column < CODES or A.column_of[column - CODES] < 0:
        raise Stop
    return int(A.counts[A.column_of[column - CODES]])


@within
def win(A: Playing, seat: int) -> None:
    if seat < 0 or seat >= A.players or A.cooperative:
        raise Stop
    A.winners |= 1 << seat
    if A.one_winner and A.winners & (A.winners - 1):
        raise Stop


@within
def win_all(A: Playing) -> None:
    A.winners = (1 << A.players) - 1
    if A.one_winner and A.winners & (A.winners - 1):
        raise Stop


@within
def end(A: Playing, how: int) -> None:
    if how < CODES or A.ending_of[how - CODES] < 0:
        raise Stop
    A.ending = A.ending_of[how - CODES]


@counted
def begin_ask(A: Playing, seat: int, options: int) -> bool:
    """Whether there is something to decide."""
    if seat < 0 or seat >= A.players or options == 0:
        raise Stop
    if options == 1:
        return False
    A.decisions += 1
    A.choices += options
    if A.decided != A.turns:
        A.decided = A.turns
        A.decided_turns += 1
    return True


@within
def slips(A: Playing, seat: int) -> bool:
    """A policy that draws begins a decision; perhaps it slips."""
    if not A.draws[seat]:
        return False
    A.dice_decision[seat] += 1
    A.dice_draw[seat] = 0
    return dice_chance(A, seat, A.slips[seat])


@counted
def finish(A: Playing, at: int) -> None:
    """Writes the row of a game."""
    won = A.winners
    row = A.rows[at]
    row[0] = won
    row[1] = A.turns
    row[2] = A.decisions
    row[3] = A.choices
    row[4] = A.decided_turns
    row[5] = -2 if A.state == TIME_OUT else A.ending
    row[6] = row[7] = row[8] = row[9] = 0
    if A.leads:
        note_leader(A)
        row[8] = A.lead_changes
    if A.leads and won:
        winner = 0
        while not won >> winner & 1:
            winner += 1
        row[6] = A.behind[winner]
        row[7] = A.behind_most[winner]
        row[9] = _margin(A, winner)
    for column in range(COLUMNS):
        row[10 + column] = A.counts[column]


@within
def _margin(A: Playing, winner: int) -> int:
    """By how much the winner is above the next best; 0 if he is not."""
    size, scores = length(A, A.scores), A.mem[A.scores + 2]
    if winner >= size:
        raise Stop
    second, others = A.mem[scores + winner], 0
    for seat in range(size):
        if seat != winner and (others == 0 or A.mem[scores + seat] > second):
            second = A.mem[scores + seat]
            others += 1
    return int(max(A.mem[scores + winner] - second, 0))
