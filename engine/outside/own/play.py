"""Plays the games of a cell, one after the other, and makes their rows."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from numbers import Integral
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule, Text, message
from engine.game.cell import Cell, Json, RecentlyMade
from engine.game.results import Batch, Rows, Stood
from engine.game.seats import ANYWHERE, FIELD, FOCUS, FOCUS_COLUMN, focus_seats, play_focus
from engine.kernel.orphans import fork_in
from engine.outside.own.author import TIME_OUT, Table, TimeOut
from engine.outside.own.cards.card import NO_CARDS
from engine.outside.own.cards.exchange import CAME_TO_NOTHING, NO_DRAW, Draw, Exchanged, chosen_draw
from engine.outside.own.cards.played import CardGames, Played, pack_of
from engine.outside.own.compiled.cards.schema import schema_of
from engine.outside.own.compiled.kernels import FEWEST, OwnKernel, kernel_of
from engine.outside.own.declared import OPTIONS, PLAYERS, Declared
from engine.outside.own.files import reason
from engine.outside.own.hidden.forks.payoff import payoff_of
from engine.outside.own.hidden.forks.search_seat import Setting, sit_down, with_searches
from engine.outside.own.hidden.forks.secret_luck import SecretLuck
from engine.outside.own.hidden.worlds import Recorded
from engine.outside.own.luck import Dice, Keys, Luck
from engine.outside.own.policies.policy_files import BrokenPolicy
from engine.outside.own.policies.policy_set import seated, seats_of
from engine.outside.own.policies.shown_views import is_watching
from engine.outside.own.policies.trained_function import BrokenFeatures
from engine.outside.own.results.every_row import WINNERS, WON_COLUMN
from engine.outside.own.results.leads import leads_of
from engine.outside.own.results.minutes import MOST_SECONDS, SECONDS
from engine.outside.own.telling.sketches import Sketches
from engine.policy.kernel import indices_of
from engine.policy.seats.search_policy import base_of, is_search
from engine.policy.seats.seating import policies_in, table_with_focus
from engine.policy.seats.trained_policy import is_trained

MakesRow = Callable[[Table, bool], tuple[int, ...]]
"""Makes the row of a table at which a game has ended, perhaps by a time-out."""


class Replayed(NamedTuple):
    """One game, to be told."""

    table: Table
    row: Rows
    focus: int
    """The seat of the focus, or ANYWHERE."""
    broken: str
    """Why it was broken off, if it was."""
    tables: Sequence[Stood] = ()
    """How the table stood, as it is drawn."""


class Outsider(NamedTuple):
    """A policy in a file of its own."""

    name: str
    code: str
    """The SHA-256 of its text."""


def outsiders_in(cell: Cell) -> tuple[Outsider, ...]:
    """Of a cell, in order."""
    return tuple(sorted(Outsider(part["name"], part["code"]) for part in policies_in(cell.spec) if "code" in part))


def play_batch(game: Declared, cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policies the dice of another seed."""
    played = (
        partial(_play, game, cell) if dice_seed in (None, seed) else partial(play_plainly, game, cell, dice=dice_seed)
    )
    indices = indices_of(cell, first, last)
    if first < last:
        _refuse_secret_luck(game, cell, seed)
    if first == last:  # somebody wants to know how long the start takes
        Luck(Keys(seed, "luck"), first).number("start", 2)
    if FOCUS not in cell.spec:
        found = played(cell.spec["policy"], seed, indices)
        return Batch(found.rows, found.cards, {})
    seats = _focus_seats(cell, seed, indices)
    cards = played(cell.spec[FIELD], seed, indices[:0]).cards

    def play(focus_at: int, games: NDArray[np.int64]) -> Rows:
        nonlocal cards
        found = played(_table(cell, focus_at), seed, games)
        if focus_at != ANYWHERE:
            cards = cards + found.cards
        return found.rows

    rows = play_focus(play, WINNERS.name, seats, indices)
    return Batch(rows, cards, {})


def _refuse_secret_luck(game: Declared, cell: Cell, seed: int) -> None:
    """Nobody searches with luck that he cannot know: asked once for a cell, before its first game."""
    if not any(map(is_search, policies_in(cell.spec))):
        return
    who = _seats(cell, cell.spec[FIELD if FOCUS in cell.spec else "policy"])
    seats = [seat for seat, part in enumerate(who) if FOCUS in cell.spec or is_search(part)]
    habits, dice = _habits(who), [Keys(seed, f"dice of seat {seat + 1}") for seat in range(len(who))]

    def ask() -> bool:
        known = rules_to_prepare_for(game, cell)
        deciders = seated(game.policies, habits, known, lambda seat, index: Dice(Luck(dice[seat], index)))
        SecretLuck(game, cell, rules_of(game, cell), partial(finish, game), deciders, seed).refuse(seats)
        return True

    _asked.get(f"{seed} {cell.key} {game.file.source_text}", ask)


_asked: RecentlyMade[bool] = RecentlyMade()


def replay_game(game: Declared, cell: Cell, seed: int, index: int, seat: int | None = None) -> Replayed:
    """Plays one game again and writes down what is told, and what is drawn for all seats or for one, counted from 0. A
    game that fails is told as far as it went."""
    focus, who = who_plays(cell, seed, index)
    table = tables(game, cell, who, seed)(index, True)
    table.onlooker = sketches = Sketches(game, table, seat)
    row, broken = np.zeros(1, game.row), ""
    try:
        finish(game, table)
        row = play_batch(game, cell, seed, index, index + 1).rows
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        broken = str(_complaint(game, table, error))
    sketches.end()
    return Replayed(table, row, focus, broken, sketches.found)


def who_plays(cell: Cell, seed: int, index: int) -> tuple[int, Json]:
    """The seat of the focus in a game, or ANYWHERE, and the policies."""
    if FOCUS not in cell.spec:
        return ANYWHERE, cell.spec["policy"]
    focus = int(_focus_seats(cell, seed, np.array([index]))[0])
    return focus, _table(cell, focus)


def _focus_seats(cell: Cell, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    return focus_seats(seed, indices, cell.spec[PLAYERS], cell.spec[OPTIONS][FOCUS])


def _table(cell: Cell, focus_at: int) -> Json:
    return table_with_focus(cell.spec, cell.spec[PLAYERS], focus_at)


def _seats(cell: Cell, who: Json) -> list[Json]:
    """Who plays in each seat."""
    return seats_of(who, cell.spec[PLAYERS])


def _habits(seats: list[Json]) -> list[Json]:
    """The policies of seats, without a search."""
    return [base_of(part) if is_search(part) else part for part in seats]


def rules_of(game: Declared, cell: Cell) -> Json:
    """The numbers of the rules, as `table.rules` has them."""
    return {**{axis: cell.spec[axis] for axis in game.axes}, **cell.spec[OPTIONS]}


def rules_to_prepare_for(game: Declared, cell: Cell) -> Json:
    """The same for what policies work out before the first game: with the number of players, without the focus."""
    rules = rules_of(game, cell)
    return {PLAYERS: cell.spec[PLAYERS], **{name: rules[name] for name in (*game.axes, *game.parameters)}}


def tables(
    game: Declared, cell: Cell, who: Json, seed: int, kind: Callable[..., Table] = Table, dice_seed: int | None = None
) -> "NewTable":
    """A new table for a game, by its index."""
    seats = _seats(cell, who)
    keys, dice_of = Keys(seed, "luck"), seed if dice_seed is None else dice_seed
    rules, pack, known = rules_of(game, cell), pack_of(cell), rules_to_prepare_for(game, cell)
    dice = [Keys(dice_of, f"dice of seat {seat + 1}") for seat in range(len(seats))]
    deciders_of = seated(game.policies, _habits(seats), known, lambda seat, index: Dice(Luck(dice[seat], index)))
    if any(map(is_search, seats)):
        setting = Setting(game.file.game, rules, pack, partial(finish, game), payoff_of(game), keys, dice_of)
        deciders_of = with_searches(deciders_of, seats, game.policies, known, setting)
        kind = Recorded if kind is Table else kind

    def table(index: int, told: bool, exchange: Draw = NO_DRAW, key: int = 0) -> Table:
        deciders = deciders_of(index)
        found = kind(game.file.game, rules, deciders, Luck(keys, index), told)
        sit_down(deciders, found)
        if pack is not NO_CARDS:
            found.lay_out(pack, exchange, key)
        return found

    return table


class NewTable(Protocol):
    """Makes a table for a game."""

    def __call__(self, index: int, told: bool, exchange: Draw = NO_DRAW, key: int = 0) -> Table: ...


def kernel_for(game: Declared, cell: Cell) -> OwnKernel:
    """What plays a cell when it is compiled."""
    learns = any(map(is_trained, policies_in(cell.spec)))
    return kernel_of(game, outsiders_in(cell), schema_of(pack_of(cell)), learns)


def _play(game: Declared, cell: Cell, who: Json, seed: int, indices: NDArray[np.int64]) -> Played:
    """Plays the games of these indices with these policies in the seats: compiled, if the machine code is there and
    nobody watches the policies."""
    plainly, seats = partial(play_plainly, game, cell, who, seed), _seats(cell, who)
    searches = any(map(is_search, seats))
    if is_watching() or (len(indices) < FEWEST and not searches):
        return plainly(indices)
    kernel = kernel_for(game, cell)
    if not kernel.is_ready:
        return plainly(indices)
    if searches:
        return kernel.search(seats, rules_of(game, cell), seed, indices, plainly, pack_of(cell))
    return kernel.play(seats, rules_of(game, cell), seed, indices, plainly, pack_of(cell))


def play_plainly(
    game: Declared, cell: Cell, who: Json, seed: int, indices: NDArray[np.int64], dice: int | None = None
) -> Played:
    """The same in plain Python, which also says what is wrong with a game."""
    rows = np.zeros(len(indices), game.row)
    new_table, row_of = tables(game, cell, who, seed, dice_seed=dice), row_maker(game)
    searches = any(map(is_search, _seats(cell, who)))
    cards = CardGames(game, pack_of(cell), seed, len(indices), searches)
    for at, index in enumerate(indices.tolist()):
        table = new_table(index, False)
        try:
            rows[at] = row_of(table, finish(game, table))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, it is the game's
            raise broken(game, cell, table, index, error) from None
        if cards.pack.kinds:
            chosen = chosen_draw(cards.key, index, table.draws)
            cards.note(at, table.notes(), chosen.weight)
            if cards.is_judged and chosen.weight:
                again = new_table(index, False, chosen.draw, cards.key)
                cards.note_other(at, *_played_again(game, again, row_of))
    return Played(rows, cards.counted(rows))


def _played_again(game: Declared, table: Table, row_of: MakesRow) -> tuple[Exchanged, tuple[int, ...] | None]:
    """What was exchanged in a game, and its row. A game that breaks off in another order of cards says nothing here:
    its own index would."""
    try:
        row = row_of(table, finish(game, table))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return CAME_TO_NOTHING, None
    return table.exchanged, row


def finish(game: Declared, table: Table) -> bool:
    """Play to the end; whether the end was a time-out."""
    us = os.getpid()
    try:
        game.file.game.play(table)
    except TimeOut:
        table.winners = table.winning_teams = 0
        return True
    finally:
        if os.getpid() != us:
            os._exit(0)  # a copy of this process, which the game has made: the rest is not its business
        forked = fork_in(game.file.module)
    if forked:
        raise BrokenRule(message("a game must not copy the process that plays it"), source=forked)
    if game.sides.teams:
        _settle(game, table)
    return False


def _settle(game: Declared, table: Table) -> None:
    """A team wins together: all seats that belong to it now."""
    roles = game.sides.codes_of(table.roles, table.players)
    won = game.sides.settle(table.players, table.winners, table.winning_teams, roles)
    if won.apart:
        raise BrokenRule(message("win: only a part of a team; a team wins together: table.win_team(…)"))
    if won.teams & (won.teams - 1) and not game.file.game.shared_wins:
        raise BrokenRule(message("win: a second team; shared_wins = True allows several"))
    table.winners, table.winning_teams = won.winners, won.teams


def broken(game: Declared, cell: Cell, table: Table, index: int, error: BaseException) -> BrokenRule:
    """What a game did wrong, with its line."""
    return BrokenRule(_complaint(game, table, error), source=cell.name, place=message("game {game}", game=index))


def _complaint(game: Declared, table: Table, error: BaseException) -> Text:
    """What went wrong, in which turn, and in which line of the author's file."""
    if isinstance(error, BrokenPolicy):
        return message("turn {turn}: {fault}", turn=table.turns, fault=error)
    fault = reason(error, game.file.module)
    if isinstance(error, BrokenFeatures) and error.__cause__ is not None:
        fault = message("features: {fault}", fault=reason(error.__cause__, game.file.module))
    return message("turn {turn}: {file}: {fault}", turn=table.turns, file=game.where, fault=fault)


def row_maker(game: Declared) -> MakesRow:
    """What makes a row of a table at which a game has ended."""
    names = [column.name for column in game.columns]
    least = {column.name: column.span[0] for column in game.columns}
    limits = {column.name: column.span[1] for column in game.columns}
    has_leads, fewest_wins = "margin" in names, game.fewest_wins
    sides, pace = game.sides, game.pace
    endings = {name: code for code, name in enumerate(game.endings)}
    won_by_all = game.kind == "cooperative"
    needs_winner = game.kind == "competitive" and not game.file.game.draws

    def row(table: Table, timed_out: bool) -> tuple[int, ...]:
        won = table.winners != 0
        if needs_winner and not won and not timed_out:
            raise BrokenRule(message("the game ended without a winner; draws = True allows that"))
        found = {
            WINNERS.name: table.winners,
            WON_COLUMN.name: int(won),
            "turns": table.turns,
            "decisions": table.decisions,
            "choices": table.choices,
            "decided_turns": table.decided_turns,
            "end": endings[TIME_OUT] if timed_out else _ending(table, endings, won_by_all and won, won_by_all),
            FOCUS_COLUMN.name: 0,
            **table.counts,
        }
        if has_leads:
            found |= leads_of(table.winners, table.history, table.scores, fewest_wins, sides.seated(table.players))
        if sides:
            roles = [0] * table.players if timed_out else sides.codes_of(table.roles, table.players)
            found |= sides.row(table.players, table.winners, table.winning_teams, roles)
        if pace:
            found[SECONDS.name] = min(pace.seconds(table.decisions, table.turns), MOST_SECONDS)
        for name in names:
            value = found[name]
            if type(value) is int and least[name] <= value <= limits[name]:
                continue
            if not isinstance(value, int | Integral) or not least[name] <= value <= limits[name]:
                if name in ("margin", "behind_most"):
                    raise BrokenRule(
                        source="scores",
                        expected=message(
                            "whole numbers that are at most {most:,} apart, got {scores}",
                            most=limits[name],
                            scores=", ".join(map(repr, table.scores)),
                        ),
                        hint=message("count in larger units"),
                    )
                raise BrokenRule(
                    source=f"column {name}",
                    expected=message(
                        "a whole number from {least} to {most}, got {value}",
                        least=least[name],
                        most=limits[name],
                        value=repr(value),
                    ),
                )
        return tuple(found[name] for name in names)

    return row


def _ending(table: Table, endings: dict[str, int], won: bool, cooperative: bool) -> int:
    """The code of how the game ended. Code 0 is a win of a cooperative game, else the first ending."""
    if won:
        return 0
    return endings[table.ending] if table.ending else int(cooperative)
