"""Every rule of Lanterns, in games that are played by a script."""

import ast
from collections import Counter

import pytest

from engine.errors import BadInput
from tests.support.lanterns import NAME, PACKAGES, Scripted, lanterns, scripted

WON, STORM = 0, 1
IMPOSSIBLE, NOBODY = 1, 2
NEVER = {"policies": ["aimless"], "lanterns": [12]}
"""Too many to light: the storm comes in every game."""


def cards_of(index: int, **grid: object) -> list[str]:
    """The weather of a game that is played as it is."""
    game = lanterns()
    [cell] = game.cells(game.resolve({**NEVER, **grid}, "test"))
    game.prepare([cell], lambda line: None)
    return [event["card"] for event in game.replay(cell, 1, index).events if event["event"] == "weather"]


def last(played: Scripted, name: str) -> object:
    """A number of the table before the last turn."""
    return played.before[-1][name]


def test_keepers_take_turns() -> None:
    played = scripted("", "cccc", players=[3])
    assert [table["seat"] for table in played.before] == [0, 1, 2, 0, 1]
    assert [table["turn"] for table in played.before] == [1, 2, 3, 4, 5]


def test_who_fetches_has_one_more() -> None:
    assert scripted("F", "gg").before[1]["oil"] == [1, 0, 0, 0]
    assert scripted("FF", "gg").before[2]["oil"] == [1, 1, 0, 0]


def test_a_flask_takes_no_more_than_it_can() -> None:
    assert last(scripted("FFFFF", "gggggg", players=[1]), "oil") == [3, 0, 0, 0]
    assert last(scripted("FFFFF", "gggggg", players=[1], options={"flask": 1}), "oil") == [1, 0, 0, 0]
    assert last(scripted("", "ccc", "1111", options={"flask": 5}), "oil") == [2, 5, 0, 0]


def test_a_lantern_costs_its_keeper_oil() -> None:
    tables = scripted("FFFFL", "gggggc", options={"flask": 5}).before
    assert (tables[4]["oil"][:2], tables[4]["lit"]) == ([2, 2], 0)
    assert tables[5]["oil"][:2] == [1, 2]
    assert scripted("FL", "gc", players=[1]).before[2]["lit"] == 1


def test_without_oil_nobody_lights() -> None:
    assert scripted("L", "cc").end["fault"] == IMPOSSIBLE
    assert scripted("FL", "gg").end["fault"] == IMPOSSIBLE, "oil of another keeper"
    assert scripted("FL", "gg", players=[1]).end["fault"] == 0


def test_the_wind_blows_out_as_many_as_it_says_and_no_more_than_burn() -> None:
    assert [table["lit"] for table in scripted("FFFLLL", "gggccb", players=[1]).before[3:]] == [0, 1, 2, 2]
    assert last(scripted("FFFLL", "gggcg", players=[1]), "lit") == 0


def test_a_guard_spares_two_in_this_turn_only() -> None:
    lit = [table["lit"] for table in scripted("FFFLLLGF", "gggcccbbg", players=[1]).before]
    assert lit[6:9] == [3, 3, 2]
    assert last(scripted("FFFLLLG", "gggcccg", players=[1]), "lit") == 3 - (4 - 2)


def test_guards_can_be_forbidden() -> None:
    assert scripted("G", "cc").end["fault"] == 0
    assert scripted("G", "cc", options={"guard": False}).end["fault"] == IMPOSSIBLE


def test_the_chosen_keeper_picks_up_the_oil_of_the_card() -> None:
    assert scripted("", "cbg", "12", players=[3]).before[3]["oil"] == [1, 1 + 2, 1 + 1, 0]


def test_nobody_is_chosen_where_there_is_no_oil() -> None:
    assert scripted("", "ggg").given == 0
    assert scripted("", "gcb").given == 2


@pytest.mark.parametrize("seat", [2, 3, 9])
def test_oil_for_a_keeper_who_is_not_there(seat: int) -> None:
    played = scripted("", "cc", str(seat), players=[2])
    assert played.end["fault"] == NOBODY
    assert played.end["oil"] == [1, 0, 0, 0]


def test_the_keepers_win_as_soon_as_all_lanterns_burn() -> None:
    played = scripted("FFLL", "ggcg", lanterns=[2])
    assert played.end["end"] == WON
    assert (played.end["turn"], played.end["drawn"], played.end["lit"]) == (4, 3, 2)
    assert (played.tally["won"], played.tally["turns"]) == (1, 4)


def test_the_storm_comes_after_the_last_card_and_one_more_turn() -> None:
    played = scripted("FFLF", "ggc", lanterns=[2])
    assert played.end["end"] == STORM
    assert (played.end["turn"], played.end["drawn"], played.tally["won"]) == (4, 3, 0)
    assert scripted("FFLL", "ggc", lanterns=[2]).end["end"] == WON


def test_what_is_counted() -> None:
    played = scripted("FFFLLL", "bgbcbg", players=[1])
    assert played.tally["out"] == 1 + 2
    assert played.tally["games"][:3] == [1, 1, 1]
    assert played.tally["blown"][:3] == [1, 0, 2]


def test_the_cards_to_come_are_counted() -> None:
    assert [table["left"][:3] for table in scripted("", "bgcc").before] == [
        [1, 2, 1],
        [0, 2, 1],
        [0, 2, 0],
        [0, 1, 0],
        [0, 0, 0],
    ]


def test_every_card_comes_once_in_an_order_that_differs() -> None:
    orders = [cards_of(index) for index in range(5)]
    assert all(Counter(order) == {"Calm": 7, "Breeze": 6, "Gale": 4} for order in orders)
    assert len(set(map(tuple, orders))) == 5


def test_the_weather_is_the_same_whoever_plays_and_however_many() -> None:
    assert cards_of(3) == cards_of(3, policies=["watchful"]) == cards_of(3, players=[4], lanterns=[11])


def test_without_one_kind_the_others_keep_their_order() -> None:
    game = lanterns()
    deck = game.resolve({}, "test")["decks"][0]
    for kind in ("breeze", "calm", "gale"):
        cards = {key: card for key, card in deck["content"]["cards"].items() if key != kind}
        fewer = {"name": "fewer", "content": {**deck["content"], "cards": cards}}
        assert cards_of(3, decks=[fewer]) == [card for card in cards_of(3) if card != kind.title()]


def test_a_deck_has_no_more_kinds_than_the_records_have_room_for() -> None:
    cards = {f"card-{at}": {"copies": 1, "wind": 0, "oil": 0} for at in range(7)}
    deck = {"name": "wide", "content": {"name": "wide", "cards": cards}}
    with pytest.raises(BadInput, match=r"^test: wide: cards: expected at most 6 cards, got 7$"):
        lanterns().resolve({"decks": [deck]}, "test")


def test_the_package_is_small() -> None:
    files = sorted((PACKAGES / NAME).rglob("*.py"))
    assert len(files) <= 6
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 300


def test_the_package_imports_nothing_of_the_engine_but_what_is_offered() -> None:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (PACKAGES / NAME).rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    ours = {module for module in found if module.partition(".")[0] in ("engine", "sim", "fatecast", "tests")}
    assert ours == {"fatecast", "fatecast.compiled_game"}
