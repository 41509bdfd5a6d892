"""Content that is a table of pieces: what follows from its model."""

from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import pytest

from engine.content.fields import Between, Id
from engine.errors import BadInput
from engine.game.results import Column
from engine.kernel.records import Ints, new
from engine.policy.compiled_game.piece_content import Content, Piece, PieceContent, places


class Card(Piece):
    worth: Annotated[int, Between(0, 9)]
    cost: Annotated[int, Between(0, 9)] = 1


class Deck(Content):
    goal: Annotated[int, Between(1, 99)]
    cards: dict[Id, Card]


class Scenario:
    """What a game might need of it."""

    players: int
    goal: int
    fast: int
    other: int
    worth: Annotated[Ints, 4]


class Tally:
    games: Annotated[Ints, 4]
    drawn: Annotated[Ints, 4]


DECKS = PieceContent(game="toy", key="decks", one="deck", model=Deck, pieces="cards", piece="card", most=3)
SPEC = {"players": 2, "deck": {}, "policy": {"name": "random"}, "options": {"fast": True, "how": "slowly", "rate": 0.5}}


def deck_of(*worths: int) -> Deck:
    cards = {f"{'zyxw'[at]}-card": {"worth": worth} for at, worth in enumerate(worths)}
    return DECKS.checked.of_data({"name": "test", "goal": 30, "cards": cards}, "test")


def test_numbers_of_the_same_name_are_written_into_a_scenario() -> None:
    scenario: Any = DECKS.filled(new(Scenario), deck_of(5, 7), SPEC)
    assert (scenario.players, scenario.goal, scenario.fast, scenario.other) == (2, 30, 1, 0)
    assert scenario.worth.tolist() == [7, 5, 0, 0], "by their ids"


def test_the_place_of_a_piece_belongs_to_its_id() -> None:
    class Places:
        place: Annotated[Ints, 4]

    all_of_them, fewer = (deck_of(1, 2, 3), deck_of(1, 2))
    record: Any = DECKS.filled(new(Places), all_of_them, SPEC)
    again: Any = DECKS.filled(new(Places), fewer, SPEC)
    assert record.place.tolist()[1:] == [*again.place.tolist()[:2], 0]
    assert len(set(record.place.tolist())) == 4
    assert places(["a", "a", "b"])[1] == places(["a"])[0] + 1, "ids of the same hash"


def test_a_deck_has_at_most_as_many_pieces_as_the_records_have_room_for() -> None:
    assert len(deck_of(1, 2, 3).cards) == 3
    with pytest.raises(BadInput, match=r"^test: cards: expected at most 3 cards, got 4$"):
        deck_of(1, 2, 3, 4)


def test_what_is_counted_of_each_piece() -> None:
    tally: Any = new(Tally)
    tally.games[:], tally.drawn[:] = (1, 2, 3, 4), (5, 6, 7, 8)
    counted = DECKS.counts([Column("drawn", "<u8", "drawn"), Column("games", "<u8", "in play")])
    assert np.array_equal(counted(SimpleNamespace(tally=tally), deck_of(1, 2)), [[5, 1], [6, 2]])


def test_names_change_no_digest() -> None:
    data = deck_of(1, 2).data()
    data["name"] = data["cards"]["z-card"]["name"] = "Another name"
    renamed, changed = DECKS.checked.of_data(data, "test"), DECKS.checked.changed(data, {"cards.z-card.worth": 2})
    assert renamed.digest == deck_of(1, 2).digest != changed.digest
