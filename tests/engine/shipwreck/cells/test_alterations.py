"""Named changes, fields to search, and the file that stores the result of a search."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.shipwreck.deck.files import deck_from_file, load_deck, with_changes
from engine.shipwreck.game import SHIPWRECK as GAME

BASE = GAME.resolve({"policies": ["guess"], "players": [3], "doom": [0]}, "base")


@pytest.mark.parametrize(("kind", "count"), [("cards", 20), ("powers", 9), ("moons", 40 - 4)])
def test_every_change_has_a_name_of_its_own_and_can_be_made(kind: str, count: int) -> None:
    """Four cards of the base game have one moon, which cannot be reduced."""
    found = GAME.content.alterations(BASE, kind, "ablate")
    assert len({alteration.label for alteration in found}) == len(found) == count
    keys = {GAME.cells(GAME.content.changed(BASE, alteration.changes, "ablate"))[0].key for alteration in found}
    assert len(keys) == count
    assert GAME.cells(BASE)[0].key not in keys


def test_a_card_left_out_is_gone() -> None:
    [deep] = [
        alteration
        for alteration in GAME.content.alterations(BASE, "cards", "ablate")
        if "the-deep" in alteration.pieces
    ]
    cell = GAME.cells(GAME.content.changed(BASE, deep.changes, "ablate"))[0]
    assert set(GAME.pieces.names(GAME.cells(BASE)[0])) - set(GAME.pieces.names(cell)) == {"the-deep"}


def test_a_disabled_power_is_gained_and_never_used() -> None:
    """With a policy that does use powers."""
    users = GAME.resolve({"policies": ["novice"], "players": [3], "doom": [0]}, "users")
    names, counters = GAME.pieces.names(GAME.cells(users)[0]), [counter.name for counter in GAME.pieces.counters]
    [twice] = [
        alteration for alteration in GAME.content.alterations(users, "powers", "ablate") if "twice" in alteration.label
    ]
    rows = [names.index(card) for card in twice.pieces]
    enabled = GAME.simulate(GAME.cells(users)[0], 1, 0, 200).pieces
    disabled = GAME.simulate(GAME.cells(GAME.content.changed(users, twice.changes, "x"))[0], 1, 0, 200).pieces
    assert enabled[rows, counters.index("power_used")].sum() > 0
    assert disabled[rows, counters.index("power_used")].sum() == 0
    assert disabled[:, counters.index("power_used")].sum() > 0
    assert np.all(disabled[rows, counters.index("faded")] > 0)


def test_two_decks_or_no_such_kind_are_refused_in_one_line() -> None:
    both = GAME.resolve({"decks": ["base", "full"]}, "both")
    with pytest.raises(BadInput, match="ablate: decks: expected one, got base, full"):
        GAME.content.alterations(both, "cards", "ablate")
    with pytest.raises(BadInput, match="ablate: unknown kind of change 'card': did you mean 'cards'"):
        GAME.content.alterations(BASE, "card", "ablate")


def test_fields_are_the_numbers_and_rules_by_path() -> None:
    fields = GAME.content.fields(BASE, "tune")
    assert fields["cards.the-deep.moons"] == 3
    assert fields["cards.leviathan.play"] == "sum >= 11"
    assert fields["fates.7.hours"] == 3
    assert fields["goal"] == 7
    assert not [path for path in fields if path.endswith((".name", ".ability")) or path == "rules"]
    for path, value in fields.items():
        if path.startswith("cards."):
            assert GAME.content.changed(BASE, {path: value}, "same")["decks"] == BASE["decks"]


CHANGES = {"remove": ["dawn"], "cards.the-deep.moons": 2, "cards.leviathan.play": "sum >= 10", "goal": 6}


def test_the_file_plays_what_the_changes_did(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    path.write_text(GAME.content.extension({"decks": ["base"]}, CHANGES, ["why", "and how"], path))
    assert path.read_text().startswith("# why\n# and how\n\nextends = ")
    assert deck_from_file(path).digest == with_changes(load_deck("base").data(), CHANGES).digest


def test_a_deck_that_is_a_file_is_found_from_the_new_one(tmp_path: Path) -> None:
    old, path = tmp_path / "old.toml", tmp_path / "below" / "tuned.toml"
    old.write_text('extends = "base"\ngoal = 5\n')
    path.parent.mkdir()
    path.write_text(GAME.content.extension({"decks": [str(old)]}, {"cards.the-deep.moons": 2}, [], path))
    assert deck_from_file(path).goal == 5


def test_a_change_of_options_or_policies_is_an_experiment(tmp_path: Path) -> None:
    leaves = [{"before_turn": 3, "leave": 2}]
    grid = {"decks": ["base"], "policies": ["novice"], "players": [4], "doom": [2], "changes": leaves}
    path = tmp_path / "tuned.toml"
    text = GAME.content.extension(grid, {"options.restless": "on", "policy.slip": 0.1}, ["why"], path)
    said = tomllib.loads(text)
    assert said.pop("game") == "shipwreck"
    assert said["changes"] == leaves
    changed = GAME.resolve(said, "again")
    assert changed["options"]["restless"] is True
    assert changed["policies"][0]["parameters"]["slip"] == 0.1
    with pytest.raises(BadInput, match="expected changes of a deck, or of options and policies, not of both"):
        GAME.content.extension(grid, {"options.restless": "on", "goal": 5}, [], path)


def test_a_file_cannot_extend_itself_nor_nothing() -> None:
    with pytest.raises(BadInput, match="expected a name different from that of the deck it extends"):
        GAME.content.extension({}, CHANGES, [], Path("base.toml"))
    with pytest.raises(BadInput, match="expected the name of one deck"):
        GAME.content.extension({"decks": ["base", "full"]}, CHANGES, [], Path("tuned.toml"))


def test_no_policy_without_weights_counts_as_trained() -> None:
    [cell] = GAME.cells(BASE)
    assert GAME.learning is not None
    assert not GAME.learning.trained(cell)
    spec = cell.spec | {"policy": {"name": "guess", "parameters": {"weights": {}}}}
    assert GAME.learning.trained(type(cell)(cell.labels, spec))
