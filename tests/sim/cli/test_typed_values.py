"""Numbers as people write them."""

from json import loads
from pathlib import Path

import pytest

from engine.errors import BadInput
from sim.cli.flags.typed_values import in_whole_numbers
from sim.verbs.request.keys import bounds
from tests.support.command_line import Fatecast
from tests.support.verbs import command


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (["--games", "10k"], ["--games", "10000"]),
        (["--games=1.5M"], ["--games=1500000"]),
        (["--games", "10K", "--out", "10k"], ["--games", "10000", "--out", "10k"]),
        (["10k"], ["10k"]),
        (["--games", "1e4"], ["--games", "10000"]),
        (["--games=1E6"], ["--games=1000000"]),
        (["--games", "2.5k"], ["--games", "2500"]),
        (["--games", "1_000"], ["--games", "1000"]),
        (["--games", "10,000"], ["--games", "10000"]),
        (["--block", "1.5e3", "--seed", "1e3"], ["--block", "1500", "--seed", "1000"]),
        (["--policy", "2k"], ["--policy", "2k"]),
    ],
)
def test_thousands_and_millions_where_a_whole_number_belongs(typed: list[str], read: list[str]) -> None:
    assert [*in_whole_numbers(typed, command("run").numbers)] == read


@pytest.mark.parametrize("number", ["10x", "0.0001k", "1e-3", "", "k", "1.5", "1.5e0", "1,5", "1__0", "1e999"])
def test_what_is_no_whole_number_is_refused(number: str, typed: Fatecast) -> None:
    done = typed("run", "--games", number)
    told = f"fatecast: --games: expected a whole number, such as 5000, 10k, 1.5M or 1e4, not {number!r}\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("number", ["1e2", "0.1k"])
def test_set_and_files_take_the_same_numbers(number: str, typed: Fatecast, tmp_path: Path) -> None:
    chosen = ("--policy", "mute", "--players", "3", "--doom", "0", "--executor", "inline")
    typed("run", *chosen, "--set", f"games={number}", "--set", "seed=1e3", "--out", tmp_path / "run")
    played = loads((tmp_path / "run" / "manifest.json").read_text())["experiment"]
    assert (played["games"], played["seed"]) == (100, 1000)


@pytest.mark.parametrize("number", ["1.5", "many", "1e2.5", "nan", "1e400"])
def test_half_a_game_is_refused_in_set_and_files(number: str, typed: Fatecast) -> None:
    done = typed("run", "--set", f"games={number}")
    assert done.returncode == 2
    assert "command line: games: expected a whole number, such as 5000, 10k, 1.5M or 1e4, not " in done.stderr


def test_bounds_take_the_same_numbers() -> None:
    assert bounds("--min", ["turns=1e2", "score=-3", "games=1k"]) == {"turns": 100, "score": -3, "games": 1000}
    with pytest.raises(BadInput, match=r"--min: expected column=number, not 'turns=1.5'"):
        bounds("--min", ["turns=1.5"])


@pytest.mark.parametrize(("number", "right"), [("2", True), ("0.5", True), (".5", True), ("1e2", True), ("5%", False)])
def test_what_is_no_number_is_refused(number: str, right: bool, typed: Fatecast) -> None:
    done = typed("gate", "--risk", number, "--baseline", "none")
    assert ("--risk: expected a number" in done.stderr) != right


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["run", "--policy", "literall"], "literal"),
        (["run", "--game", "pgi"], "pig"),
        (["run", "--set", "gmaes=3"], "games"),
        (["run", "smok"], "smoke"),
        (["compare", "literal", "litteral"], "literal"),
        (["ablate", "--kind", "crads"], "cards"),
        (["piece", "the-dep"], "the-deep"),
        (["rnu"], "run"),
        (["run", "--polcy", "literal"], "--policy"),
        (["run", "--playrs=3", "--game", "pig"], "--players"),
        (["run", "--decks", "base"], "--deck"),
        (["run", "-games", "5"], "--games"),
        (["run", "--game", "oracle", "--layuot", "A"], "--layout"),
        (["find", "runs/none", "--crad", "the-deep"], "--card"),
        (["--verison"], "--version"),
        (["policies", "chek", "novice"], "check"),
        (["help", "swep"], "sweep"),
        (["crads"], "cards"),
        (["run", "--option", "imgao=on"], "imago"),
        (["run", "--axis", "playrs=3"], "players"),
        (["plan", "--half-width", "1%", "--outcome", "lenght"], "length"),
        (["try", "cards.the-depe.moons=2"], "the-deep"),
        (["run", "--policy", "pragmatic dpeth=1"], "depth"),
        (["tune", "--vary", "cards.*.moons", "--goal", "dmoo 2: 80 ± 1 %"], "doom"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_what_was_meant(words: list[str], meant: str, typed: Fatecast) -> None:
    done = typed(*words)
    assert done.returncode == 2
    assert f"did you mean '{meant}'?" in done.stderr.replace("Did", "did")


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--xyzzy"],
        ["run", "--output", "x"],
        ["run", "--game", "pig", "--dooom", "3"],
        ["run", "--game", "pig", "--layuot", "A"],
        ["run", "--game", "oracle", "--dekc", "base"],
        ["fly"],
        ["policies", "fly"],
        ["run", "--policy", "zebra"],
        ["run", "--game", "chess"],
        ["check", "zebra"],
    ],
)
def test_nothing_is_suggested_where_nothing_of_this_verb_and_game_is_near(words: list[str], typed: Fatecast) -> None:
    done = typed(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "did you mean" not in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [(["policies", "chek"], "policies --help lists the verbs"), (["--verison"], "fatecast --help lists the flags")],
)
def test_the_help_that_is_named_lists_what_was_mistyped(words: list[str], told: str, typed: Fatecast) -> None:
    assert told in typed(*words).stderr
