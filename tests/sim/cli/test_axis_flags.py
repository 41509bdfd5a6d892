"""Flags that are made from the axes of the games."""

import pytest
from typer.main import get_command

from engine.errors import BadInput
from engine.game.axes import Axis
from engine.game.registry import DEFAULT_GAME, about
from sim.cli.app import app
from sim.cli.axis_flags import NameFlags, NumberFlags, OneNameFlags
from tests.support.command_line import Fatecast


@pytest.mark.parametrize(
    "axis",
    [axis for axis in about(DEFAULT_GAME).axes if axis.values in ("names", "numbers")],
    ids=lambda axis: axis.name,
)
def test_every_axis_of_the_game_has_a_flag_with_its_help(axis: Axis) -> None:
    command = get_command(app).commands["run"]  # type: ignore[attr-defined]
    [option] = [option for option in command.params if f"--{axis.name}" in option.opts]
    assert option.help.removesuffix(".") == axis.help.removesuffix(".")
    assert option.multiple == (axis.values == "names")


def test_flags_become_the_keys_of_an_experiment() -> None:
    numbers = NumberFlags(players="2-4", doom="0,6")  # type: ignore[call-arg]
    assert numbers.keys(DEFAULT_GAME) == {"players": [2, 3, 4], "doom": [0, 6]}
    assert NumberFlags().keys(DEFAULT_GAME) == {}
    names = NameFlags(deck=["base,full", "mine.toml"])  # type: ignore[call-arg]
    assert names.keys(DEFAULT_GAME) == {"decks": ["base", "full", "mine.toml"]}
    assert OneNameFlags(deck="a,b.toml").keys(DEFAULT_GAME) == {"decks": ["a,b.toml"]}  # type: ignore[call-arg]


def test_a_flag_that_the_game_has_no_axis_for() -> None:
    with pytest.raises(BadInput, match=r"^--doom: the game dice has no such axis; its axes are: die, goal$"):
        NumberFlags(doom="3").keys("dice")  # type: ignore[call-arg]


def test_from_the_command_line_it_is_one_line(typed: Fatecast) -> None:
    done = typed("run", "--set", "game=dice", "--deck", "base")
    assert done.returncode == 2
    assert done.stderr.startswith("fatecast: --deck: the game dice has no such axis")
    assert done.stderr.count("\n") == 1
