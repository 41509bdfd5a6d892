"""What a search gains, judged by exact values: the sum of the exact advantages of the choices in which it left its
base. Its mean is the gain of the policy over its base, in a few hundred games; wins would need a hundred thousand."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from engine.game.cell import Cell
from engine.kernel.compiled import compiled
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks.kernel_search import KernelSearch
from engine.outside.own.hidden.forks.search_seat import SearchSeat
from engine.outside.own.hidden.worlds import Recorded
from engine.outside.own.luck import Keys, Luck
from engine.outside.own.play import finish, rules_of, tables, who_plays
from engine.policy.seats.search_policy import is_search


class Choice(NamedTuple):
    """What a seat that searches has chosen."""

    view: Any
    choices: Sequence[Any]
    answer: Any


class Noted(NamedTuple):
    """What those who search have chosen, by the number of the game."""

    places: dict[int, list[int]]
    """Of games that a kernel plays: the places of all choices that were taken, by anybody."""
    choices: dict[int, list[Choice]]
    """Of games in plain Python."""


@contextmanager
def noted() -> Iterator[Noted]:
    """Meanwhile, what is chosen in games with a search is written down."""
    found, play, ask = Noted({}, {}), KernelSearch._play_game, SearchSeat.__call__

    def playing(self: KernelSearch, index: int, *given: Any) -> bool:
        was_played = play(self, index, *given)
        if was_played:
            found.places[index] = self._true.field("taken")[: self._decisions[0]].tolist()
        return was_played

    def asking(self: SearchSeat, view: Any, choices: Sequence[Any]) -> Any:
        answer = ask(self, view, choices)
        found.choices.setdefault(self._index, []).append(Choice(view, choices, answer))
        return answer

    with patch.object(KernelSearch, "_play_game", playing), patch.object(SearchSeat, "__call__", asking):
        yield found


def choices_of(game: OwnGame, cell: Cell, seed: int, index: int, places: Sequence[int]) -> list[Choice]:
    """The decisions by search of a game, which is played again with these choices."""
    _, who = who_plays(cell, seed, index)
    parts = who.get("seats", [who])
    left, found = iter(places), list[Choice]()

    def decider(seat: int) -> Callable[[Any, Sequence[Any]], Any]:
        def decide(view: Any, choices: Sequence[Any]) -> Any:
            answer = choices[next(left)]
            if is_search(parts[seat % len(parts)]):
                found.append(Choice(view, choices, answer))
            return answer

        return decide

    players = cell.spec["players"]
    rules = rules_of(game.edition, cell)
    deciders = [decider(seat) for seat in range(players)]
    table = Recorded(game.edition.file.game, rules, deciders, Luck(Keys(seed, "luck"), index), False)
    finish(game.edition, table)
    return found


def gains(game: OwnGame, cell: Cell, seed: int, games: range, advantage: Callable[[Choice], float]) -> Any:
    """Of each game, in points of a hundred."""
    with noted() as found:
        game.simulate(cell, seed, games.start, games.stop)
    made = {index: choices_of(game, cell, seed, index, places) for index, places in found.places.items()}
    made |= found.choices
    return np.array([100 * sum(map(advantage, made.get(index, ()))) for index in games])


def gains_of_focus(game: OwnGame, cell: Cell, seed: int, games: range, advantage: Callable[[Choice], float]) -> Any:
    """The same for any policy in focus: what its choices gain over those of the field, which plays on."""
    found = []
    for index in games:
        focus, who = who_plays(cell, seed, index)
        table = tables(game.edition, cell, who, seed, Recorded)(index, False)
        assert isinstance(table, Recorded)
        finish(game.edition, table)
        made = [Choice(asked.view, asked.choices, asked.answer) for asked in table.asked if asked.seat == focus]
        found.append(100 * sum(map(advantage, made)))
    return np.array(found)


ANY = 0
"""In place of the points to hold at: holds at random."""


@compiled
def pig_turn(wins: Any, before: Any, at: int, goal: int, mine: int, theirs: int) -> float:
    """Who begins a turn with so many points wins, if the rest of `before` is right."""
    lost = 1.0 - before[theirs, mine]
    for total in range(goal + 5, -1, -1):
        if mine + total >= goal:
            worth = 1.0
        else:
            held, rolled = 1.0 - before[theirs, mine + total], lost
            for face in range(2, 7):
                rolled += wins[mine, theirs, total + face]
            rolled /= 6.0
            worth = (held + rolled) / 2 if at == ANY else held if total >= at else rolled
        wins[mine, theirs, total] = worth
    worth_now: float = wins[mine, theirs, 0]
    return worth_now


@compiled
def fill_pig_values(wins: Any, before: Any, at: int, goal: int) -> None:
    for both in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, both - goal + 1), both // 2 + 1):
            theirs, moved = both - mine, 1.0
            while moved > 1e-14:
                first = pig_turn(wins, before, at, goal, mine, theirs)
                moved = abs(first - before[mine, theirs])
                before[mine, theirs] = first
                second = pig_turn(wins, before, at, goal, theirs, mine)
                moved = max(moved, abs(second - before[theirs, mine]))
                before[theirs, mine] = second


@cache
def pig_values(at: int, goal: int = 100) -> tuple[Any, Any]:
    """If both hold at so many points, or at ANY: how often the player wins who has rolled, by own points, the other's
    and those of the turn; and how often who begins a turn."""
    wins, before = np.zeros((goal, goal, goal + 6)), np.full((goal, goal), 0.5)
    fill_pig_values(wins, before, at, goal)
    return wins, before


def pig_advantage(choice: Choice, at: int = 20) -> float:
    """How much more often a choice wins than `hold` at so many points does, against it."""
    view = choice.view
    wins, before = pig_values(at)
    seat, total = view["seat"], view["turn"]
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    held = 1 - before[theirs, mine + total]
    rolled = (1 - before[theirs, mine] + sum(wins[mine, theirs, total + face] for face in range(2, 7))) / 6
    habit = (held + rolled) / 2 if at == ANY else rolled if total < at else held
    return float((rolled if choice.answer else held) - habit)
