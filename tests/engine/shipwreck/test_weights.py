"""Weights as files: an error is one line, the right set is picked, and game ids name their weights."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.deck.files import load_deck
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.weights import AUTO, hash_of, pick_weights, read_weights, resolve_weights, strangeness
from tests.support.shipwreck import cells
from tests.support.shipwreck.weighed import some_weights


def file_of(deck: str = "base", seed: int = 1, seats: tuple[int, ...] = (2, 3, 4, 5)) -> Json:
    """A weights file as data."""
    sets = {str(count): some_weights(deck, count, seed) for count in seats}
    head = {"format": 1, "policy": "expert", "deck": deck, "deck_hash": load_deck(deck).digest}
    return json.loads(json.dumps({**head, "trained": {}, "seats": sets}))  # type: ignore[no-any-return]


def written(to: Path, data: object) -> Path:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return to


def spoilt(*path: str | int, value: object) -> Json:
    """A file with an error in one place."""
    data: Any = file_of(seats=(3,))
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return data  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (spoilt("format", value=2), "format: "),
        (spoilt("colour", value="red"), "colour: "),
        (spoilt("seats", "3", "colour", value=1), "seats.3.colour: "),
        (spoilt("seats", "6", value=some_weights("base", 3)), "seats.6"),
        (spoilt("seats", "3", "track", 0, 0, value=101), "seats.3.track.0.0: "),
        (spoilt("seats", "3", "track", 0, 0, value="much"), "seats.3.track.0.0: "),
        (spoilt("seats", "3", "track", 0, 0, value=float("nan")), "seats.3.track.0.0: "),
        (spoilt("seats", "3", "held", 0, value=[0.0] * 3), "seats.3.held.0: "),
        (spoilt("seats", "3", "spare", value=[]), "seats.3.spare: "),
        (spoilt("seats", "3", "powers", "tea", value=[0.0] * 4), "seats.3.powers.tea"),
        (spoilt("seats", "3", "cards", "dawn", value=[]), "seats.3.cards.dawn: "),
        ({}, "format: "),
        ("{", "Invalid JSON"),
        ("[1]", "object"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, data: object, where: str) -> None:
    path = written(tmp_path / "mine.json", data)
    with pytest.raises(BadInput) as error:
        read_weights(path)
    line = str(error.value)
    assert line.startswith(f"{path}: ")
    assert where in line
    assert "\n" not in line


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.json: cannot be read \(No such file or directory\)"):
        resolve_weights(("expert",), str(tmp_path / "none.json"))


def test_a_good_file_is_read(tmp_path: Path) -> None:
    data = file_of()
    file = read_weights(written(tmp_path / "mine.json", data))
    assert {seats: own.model_dump() for seats, own in file.seats.items()} == data["seats"]


@pytest.mark.parametrize("given", [3, None, ["auto"]])
def test_something_else_than_a_file(given: object) -> None:
    with pytest.raises(BadInput, match="parameter weights: expected auto or a weights file"):
        resolve_weights(("expert",), given)


def test_no_weights_at_all() -> None:
    with pytest.raises(BadInput, match="no weights found; create some with fatecast train --policy nobody"):
        resolve_weights(("nobody",), AUTO)


def test_no_set_for_the_seats(tmp_path: Path) -> None:
    path = written(tmp_path / "few.json", file_of(seats=(2, 3)))
    assert cells.make("base", f"expert weights={path}", 3)
    with pytest.raises(BadInput) as error:
        cells.make("base", f"expert weights={path}", 4)
    assert "weights few: none for 4 seats" in str(error.value)
    assert "\n" not in str(error.value)


# Which set is picked.


def choice(**sets: tuple[str, list[str]]) -> Json:
    """Sets by deck: the hash of the deck each was learned on, and the cards it knows."""
    made = {}
    for deck, (digest, known) in sets.items():
        own = {**some_weights("base", 3), "cards": dict.fromkeys(known, [[0.0] * 4] * 8)}
        made[deck] = {"deck_hash": digest, "seats": {"3": own}}
    return {"name": AUTO, "sets": made}


def test_the_deck_itself_comes_first() -> None:
    weights = choice(other=("aa", ["a", "b", "c"]), itself=("bb", ["a"]), third=("cc", ["a", "b"]))
    assert pick_weights(weights, "bb", ["a", "b", "c"], 3)["learnt_on"] == "itself"
    assert pick_weights(weights, "dd", ["a", "b", "c"], 3)["learnt_on"] == "other", "then most cards in common"
    assert pick_weights(weights, "dd", ["a", "b", "x"], 3)["learnt_on"] == "third", "of equals the last by name"


def test_what_is_strange_is_said() -> None:
    picked = pick_weights(choice(older=("bb", ["a", "b", "c"])), "dd", ["a", "b", "x"], 3)
    assert strangeness(picked, "bb", ["a", "b", "c"]) == ""
    assert strangeness(picked, "dd", ["a", "b"]) == "not trained for this deck: uses the weights learned on older"
    assert strangeness(picked, "dd", ["a", "b", "x"]) == (
        "not trained for this deck: uses the weights learned on older; 1 of 3 cards have no weights of their own"
    )


# Games and their weights.


def found_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Weights trained in the folder where the games are played."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "configs/shipwreck/policies/expert-base.json", file_of(seed=seed))


def test_an_id_refuses_other_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found_here(tmp_path, monkeypatch, seed=1)
    cell = cells.make("base", "expert depth=2")
    weights = cell.spec["policy"]["parameters"]["weights"]
    assert weights["set"] == file_of(seed=1)["seats"]["3"], "what lies here comes before what is shipped"
    name = SHIPWRECK.game_id(cell, 1, 2)
    assert f":expert,depth=2,weights={hash_of(weights)}:" in name
    again, seed, index = SHIPWRECK.find_game(name)
    assert (again.key, seed, index) == (cell.key, 1, 2)
    found_here(tmp_path, monkeypatch, seed=2)
    with pytest.raises(BadInput, match="made with other weights than those found here") as error:
        SHIPWRECK.find_game(name)
    assert "\n" not in str(error.value)


def test_a_run_notes_strange_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "mine.json", file_of())
    policy = f"expert weights={path}"
    assert SHIPWRECK.notes([cells.make("base", policy), cells.make("full", "certain")]) == []
    both = [cells.make("full", policy, doom=doom) for doom in (0, 2)]
    assert SHIPWRECK.notes(both) == [
        "expert on full: not trained for this deck: uses the weights learned on mine; "
        "16 of 36 cards have no weights of their own"
    ]


def test_convention_plays_by_its_own_or_by_those_of_expert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found_here(tmp_path, monkeypatch, seed=1)
    assert set_of("convention") == file_of(seed=1)["seats"]["3"]
    written(tmp_path / "configs/shipwreck/policies/convention-base.json", {**file_of(seed=3), "policy": "convention"})
    assert set_of("convention") == file_of(seed=3)["seats"]["3"]
    assert set_of("expert") == file_of(seed=1)["seats"]["3"]


def set_of(policy: str) -> Json:
    return cells.make("base", policy).spec["policy"]["parameters"]["weights"]["set"]  # type: ignore[no-any-return]


# Errors in weights that do not come from a file, or that only play would notice.


@pytest.mark.parametrize(
    "weights", [{}, {"set": {}}, {"name": "x", "sets": 3}, {"learnt_on": "x", "deck_hash": "y", "set": {"track": []}}]
)
def test_bad_weights_as_data_are_one_line(weights: Json) -> None:
    with pytest.raises(BadInput):
        TABLES.mind_of(TABLES.seat(cells.make("base", {"name": "expert", "parameters": {"weights": weights}})))


@pytest.mark.parametrize("key", ["held", "known"])
def test_a_file_that_forgets_a_seat_is_one_line(tmp_path: Path, key: str) -> None:
    data = file_of(seats=(3,))
    data["seats"]["3"][key].pop()
    with pytest.raises(BadInput, match=key):
        read_weights(written(tmp_path / "short.json", data))
