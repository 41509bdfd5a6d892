"""What a program says about its game: what is refused, and what the laboratory makes of the rest."""

from typing import Any

import numpy as np
import pytest

from engine.errors import BadData, BadInput, NotComparable
from engine.game.outcomes import Mean, Share
from engine.outside.program import hello as spoken
from engine.outside.program.from_hello import Declared
from engine.outside.program.game import CommandGame, admit, started
from engine.outside.program.hello import Hello
from engine.outside.program.program import Program, _end_all
from tests.support.programs import race

COLUMN = {"name": "turns", "least": 1, "most": 60, "meaning": "turns"}
WINNERS = {"name": "winners", "most": 15, "meaning": "who won"}
AXIS = {"name": "players", "values": [2, 3, 4], "role": "size"}
GOAL = {"name": "goal", "default": 20, "low": 5, "high": 50}
HELLO: dict[str, Any] = {
    "protocol": 1,
    "name": "race",
    "title": "A race",
    "kind": "competitive",
    "version": 3,
    "axes": [AXIS, {"name": "policy", "values": ["random", "hold"], "role": "skill", "default": ["hold"]}],
    "columns": [WINNERS, COLUMN],
    "parameters": [GOAL, {"name": "wind", "default": 0.5, "low": 0, "high": 1}],
}
SHARE = {"kind": "share", "name": "fast", "meaning": "short games", "column": "turns", "codes": [1, 2]}
MEAN = {"kind": "mean", "name": "length", "meaning": "turns", "column": "turns", "unit": "turns", "margin": 0.5}
PRODUCTION = {"kind": "production", "columns": [{"name": "gold", "least": -5, "most": 100, "meaning": "gold"}]}


def heard(**changes: Any) -> Hello:
    program = Program("./race")
    program.__dict__["hello"] = {key: value for key, value in {**HELLO, **changes}.items() if value is not None}
    return spoken.read_hello(program)


def game_of(**changes: Any) -> CommandGame:
    program = Program("./race")
    program.__dict__["hello"] = {**HELLO, **changes}
    return CommandGame(Declared(program, spoken.read_hello(program)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"protocol": 2}, "protocol: expected an integer from 1 to 1, got 2"),
        ({"name": None}, "name: missing field"),
        ({"name": "A race"}, "name: expected an id"),
        ({"title": "A\x1b[31m race"}, "title: expected text of one line"),
        ({"kind": "solitaire"}, "kind: expected cooperative, competitive or production"),
        ({"version": "1.0"}, 'version: expected an integer from 1 to 1000000000, got "1.0"'),
        ({"verison": 1}, "verison: unknown key: did you mean 'version'?"),
        ({"fork": "yes"}, "fork: expected true or false"),
        ({"redeal": True}, "redeal: expected fork, too"),
        ({"open_information": True}, "open_information: expected fork, too"),
        ({"fork": True, "redeal": True, "open_information": True}, "redeal: nothing is dealt again where all is open"),
        ({"columns": None}, "columns: missing field"),
        ({"columns": [WINNERS, {**COLUMN, "name": "Turns"}]}, "columns.1.name: expected a word"),
        ({"columns": [WINNERS, {**COLUMN, "name": "game"}]}, "columns.game: this name is taken"),
        ({"columns": [WINNERS, COLUMN, COLUMN]}, "columns.turns: it is there twice"),
        ({"columns": [WINNERS, {**COLUMN, "most": 0}]}, "columns.turns: expected least ≤ most"),
        ({"columns": [WINNERS, {**COLUMN, "most": 1 << 40}]}, "columns.turns: expected least ≤ most"),
        ({"columns": [WINNERS, {"name": "turns", "meaning": "turns"}]}, "columns.turns.most: missing field"),
        ({"columns": [WINNERS, {**COLUMN, "values": ["a"]}]}, "columns.turns: expected values, or least and most"),
        ({"columns": [COLUMN]}, "columns: a competitive game needs a column 'winners'"),
        ({"columns": [COLUMN], "kind": "cooperative"}, "columns: a cooperative game needs a column 'won', or outcomes"),
        ({"kind": "production"}, "outcomes: expected at least one"),
        ({"columns": [{**WINNERS, "most": 1023}]}, "outcomes: expected some, as there are more than 8 seats"),
        ({"axes": [{**AXIS, "values": []}]}, "axes.0.values: expected a list of 1 to 1000 whole numbers"),
        ({"axes": [{**AXIS, "values": [2, "three"]}]}, "axes.0.values: expected a list of 1 to 1000 whole numbers"),
        ({"axes": [{**AXIS, "values": [2, True]}]}, "axes.0.values: expected a list of 1 to 1000 whole numbers"),
        ({"axes": [{**AXIS, "values": ["a b"]}]}, "axes.0.values: expected a list of 1 to 1000 whole numbers"),
        ({"axes": [{**AXIS, "values": [2, 2]}]}, "axes.players: 2: expected each value once"),
        ({"axes": [{**AXIS, "default": [9]}]}, "axes.players: 9: expected each value once, defaults among them"),
        ({"axes": [AXIS, AXIS]}, "axes.players: it is there twice"),
        ({"axes": [{**AXIS, "name": "seed"}]}, "axes.seed: this name is taken"),
        ({"axes": [AXIS, {**AXIS, "name": "seats"}]}, "axes.size: it is there twice"),
        ({"parameters": [{**GOAL, "low": 30}]}, "parameters.goal: expected low ≤ default ≤ high"),
        ({"parameters": [{**GOAL, "default": "20"}]}, "parameters.0.default: expected a number"),
        ({"outcomes": [{**SHARE, "column": "rolls"}]}, "outcomes.fast: there is no column 'rolls'"),
        ({"outcomes": [{**SHARE, "codes": [61]}]}, "outcomes.fast.codes: turns is never 61"),
        ({"outcomes": [SHARE, SHARE]}, "outcomes.fast: it is there twice"),
        ({"outcomes": [{**MEAN, "unit": ""}]}, "outcomes.length: expected a unit and a margin"),
        ({"outcomes": [{**MEAN, "margin": 0.0}]}, "outcomes.0.margin: expected a number above 0"),
        ({"outcomes": [{**MEAN, "margin": 1e308}]}, "outcomes.length.margin: expected more than 0 and at most 1,000,"),
        ({"outcomes": [{**SHARE, "margin": 1}]}, "outcomes.fast.margin: expected more than 0 and less than 0.5, not 1"),
        ({"outcomes": [{**MEAN, "over": "rounds"}]}, "outcomes.length: there is no column 'rounds'"),
        ({"outcomes": [{**MEAN, "needs": {"seats": 2}}]}, "outcomes.length.needs: there is no axis 'seats'"),
        ({"outcomes": "all"}, "outcomes: expected a table, got"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        heard(**changes)
    assert str(caught.value).startswith(f"cmd:./race: hello: {message}")
    assert "\n" not in str(caught.value)


def test_a_competitive_game_has_wins_and_a_length_if_nothing_else_is_said() -> None:
    game = game_of()
    assert [outcome.name for outcome in game.outcomes] == [*("seat 1", "seat 2", "seat 3", "seat 4", "draws", "length")]
    assert {outcome.family for outcome in game.outcomes if isinstance(outcome, Share)} == {"winner"}
    assert game.outcomes[2].needs == {"players": 3}
    assert game.outcomes[-1].bounds == (1, 60)  # type: ignore[union-attr]
    assert game.presentation.contest is not None
    assert (game.presentation.contest.winners, game.presentation.contest.turns) == ("winners", "turns")
    assert [rung.label for rung in game.presentation.ladder] == ["random", "hold"]
    assert game.about.players == "2-4"
    shared = game_of(shared_wins=True)
    assert {outcome.family for outcome in shared.outcomes if isinstance(outcome, Share)} == {""}


def test_a_cooperative_game_has_a_win_rate() -> None:
    game = game_of(kind="cooperative", columns=[{"name": "won", "most": 1, "meaning": "won"}])
    assert [outcome.name for outcome in game.outcomes] == ["win rate"]
    assert game.presentation.contest is None


def test_a_column_below_zero_is_counted_from_its_least_value() -> None:
    mean = {"kind": "mean", "name": "yield", "meaning": "gold", "column": "gold", "unit": "gold", "margin": 1}
    share = {"kind": "share", "name": "debts", "meaning": "debts", "column": "gold", "codes": [-5, -1]}
    game = game_of(**PRODUCTION, outcomes=[mean, share])
    assert isinstance(game.outcomes[0], Mean)
    assert isinstance(game.outcomes[1], Share)
    assert game.outcomes[0].worth(0) == -5
    assert game.outcomes[0].bounds == (-5, 100)
    assert game.outcomes[1].codes == (0, 4)
    assert np.dtype(game.columns[0].dtype).itemsize == 1
    for wrong in ({"length": True}, {"over": "gold"}):
        with pytest.raises(BadInput, match="gold can be below 0"):
            game_of(**PRODUCTION, outcomes=[{**mean, **wrong}])


def test_grids_and_cells() -> None:
    game = game_of()
    grid = game.resolve({}, "here")
    assert grid["policy"] == ["hold"]
    assert grid["players"] == [2, 3, 4]
    assert grid["options"] == {"goal": 20, "wind": 0.5}
    assert game.resolve(grid, "here") == grid
    cells = game.cells(grid)
    assert [cell.name for cell in cells] == ["players2/hold", "players3/hold", "players4/hold"]
    assert "./race" not in str(cells[0].spec), "no path is part of what was played"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"palyers": [2]}, "here: unknown key 'palyers': did you mean 'players'?"),
        ({"players": [5]}, "here: players: expected some of 2, 3, 4, each once, got 5"),
        ({"players": ["2"]}, 'here: players: expected some of 2, 3, 4, each once, got "2"'),
        ({"players": [True]}, "here: players: expected some of 2, 3, 4, each once, got true"),
        ({"players": 2}, "here: players: expected a list of numbers, got 2"),
        ({"players": [2, 2]}, "here: players: expected some of 2, 3, 4, each once, got 2 twice"),
        ({"policy": ["hodl"]}, 'here: policy: expected some of random, hold, each once, got "hodl"'),
        ({"options": {"goal": 51}}, "here: options: parameter goal: expected a whole number from 5 to 50, got 51"),
        ({"options": {"gaol": 5}}, "here: options: unknown option 'gaol': did you mean 'goal'?"),
        ({"options": [1]}, "here: options: expected a table of options, got a list"),
    ],
)
def test_what_an_experiment_cannot_say(grid: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        game_of().resolve(grid, "here")
    assert str(caught.value).startswith(message)


def test_another_program_is_refused() -> None:
    grid = game_of().resolve({}, "here")
    with pytest.raises(NotComparable, match=r"^here: played with version 3 of cmd:race, cmd:./race is 4$"):
        game_of(version=4).resolve(grid, "here")
    with pytest.raises(NotComparable, match=r"^here: played with another program of cmd:race \(another hello\)"):
        game_of(title="Another race").resolve(grid, "here")
    other = Program("./race --fast")
    other.__dict__["hello"] = HELLO
    with pytest.raises(NotComparable, match=r"\(another file or other arguments\), not what cmd:./race --fast is now$"):
        CommandGame(Declared(other, spoken.read_hello(other))).resolve(grid, "here")
    with pytest.raises(NotComparable, match="played with another program"):
        game_of().resolve({"program": "x"}, "here")


def test_ids_lead_back() -> None:
    game = game_of()
    for cell in game.cells(game.resolve({"options": {"goal": 30, "wind": 0.25}, "policy": ["random", "hold"]}, "here")):
        name = game.game_id(cell, (1 << 64) - 1, 17)
        found, seed, index = game.find_game(name)
        assert (found.key, seed, index) == (cell.key, (1 << 64) - 1, 17)
    assert name.startswith("cmd:race:rules3@")
    assert name.endswith(f":players=4:policy=hold:seed{(1 << 64) - 1}:game17:goal=30:wind=0.25")
    with pytest.raises(NotComparable, match=r"played by rules3@.* is rules4@"):
        game_of(version=4).find_game(name)
    for wrong in (
        "cmd:race",
        "cmd:other:rules1",
        name.replace("players=4:", ""),
        name.replace("=4", "=9"),
        name + ":x=1",
    ):
        with pytest.raises(BadInput):
            game.find_game(wrong)


def test_a_worker_without_the_program_says_so() -> None:
    """A task names the command and what the program was; a machine may have none of it, or another one."""
    with pytest.raises(BadInput, match=r"^cmd:./nowhere: cannot be started here: ./nowhere: No such file"):
        started("0123 ./nowhere", {})
    name, text = admit(race())
    assert started(text, {}).name == name == "cmd:race"
    with pytest.raises(BadData, match=r"the program here is not the one that the run began with$"):
        started(f"0{text[1:]}" if text[0] != "0" else f"1{text[1:]}", {})
    _end_all()
