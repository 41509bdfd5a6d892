"""Flags for the axes of a game from outside, which is known only once the call names it."""

from types import SimpleNamespace
from typing import Any

import pytest
from typer.exceptions import TyperException
from typer.main import get_command

from engine.errors import BadInput
from engine.game import registry
from engine.game.about import About
from engine.game.axes import Axis
from engine.game.registry import about
from sim.cli.app import app
from sim.cli.flags.axes import NameFlags, NumberFlags, axis_settings
from sim.cli.shared_flags import GameFlags

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


def command(verb: str) -> Any:
    return get_command(app).commands[verb]  # type: ignore[attr-defined]


def read(verb: str, *args: str) -> list[str]:
    return command(verb).with_axes_of_its_own(list(args), GAME)  # type: ignore[no-any-return]


def parsed(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = command("run").make_context("run", list(args)).params
    return found


@pytest.mark.parametrize("verb", WITH_AXES)
def test_a_flag_of_a_games_own_is_taken_for_an_axis(verb: str) -> None:
    assert read(verb, "--storm", "0-2", "x") == ["--axis", "storm=0-2", "x"]
    assert read(verb, "--storm=0-2", "--games", "5") == ["--axis", "storm=0-2", "--games", "5"]
    assert read(verb, "--calm", "--no-calm") == ["--axis", "calm=on", "--axis", "calm=off"]
    assert read(verb, "--storm") == ["--storm"]
    assert read(verb, "--", "--storm", "1") == ["--", "--storm", "1"]


def test_the_game_that_declares_an_axis_decides_how_it_is_read() -> None:
    assert read("run", "--deck", "3-5", "--players", "ann,bob", "--policy", "bold") == [
        *("--axis", "deck=3-5", "--axis", "players=ann,bob", "--axis", "policy=bold")
    ]
    typed = ["deck=3-5", "players=ann,bob", "players=cleo", "policy=bold", "calm=off", "storm=1", "storm=3-4"]
    assert axis_settings(typed, GAME) == {
        "planks": [3, 4, 5],
        "captains": ["ann", "bob", "cleo"],
        "sailor": ["bold"],
        "calm": False,
        "storms": [1, 3, 4],
    }
    assert NumberFlags(players="ann,bob").keys(GAME) == {"captains": ["ann", "bob"]}  # type: ignore[call-arg]
    assert NameFlags(deck=["3-4", "7"]).keys(GAME) == {"planks": [3, 4, 7]}  # type: ignore[call-arg]


def test_flags_that_every_verb_has_keep_their_meaning() -> None:
    assert read("run", "--seed", "7") == ["--seed", "7"]
    assert axis_settings(["seed=7"], GAME) == {"seeds": [7]}


def test_shipped_games_are_read_as_ever() -> None:
    found = command("run").with_axes_of_its_own(["--players", "2-3", "--storm", "1"], "pig")
    assert found == ["--players", "2-3", "--storm", "1"]
    assert GameFlags(axis=["players=2-3"]).keys("pig") == {"players": [2, 3]}


@pytest.mark.parametrize("verb", WITH_AXES)
@pytest.mark.parametrize(("game", "axis"), [(game, axis) for game in registry.GAMES for axis in about(game).axes])
def test_every_verb_that_sets_axes_has_a_flag_for_each(verb: str, game: str, axis: Axis) -> None:
    """`fatecast compare sharp counter --mission A`: the help shows the flag, so it can be typed."""
    if axis.values == "policies":
        return
    words = [f"--{axis.name}"] if axis.values == "switch" else [f"--{axis.name}", "1"]
    needed = {"compare": ["one", "other"], "sweep": ["--set", "x=1"], "tune": ["--goal", "x", "--vary", "x"]}
    arguments = [*needed.get(verb, []), "--game", game, *words]
    context = command(verb).make_context(verb, [*arguments])
    typed = context.params.get(axis.name.replace("-", "_")) or context.params["axis"]
    value = "on" if axis.values == "switch" else "1"
    assert typed in ("1", 1, True, ["1"], ("1",), [f"{axis.name}={value}"], (f"{axis.name}={value}",))


def test_as_a_verb_reads_it() -> None:
    found = parsed("--game", GAME, "--storm", "0-2", "--policy", "bold", "--calm", "--games", "3")
    assert (found["axis"], found["policy"], found["games"]) == (["storm=0-2", "policy=bold", "calm=on"], (), 3)


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


def test_policies_are_no_axis_to_set() -> None:
    with pytest.raises(BadInput, match=r"^--policy: expected policies after --policy$"):
        axis_settings(["policy=hold"], "pig")


def test_a_mistyped_flag_gets_a_hint() -> None:
    with pytest.raises(TyperException) as caught:
        parsed("--game", GAME, "--strom", "1")
    assert "--storm" in caught.value.format_message()


def test_help_shows_the_axes_of_the_game() -> None:
    run = command("run")
    run.explain(GAME)
    shown = {param.opts[0]: param.help for param in run.params if not getattr(param, "hidden", False)}
    assert {"--storm", "--calm", "--deck", "--players", "--policy", "--axis"} <= shown.keys()
    assert shown["--storm"] == "How strong the storm is."
    assert shown["--deck"] == "How many planks."
    assert shown["--policy"] == "Who decides."
    assert not {"--doom", "--challenge", "--focus", "--option"} & shown.keys()
    run.explain("pig")
    assert not any("--storm" in param.opts for param in run.params)
