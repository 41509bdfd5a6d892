"""Flags for the axes of a game from outside, which is known only once the call names it."""

from types import SimpleNamespace
from typing import Any

import pytest
from typer.exceptions import TyperException

from engine.errors import BadInput
from engine.game import registry
from engine.game.about import About
from engine.game.axes import Axis
from sim.verbs.request.choices import Typed
from sim.verbs.request.keys import axis_keys, axis_settings
from tests.support.verbs import command, params

GAME = "weather:sea"
WITH_AXES = ("run", "plan", "compare", "try", "ablate", "sweep", "tune")
ABOUT = About(
    title="The Sea",
    kind="competitive",
    players="2-4",
    real="nothing",
    axes=(
        Axis("storm", "storms", "How strong the storm is.", "numbers", role="difficulty"),
        Axis("calm", "calm", "No wind.", "switch"),
        Axis("deck", "planks", "How many planks.", "numbers"),
        Axis("players", "captains", "Who sails.", "names"),
        Axis("policy", "sailor", "Who decides.", "names", role="skill"),
        Axis("seed", "seeds", "What grows.", "numbers"),
    ),
)


def sea(_: str, __: object) -> Any:
    return SimpleNamespace(about=ABOUT)


@pytest.fixture(autouse=True)
def _from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SCHEMES, "weather", f"{__name__}:sea")


NEEDED = {"compare": ["one", "other"], "sweep": ["--set", "x=1"], "tune": ["--goal", "x", "--vary", "x"]}


def parsed(verb: str, *words: str, game: str = GAME) -> dict[str, Any]:
    """What a verb reads from these words, by parameter."""
    args = [*NEEDED.get(verb, []), "--game", game, *words]
    return command(verb, *args).make_context(verb, args).params


@pytest.mark.parametrize("verb", WITH_AXES)
def test_a_flag_of_a_games_own_is_understood(verb: str) -> None:
    assert parsed(verb, "--storm", "0-2")["storm"] == "0-2"
    assert parsed(verb, "--storm=0-2", "--calm")["calm"] is True
    assert parsed(verb, "--calm", "--no-calm")["calm"] is False
    with pytest.raises(TyperException, match="requires an argument"):
        parsed(verb, "--storm")


def test_the_game_that_declares_an_axis_decides_how_it_is_read() -> None:
    found = parsed("run", "--deck", "3-5", "--players", "ann,bob", "--policy", "bold")
    assert (found["deck"], [*found["players"]], [*found["policy"]]) == ("3-5", ["ann,bob"], ["bold"])
    typed = ["deck=3-5", "players=ann,bob", "players=cleo", "policy=bold", "calm=off", "storm=1", "storm=3-4"]
    assert axis_settings(typed, GAME) == {
        "planks": [3, 4, 5],
        "captains": ["ann", "bob", "cleo"],
        "sailor": ["bold"],
        "calm": False,
        "storms": [1, 3, 4],
    }
    assert axis_keys({"players": Typed(("ann,bob",))}, GAME) == {"captains": ["ann", "bob"]}
    assert axis_keys({"deck": Typed(("3-4", "7"))}, GAME) == {"planks": [3, 4, 7]}


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("strom=1", "--axis: unknown axis 'strom': did you mean 'storm'? expected one of "),
        ("storm", "--axis: expected NAME=VALUES, not 'storm'"),
        ("storm=high", "--storm: expected numbers such as 2,4 or 2-5, not 'high'"),
        ("calm=2", "--calm: expected on or off"),
    ],
)
def test_what_is_wrong_gets_one_line(setting: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        axis_settings([setting], GAME)
    assert str(caught.value).startswith(message)


def test_help_shows_the_axes_of_the_game() -> None:
    shown = {param.opts[0]: param.help for param in params("run", GAME)}
    assert {"--storm", "--calm", "--deck", "--players", "--policy", "--axis"} <= shown.keys()
    assert shown["--storm"] == "How strong the storm is."
    assert shown["--deck"] == "How many planks."
    assert shown["--policy"] == "Who decides."
    assert not {"--doom", "--challenge", "--focus", "--option"} & shown.keys()
    assert not any("--storm" in param.opts for param in params("run", "pig"))
