"""Which fate may be played where: one test for each card that looks at visible fates, and The Hours."""

from collections.abc import Callable

import pytest

from tests.support.shipwreck.position import EVERY, FULL, allows, lay, play, refused, turn


def hours(fate: int) -> int:
    return 1 if fate < 4 else 2 if fate < 7 else 3


FORMULAS: dict[str, Callable[[int, int], bool]] = {
    "dawn": lambda p, k: p > k,
    "midnight": lambda p, k: p < k,
    "leviathan": lambda p, k: p + k >= 11,
    "the-beast": lambda p, k: abs(p - k) == 1,
    "the-belltower": lambda p, k: (p + k) % 3 == 0,
    "the-blind-man": lambda p, k: True,
    "the-deep": lambda p, k: p + k <= 5,
    "the-engine": lambda p, k: max(p, k) in (2 * min(p, k), 3 * min(p, k)),
    "the-huntress": lambda p, k: abs(p - k) == 2,
    "the-judge": lambda p, k: (p + k) % 2 == 0,
    "the-key": lambda p, k: 7 <= p + k <= 9,
    "the-lord": lambda p, k: p in {5, 6, 7} and k not in {5, 6, 7},
    "the-mirror": lambda p, k: p == k,
    "the-noble": lambda p, k: p in {3, 4, 5} and k not in {3, 4, 5},
    "the-servant": lambda p, k: p in {1, 2, 3} and k not in {1, 2, 3},
    "the-shore": lambda p, k: abs(p - k) >= 4,
    "the-stranger": lambda p, k: (p + k) % 2 == 1,
    "fortune": lambda p, k: p > k if p % 2 and k % 2 else (p + k) % 2 == 1 and p < k,
    "the-captain": lambda p, k: p in {1, 4, 7} and k not in {1, 4, 7},
    "the-north-wind": lambda p, k: abs(hours(p) - hours(k)) == 1,
    "the-pallbearers": lambda p, k: abs(p - k) in {1, 2},
    "the-wish": lambda p, k: True,
    "the-imago": lambda p, k: True,
    "the-ash": lambda p, k: p == 7,
}
"""The cards whose text is about the two fates alone."""

BLOCKED = ["the-deep", "leviathan", "the-mirror", "the-beast"]
"""No fate of the hands {1, 7} and {2, 5} fits any of these."""


@pytest.mark.parametrize("card", FORMULAS)
def test_legal_plays_on_a_card_that_does_not_look_at_the_table(card: str) -> None:
    """The formula says which of the two fates may be played; the number line shows the kept fates it allows."""
    fits = FORMULAS[card]
    kept = {p: [k for k in EVERY if fits(p, k)] for p in EVERY}
    possible = [p for p in EVERY if kept[p]]
    turns = [turn([p, kept[p][0]], f"{p} on {card}", predict=kept[p][0]) for p in possible]
    others = [other for other in ("the-mirror", "dawn", "midnight", "the-judge") if other != card][:3]
    game = play([card, *others], turns, roomy=[card] if "moons" in FULL["cards"][card] else [])
    assert [game.line(at) for at in range(1, len(turns) + 1)] == [kept[p] for p in possible]


@pytest.mark.parametrize("card", [card for card in FORMULAS if card not in ("the-blind-man", "the-wish", "the-imago")])
def test_a_play_against_the_text_of_the_card_is_refused(card: str) -> None:
    """A play must obey the card."""
    illegal = [(p, k) for p in EVERY for k in EVERY if not FORMULAS[card](p, k)]
    assert not allows(card, *illegal[0])
    assert not allows(card, *illegal[-1])


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_only_the_card_played_on_is_obeyed(place: int) -> None:
    """A play must obey only the card it is played on, wherever the others lie."""
    row = ["the-deep", "leviathan", "the-mirror"]
    row.insert(place, "the-shore")
    assert play(row, [turn([1, 7], "7 on the-shore")]).then.fates["the-shore"] == [7]


def test_the_player_chooses_which_fate_if_both_fit() -> None:
    """If both ways of assigning the two fates fit, the player chooses."""
    for fate in (2, 4):
        game = play(["the-judge", *BLOCKED[:3]], [turn([2, 4], f"{fate} on the-judge")])
        assert game.then.fates["the-judge"] == [fate]


def test_a_fate_that_is_not_in_the_hand_cannot_be_played() -> None:
    """One of the two fates in hand is played."""
    with refused("choose_play", at=1):
        play(["the-blind-man", *BLOCKED[:3]], [turn([2, 4], "3 on the-blind-man")])


@pytest.mark.parametrize(
    ("card", "played", "kept", "table", "here", "legal"),
    [
        # The Prophet: the kept fate matches a visible one; the fate about to be played is not visible yet.
        ("the-prophet", 2, 5, [5], [], True),
        ("the-prophet", 5, 2, [5], [], False),
        ("the-prophet", 2, 5, [], [], False),
        ("the-prophet", 5, 5, [], [], False),
        ("the-prophet", 5, 4, [4, 6], [], True),
        ("the-prophet", 4, 5, [4, 6], [], False),
        # The Rider: the two fates differ and neither value is visible.
        ("the-rider", 2, 3, [4], [], True),
        ("the-rider", 4, 3, [4], [], False),
        ("the-rider", 3, 4, [4], [], False),
        ("the-rider", 3, 3, [4], [], False),
        ("the-rider", 7, 1, [], [], True),
        # Asunder: the played fate is higher, by a value that is visible.
        ("asunder", 5, 2, [3], [], True),
        ("asunder", 2, 5, [3], [], False),
        ("asunder", 6, 2, [3], [], False),
        ("asunder", 3, 3, [3], [], False),
        ("asunder", 4, 2, [], [], False),
        # Iron: the kept fate exceeds the highest fate in front of Iron, of which there may be none.
        ("iron", 7, 1, [], [], True),
        ("iron", 1, 4, [], [3], True),
        ("iron", 7, 3, [], [3], False),
        ("iron", 4, 2, [], [3], False),
        ("iron", 6, 5, [], [2, 5], False),
        ("iron", 1, 6, [], [2, 5], True),
        ("iron", 6, 4, [], [5, 2], False),
        ("iron", 2, 1, [6], [], True),
        # The Ghost: no visible fate differs by one from either fate; the two may differ by one from each other.
        ("the-ghost", 4, 4, [4], [], True),
        ("the-ghost", 2, 6, [4], [], True),
        ("the-ghost", 3, 7, [4], [], False),
        ("the-ghost", 7, 3, [4], [], False),
        ("the-ghost", 5, 1, [4], [], False),
        ("the-ghost", 1, 5, [4], [], False),
        ("the-ghost", 3, 4, [], [], True),
        ("the-ghost", 3, 4, [1, 6], [], True),
        ("the-ghost", 3, 5, [1, 6], [], False),
        # The Lantern: both fates and all visible ones, including repeats, sum to a multiple of 4.
        ("the-lantern", 1, 3, [], [], True),
        ("the-lantern", 2, 3, [], [], False),
        ("the-lantern", 1, 1, [3, 3], [], True),
        ("the-lantern", 1, 4, [3, 3], [], False),
        ("the-lantern", 1, 5, [3, 3], [], True),
        ("the-lantern", 1, 3, [3, 3], [], False),
        ("the-lantern", 7, 2, [2, 5], [], True),
        # The Passage: exactly one visible value, however many tokens show it, is strictly between the two fates.
        ("the-passage", 1, 5, [3], [], True),
        ("the-passage", 5, 1, [3], [], True),
        ("the-passage", 1, 5, [3, 3], [], True),
        ("the-passage", 1, 5, [3, 4], [], False),
        ("the-passage", 2, 4, [3, 4], [], True),
        ("the-passage", 5, 3, [3, 4], [], True),
        ("the-passage", 1, 5, [1, 5], [], False),
        ("the-passage", 3, 3, [3], [], False),
        ("the-passage", 1, 7, [], [], False),
        ("the-passage", 3, 5, [3], [], False),
        # The Musicians: the two fates make 11, alone or with exactly one visible fate.
        ("the-musicians", 5, 6, [], [], True),
        ("the-musicians", 4, 6, [], [], False),
        ("the-musicians", 4, 6, [1], [], True),
        ("the-musicians", 5, 6, [1], [], True),
        ("the-musicians", 3, 6, [1], [], False),
        ("the-musicians", 3, 6, [1, 1], [], False),
        ("the-musicians", 4, 3, [], [], False),
        ("the-musicians", 4, 3, [4], [], True),
    ],
)
def test_legal_plays_on_a_card_that_looks_at_the_table(
    card: str, played: int, kept: int, table: list[int], here: list[int], legal: bool
) -> None:
    """Its text holds for the two fates and what lies on the table, or in front of the card itself."""
    assert allows(card, played, kept, table, here) is legal


def test_the_thief_is_never_played_on() -> None:
    """The Thief gets fates only by theft."""
    assert not allows("the-thief", 7, 1)
    assert not allows("the-thief", 1, 7)


def test_fates_count_as_visible_on_whichever_card_they_lie() -> None:
    """Visible: in front of any arcana card, including the one played on."""
    cards = ["the-prophet", "the-blind-man", "dawn", "midnight"]
    set_up = [*lay([4], on="dawn", keep=2), *lay([3])]
    game = play(cards, [*set_up, turn([1, 4], "1 on the-prophet")], roomy=["the-blind-man"])
    assert game.then.fates["the-prophet"] == [1]
    again = turn([1, 1], "1 on the-prophet", predict=1)
    game = play(cards, [*set_up, turn([1, 4], "1 on the-prophet", predict=4), again], roomy=["the-prophet", *cards[1:]])
    assert game.then.fates["the-prophet"] == [1, 1]


def test_the_hours_is_forbidden_while_a_card_takes_a_fate() -> None:
    """The Hours: legal only if neither fate can be played on any arcana card."""
    with refused("choose_play", at=1):
        play(BLOCKED, [turn([1, 3], "1 on the-hours")])


@pytest.mark.parametrize("fate", [2, 5])
def test_on_the_hours_the_player_chooses_which_fate(fate: int) -> None:
    """The player chooses which fate goes to The Hours; it then moves to slot 1, whatever that card's rule says."""
    game = play(BLOCKED, [turn([2, 5], f"{fate} on the-hours")])
    assert game.one("played", 1)["place"] == "the-hours"
    assert game.one("shifted", 1) == {"fate": fate, "card": "the-deep"}
    assert game.then.fates["the-deep"] == [fate]
    assert game.total("hours_plays") >= 1


def test_a_fate_moved_from_the_hours_counts_its_hours_in_slot_1() -> None:
    """There it counts for hours at once, and may make the card fade this turn."""
    assert play(BLOCKED, [turn([2, 5], "5 on the-hours")]).then.hours["the-deep"] == 2
    game = play(BLOCKED, [turn([1, 7], "7 on the-hours")])
    assert game.faded(1) == [("the-deep", 2)]
    game = play(["the-beast", *BLOCKED[:3]], [turn([2, 5], "2 on the-hours")])
    assert game.faded(1) == [("the-beast", 2)]


def test_after_a_power_a_legal_play_takes_the_hours_away() -> None:
    """After a power, legality is judged again: now The Shore takes the 2, and The Hours is no longer legal."""
    row = ["the-shore", *BLOCKED[1:]]
    game = play(row, [turn([2, 5], "2 on the-shore", before="plus-1")], pool=["plus-1"])
    assert game.one("played", 1)["place"] == "the-shore"
    with refused("choose_play", at=1):
        play(row, [turn([2, 5], "2 on the-hours", before="plus-1")], pool=["plus-1"])


def test_after_a_power_the_hours_may_become_compulsory() -> None:
    """Judged again in both directions: the only card that took a fate is cycled away."""
    row = ["leviathan", "the-shore", "the-mirror", "the-beast", "the-deep"]
    game = play(row, [turn([2, 6], "6 on the-hours", before="cycle on the-shore")], pool=["cycle"])
    assert game.one("shifted", 1) == {"fate": 6, "card": "leviathan"}
    with refused("choose_play", at=1):
        play(row, [turn([2, 6], "6 on the-hours")], pool=["cycle"])


def test_playable_and_played_are_counted_for_each_card() -> None:
    """The statistics count the plays for which a card could have been chosen, and how often it was."""
    game = play(["dawn", "the-deep", "leviathan", "the-mirror"], [turn([5, 1], "5 on dawn")], more_turns=0)
    assert [game.counter(card, "playable") for card in ("dawn", "the-deep", "leviathan", "the-mirror")] == [1, 0, 0, 0]
    assert [game.counter(card, "played") for card in ("dawn", "the-deep", "leviathan", "the-mirror")] == [1, 0, 0, 0]
    assert (game.total("plays"), game.total("hours_plays"), game.total("turns")) == (1, 0, 1)
