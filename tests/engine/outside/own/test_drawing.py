"""What an author draws of the table: it is told with the game, as the seat that looks sees it, and decides nothing."""

import json
import re
from typing import Any

import pytest

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.trial import Trial
from engine.game.results import Replay
from engine.outside.own.editions.rules import rules_digest
from engine.outside.own.game import OwnGame
from engine.outside.own.telling.sketches import LONGEST_WORD, MOST_DRAWN, MOST_ROWS, MOST_WORDS
from sim.inspect.replay import tell
from tests.own_games.cells import game_of, text_of
from tests.support.own_file import PLAIN_PIG, own_game, written

CLASS = "class PlainPig(Game):\n"
SOUND = "return [['turn', view['turn']], ['score', view['score']]]"
SEED = 3


def drawing(body: str, plain: str = PLAIN_PIG) -> str:
    """A game with a drawing that does this."""
    return plain.replace(CLASS, f"def draw(view):\n    {body}\n\n\n{CLASS}    draw = draw\n")


def cell_of(game: OwnGame, players: int = 2) -> Cell:
    return game.cells(game.resolve({"players": [players]}, "test"))[0]


def told(text: str) -> Replay:
    game = own_game(text)
    return game.replay(cell_of(game), SEED, 0)


WAYS = {
    "a function": drawing(SOUND),
    "a method": written((CLASS, f"{CLASS}    def draw(self, view):\n        {SOUND}\n\n")),
    "without self": written((CLASS, f"{CLASS}    @staticmethod\n    def draw(view):\n        {SOUND}\n\n")),
    "a lambda": written((CLASS, f"{CLASS}    draw = lambda view: {SOUND.removeprefix('return ')}\n\n")),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_question_is_drawn_as_its_seat_sees_it(way: str) -> None:
    found = told(WAYS[way])
    first = found.tables[0]
    assert (first.turn, first.seat, first.line, first.event) == (1, 1, 2, 2)
    assert first.rows[1] == ("score", "0")
    assert first.rows[0][0] == "turn"
    assert found.lines[1][1] == f"Rolls {first.rows[0][1]}."
    assert {each.seat for each in found.tables} == {1, 2}
    assert [each.turn for each in found.tables] == sorted(each.turn for each in found.tables)
    plain = told(PLAIN_PIG)
    assert (found.events, found.lines) == (plain.events, plain.lines)


@pytest.mark.parametrize(
    "given", ["draw = 3", "draw = 'table'", "draw = lambda view, wide: []", "draw = lambda view=1: []"]
)
def test_what_was_meant_for_a_drawing_is_refused(given: str) -> None:
    with pytest.raises(BadInput, match=r"plain_pig\.py: draw: expected a function of the view and nothing else"):
        own_game(written((CLASS, f"{CLASS}    {given}\n")))


@pytest.mark.parametrize(
    ("given", "is_written"),
    [
        ("def draw(self, veiw):", "draw(self, veiw)"),
        ("def draw(self, table=None):", "draw(self, table=None)"),
        ("@staticmethod\n    def draw(of):", "draw(of)"),
    ],
)
def test_a_function_of_one_thing_that_nobody_calls_was_meant_for_a_drawing(given: str, is_written: str) -> None:
    text = written((CLASS, f"{CLASS}    {given}\n        return [['drawn']]\n\n"))
    line = text.splitlines().index(f"    {given.splitlines()[0]}") + 1
    with pytest.raises(BadInput) as refused:
        own_game(text)
    (told,) = refused.value.each_line
    expected = f"plain_pig.py: line {line}: draw: expected a function of the view and nothing else, draw(view), got "
    assert told.startswith(expected + is_written), told


WRONG = {
    "return 3": "a list of rows of words, got 3",
    "return 'turn'": "a list of rows of words, got 'turn'",
    "return {'turn': 3}": r"a list of rows of words, got {'turn': 3}",
    "return None": "a list of rows of words, got None",
    "return [3]": "row 1: expected a list of words, got 3",
    "return [['a'], [None]]": "row 2: expected texts and numbers, got None",
    "return [[b'a']]": "row 1: expected texts and numbers, got b'a'",
    "return [[['a']]]": r"row 1: expected texts and numbers, got \['a'\]",
    f"return [['a']] * {MOST_ROWS + 1}": f"at most {MOST_ROWS} rows, got {MOST_ROWS + 1}",
    f"return [['a'] * {MOST_WORDS + 1}]": f"row 1: expected at most {MOST_WORDS} words, got {MOST_WORDS + 1}",
    f"return [['a' * {LONGEST_WORD + 1}]]": f"row 1: expected words of at most {LONGEST_WORD} characters",
    "return [['a' * 10**9]]": f"row 1: expected words of at most {LONGEST_WORD} characters, got 1000000000",
    "return ['\\x1b[31mred']": r"row 1: expected words of letters that can be seen, got '\\x1b\[31mred'",
    "return ['two\\nlines']": "row 1: expected words of letters that can be seen",
    "return ['\\u202eback']": r"row 1: expected words of letters that can be seen, got '\\u202eback'",
}
FAILS = {
    "return view['gold']": "KeyError: 'gold'",
    "raise SystemExit('enough')": "SystemExit: enough",
    "return draw(view)": "RecursionError",
    "import os; os._exits(3)": "AttributeError",
}


@pytest.mark.parametrize("body", [*WRONG, *FAILS])
def test_a_wrong_drawing_is_named_with_its_line_and_the_game_goes_on(body: str) -> None:
    text = drawing(body)
    found = told(text)
    (table,) = found.tables
    at = text[: text.index("def draw(view)")].count("\n") + 1
    if body in WRONG:
        assert table.fault.startswith(f"plain_pig.py: line {at}: draw: ")
    else:
        assert table.fault.startswith(f"plain_pig.py: line {at + 1}: ")
    assert (table.seat, table.rows) == (1, ())
    assert re.search((WRONG | FAILS)[body], table.fault), table.fault
    plain = told(PLAIN_PIG)
    assert (found.events, found.lines) == (plain.events, plain.lines)


def test_all_tables_of_a_game_have_an_end() -> None:
    rows = f"([['{'a' * (LONGEST_WORD - 6)}'] * {MOST_WORDS}] * {MOST_ROWS})"
    found = told(drawing(f"return [[str(view['turn'])], *{rows}[1:]]"))
    assert found.tables[-1].fault.endswith(f"at most {MOST_DRAWN:,} characters in all tables of a game")
    assert sum(len(word) for each in found.tables for row in each.rows for word in row) <= MOST_DRAWN


def test_a_check_finds_a_wrong_drawing() -> None:
    replays = next(question for question in QUESTIONS if question.name == "replay")

    def faults(text: str) -> list[str]:
        return [*map(str, ask(replays, Trial(own_game(text), "plain_pig", {"players": [2]}, games=4)))]

    assert faults(drawing(SOUND)) == []
    (fault,) = faults(drawing("return [[1j]]"))
    assert fault.startswith("hold/players2, game 0: plain_pig.py: line ")
    assert "draw: row 1: expected texts and numbers, got 1j" in fault


def test_a_drawing_cannot_change_the_game() -> None:
    """It is shown a copy."""
    shadows = text_of("shadows")
    name = next(line for line in shadows.splitlines() if line.startswith("class "))
    greedy = shadows.replace(
        f"{name}\n", f"{name}\n    def draw(self, view):\n        view.clear()\n        return [['nothing']]\n\n"
    )
    assert greedy != shadows
    before, after = game_of("shadows"), game_of("shadows", greedy)
    cells = cell_of(before, 3), cell_of(after, 3)
    assert after.replay(cells[1], SEED, 0).events == before.replay(cells[0], SEED, 0).events


def test_a_seat_is_shown_its_own_views_only() -> None:
    shadows = text_of("shadows")
    name = next(line for line in shadows.splitlines() if line.startswith("class "))
    text = shadows.replace(f"{name}\n", f"{name}\n    draw = lambda view: [[str(view)[:150]]]\n")
    game = game_of("shadows", text)
    cell = cell_of(game, 3)
    whole = game.replay(cell, SEED, 0).tables
    for seat in (1, 2, 3):
        found = game.replay_as(cell, SEED, 0, seat)
        assert {each.seat for each in found.tables} == {seat}
        assert {each.rows for each in found.tables} <= {each.rows for each in whole if each.seat == seat}
        assert all(each.line <= len(found.lines) for each in found.tables)


def test_a_drawing_stands_among_what_happened() -> None:
    game = own_game(drawing(SOUND))
    cell = cell_of(game)
    text = tell(game, cell, SEED, 0, 0, False)
    first = game.replay(cell, SEED, 0).tables[0]
    assert f"    The table as seat 1 sees it\n    turn   {first.rows[0][1]}\n    score  0\n" in text
    events: list[Any] = json.loads(tell(game, cell, SEED, 0, 0, True))
    assert events[2] == {"turn": 1, "event": "table", "seat": 1, "rows": [list(row) for row in first.rows]}
    assert [each for each in events if each["event"] != "table"] == game.replay(cell, SEED, 0).events
    later = json.loads(tell(game, cell, SEED, 0, 3, True))
    assert later == [event for event in events if event["turn"] >= 3]
    wrong = own_game(drawing("return 3"))
    assert "The table is not drawn: plain_pig.py: line " in tell(wrong, cell_of(wrong), SEED, 0, 0, False)
    assert json.loads(tell(wrong, cell_of(wrong), SEED, 0, 0, True))[2]["fault"].startswith("plain_pig.py: line ")


# A drawing is no rule


def digest(text: str) -> str:
    return rules_digest(text, frozenset({"hold"}))


def test_another_drawing_or_none_is_the_same_game() -> None:
    for way in ("a function", "a method", "a lambda"):
        assert digest(WAYS[way]) == digest(PLAIN_PIG), way
    assert digest(
        drawing("return helper(view)").replace("def draw", "def helper(view):\n    return []\n\n\ndef draw")
    ) == (digest(PLAIN_PIG))


RULES = {
    "a method of the author's own": "    def draw(self, table):\n        return VALUE\n\n",
    "it is named elsewhere in the class": "    draw = lambda view: VALUE\n    again = draw\n",
    "it is made twice": "    draw = lambda view: 1\n    draw = lambda view: VALUE\n",
    "its default is worked out": "    def draw(view=VALUE):\n        return []\n\n",
    "its decorator runs": "    @print\n    def draw(view):\n        return VALUE\n\n",
    "what it is cannot be told": "    draw = print(VALUE)\n",
}


@pytest.mark.parametrize("how", RULES)
def test_what_may_be_no_drawing_is_a_rule(how: str) -> None:
    one, other = (written((CLASS, CLASS + RULES[how].replace("VALUE", value))) for value in ("3", "4"))
    assert digest(one) != digest(other)
