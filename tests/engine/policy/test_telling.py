"""A replay is told by the templates of its events."""

from typing import Any

import numpy as np

from engine.policy.compiled_game.play import Replayed
from engine.policy.compiled_game.records import note
from engine.policy.compiled_game.telling import Event, Telling, kinds

EVENTS = (
    Event("begins", "Turn {turn}: seat {seat} {deed}."),
    Event("drew", "  {card} comes.", also=("place",)),
    Event("over", ""),
)
BEGINS, DREW, OVER = kinds(EVENTS)
TELLING = Telling(EVENTS, words={"deed": ("passes", "draws"), "card": lambda content, number: content[number]})


class Log:
    """As a kernel writes it."""

    def __init__(self, *events: tuple[int, ...]) -> None:
        self.event = np.zeros((8, 4), int)
        self.count, self.listens = 0, 1
        for event in events:
            getattr(note, "py_func", note)(self, event)


def told(broken: str, *events: tuple[int, ...]) -> Any:
    return TELLING(["Calm", "Gale"], Replayed(Log(*events), broken, -1, ""))


def test_numbers_are_told_in_words() -> None:
    events, lines, _ = told("", (BEGINS, 1, 0, 1), (DREW, 1, 5), (BEGINS, 2, 1, 0), (OVER,))
    assert lines == [(1, "Turn 1: seat 1 draws."), (1, "  Gale comes."), (2, "Turn 2: seat 2 passes.")]
    assert events == [
        {"turn": 1, "event": "begins", "seat": 1, "deed": "draws"},
        {"turn": 1, "event": "drew", "card": "Gale", "place": 5},
        {"turn": 2, "event": "begins", "seat": 2, "deed": "passes"},
        {"turn": 2, "event": "over"},
    ]


def test_a_game_that_was_broken_off_says_why() -> None:
    events, lines, _ = told("nobody there", (BEGINS, 3, 0, 0))
    assert lines[-1] == (3, "Broken off: nobody there")
    assert events[-1] == {"turn": 3, "event": "broken", "what": "nobody there"}
