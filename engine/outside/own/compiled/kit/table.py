"""The table of a compiled game: turns, decisions, columns, winners, leads; the same as `engine.outside.own.author`."""

import numpy as np

from engine.kernel.records import Ints
from engine.outside.own.compiled.kit.lists import length, new_list, push_word
from engine.outside.own.compiled.kit.luck import dice_chance
from engine.outside.own.compiled.kit.numbers import sub
from engine.outside.own.compiled.kit.record import (
    DECISIONS,
    EMPTY,
    ENDING_ROW,
    FIRST_COLUMN,
    GOT_THERE,
    NEEDS_DECISION,
    OPTIONS,
    REACHED,
    ROLES,
    RUNNING,
    SIDE_COLUMNS,
    TEAMS,
    TEAMS_OF_ROLES,
    THROWN_AWAY,
    TIME_OUT,
    TIMED_OUT,
    Playing,
    Stop,
    counted,
    place_of_text,
    within,
)
from engine.outside.own.compiled.kit.worlds import gather_seen, turn_over


@counted
def begin_game(rec: Playing, index: int) -> None:
    rec.game = rec.fork_game if rec.is_fork else np.uint64(index)
    rec.world = np.uint64(index)
    rec.dice_game = rec.world
    rec.turned = rec.has_zones = rec.slots = rec.shuffles = rec.zones = 0
    if rec.is_tried:
        rec.dice_game = rec.game
        rec.tried_at, rec.tried_place = index // OPTIONS, index % OPTIONS
    rec.stamp += np.uint64(1)
    rec.state = RUNNING
    rec.filled = rec.turns = rec.decisions = rec.choices = rec.decided_turns = rec.decided = rec.winners = (
        rec.lead_changes
    ) = rec.winning_teams = 0
    rec.ending = rec.leader = -1
    rec.top = rec.start
    for seat in range(rec.players):
        rec.behind[seat] = rec.behind_most[seat] = rec.dice_decision[seat] = rec.dice_draw[seat] = 0
    for column in range(rec.columns):
        rec.counts[column] = 0
    rec.scores = new_list(rec, rec.players + 2, 1)
    for _ in range(rec.players):
        push_word(rec, rec.scores, 0)
    if rec.sides >= ROLES:
        rec.roles = new_list(rec, rec.players + 2, 1)
        for _ in range(rec.players):
            push_word(rec, rec.roles, EMPTY)


@within
def note_scores(rec: Playing, begins_turn: bool) -> None:
    """Who has the best score alone leads; at the beginning of a turn, the others are behind."""
    size = length(rec, rec.scores)
    if size == 0:
        raise Stop
    at = rec.mem[rec.scores + 2]
    best = least = rec.mem[at]
    for seat in range(1, size):
        best, least = max(best, rec.mem[at + seat]), min(least, rec.mem[at + seat])
    sub(best, least)  # no difference leaves 64 bits
    if rec.leads < 0:
        best = least
    times = first = 0
    for seat in range(size):  # a processor cannot guess who leads: no branches
        short = (best - rec.mem[at + seat]) * rec.leads
        is_best = int(short == 0)
        times += is_best
        first += is_best * seat
        if begins_turn:
            rec.behind[seat] += 1 - is_best
            rec.behind_most[seat] = max(rec.behind_most[seat], short)
    if times == 1:
        rec.lead_changes += int(rec.leader >= 0) & int(rec.leader != first)
        rec.leader = first


@within
def _best_score(rec: Playing, at: int, team: int, of_others: bool, otherwise: int) -> int:
    """The best score of the seats of a team, or of those of all others; another number if there are none."""
    found, best = 0, otherwise
    for seat in range(rec.players):
        if (rec.team_by[seat] == team) != of_others:
            if found == 0 or (rec.mem[at + seat] - best) * rec.leads > 0:
                best = rec.mem[at + seat]
            found = 1
    return int(best)


@counted
def note_team_scores(rec: Playing, begins_turn: bool) -> None:
    """The same for seats that win as teams: a team has the best score of its seats, and is noted at the first."""
    if length(rec, rec.scores) != rec.players:
        raise Stop
    at = rec.mem[rec.scores + 2]
    best = least = rec.mem[at]
    for seat in range(1, rec.players):
        best, least = max(best, rec.mem[at + seat]), min(least, rec.mem[at + seat])
    sub(best, least)
    if rec.leads < 0:
        best = least
    times = first = seen = 0
    for seat in range(rec.players):
        if seen >> rec.team_by[seat] & 1:
            continue
        seen |= 1 << rec.team_by[seat]
        short = (best - _best_score(rec, at, rec.team_by[seat], False, 0)) * rec.leads
        if short == 0:
            times += 1
            first = seat
        elif begins_turn:
            rec.behind[seat] += 1
            rec.behind_most[seat] = max(rec.behind_most[seat], short)
    if times == 1:
        rec.lead_changes += int(rec.leader >= 0) & int(rec.leader != first)
        rec.leader = first


@within
def _team_margin(rec: Playing, winner: int) -> int:
    """By how much the team of the winner is better than the next best; 0 if it is not."""
    at, team = rec.mem[rec.scores + 2], rec.team_by[winner]
    own = _best_score(rec, at, team, False, 0)
    return int(max((own - _best_score(rec, at, team, True, own)) * rec.leads, 0))


@counted
def turn(rec: Playing) -> int:
    if rec.turns >= rec.turn_limit:
        rec.state = TIME_OUT
        raise Stop
    rec.turns += 1
    if rec.leads:
        if length(rec, rec.scores) != rec.players:
            raise Stop
        if rec.team_leads:
            note_team_scores(rec, begins_turn=True)
        else:
            note_scores(rec, begins_turn=True)
    return int(rec.turns)


@within
def count(rec: Playing, column: int, by: int) -> None:
    """Adds to the column of a text."""
    number = rec.column_of[place_of_text(column)]
    if number < 0:
        raise Stop
    count_in(rec, number, by)


@within
def count_in(rec: Playing, number: int, by: int) -> None:
    """Adds to the column of this number."""
    if by > 1 << 40 or by < -(1 << 40):
        raise Stop
    rec.counts[number] += by


@within
def count_of(rec: Playing, column: int) -> int:
    number = rec.column_of[place_of_text(column)]
    if number < 0:
        raise Stop
    return int(rec.counts[number])


@within
def win(rec: Playing, seat: int) -> None:
    if seat < 0 or seat >= rec.players or rec.cooperative:
        raise Stop
    rec.winners |= 1 << seat
    if rec.one_winner and rec.winners & (rec.winners - 1):
        raise Stop


@within
def win_all(rec: Playing) -> None:
    rec.winners = (1 << rec.players) - 1
    if rec.one_winner and rec.winners & (rec.winners - 1):
        raise Stop


@within
def win_team(rec: Playing, team: int) -> None:
    number = rec.team_of[place_of_text(team)]
    if number < 0:
        raise Stop
    rec.winning_teams |= 1 << number


@within
def end(rec: Playing, how: int) -> None:
    number = rec.ending_of[place_of_text(how)]
    if number < 0:
        raise Stop
    rec.ending = number


@counted
def begin_ask(rec: Playing, seat: int, options: int) -> bool:
    """Whether there is something to decide."""
    if seat < 0 or seat >= rec.players or options == 0:
        raise Stop
    if options == 1:
        return False
    rec.decisions += 1
    rec.choices += options
    if rec.decided != rec.turns:
        rec.decided = rec.turns
        rec.decided_turns += 1
    return True


@within
def is_replayed(rec: Playing) -> bool:
    """Whether this decision belongs to what comes before a fork, and no policy need hear of it."""
    return bool(rec.decisions <= rec.forced_count) and not rec.listens


@within
def is_heard(rec: Playing) -> bool:
    """Whether it belongs there, and the policy was asked only because it remembers."""
    return bool(rec.listens) and bool(rec.decisions <= rec.forced_count)


@counted
def forced_place(rec: Playing) -> int:
    """The choice that is taken there."""
    if rec.decisions == rec.forced_count:
        turn_over(rec)
    return int(rec.forced[rec.decisions - 1])


@within
def is_sought(rec: Playing, seat: int) -> bool:
    """Whether the choice of a seat is yet to be found by search."""
    return bool(rec.is_recorded) and bool(rec.searches[seat]) and rec.found[min(rec.decisions, DECISIONS) - 1] == 0


@within
def mark_first(rec: Playing, at: int, first: int) -> None:
    """The choice at a place equals this one."""
    if at >= OPTIONS:
        raise Stop
    rec.first_like[at] = first


@within
def settled(rec: Playing, seat: int, place: int, options: int) -> int:
    """The place of the choice that is taken at last: that of the policy, unless the seat searches, or it is known."""
    if is_heard(rec):
        return forced_place(rec)
    return searched(rec, seat, place, options) if rec.is_recorded else place


@counted
def searched(rec: Playing, seat: int, place: int, options: int) -> int:
    at = rec.decisions - 1
    if at >= DECISIONS or options > OPTIONS:
        raise Stop
    if rec.searches[seat] and (rec.sampled_at < 0 or at == rec.sampled_at):
        if rec.found[at] == 0:
            rec.seeker = seat
            rec.habit = place
            rec.options = options
            gather_seen(rec)
            rec.state = NEEDS_DECISION
            raise Stop
        place = rec.found[at] - 1
    rec.taken[at] = place
    return int(place)


@within
def slips(rec: Playing, seat: int) -> bool:
    """A policy that draws begins a decision; perhaps it slips."""
    if not rec.draws[seat]:
        return False
    rec.dice_decision[seat] += 1
    if rec.slips[seat] == 0:
        rec.dice_draw[seat] = 1  # the draw that tells it is left out, as its answer is known
        return False
    rec.dice_draw[seat] = 0
    return dice_chance(rec, seat, rec.slips[seat])


@within
def _settle(rec: Playing, columns: Ints, at: int) -> None:
    """A team that won has all its seats win. Writes the teams, and the roles as numbers from 1 on; of a game that was
    broken off, nothing."""
    first = FIRST_COLUMN + rec.columns
    for column in range(SIDE_COLUMNS):
        columns[first + column, at] = 0
    if rec.state == TIME_OUT:
        return
    columns[first, at] = rec.winning_teams
    if rec.sides != TEAMS and length(rec, rec.roles) != rec.players:
        raise Stop
    for seat in range(rec.players):
        role = 0
        if rec.sides != TEAMS:
            role = rec.role_of[place_of_text(rec.mem[rec.mem[rec.roles + 2] + seat])]
            if role < 0:
                raise Stop
            columns[first + 1 + seat, at] = role + 1
        if rec.winning_teams >> rec.team_by[role if rec.sides == TEAMS_OF_ROLES else seat] & 1:
            rec.winners |= 1 << seat


@counted
def finish(rec: Playing, columns: Ints, at: int) -> None:
    """Writes the row of a game into its columns; of a fork that never came to its decision, nothing but that."""
    if rec.is_fork and not rec.turned:
        columns[ENDING_ROW, at] = GOT_THERE if rec.state == REACHED else THROWN_AWAY
        return
    if rec.sides:
        _settle(rec, columns, at)
    won = rec.winners
    columns[0, at] = won
    columns[1, at] = rec.turns
    columns[2, at] = rec.decisions
    columns[3, at] = rec.choices
    columns[4, at] = rec.decided_turns
    columns[ENDING_ROW, at] = TIMED_OUT if rec.state == TIME_OUT else rec.ending
    for column in range(6, FIRST_COLUMN):
        columns[column, at] = 0
    if rec.leads:
        if rec.team_leads:
            note_team_scores(rec, begins_turn=False)
        else:
            note_scores(rec, begins_turn=False)
        columns[8, at] = rec.lead_changes
    if rec.leads and won:
        winner = 0
        while not won >> winner & 1:
            winner += 1
        columns[6, at] = rec.behind[winner]
        columns[7, at] = rec.behind_most[winner]
        columns[9, at] = _team_margin(rec, winner) if rec.team_leads else _margin(rec, winner)
    for column in range(rec.columns):
        columns[FIRST_COLUMN + column, at] = rec.counts[column]


@within
def _margin(rec: Playing, winner: int) -> int:
    """By how much the winner is better than the next best; 0 if he is not."""
    size, scores = length(rec, rec.scores), rec.mem[rec.scores + 2]
    if winner >= size:
        raise Stop
    second, others = rec.mem[scores + winner], 0
    for seat in range(size):
        if seat != winner and (others == 0 or (rec.mem[scores + seat] - second) * rec.leads > 0):
            second = rec.mem[scores + seat]
            others += 1
    return int(max((rec.mem[scores + winner] - second) * rec.leads, 0))
