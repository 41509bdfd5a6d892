"""Deck files: what they may contain, how they extend each other, and what is said about a mistake."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.euphoria.cells.grid import GRID
from engine.euphoria.deck.book import book_of
from engine.euphoria.deck.deck import Deck
from engine.euphoria.deck.effects import PLAIN
from engine.euphoria.deck.files import deck_from_file, load_deck, with_changes
from engine.euphoria.game import EUPHORIA
from engine.euphoria.words.changes import is_version

ONE = '[[artifact]]\nid = "one"\ntype = "action"\ndo = ["steal"]\n'


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def own(folder: Path, text: str) -> Deck:
    return deck_from_file(written(folder, f'extends = "box"\n{text}'))


def test_the_shipped_decks() -> None:
    sizes = {name: load_deck(name).size for name in ("none", "surrogate", "no-barter", "wide")}
    assert sizes == {"none": 0, "surrogate": 24, "no-barter": 22, "wide": 24}
    surrogate, wide = load_deck("surrogate"), load_deck("wide")
    assert len(surrogate.artifacts) == 12
    assert {each.copies for each in surrogate.artifacts.values()} == {2}
    assert {each.copies for each in wide.artifacts.values()} == {1}
    assert surrogate.artifacts.keys() <= wide.artifacts.keys()
    assert load_deck("no-barter").artifacts.keys() == surrogate.artifacts.keys() - {"barter"}
    words = {
        " ".join(word for word in text.split() if word != "2") for each in wide.artifacts.values() for text in each.do
    }
    assert {word for word in PLAIN if word not in words} == set(), "wide has every word of the vocabulary"


def test_recruits_and_lasers_by_players() -> None:
    deck = load_deck("none")
    assert deck.followers == {4: 5, 5: 7, 6: 8, 7: 10, 8: 11}
    assert deck.lasers == {4: 2, 5: 2, 6: 3, 7: 3, 8: 4}


def test_a_deck_extends_another_field_by_field(tmp_path: Path) -> None:
    text = 'extends = "surrogate"\nremove = ["audit"]\n[[artifact]]\nid = "barter"\ncopies = 1\n[lasers]\n5 = 3\n'
    deck = deck_from_file(written(tmp_path, text))
    assert deck.size == 21
    assert (deck.artifacts["barter"].copies, deck.artifacts["barter"].do) == (1, ["swap own"])
    assert (deck.lasers[5], deck.lasers[6]) == (3, 3)
    assert EUPHORIA.files.changes(tmp_path / "mine.toml") == [
        "lasers with 5 players: 2 → 3",
        "Barter: 2 copies → 1 copy",
        "without Audit",
    ]


def test_the_digest_is_of_what_can_change_a_game(tmp_path: Path) -> None:
    first = own(tmp_path, ONE)
    titled = own(tmp_path, f'name = "Mine"\n{ONE}name = "One"\n')
    assert first.digest == titled.digest
    assert own(tmp_path, f"{ONE}copies = 2\n").digest != first.digest


@pytest.mark.parametrize("players", [4, 5, 6])
def test_artifacts_leave_below_a_number_of_players(tmp_path: Path, players: int) -> None:
    deck = own(
        tmp_path, f'{ONE}copies = 20\n[[artifact]]\nid = "two"\ntype = "action"\ndo = ["show"]\nfrom = 6\ncopies = 3\n'
    )
    assert book_of(deck, players).cards == (23 if players >= 6 else 20)


MISTAKES = {
    f'{ONE}colour = "red"\n': "artifacts.one.colour: unknown key",
    '[[artifact]]\nid = "one"\ntype = "action"\ndo = ["stael"]\n': "unknown effect 'stael': did you mean 'steal'?",
    '[[artifact]]\nid = "one"\ntype = "action"\ndo = ["look 3 1"]\n': "unknown effect 'look 3 1'",
    '[[artifact]]\nid = "one"\ntype = "action"\ndo = ["draw 0"]\n': "unknown effect 'draw 0'",
    '[[artifact]]\nid = "one"\ntype = "action"\ndo = []\n': "artifacts.one.do: expected a list of 1 to 3 effects",
    '[[artifact]]\nid = "one"\ntype = "action"\ndo = ["show", "show", "show", "show"]\n': "a list of 1 to 3 effects",
    '[[artifact]]\nid = "one"\ntype = "reaction"\ndo = ["show"]\n': "artifacts.one.when: missing field: a reaction",
    '[[artifact]]\nid = "one"\ntype = "reaction"\nwhen = "dawn"\ndo = ["show"]\n': 'when: expected "aimed", "shot"',
    f'{ONE}when = "shot"\n': 'artifacts.one.when: expected only if type = "reaction"',
    f'{ONE}whom = "any"\n': 'artifacts.one.whom: expected only if type = "reaction"',
    '[[artifact]]\nid = "one"\ntype = "trap"\ndo = ["show"]\n': 'artifacts.one.type: expected "action" or "reaction"',
    f"{ONE}copies = 0\n": "artifacts.one.copies: expected an integer from 1 to 60, got 0",
    f"{ONE}copies = 61\n": "artifacts.one.copies: expected an integer from 1 to 60, got 61",
    f'{ONE}copies = 40\n[[artifact]]\nid = "two"\ntype = "action"\ndo = ["show"]\ncopies = 21\n': "at most 60 cards",
    f"{ONE}from = 3\n": "artifacts.one.from: expected an integer from 4 to 8, got 3",
    f"{ONE}{ONE}": "expected ids that differ, got 'one' twice",
    '[[artifact]]\ntype = "action"\ndo = ["show"]\n': "artifact.1.id: missing field",
    '[[artifact]]\nid = "One!"\ntype = "action"\ndo = ["show"]\n': "artifact.1.id: expected an id of at most 40",
    '[artifact]\nid = "one"\n': "artifact: expected [[artifact]] entries, with two brackets",
    '[[artifact]]\nid = "one"\ndo = ["show"]\n': "artifacts.one.type: missing field",
    "[lasers]\n5 = 9\n": "lasers.5: expected an integer from 1 to 8, got 9",
    "[lasers]\n3 = 1\n": "lasers.3",
    "[followers]\n5 = 6\n": "followers.5: expected at least 7, so that 5 rows can be filled, got 6",
    "rules = 2\n": "rules: expected 1, the only rule version known",
    'remove = ["barter"]\n': "remove: unknown artifact 'barter'",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_in_one_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as found:
        own(tmp_path, text)
    assert MISTAKES[text] in str(found.value)
    assert str(tmp_path) in str(found.value)
    assert "\n" not in str(found.value)


def test_a_mistyped_artifact_is_recognised(tmp_path: Path) -> None:
    path = written(tmp_path, 'extends = "surrogate"\n[artifacts.barterr]\ncopies = 1\n')
    with pytest.raises(BadInput, match=r"missing field \(did you mean 'barter'\?\)"):
        deck_from_file(path)


def test_an_artifact_that_nobody_can_use_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, f'extends = "box"\n{ONE.replace("steal", "cancel")}')
    told = EUPHORIA.files.check({"artifact": []}, path)
    assert told is not None
    assert "one can never be used: its first effect, cancel, needs a reaction to shot or artifact" in told
    path.write_text(f"{path.read_text()}copies = 12\n")
    cells = GRID.cells(GRID.resolve({"decks": [str(path)]}, "test"))
    assert (
        "mine: one can never be used: its first effect, cancel, needs a reaction to shot or artifact"
        in EUPHORIA.notes(cells)
    )


def test_which_decks_are_versions_of_each_other() -> None:
    """Of versions, a page tells what changed; none and surrogate are two games, surrogate and no-barter are one."""
    names = ("none", "surrogate", "no-barter", "wide")
    cells = {name: GRID.cells(GRID.resolve({"decks": [name]}, "test"))[0].spec for name in names}
    versions = {(one, other) for one in names for other in names if is_version(cells[one], cells[other])}
    assert {(name, name) for name in names} <= versions
    assert {("surrogate", "no-barter"), ("no-barter", "surrogate")} <= versions
    assert not [pair for pair in versions if "none" in pair and pair != ("none", "none")]


def test_changes_by_path() -> None:
    data = load_deck("surrogate").data()
    assert with_changes(data, {"artifacts.barter.copies": 5}).artifacts["barter"].copies == 5
    assert "barter" not in with_changes(data, {"remove": ["barter"]}).artifacts
    with pytest.raises(BadInput, match="unknown artifact 'bartr'"):
        with_changes(data, {"artifacts.bartr.copies": 5})


def test_a_deck_needs_enough_for_the_first_hands(tmp_path: Path) -> None:
    path = str(written(tmp_path, f'extends = "box"\n{ONE}copies = 15\n'))
    assert GRID.cells(GRID.resolve({"decks": [path], "players": [7]}, "test"))
    with pytest.raises(BadInput, match="8 players need 16 for their first hands, the deck has 15"):
        GRID.resolve({"decks": [path], "players": [7, 8]}, "test")
    assert GRID.cells(GRID.resolve({"decks": [path], "players": [8], "options": {"start_artifacts": 1}}, "test"))
    path = str(written(tmp_path, f'extends = "box"\n{ONE}copies = 20\nfrom = 6\n'))
    with pytest.raises(BadInput, match="no artifact is left with 5 players"):
        GRID.resolve({"decks": [path], "players": [5]}, "test")


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        ({"players": [3]}, "players.0: expected an integer from 4 to 8, got 3"),
        ({"players": [9]}, "expected an integer from 4 to 8, got 9"),
        ({"players": [5, 5]}, "players: expected each number only once"),
        ({"options": {"lasers": 0}}, "options.lasers: expected an integer from 1 to 8, got 0"),
        ({"options": {"lasers": 9}}, "options.lasers: expected an integer from 1 to 8, got 9"),
        ({"options": {"hide_action": "maybe"}}, 'options.hide_action: expected on or off, got "maybe"'),
        ({"options": {"aim_trigger": "never"}}, 'options.aim_trigger: expected "changed" or "every"'),
        ({"options": {"arm_cost": 2}}, "options.arm_cost: expected an integer from 0 to 1"),
        ({"options": {"followers": 6}}, "options.followers: expected at least 7 with 5 players, got 6"),
        ({"options": {"turn_cap": 0}}, "options.turn_cap: expected an integer from 1 to 10000"),
        ({"options": {"focus": 6}}, "options.focus: expected a seat from 1 to 5, or 0"),
        ({"decks": ["surogate"]}, "unknown deck 'surogate': did you mean 'surrogate'?"),
        ({"decks": ["none", "none"]}, "decks: expected names that differ"),
        ({"decks": []}, "decks: expected a list of deck names"),
        ({"policies": ["guardian theta=1.5"]}, "parameter theta: expected a number from 0 to 1, got '1.5'"),
        ({"policies": ["guardian theta=-1"]}, "parameter theta: expected a number from 0 to 1, got '-1'"),
        ({"policies": ["guardian ready=soon"]}, "parameter ready: expected when-sure, at-once or leader-waits"),
        ({"policies": ["guardian guard=2"]}, "parameter guard: expected off or on"),
        ({"policies": ["guardain"]}, "unknown policy 'guardain': did you mean 'guardian'?"),
        ({"policies": ["random theta=1"]}, "unknown parameter 'theta'"),
        ({"tables": ["random,random,random,random,random,random"]}, "expected at most 5 policies for 5 seats"),
        ({"focus": ["guardian"]}, "field: expected a policy"),
    ],
)
def test_a_wrong_experiment_is_told_in_one_line(grid: dict[str, object], expected: str) -> None:
    with pytest.raises(BadInput) as found:
        GRID.resolve(grid, "mine.toml")
    assert expected in str(found.value)
    assert str(found.value).startswith(("mine.toml", "unknown deck"))


def test_the_schema_knows_every_key() -> None:
    schema = EUPHORIA.files.schema()
    assert {"artifact", "artifacts", "followers", "lasers", "extends", "remove", "part"} <= schema["properties"].keys()
    listed = schema["$defs"]["ListedArtifact"]["properties"]
    assert {"id", "name", "copies", "type", "when", "whom", "do", "from"} == listed.keys()


@pytest.mark.parametrize("deck", ["surrogate", "wide"])
def test_the_sheets(deck: str) -> None:
    sheet = EUPHORIA.pieces.sheet(deck)
    assert len(sheet.rows) == len(load_deck(deck).artifacts)
    told = EUPHORIA.pieces.piece_sheet("Barter", deck, print)
    assert told.title == "Barter"
    assert told.tables[0].rows[1][0] == "5"
    with pytest.raises(BadInput, match="unknown artifact 'batter'"):
        EUPHORIA.pieces.piece_sheet("batter", deck, print)
