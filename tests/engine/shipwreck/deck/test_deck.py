"""The published cards in the card language, compared with the rule book's counts and with positions worked out by
hand."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

from engine.content.language import Expression
from engine.shipwreck.deck.deck import Card, Deck
from engine.shipwreck.deck.files import deck_from_data, load_deck, with_changes
from engine.shipwreck.deck.powers import Amplify, Discard, Exile, ExtraGuess, Question, Raise, Slow

FULL = load_deck("full")
HOURS = np.array([0, 1, 1, 1, 2, 2, 2, 3])

LEGAL_PAIRS = {
    "dawn": 21,
    "midnight": 21,
    "leviathan": 10,
    "the-beast": 12,
    "the-belltower": 16,
    "the-blind-man": 49,
    "the-chalice": 49,
    "the-deep": 10,
    "the-engine": 10,
    "the-huntress": 10,
    "the-judge": 25,
    "the-key": 19,
    "the-lord": 12,
    "the-mirror": 7,
    "the-noble": 12,
    "the-servant": 12,
    "the-shore": 12,
    "the-stranger": 24,
    "fortune": 18,
    "the-captain": 12,
    "the-north-wind": 24,
    "the-pallbearers": 22,
    "the-ash": 7,
}
"""How many ordered pairs of a played and a kept fate each card allows, if it does not look at visible fates."""


@pytest.mark.parametrize("card", LEGAL_PAIRS)
def test_legal_pairs_of_the_cards_that_do_not_look_at_the_table(card: str) -> None:
    played, kept = np.arange(1, 8)[:, None], np.arange(1, 8)[None, :]
    rule = FULL.cards[card].play_rule
    assert rule.inputs <= {"played", "kept", "hours(played)", "hours(kept)"}
    env = {"played": played, "kept": kept, "hours(played)": HOURS[played], "hours(kept)": HOURS[kept]}
    assert np.broadcast_to(rule.evaluate(env), (7, 7)).sum() == LEGAL_PAIRS[card]


def holds(
    rule: Expression | None,
    played: int = 0,
    kept: int = 0,
    visible: tuple[int, ...] = (),
    here: tuple[int, ...] = (),
    **more: int,
) -> bool:
    assert rule is not None
    env = {"played": played, "kept": kept, **more}
    for name, fates in (("visible", visible), ("here", here)):
        env[name] = sum(1 << value for value in set(fates))
        env[f"total({name})"] = sum(fates)
        env[f"count({name})"] = len(fates)
    return bool(rule.evaluate(env))


@pytest.mark.parametrize(
    ("card", "played", "kept", "visible", "legal"),
    [
        ("the-prophet", 2, 5, (5, 7), True),
        ("the-prophet", 5, 2, (5, 7), False),  # the kept fate needs the match, not the played one
        ("the-prophet", 5, 5, (), False),  # the fate about to be played is not visible yet
        ("the-rider", 2, 5, (), True),
        ("the-rider", 2, 5, (1, 3, 4, 6, 7), True),
        ("the-rider", 2, 5, (2,), False),
        ("the-rider", 2, 5, (5,), False),
        ("the-rider", 3, 3, (), False),
        ("asunder", 6, 2, (4,), True),
        ("asunder", 2, 6, (4,), False),
        ("asunder", 6, 2, (2, 6), False),
        ("asunder", 4, 4, (1,), False),
        ("asunder", 7, 8, (1,), False),  # a kept 7 that counts as 8
        ("the-ghost", 2, 6, (), True),
        ("the-ghost", 2, 6, (2, 4, 6), True),
        ("the-ghost", 2, 6, (1,), False),
        ("the-ghost", 2, 6, (3,), False),
        ("the-ghost", 2, 6, (5,), False),
        ("the-ghost", 2, 6, (7,), False),
        ("the-ghost", 1, 7, (1, 7), True),
        ("the-ghost", 1, 8, (7,), False),
        ("the-lantern", 1, 3, (), True),
        ("the-lantern", 1, 3, (2, 2), True),
        ("the-lantern", 1, 3, (2,), False),
        ("the-lantern", 7, 6, (7, 7, 1), True),
        ("the-passage", 2, 6, (4,), True),
        ("the-passage", 6, 2, (4, 4, 4), True),  # one value, however many tokens show it
        ("the-passage", 2, 6, (3, 4), False),
        ("the-passage", 2, 6, (2, 6, 1, 7), False),  # the ends are not between
        ("the-passage", 2, 6, (2, 5, 6, 7), True),
        ("the-passage", 3, 4, (3, 4), False),
        ("the-passage", 5, 5, (5,), False),
        ("the-musicians", 4, 7, (), True),
        ("the-musicians", 3, 4, (4,), True),
        ("the-musicians", 3, 4, (2, 2), False),  # one visible fate, not two
        ("the-musicians", 6, 7, (1, 2), False),
        ("the-musicians", 1, 1, (7,), False),
        ("the-thief", 7, 1, (7,), False),
        ("the-feast", 1, 1, (1,), True),
        ("the-wish", 1, 1, (1,), True),
        ("the-imago", 7, 7, (7,), True),
        ("the-fall", 1, 7, (1,), True),
    ],
)
def test_cards_that_look_at_the_table(card: str, played: int, kept: int, visible: tuple[int, ...], legal: bool) -> None:
    assert holds(FULL.cards[card].play_rule, played, kept, visible) is legal


@pytest.mark.parametrize(
    ("kept", "here", "legal"),
    [
        (1, (), True),
        (4, (3, 1), True),
        (3, (3, 1), False),
        (2, (3, 1), False),
        (7, (7,), False),
        (8, (7,), True),
    ],
)
def test_iron_rises_above_the_fates_in_front_of_it(kept: int, here: tuple[int, ...], legal: bool) -> None:
    elsewhere = (7, 7)
    assert holds(FULL.cards["iron"].play_rule, 1, kept, visible=here + elsewhere, here=here) is legal


def test_north_wind_compares_tokens_and_not_what_they_count_as() -> None:
    rule = FULL.cards["the-north-wind"].play_rule
    assert rule.inputs == {"hours(played)", "hours(kept)"}


def test_every_card_looks_at_the_table_or_is_counted() -> None:
    unseen = {
        "asunder",
        "iron",
        "the-feast",
        "the-ghost",
        "the-lantern",
        "the-passage",
        "the-wish",
        "the-imago",
    }
    unseen |= {"the-prophet", "the-rider", "the-fall", "the-musicians", "the-thief"}
    assert unseen.isdisjoint(LEGAL_PAIRS)
    assert unseen | set(LEGAL_PAIRS) == set(FULL.cards)


def test_effects_of_the_published_cards() -> None:
    cards = FULL.cards
    assert {key for key, card in cards.items() if card.effects.no_doom} == {"the-blind-man"}
    assert {key for key, card in cards.items() if card.effects.draws_again} == {"the-feast"}
    assert {key: card.effects.extra_guesses for key, card in cards.items() if card.effects.extra_guesses} == {
        "the-wish": 1
    }
    assert {key: card.effects.hours for key, card in cards.items() if card.effects.hours} == {"the-imago": {7: 1}}
    assert {key for key, card in cards.items() if card.effects.tells} == {"the-chalice"}
    assert {key for key, card in cards.items() if card.effects.steals} == {"the-thief"}
    tells, steals = cards["the-chalice"].effects.tells_rule, cards["the-thief"].effects.steals_rule
    assert [holds(tells, played=4, kept=kept) for kept in (3, 4, 5)] == [False, False, True]
    assert [holds(steals, kept=4, fate=fate) for fate in (3, 4, 5)] == [False, False, True]


def test_the_two_cards_with_a_comet() -> None:
    assert {key for key, card in FULL.cards.items() if card.fades} == {"the-ash", "the-fall"}
    ash, fall = FULL.cards["the-ash"].fades, FULL.cards["the-fall"].fades
    assert ash is not None
    assert fall is not None
    assert [holds(ash.on_play_rule, played=played) for played in (1, 2, 3, 7)] == [True, True, False, False]
    assert (ash.at_end_rule, fall.on_play_rule) == (None, None)
    assert holds(fall.at_end_rule, kept=3, here=(2, 2, 2))
    assert not holds(fall.at_end_rule, kept=3, here=(5,))
    assert not holds(fall.at_end_rule, kept=1, here=())


BACKS = {
    "higher-than": "dawn midnight the-deep",
    "discard-lower": "leviathan the-belltower the-shore",
    "twice": "the-beast the-huntress the-mirror",
    "1-4-7": "the-blind-man the-chalice the-captain",
    "5-6-7": "the-engine the-lord",
    "3-4-5": "the-judge the-noble",
    "old": "the-key the-wish",
    "cycle": "the-prophet the-rider the-imago",
    "1-2-3": "the-servant the-stranger",
    "same": "asunder the-passage",
    "plus-1": "fortune iron the-ghost",
    "relocate": "the-feast the-lantern",
    "within-2": "the-pallbearers",
    "help": "the-ash the-thief",
    "amplify": "the-fall",
    "exile": "the-musicians",
    "slow": "the-north-wind",
}

MOONS = {
    1: "the-beast the-blind-man the-huntress the-mirror asunder",
    2: "the-belltower the-chalice the-prophet the-rider the-servant the-ghost the-pallbearers the-passage "
    "the-wish the-north-wind the-thief",
    3: "dawn midnight the-deep the-engine the-judge the-key the-lord the-noble the-stranger fortune "
    "the-captain the-lantern the-imago the-musicians",
    4: "leviathan the-shore iron the-feast",
    None: "the-ash the-fall",
}


@pytest.mark.parametrize("power", BACKS)
def test_backs(power: str) -> None:
    assert {key for key, card in FULL.cards.items() if card.power == power} == set(BACKS[power].split())


@pytest.mark.parametrize("moons", MOONS)
def test_moons(moons: int | None) -> None:
    assert {key for key, card in FULL.cards.items() if card.moons == moons} == set(MOONS[moons].split())


def answers(power: str, played: int = 0, **more: int) -> set[int]:
    """The kept values for which the answer is yes."""
    question = FULL.powers[power]
    assert isinstance(question, Question)
    return {kept for kept in range(1, 8) if holds(question.ask_rule, played, kept, (), (), **more)}


def test_the_questions() -> None:
    assert answers("1-2-3") == {1, 2, 3}
    assert answers("1-4-7") == {1, 4, 7}
    assert answers("3-4-5") == {3, 4, 5}
    assert answers("5-6-7") == {5, 6, 7}
    assert answers("help") == {2, 6}
    assert answers("higher-than", X=4) == {5, 6, 7}
    assert answers("same", X=4) == {4}
    assert answers("within-2", played=2) == {1, 2, 3, 4}


def test_the_17_powers_and_their_numbers() -> None:
    powers = FULL.powers
    assert set(powers) == set(BACKS)
    questions = {key: power for key, power in powers.items() if isinstance(power, Question)}
    assert {key: power.choose for key, power in questions.items() if power.choose != "none"} == {
        "higher-than": "value",
        "same": "visible",
    }
    assert {key for key, power in questions.items() if power.cost == 2} == {"help"}
    numbers: list[tuple[object, object]] = [
        (powers["twice"], ExtraGuess(name="Twice", kind="extra-guess", guesses=1)),
        (powers["slow"], Slow(name="Slow", kind="slow", hours=1)),
        (powers["exile"], Exile(name="Exile", kind="exile", cost=2)),
        (powers["plus-1"], Raise(name="+1", kind="raise", adds=1)),
        (powers["amplify"], Amplify(name="Amplify", kind="amplify", doom=1, score=1)),
    ]
    for power, expected in numbers:
        assert power == expected
    discard = powers["discard-lower"]
    assert isinstance(discard, Discard)
    assert [holds(discard.discards_rule, kept=4, fate=fate) for fate in (3, 4, 5)] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "cards"), [("base-set", 20), ("base", 20), ("promo", 10), ("stars-below", 5), ("full", 36)]
)
def test_the_published_sets(name: str, cards: int) -> None:
    deck = load_deck(name)
    assert deck.size == len(deck.cards) == cards
    assert (deck.goal, deck.doom_limit, deck.turn_limit, deck.rules) == (7, 7, 400, 1)
    assert {value: (fate.copies, fate.hours) for value, fate in deck.fates.items()} == {
        value: (3, HOURS[value]) for value in range(1, 8)
    }


def test_full_is_the_four_sets_in_their_order() -> None:
    sets = [list(load_deck(name).cards) for name in ("base-set", "promo", "stars-below")]
    assert list(FULL.cards) == [*sets[0], *sets[1], "the-imago", *sets[2]]


def test_data_survives_json_and_reads_back_as_the_same_deck() -> None:
    data = json.loads(json.dumps(FULL.data()))
    assert deck_from_data(data, "manifest.json") == FULL
    assert deck_from_data(data, "manifest.json").data() == FULL.data()
    assert list(data["cards"]) == list(FULL.cards)


def test_a_deck_travels_between_processes() -> None:
    assert holds(FULL.cards["the-deep"].play_rule, 1, 2)
    copy: Deck = pickle.loads(pickle.dumps(FULL))
    assert copy == FULL
    assert holds(copy.cards["the-deep"].play_rule, 1, 2)


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


def test_changes_leave_the_original_alone() -> None:
    data = FULL.data()
    changed = with_changes(data, {"cards.the-deep.moons": 2, "cards.the-imago.effects.hours.6": 1})
    assert changed.cards["the-deep"].moons == 2
    assert changed.cards["the-imago"].effects.hours == {6: 1, 7: 1}
    assert data == FULL.data()


def test_a_change_can_bring_a_whole_card() -> None:
    card = {"name": "The Tide", "moons": 2, "play": "played in visible", "power": "old"}
    assert with_changes(FULL.data(), {"cards.the-tide": card}).cards["the-tide"] == Card.model_validate(card)
