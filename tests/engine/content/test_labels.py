"""The rule for labels holds at every door: file names, names inside files, resolved data of strangers."""

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.policy.registry import read_preset
from engine.shipwreck.cells.grid import GRID
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import deck_from_data, load_deck
from engine.shipwreck.weights import read_weights
from tests.support import ROOT

HOSTILE = ("a\x1b[2Jb", "a\nb", "a\u202eb", "a\u2028b", "x" * 500)
hostile = pytest.mark.parametrize("name", HOSTILE, ids=ascii)


@pytest.fixture(scope="module")
def base() -> Deck:
    return load_deck("base")


@hostile
def test_the_name_of_a_deck_in_resolved_data(base: Deck, name: str) -> None:
    with pytest.raises(BadInput, match=r"^file: decks: name: expected one line of 1 to 80 printable characters") as no:
        GRID.resolve({"decks": [{"name": name, "content": base.data()}]}, "file")
    assert str(no.value).isprintable()


@pytest.mark.parametrize("name", HOSTILE[:4], ids=ascii)
def test_the_name_of_a_deck_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text('extends = "base"\nname = "mine"\n')
    with pytest.raises(BadInput, match=r"^file: decks: the name of the file: expected one line"):
        GRID.resolve({"decks": [str(path)]}, "file")


@hostile
@pytest.mark.parametrize("field", ["name", "cards.the-deep.name", "cards.the-deep.ability"])
def test_titles_of_a_deck(base: Deck, name: str, field: str) -> None:
    data = base.data()
    *tables, last = field.split(".")
    table = data
    for key in tables:
        table = table[key]
    table[last] = name
    with pytest.raises(BadInput, match="expected text of one line and at most 80 printable characters"):
        deck_from_data(data, "file")


@hostile
def test_the_label_of_a_policy(name: str) -> None:
    with pytest.raises(BadInput, match=r"^file: policies: label: expected one line of 1 to 400 printable characters"):
        GRID.resolve({"policies": [{"name": "mute", "label": name}]}, "file")


def test_a_policy_whose_code_is_not_here() -> None:
    """A run can be read without it, so its data is all there is."""
    code = "0" * 64
    for policy, said in (
        ({"name": "my\npolicy", "code": code}, "expected the name of a policy file"),
        ({"name": "mine", "code": "<b>"}, "expected the name of a policy file"),
        ({"name": "mine", "code": code, "parameters": {"a": "b\x1b"}}, "parameters: a: expected one line"),
        ({"name": "mine", "code": code, "parameters": {"a\n": 1}}, "parameters: expected one line"),
        ({"name": "mine", "code": code, "parameters": {"a": [1]}}, "parameters: a: expected a number or a text"),
    ):
        with pytest.raises(BadInput, match=said):
            GRID.resolve({"policies": [policy]}, "file")
    found = GRID.resolve({"policies": [{"name": "mine", "code": code, "parameters": {"a": {"b": 1}}}]}, "file")
    assert found["policies"][0]["label"] == "mine"


@hostile
def test_the_description_of_a_preset(name: str) -> None:
    with pytest.raises(BadInput, match="description: expected one line of text"):
        read_preset({"policy": "mute", "description": name}, "file")


@hostile
@pytest.mark.parametrize("key", ["policy", "deck", "deck_hash"])
def test_the_names_in_a_weights_file(tmp_path: Path, name: str, key: str) -> None:
    data = json.loads((ROOT / "configs/shipwreck/policies/expert-base.json").read_bytes())
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({**data, key: name}))
    with pytest.raises(BadInput, match=rf"{key}: expected one line of 1 to 80 printable characters"):
        read_weights(path)


def test_the_name_of_a_weights_file(tmp_path: Path) -> None:
    path = tmp_path / "a\x1bb.json"
    path.write_bytes((ROOT / "configs/shipwreck/policies/expert-base.json").read_bytes())
    with pytest.raises(BadInput, match="parameter weights: the name of the file: expected one line"):
        GRID.resolve({"policies": [{"name": "expert", "parameters": {"weights": str(path)}}]}, "file")
