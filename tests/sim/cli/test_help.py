"""The frame of the command line: help in words that fits the terminal, examples that can be typed, short flags."""

import re
import shlex
import tomllib

import pytest

from engine.game.registry import GAMES, about, load_game
from sim.display.messages import continued
from sim.search.tune.goals import read_goals
from sim.verbs.request.verb import GROUPS
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.verbs import NAMES, command, flags

VERBS = sorted({*NAMES, *GROUPS})
LEAVES = [verb for verb in NAMES if verb not in GROUPS]
KINDS = ("<int>", "<str>", "<list[", "<path>", "<float>", "<bool>", "<range>")


def test_the_version(typed: Fatecast) -> None:
    done = typed("--version")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert (done.returncode, done.stdout) == (0, f"fatecast {version}\n")


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_every_verb_explains_itself_in_words(verb: str, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    short, long = (typed(*verb.split(), flag) for flag in ("-h", "--help"))
    assert short.returncode == 0
    assert short.stdout == long.stdout
    assert not [kind for kind in KINDS if kind in short.stdout]
    assert max(map(len, short.stdout.splitlines())) <= 60
    if verb:
        assert "--verbose" in short.stdout or verb in ("baseline",)


@pytest.mark.parametrize("verb", LEAVES)
@pytest.mark.parametrize("game", ["shipwreck", "openspiel:tic_tac_toe"])
def test_every_example_can_be_typed(verb: str, game: str, typed: Fatecast) -> None:
    named = ["--game", game] if "--game" in flags(verb) else []
    told = typed(*verb.split(), *named, "-h")
    needed = command(verb).verb.needs
    if needed and getattr(load_game(game), needed) is None:
        assert "Example" not in told.stdout
        return
    examples = re.split(r"Examples?:\n", told.stdout)[1].split("\n\n")[0].replace("\\\n", "").splitlines()
    assert examples
    for example in examples:
        program, *words = shlex.split(example)
        assert (program, " ".join(words[: len(verb.split())])) == ("fatecast", verb)
        rest = words[len(verb.split()) :]
        command(verb, *rest).make_context(verb, rest)  # refuses unknown flags and missing arguments


@pytest.mark.parametrize("game", GAMES)
def test_the_goals_of_the_examples_can_be_read(game: str) -> None:
    played = load_game(game)
    labels = [cell.labels for cell in played.cells(played.resolve({}, "usual"))]
    for example in about(game).examples["tune"]:
        words = shlex.split(example)
        goals = [words[at + 1] for at, word in enumerate(words) if word == "--goal"]
        assert goals
        for goal in goals:
            assert read_goals(goal, labels, played.outcomes, about(game).skill, "--goal")


@pytest.mark.parametrize("verb", ["", "run", "baseline", "baseline accept", "run --game pig"])
def test_help_is_a_word_too(verb: str, typed: Fatecast) -> None:
    asked, said = typed(*verb.split(), "--help"), typed("help", *verb.split())
    assert (said.returncode, said.stdout) == (0, asked.stdout)


def test_help_of_a_group_of_verbs(typed: Fatecast) -> None:
    assert typed("baseline", "help").stdout == typed("help", "baseline").stdout == typed("baseline", "-h").stdout
    assert typed("baseline", "help", "accept").stdout == typed("baseline", "accept", "-h").stdout


@pytest.mark.parametrize("words", [(), ("baseline",)])
def test_a_verb_that_is_missing_shows_the_help(words: tuple[str, ...], typed: Fatecast) -> None:
    done, asked = typed(*words), typed(*words, "--help")
    assert (done.returncode, done.stdout.strip()) == (2, asked.stdout.strip())


def test_the_shell_can_complete_verbs_and_games(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "_fatecast_completion" in typed("--show-completion", "bash").stdout
    monkeypatch.setenv("_FATECAST_COMPLETE", "complete_bash")
    for words, at, found in (("fatecast comp", 1, "compare"), ("fatecast run --game sh", 3, "shipwreck")):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(at))
        assert typed().stdout.split() == [found]


def test_a_long_command_goes_on_after_a_backslash() -> None:
    command = "fatecast replay 'a long name' --policy ./mine.py --game ./pirates"
    broken = continued(command, 30, "a comment")
    assert max(map(len, broken.splitlines())) <= 30
    assert shlex.split(broken.replace("\\\n", ""), comments=True) == shlex.split(command)
    assert continued(command, 90, "short") == f"{command}   # short"
