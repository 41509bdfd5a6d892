"""What is in the box, and how the game is set up."""

import pytest

from engine.shipwreck.deck.files import load_deck
from tests.support.shipwreck.position import EVERY, FULL, play, turn

BACKS = {
    "dawn": (3, "higher-than"),
    "leviathan": (4, "discard-lower"),
    "midnight": (3, "higher-than"),
    "the-beast": (1, "twice"),
    "the-belltower": (2, "discard-lower"),
    "the-blind-man": (1, "1-4-7"),
    "the-chalice": (2, "1-4-7"),
    "the-deep": (3, "higher-than"),
    "the-engine": (3, "5-6-7"),
    "the-huntress": (1, "twice"),
    "the-judge": (3, "3-4-5"),
    "the-key": (3, "old"),
    "the-lord": (3, "5-6-7"),
    "the-mirror": (1, "twice"),
    "the-noble": (3, "3-4-5"),
    "the-prophet": (2, "cycle"),
    "the-rider": (2, "cycle"),
    "the-servant": (2, "1-2-3"),
    "the-shore": (4, "discard-lower"),
    "the-stranger": (3, "1-2-3"),
    "asunder": (1, "same"),
    "fortune": (3, "plus-1"),
    "iron": (4, "plus-1"),
    "the-captain": (3, "1-4-7"),
    "the-feast": (4, "relocate"),
    "the-ghost": (2, "plus-1"),
    "the-lantern": (3, "relocate"),
    "the-pallbearers": (2, "within-2"),
    "the-passage": (2, "same"),
    "the-wish": (2, "old"),
    "the-imago": (3, "cycle"),
    "the-ash": (None, "help"),
    "the-fall": (None, "amplify"),
    "the-musicians": (3, "exile"),
    "the-north-wind": (2, "slow"),
    "the-thief": (2, "help"),
}
"""Moons (None for a comet) and faded power of every card."""

ROW = ["dawn", "midnight", "the-deep", "the-lord", "the-key"]


def test_each_card_has_its_moons_and_its_back() -> None:
    """Front: a duration in moons, or a comet; back: one faded power."""
    assert {key: (card.get("moons"), card["power"]) for key, card in FULL["cards"].items()} == BACKS


def test_36_cards_in_four_sets() -> None:
    """20 base cards, 10 in the promo pack, The Imago, 5 in Stars Below."""
    assert [load_deck(name).size for name in ("base", "promo", "stars-below", "full")] == [20, 10, 5, 36]


def test_17_powers() -> None:
    """There are 17 faded powers, and no other."""
    assert len(FULL["powers"]) == 17
    assert {power for _, power in BACKS.values()} == set(FULL["powers"])


def test_21_fates_and_their_hours() -> None:
    """Values 1 to 7, three copies each; 1-3 take one hour, 4-6 two, 7 three."""
    hours = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}
    assert FULL["fates"] == {str(value): {"copies": 3, "hours": hours[value]} for value in EVERY}


def test_goal_and_doom_limit() -> None:
    """The players win at 7 correct predictions and lose at 7 doom; 400 turns end the game."""
    assert (FULL["goal"], FULL["doom_limit"], FULL["turn_limit"]) == (7, 7, 400)


def test_four_cards_are_dealt_from_left_to_right() -> None:
    """Four cards are dealt to slots 1 to 4 from left to right; the top of the deck is public."""
    table = play(ROW, []).before(1)
    assert table.row == ROW[:4]
    assert table.deck_top == "the-key"


def test_a_deck_of_four_cards_leaves_no_deck() -> None:
    """A deck needs at least four cards; then none is left on the deck."""
    assert play(ROW[:4], []).before(1).deck_top is None


def test_doom_begins_at_the_difficulty_and_score_at_0() -> None:
    """Score 0; doom Easy 0, Normal 2, Hard 4, Doomed 6."""
    tables = [play(ROW, [], doom=doom).before(1) for doom in (0, 6)]
    assert [(table.score, table.doom) for table in tables] == [(0, 0), (0, 6)]


def test_no_power_and_no_fate_at_the_beginning() -> None:
    """All fates are in the bag, nobody holds one, no power is available."""
    table = play(ROW, []).before(1)
    assert table.powers == []
    assert all(fates == [] for fates in table.fates.values())
    assert table.line == EVERY


@pytest.mark.parametrize("players", [2, 5])
def test_play_goes_clockwise(players: int) -> None:
    """Two to five players; the turn passes to the next player."""
    game = play(ROW, [], players=players, more_turns=2 * players + 1, roomy=ROW)
    order = [event["player"] for event in game.all("turn")]
    assert order == [*range(1, players + 1), *range(1, players + 1), 1]


def test_every_player_draws_two_fates_in_the_first_round_and_one_later() -> None:
    """Draw until two fates are held: two if none is held, otherwise one."""
    draws = [turn([5, 1], "5 on dawn"), turn([6, 2], "6 on dawn"), turn([7], "7 on the-lord"), turn([3], "3 on dawn")]
    game = play(ROW, draws, roomy=ROW)
    assert [game.held(at) for at in (1, 2, 3, 4)] == [None, None, 1, 2]


def test_the_card_mask_of_the_opening() -> None:
    """The opening row is part of the result."""
    game = play(ROW, [])
    assert sorted(game.cards) == sorted(ROW)
    assert game.total("opening") == sum(1 << game.cards.index(card) for card in ROW[:4])
