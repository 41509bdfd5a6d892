"""Files of trained players: bound to the rules, found by name, and checked as what a stranger may have written."""

import json
import os
import resource
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.registry import load_game
from engine.outside.own.game import OwnGame
from engine.policy.seats.new_tables import notes_on_new_tables
from engine.policy.seats.trained_policy import MOST_BYTES, MOST_LEVELS, Learned
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG, own_game
from tests.support.trained_players import NIM, data_of, nim, untaught_levels, write_trained


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which one works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def resolve(game: OwnGame, who: str) -> Json:
    found: Json = game.resolve({"policies": [who]}, "test")["policies"][0]
    return found


def refused(game: OwnGame, who: str) -> str:
    with pytest.raises(BadInput) as caught:
        resolve(game, who)
    assert "\n" not in caught.value.line
    return caught.value.line


KEPT = Path("configs/nim/policies/trained.json")


# Where it is found, and to what it belongs


def test_without_a_file_the_line_names_the_command(folder: Path) -> None:
    assert "fatecast train --game nim --policy trained" in refused(own_game(NIM, "nim"), "trained")


def test_a_file_in_the_config_folder_is_found_and_its_best_level_plays(folder: Path) -> None:
    game = own_game(NIM, "nim")
    write_trained(KEPT)
    first, best = untaught_levels(game)
    assert first != best
    assert resolve(game, "trained")["parameters"]["net"] == best
    assert resolve(game, "trained level=0")["parameters"]["net"] == best
    assert resolve(game, "trained level=1")["parameters"]["net"] == first
    assert resolve(game, "trained level=2")["parameters"]["net"] == best
    for level in ("3", "-1", "1.5", "100", "best"):
        assert "level" in refused(game, f"trained level={level}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Nim", "# a comment\nclass Nim"),
        ("class Nim", 'def two(view, choices):\n    "two: takes two"\n    return choices[-1]\n\n\nclass Nim'),
        ("policies = [one]", "policies = [one, other]"),
        ('"one: takes one match"', '"one: takes just one"'),
        ("return choices[0]", "return choices[-1]"),
    ],
)
def test_comments_and_policies_do_not_unbind_it(old: str, new: str, folder: Path) -> None:
    write_trained(KEPT)
    text = nim((old, new))
    if "other" in new:
        text = nim((old, new), ("class Nim", 'def other(view, choices):\n    "other"\n    return 1\n\n\nclass Nim'))
    assert resolve(own_game(text, "nim"), "trained")["name"] == "trained"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(1, 2) if", "(1, 2, 3) if"),
        ('{"left": left}', '{"left": left % 3}'),
        ("Parameter(3, 2, 9", "Parameter(4, 2, 9"),
        ("    def play", "    @staticmethod\n    def features(view, choice):\n        return choice\n\n    def play"),
    ],
)
def test_other_rules_and_features_unbind_it_in_one_line(old: str, new: str, folder: Path) -> None:
    write_trained(KEPT)
    told = refused(own_game(nim((old, new)), "nim"), "trained")
    assert "learned with other rules of nim" in told
    assert str(KEPT) in told


def test_a_file_of_another_game_is_refused(folder: Path) -> None:
    write_trained(folder / "mine.json")
    with pytest.raises(BadInput, match="other rules"):
        own_game(PLAIN_PIG).edition.policies.admit(folder / "mine.json")


# A package may have rules in several files


# Tables that are new to it

TWO_OR_THREE = nim(("players = 2", "players = (2, 4)"))


def notes(game: OwnGame, players: list[int], who: str = "trained") -> list[str]:
    return game.notes(game.cells(game.resolve({"policies": [who], "players": players}, "test")))


def test_other_numbers_of_players_than_it_learned_with_are_a_note(folder: Path) -> None:
    game = own_game(TWO_OR_THREE, "nim")
    write_trained(KEPT, TWO_OR_THREE, origin={"tables": {"players": [2, 3]}})
    assert notes(game, [2, 3]) == []
    assert notes(game, [2, 4]) == ["trained: it learned with players 2 and 3; 4 is new to it, and may be played worse"]
    assert notes(game, [4], "one") == []
    assert notes(game, [4], "search base=trained worlds=2") != []


def test_other_content_than_it_learned_with_is_a_note() -> None:
    axes = load_game("euphoria").about.axes
    learned = Learned([{}], "guardian", "file", {"decks": ["./mine.toml"], "players": [5]})
    policy = {"name": "trained", "parameters": {"net": {}}}
    cell = load_game("euphoria").cells(load_game("euphoria").resolve({"players": [5]}, "test"))[0]
    spec = {**cell.spec, "policy": policy}
    told = notes_on_new_tables(axes, [replace(cell, spec=spec)], lambda _: learned)
    assert told == [f"trained: it learned with deck mine; {cell.labels['deck']} is new to it, and may be played worse"]


# Names


def test_a_file_that_is_named_plays_under_its_own_name(folder: Path) -> None:
    game = own_game(NIM, "nim")
    assert game.edition.policies.admit(write_trained(folder / "mine.json")) == "mine"
    found = resolve(game, "mine level=1 slips=5")
    assert found["label"].split()[0] == "mine"
    assert sorted(found["label"].split()[1:]) == ["level=1", "slips=5"]
    assert found["name"] == "trained"
    assert game.resolve({"policies": [found]}, "test")["policies"][0] == found
    assert own_game(NIM, "nim").resolve({"policies": [found]}, "test")["policies"][0] == found, "without the file"


@pytest.mark.parametrize("name", ["one", "random", "search", "two words", "1st", "taken", "preset"])
def test_a_name_that_a_policy_has_is_refused(name: str, folder: Path) -> None:
    game = own_game(NIM, "nim")
    (folder / "taken.py").write_text('def taken(view, choices):\n    "taken"\n    return choices[0]\n')
    game.edition.policies.admit(folder / "taken.py")
    preset = folder / "configs/nim/policies/preset.toml"
    preset.parent.mkdir(parents=True)
    preset.write_text('policy = "one"\ndescription = "one"\n')
    with pytest.raises(BadInput, match="that no policy has"):
        game.edition.policies.admit(write_trained(folder / f"{name}.json"))


def test_code_cannot_take_the_name_of_a_trained_file(folder: Path) -> None:
    game = own_game(NIM, "nim")
    game.edition.policies.admit(write_trained(folder / "mine.json"))
    (folder / "mine.py").write_text('def mine(view, choices):\n    "mine"\n    return choices[0]\n')
    with pytest.raises(BadInput, match="belongs to a policy"):
        game.edition.policies.admit(folder / "mine.py")


@pytest.mark.parametrize("word", ["trained", "search"])
def test_a_policy_of_the_game_keeps_its_name_and_one_line_says_so(word: str, folder: Path) -> None:
    write_trained(KEPT)
    game = own_game(nim(("def one", f"def {word}"), ("[one]", f"[{word}]"), ("one:", f"{word}:")), "nim")
    found = resolve(game, word)
    assert found == {"name": word, "parameters": {"slips": 0}}
    cells = game.cells(game.resolve({"policies": [word, "random"]}, "test"))
    assert game.notes(cells) == [f"{word} is a policy of nim.py itself, not that of every game"]
    assert game.notes(cells[1:]) == []
    usual = own_game(NIM, "nim")
    assert usual.notes(usual.cells(usual.resolve({"policies": ["trained", "search base=one"]}, "test"))) == []


# Hostile files


def nets(changed: Json) -> list[Json]:
    return [{**untaught_levels(own_game(NIM, "nim"), 1)[0], **changed}]


HOSTILE: dict[str, tuple[object, str]] = {
    "not JSON": ("{", "in JSON"),
    "a list": ([], "which fatecast train writes"),
    "another kind": ({"kind": "weights"}, "which fatecast train writes"),
    "another format": ({"format": 2}, "format: expected 1"),
    "true for one": ({"format": True}, "format: expected 1"),
    "1.0 for one": ({"format": 1.0}, "format: expected 1"),
    "a field too many": ({"code": "print()"}, "fields: expected"),
    "no levels": ({"levels": []}, "levels: expected 1 to"),
    "levels by name": ({"levels": {"1": {}}}, "levels: expected 1 to"),
    "too many levels": ({"levels": [{}] * (MOST_LEVELS + 1)}, "levels: expected 1 to"),
    "a level that is none": ({"levels": [None]}, "net: fields"),
    "rules that are no text": ({"rules": 5}, "other rules"),
    "rules that are a list": ({"rules": ["a"]}, "other rules"),
    "a habit that is none": ({"habit": None}, "habit"),
    "a number that is none": ({"levels": nets({"out": [float("nan"), 1, 1]})}, "net: out"),
    "a number that is huge": ({"levels": nets({"out": [10**30, 1, 1]})}, "net: out"),
    "a shape that is wrong": ({"levels": nets({"second": [[1]]})}, "net: second"),
    "a key twice": ({"levels": nets({"columns": ["0" * 16] * 2})}, "net: columns"),
    "too deep": ("[" * 100_000, "in JSON"),
    "a number of many digits": ('{"kind": ' + "9" * 10_000 + "}", "in JSON"),
    "not even text": ("\udcff\udcfe", "in JSON"),
    "too large": (" " * (MOST_BYTES + 1), "5,000,000"),
    "many small values": ("[" + "{}," * 1_600_000 + "{}]", "which fatecast train writes"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_line_that_names_the_file(name: str, folder: Path) -> None:
    data, expected = HOSTILE[name]
    game = own_game(NIM, "nim")
    if isinstance(data, dict):
        data = {**data_of(game, 1), **data}
    text = data if isinstance(data, str) else json.dumps(data)
    KEPT.parent.mkdir(parents=True)
    KEPT.write_bytes(text.encode("utf-8", "surrogateescape"))
    began, before = monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = refused(game, "trained")
    assert expected in told
    assert str(KEPT) in told
    assert len(told) < 400
    assert monotonic() - began < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # kB


def test_a_pipe_and_a_folder_are_refused(folder: Path) -> None:
    game = own_game(NIM, "nim")
    os.mkfifo(folder / "mine.json")
    with pytest.raises(BadInput):
        game.edition.policies.admit(folder / "mine.json")
    (folder / "other.json").mkdir()
    with pytest.raises(BadInput):
        game.edition.policies.admit(folder / "other.json")


def test_a_network_in_a_run_is_checked_as_that_of_a_file(folder: Path) -> None:
    game = own_game(NIM, "nim")
    (net,) = untaught_levels(game, 1)
    hostile: list[object] = [{**net, "out": [1e3, 1, 1]}, {}, {"columns": []}]
    for wrong in hostile:
        with pytest.raises(BadInput, match="net: "):
            game.resolve({"policies": [{"name": "trained", "parameters": {"level": 0, "net": wrong}}]}, "test")
    for nothing in (5, None, "00000000", [net]):
        with pytest.raises(BadInput):
            game.resolve({"policies": [{"name": "trained", "parameters": {"level": 0, "net": nothing}}]}, "test")


@pytest.mark.full
def test_what_was_learned_passes_the_check_of_policies(folder: Path, typed: Fatecast) -> None:
    """In a game with hands."""
    text = (ROOT / "tests/games/tricks.py").read_text(encoding="utf-8")
    (folder / "tricks.py").write_text(text)
    write_trained(folder / "configs/tricks/policies/trained.json", text, "tricks")
    done = typed("policies", "check", "trained", "--game", "./tricks.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "failed" not in done.stdout
