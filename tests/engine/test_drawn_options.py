"""The large games answer what is asked of every game, whatever is drawn of their axes and options."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.trial import Trial
from engine.game.registry import address_of, load_game
from engine.policy.compiled_game.axes_and_options import Numbers, Setting

QUICK = ("cells", "plays", "same again", "split anywhere", "columns in range", "outcomes add up", "replay", "game ids")
"""Questions that start no process, and need no second cell."""
NAMES: dict[str, dict[str, list[str]]] = {
    "shipwreck": {"decks": ["base", "promo", "stars-below", "full"], "policies": ["guess", "certain", "novice"]},
    "euphoria": {"decks": ["none", "surrogate", "no-barter", "wide"], "policies": ["random", "guardian"]},
    "oracle": {"layouts": ["A", "B", "C"], "policies": ["random", "prophet"]},
    "hadal": {"missions": ["A", "B", "C"], "policies": ["random", "even", "veteran"]},
}


def values_of(setting: Setting) -> st.SearchStrategy[Any]:
    parameter = setting.parameter
    if parameter.words:
        return st.sampled_from(parameter.words)
    if isinstance(parameter.low, float):
        return st.floats(parameter.low, parameter.high).map(lambda value: round(value, 2))
    return st.integers(int(parameter.low), int(parameter.high))


@st.composite
def experiments(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """One cell, and at most three options that are not the usual ones, without those that do not fit together."""
    game = load_game(name)
    about = game.about
    found: dict[str, Any] = {key: [draw(st.sampled_from(words))] for key, words in NAMES[name].items()}
    for axis in about.axes:
        if isinstance(axis, Numbers):
            found[axis.key] = [draw(st.integers(max(axis.low, -2), min(axis.high, 6)))]
    known = {option.name: option for option in about.options if isinstance(option, Setting)}
    chosen = draw(st.sets(st.sampled_from(sorted(known)), max_size=3))
    found["options"] = {}
    for each in sorted(chosen):
        more = {**found, "options": {**found["options"], each: draw(values_of(known[each]))}}
        with suppress(BadInput):
            game.resolve(more, "drawn")
            found = more
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_game_answers_whatever_is_drawn(name: str) -> None:
    game = load_game(name)

    @settings(max_examples=4, derandomize=True)
    @given(experiments(name))
    def answers(experiment: dict[str, Any]) -> None:
        trial = Trial(game, address_of(name), experiment, games=5)
        assert {each.name: told for each in QUESTIONS if each.name in QUICK if (told := ask(each, trial))} == {}

    answers()


def test_the_questions_are_there() -> None:
    assert set(QUICK) <= {each.name for each in QUESTIONS}
