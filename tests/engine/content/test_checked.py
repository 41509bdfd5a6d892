"""Content that was checked is not checked again, and nothing else is taken for it."""

from typing import Any

import pytest

from engine.errors import BadInput
from engine.game.cell import exact_key
from engine.shipwreck.deck.files import deck_from_data, load_deck
from engine.shipwreck.deck.rule_tables import compile_deck


def test_content_is_checked_and_compiled_once() -> None:
    deck = load_deck("base")
    data = deck.data()
    again = deck_from_data(data, "again")
    assert deck_from_data(data, "elsewhere") is again
    assert compile_deck(deck_from_data(data, "again")) is compile_deck(again)
    data["cards"]["the-deep"]["moons"] += 1
    other = deck_from_data(data, "other")
    assert other.cards["the-deep"].moons != again.cards["the-deep"].moons
    assert compile_deck(other) is not compile_deck(again)


def test_the_order_of_tables_is_kept() -> None:
    data = load_deck("base").data()
    turned = {**data, "powers": dict(reversed(data["powers"].items()))}
    decks = [deck_from_data(each, "deck") for each in (data, turned)]
    assert [list(deck.powers) for deck in decks] == [list(data["powers"]), list(turned["powers"])]
    assert [compile_deck(deck).powers for deck in decks] == [list(deck.powers) for deck in decks]


def test_true_is_not_taken_for_one() -> None:
    data = load_deck("base").data()
    deck_from_data({**data, "goal": 1}, "deck")
    with pytest.raises(BadInput, match="goal"):
        deck_from_data({**data, "goal": True}, "deck")


def test_a_mistake_is_told_every_time_with_its_own_source() -> None:
    data = {**load_deck("base").data(), "goal": 0}
    for source in ("here", "there"):
        with pytest.raises(BadInput, match=f"^{source}: goal"):
            deck_from_data(data, source)


@pytest.mark.parametrize("field", ["cards", "goal"])
def test_what_has_no_key_is_checked_all_the_same(field: str) -> None:
    deep: dict[str, Any] = {}
    for _ in range(2_000):
        deep = {"in": deep}
    wrong = {"cards": deep, "goal": 10**5_000}
    with pytest.raises(ValueError if field == "goal" else RecursionError):
        exact_key(wrong[field])
    with pytest.raises(BadInput, match=f"^deck: {field}"):
        deck_from_data({**load_deck("base").data(), field: wrong[field]}, "deck")
