"""The published decks as data: how they are stored and changed, and what their digest depends on."""

import json
import pickle
from typing import Any

import pytest

from engine.shipwreck.deck.deck import Card, Deck
from engine.shipwreck.deck.files import deck_from_data, load_deck, with_changes

FULL = load_deck("full")


def test_full_is_the_four_sets_in_their_order() -> None:
    sets = [list(load_deck(name).cards) for name in ("base-set", "promo", "stars-below")]
    assert list(FULL.cards) == [*sets[0], *sets[1], "the-imago", *sets[2]]


def test_data_survives_json_and_reads_back_as_the_same_deck() -> None:
    data = json.loads(json.dumps(FULL.data()))
    assert deck_from_data(data, "manifest.json") == FULL
    assert deck_from_data(data, "manifest.json").data() == FULL.data()
    assert list(data["cards"]) == list(FULL.cards)


def test_a_deck_travels_between_processes() -> None:
    copy: Deck = pickle.loads(pickle.dumps(FULL))
    assert copy == FULL
    rule = copy.cards["the-deep"].play_rule
    assert rule.evaluate({"played": 1, "kept": 2})


def test_base_has_the_digest_of_its_cards_whatever_they_are_called() -> None:
    assert load_deck("base").digest == load_deck("base-set").digest
    renamed = {
        "name": "New",
        "cards.dawn.name": "Dusk",
        "cards.dawn.ability": "",
        "powers.old.name": "Stale?",
    }
    assert with_changes(FULL.data(), renamed).digest == FULL.digest


def test_the_digest_does_not_depend_on_the_order_of_the_file() -> None:
    data = FULL.data()
    data["cards"] = dict(reversed(data["cards"].items()))
    assert deck_from_data(data, "x").digest == FULL.digest


@pytest.mark.parametrize(
    "change",
    [
        {"goal": 6},
        {"doom_limit": 8},
        {"turn_limit": 100},
        {"fates.7.hours": 2},
        {"fates.7.copies": 2},
        {"cards.dawn.moons": 2},
        {"cards.dawn.copies": 2},
        {"cards.dawn.play": "played >= kept"},
        {"cards.dawn.power": "twice"},
        {"cards.dawn.effects.no_doom": True},
        {"cards.the-imago.effects.hours.7": 2},
        {"powers.help.ask": "kept in {2, 5}"},
        {"powers.help.cost": 1},
        {"powers.amplify.doom": 2},
        {"remove": ["dawn"]},
    ],
)
def test_the_digest_depends_on_whatever_can_change_a_game(change: dict[str, Any]) -> None:
    assert with_changes(FULL.data(), change).digest != FULL.digest


def test_a_change_can_bring_a_whole_card() -> None:
    card = {"name": "The Tide", "moons": 2, "play": "played in visible", "power": "old"}
    assert with_changes(FULL.data(), {"cards.the-tide": card}).cards["the-tide"] == Card.model_validate(card)
