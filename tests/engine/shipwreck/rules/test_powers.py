"""The 17 faded powers: who uses them, when, at what cost, and what they do."""

from functools import partial

import pytest

from engine.game.cell import Json
from tests.support.shipwreck.position import FULL, allows, few, lay, play, refused, turn

ROW = ["dawn", "midnight", "the-blind-man", "the-judge", "the-deep", "the-key"]
SPENT = "the-wish"
"""The card whose back is the first power of the pool; The Blind Man is in the row."""
SECOND = "the-imago"
"""The card whose back is the second power."""
ROOMY = ["dawn", "midnight", "the-blind-man", "the-judge"]


def answer(question: str, power: str, played: int, kept: int, on: str = "the-blind-man") -> bool:
    """What the group hears."""
    game = play(ROW, [turn([played, kept], f"{played} on {on}", group=question)], pool=[power], roomy=ROOMY)
    heard: bool = game.one("answered", 1)["answer"]
    return heard


# The questions


@pytest.mark.parametrize(
    ("limit", "kept", "heard"), [(4, 5, True), (4, 4, False), (4, 3, False), (1, 2, True), (7, 7, False)]
)
def test_higher_than(limit: int, kept: int, heard: bool) -> None:
    """Higher than: choose X, learn whether the kept fate is higher."""
    assert answer(f"higher-than {limit}", "higher-than", 3, kept) is heard


@pytest.mark.parametrize("power", ["1-2-3", "1-4-7", "3-4-5", "5-6-7"])
@pytest.mark.parametrize("kept", [1, 2, 3, 4, 5, 6, 7])
def test_the_questions_for_a_set(power: str, kept: int) -> None:
    """Learn whether the kept fate is in the set."""
    assert answer(power, power, 2, kept) is (str(kept) in power.split("-"))


@pytest.mark.parametrize(("named", "kept", "heard"), [(6, 6, True), (6, 5, False), (3, 3, True), (3, 6, False)])
def test_same(named: int, kept: int, heard: bool) -> None:
    """Same: choose a visible value, which may be the one just played, and learn whether the kept fate has it."""
    asked = turn([3, kept], "3 on the-blind-man", group=f"same {named}")
    game = play(ROW, [*lay([6], on="dawn", keep=1), asked], pool=["same"], roomy=ROOMY)
    assert game.one("answered", 2) == {"power": "same", "x": named, "answer": heard}


def test_same_names_a_visible_value() -> None:
    """Same: the value must be visible."""
    with refused("before_prediction", at=1):
        answer("same 5", "same", 3, 5)


@pytest.mark.parametrize(
    ("played", "kept", "heard"), [(3, 3, True), (3, 5, True), (3, 1, True), (3, 6, False), (7, 4, False)]
)
def test_within_2(played: int, kept: int, heard: bool) -> None:
    """Within 2: learn whether the two fates differ by at most two."""
    assert answer("within-2", "within-2", played, kept) is heard


@pytest.mark.parametrize("kept", [1, 2, 3, 4, 5, 6, 7])
def test_help(kept: int) -> None:
    """Help: spend this and another pooled power; learn whether the kept fate is 2 or 6."""
    asked = turn([3, kept], "3 on the-blind-man", group="help with twice")
    game = play(ROW, [asked], pool=["help", "twice"], roomy=ROOMY)
    assert game.one("answered", 1)["answer"] is (kept in (2, 6))
    assert game.then.powers == []


def test_help_needs_another_power() -> None:
    """Help: without another pooled power it cannot be used."""
    for group in ("help", "help with help", "help with twice"):
        with refused("before_prediction", at=1):
            play(ROW, [turn([5, 2], "5 on dawn", group=group)], pool=["help"])


@pytest.mark.parametrize(
    ("pool", "under"), [(["help", "twice"], [SPENT, SECOND]), (["twice", "help"], [SECOND, SPENT])]
)
def test_the_power_used_goes_under_the_deck_before_the_power_paid(pool: list[str], under: list[str]) -> None:
    """Order under the deck: the used power, then the power paid with it."""
    game = play(ROW[:4], [turn([5, 2], "5 on dawn", group="help with twice")], pool=pool)
    assert game.under(1) == under
    assert game.then.deck_top == under[0]


@pytest.mark.parametrize("pool", [["help", "twice", "cycle"], ["twice", "help", "cycle"], ["cycle", "twice", "help"]])
def test_help_takes_the_power_that_was_named(pool: list[str]) -> None:
    """Whatever the order of the pool, the third power stays."""
    game = play(ROW, [turn([5, 2], "5 on dawn", group="help with twice")], pool=pool)
    assert game.then.powers == ["cycle"]


# Twice


def test_twice_grants_one_extra_guess() -> None:
    """Twice: one extra guess, only in this turn."""
    two = turn([5, 2], "5 on dawn", group="twice", predict=[1, 2])
    assert play(ROW, [two], pool=["twice"]).one("predicted", 1)["right"] is True
    with refused("predict", at=1):
        play(ROW, [two | {"predict": [1, 2, 3]}], pool=["twice"])
    with refused("predict", at=2):
        play(
            ROW,
            [turn([5, 2], "5 on dawn", group="twice"), turn([3, 2], "3 on dawn", predict=[1, 2])],
            pool=["twice"],
            roomy=ROOMY,
        )


# Old?

HELD = [turn([5, 2], "5 on dawn"), turn([1, 1], "1 on the-judge")]
"""Player 1 of two holds a 2 afterwards, player 2 a 1."""


@pytest.mark.parametrize(("played", "on", "old"), [(2, "midnight", True), (6, "dawn", False)])
def test_old_tells_whether_the_played_token_was_held_last_turn(played: int, on: str, old: bool) -> None:
    """Old?: tells truthfully whether the played token was already held last turn."""
    game = play(ROW, [*HELD, turn([6], f"{played} on {on}", after="old")], pool=["old"], roomy=ROOMY)
    assert game.one("answered", 3) == {"power": "old", "x": None, "answer": old}


@pytest.mark.parametrize(
    ("plays", "old"),
    [
        (["2 on the-feast", "6 on the-blind-man"], False),
        (["6 on the-feast", "2 on the-blind-man"], True),
        (["6 on the-feast", "7 on the-blind-man"], False),
    ],
)
def test_old_speaks_of_the_last_play(plays: list[str], old: bool) -> None:
    """After The Feast, Old? is about the last play."""
    row = ["dawn", "the-feast", "the-blind-man", "the-judge"]
    game = play(row, [*HELD, turn([6, 7], plays, after="old")], pool=["old"], roomy=row)
    assert game.one("answered", 3)["answer"] is old


# Discard lower


def test_discard_lower_returns_a_visible_fate_to_the_bag() -> None:
    """Discard lower: return one visible fate lower than the kept one to the bag."""
    discard = turn([6, 5], "6 on leviathan", after="discard-lower 3 from dawn")
    row = ["dawn", "leviathan", "the-blind-man", "the-judge"]
    set_up = [*lay([3], on="dawn", keep=1), *lay([3, 3])]
    game = play(row, [*set_up, discard, turn([3, 1], "3 on dawn")], pool=["discard-lower"], roomy=row)
    assert game.before(5).fates["dawn"] == []
    assert game.drawn(5) == [3, 1]
    assert game.under(4) == [SPENT]


@pytest.mark.parametrize("fate", [3, 4])
def test_discard_lower_takes_only_a_fate_below_the_kept_one(fate: int) -> None:
    """Discard lower: v < k, so neither an equal nor a higher fate."""
    set_up = lay([fate], on="dawn", keep=1)
    with refused("after_play", at=2):
        play(
            ROW,
            [*set_up, turn([7, 3], "7 on the-judge", after=f"discard-lower {fate} from dawn")],
            pool=["discard-lower"],
            roomy=ROOMY,
        )


# Cycle


def test_cycle_replaces_an_empty_card() -> None:
    """Cycle: an arcana card with no fates is replaced by the top of the deck; no doom, no power gained."""
    game = play(ROW, [turn([5, 2], "5 on dawn", before="cycle on midnight")], pool=["cycle"])
    assert game.then.row == ["dawn", "the-deep", "the-blind-man", "the-judge"]
    assert (game.then.powers, game.then.doom, game.faded(1)) == ([], 0, [])


def test_a_card_with_fates_cannot_be_cycled() -> None:
    """Cycle: only a card without fates."""
    with refused("before_play", at=2):
        play(ROW, [*lay([3]), turn([5, 2], "5 on dawn", before="cycle on the-blind-man")], pool=["cycle"], roomy=ROOMY)


def test_the_order_of_cycle_under_the_deck() -> None:
    """Cycle: the new card is drawn; then the used power and the replaced card go under the deck."""
    cards = ["dawn", "midnight", "the-judge", "the-lord", "the-key", "the-deep"]
    turns = [
        turn([5, 1], "5 on dawn", before="cycle on midnight", predict=1),
        turn([2, 4], "2 on the-judge", predict=4),
        turn([5, 1], "5 on the-lord", predict=1),
    ]
    game = play(cards, turns, pool=["cycle"], moons=dict.fromkeys(cards, 1))
    assert game.under(1) == ["the-blind-man", "midnight"]
    assert game.names(1).index("dealt") < game.names(1).index("under")
    assert game.then.row == ["the-deep", "the-key", "the-blind-man", "midnight"]


# +1


def test_plus_1_raises_the_fate_not_played() -> None:
    """+1: the fate not played counts as one more; the played one does not."""
    assert allows("the-mirror", 6, 5, before="plus-1")
    assert not allows("the-mirror", 5, 6, before="plus-1")
    assert not allows("the-mirror", 5, 5, before="plus-1")


def test_plus_1_makes_a_7_count_8() -> None:
    """+1: a 7 counts 8."""
    assert allows("the-key", 1, 7, before="plus-1")
    assert not allows("the-key", 2, 7, before="plus-1")
    assert allows("leviathan", 3, 7, before="plus-1")
    assert allows("the-engine", 4, 7, before="plus-1")
    assert allows("the-lord", 5, 7, before="plus-1")
    assert not allows("the-lord", 5, 4, before="plus-1")
    assert not allows("the-mirror", 7, 7, before="plus-1")


def test_plus_1_leaves_the_hours_as_printed() -> None:
    """+1: hours as printed, also for The North Wind."""
    assert allows("the-north-wind", 4, 3, before="plus-1")
    assert not allows("the-north-wind", 1, 3, before="plus-1")
    assert allows("the-north-wind", 4, 7, before="plus-1")
    assert not allows("the-north-wind", 4, 6, before="plus-1")


@pytest.mark.parametrize(
    ("card", "table", "played", "kept", "legal"),
    [
        ("the-prophet", [5], 1, 4, True),
        ("the-prophet", [5], 1, 5, False),
        ("the-rider", [5], 1, 4, False),
        ("the-rider", [5], 1, 5, True),
        ("the-rider", [], 4, 4, True),
        ("asunder", [2], 6, 3, True),
        ("the-ghost", [5], 5, 3, False),
        ("the-ghost", [5], 5, 4, True),
        ("the-lantern", [2], 1, 4, True),
        ("the-passage", [4], 5, 3, False),
        ("the-passage", [4], 5, 2, True),
        ("the-passage", [7], 1, 7, True),
        ("the-musicians", [], 3, 7, True),
        ("the-musicians", [2], 3, 5, True),
    ],
)
def test_plus_1_holds_for_cards_that_look_at_the_table(
    card: str, table: list[int], played: int, kept: int, legal: bool
) -> None:
    """+1: for every card text of this turn."""
    assert allows(card, played, kept, table, before="plus-1") is legal


def test_plus_1_lasts_one_turn() -> None:
    """+1: only in this turn."""
    with refused("choose_play", at=2):
        play(
            ["the-mirror", *ROW[:4]],
            [turn([5, 2], "5 on dawn", before="plus-1", predict=2), turn([6, 5], "6 on the-mirror")],
            pool=["plus-1"],
            roomy=ROOMY,
        )


def test_predictions_name_the_printed_value() -> None:
    """+1: the group predicts what is printed on the fate."""
    plus = turn([5, 2], "5 on dawn", before="plus-1", predict=2)
    assert play(ROW, [plus], pool=["plus-1"]).one("predicted", 1)["right"] is True
    assert play(ROW, [plus | {"predict": 3}], pool=["plus-1"]).one("predicted", 1)["right"] is False


# Relocate

LOADED = lay([3])


def test_relocate_moves_a_visible_fate() -> None:
    """Relocate: moves one visible fate to another arcana card, whatever that card's rule says."""
    move = turn([5, 2], "5 on dawn", before="relocate 3 from the-blind-man to midnight")
    game = play(ROW, [*LOADED, move], pool=["relocate"], roomy=ROOMY)
    assert (game.then.fates["the-blind-man"], game.then.fates["midnight"]) == ([], [3])
    assert (game.then.hours["the-blind-man"], game.then.hours["midnight"]) == (0, 1)


def test_relocate_needs_another_card_and_a_fate_that_is_there() -> None:
    """Relocate: a visible fate and another arcana card; The Hours is not one."""
    for order in (
        "relocate 3 from the-blind-man to the-blind-man",
        "relocate 3 from the-blind-man to the-hours",
        "relocate 4 from the-blind-man to dawn",
        "relocate 3 from midnight to dawn",
    ):
        with refused("before_play", at=2):
            play(ROW, [*LOADED, turn([5, 2], "5 on dawn", before=order)], pool=["relocate"], roomy=ROOMY)


def test_relocate_may_make_a_card_fade() -> None:
    """Relocate: may make that card fade, in the Fade step and with its doom."""
    row = ["dawn", "midnight", "the-blind-man", "the-beast", "the-deep"]
    move = turn([5, 2], "5 on dawn", before="relocate 3 from the-blind-man to the-beast")
    assert play(row, [*LOADED, move], pool=["relocate"], roomy=ROOMY[:3]).faded(2) == [("the-beast", 2)]


def test_relocate_triggers_nothing() -> None:
    """Relocate: triggers no effect of the card: The Chalice, The Wish and The Feast do not act."""
    for card in ("the-chalice", "the-wish", "the-feast"):
        row = ["dawn", card, "the-blind-man", "the-judge"]
        move = turn([5, 4], "5 on dawn", before=f"relocate 3 from the-blind-man to {card}")
        game = play(row, [*LOADED, move], pool=["relocate"], roomy=["dawn", "the-blind-man", card])
        assert game.all("told", 2) == game.all("granted", 2) == []
        assert len(game.all("played", 2)) == 1


def test_the_table_is_looked_at_after_relocate() -> None:
    """Relocate comes before the play: Iron now has a 3 in front of it, which a kept 2 does not exceed."""
    row = ["dawn", "iron", "the-blind-man", "the-judge"]
    move = turn([5, 2], "5 on iron", before="relocate 3 from the-blind-man to iron")
    with refused("choose_play", at=2):
        play(row, [*LOADED, move], pool=["relocate"], roomy=["the-blind-man"])
    assert play(row, [*LOADED, turn([5, 2], "5 on iron")], pool=["relocate"], roomy=["the-blind-man"])


def test_a_fate_relocated_from_a_card_no_longer_lies_there() -> None:
    """Iron has lost its 5, so a kept 1 exceeds what is left."""
    row = ["dawn", "iron", "the-blind-man", "the-judge"]
    move = turn([2, 1], "2 on iron", before="relocate 5 from iron to the-blind-man")
    game = play(row, [*lay([5], on="iron", keep=7), move], pool=["relocate"], roomy=["the-blind-man"])
    assert game.then.fates["iron"] == [2]


def test_of_two_like_fates_one_is_relocated() -> None:
    """One of two 5s is left on Iron, which a kept 1 does not exceed."""
    row = ["dawn", "iron", "the-blind-man", "the-judge"]
    move = turn([2, 1], "2 on iron", before="relocate 5 from iron to the-blind-man")
    with refused("choose_play", at=3):
        play(row, [*lay([5, 5], on="iron", keep=7), move], pool=["relocate"], roomy=["the-blind-man", "iron"])


# Exile

RIGHT = turn([5, 2], "5 on dawn", predict=2, exile="exile 3 from the-blind-man with twice")


def test_exile_takes_a_fate_out_of_the_game() -> None:
    """Exile: after a correct prediction, spend this and another power; one visible fate leaves the game for good."""
    game = play(ROW, [*LOADED, RIGHT], pool=["exile", "twice"], roomy=ROOMY)
    assert game.then.fates["the-blind-man"] == []
    assert game.then.powers == []
    assert game.under(2) == [SPENT, SECOND]
    assert game.one("power", 2) == {"power": "exile", "card": SPENT, "fate": 3, "from": "the-blind-man"}


def test_an_exiled_fate_does_not_come_back() -> None:
    """Exile: for good. Only a single 1 and a single 2 are left in the bag, and only these are drawn."""
    turns = [*LOADED, turn([5, 2], "5 on dawn", predict=2, exile="exile 3 from the-blind-man with twice")]
    turns += [turn([1, 2], "2 on the-blind-man"), turn([4, 3], "4 on dawn"), turn([])]
    game = play(ROW, turns, pool=["exile", "twice"], roomy=ROOMY, deck=few(1, 2, 3, 3, 4, 5))
    assert game.one("skipped", 5) == {"fate": 1}


@pytest.mark.parametrize("predict", [3, []])
def test_exile_needs_a_right_prediction(predict: int | list[int]) -> None:
    """Exile: only after a correct prediction."""
    game = play(ROW, [*LOADED, RIGHT | {"predict": predict}], pool=["exile", "twice"], roomy=ROOMY)
    assert game.then.fates["the-blind-man"] == [3]
    assert game.then.powers == ["exile", "twice"]


def test_exile_must_be_paid_with_another_power() -> None:
    """Exile: costs this and another power of the pool."""
    for order in ("exile 3 from the-blind-man", "exile 3 from the-blind-man with exile"):
        with refused("after_correct", at=2):
            play(ROW, [*LOADED, RIGHT | {"exile": order}], pool=["exile", "twice"], roomy=ROOMY)
    with refused("after_correct", at=2):
        play(ROW, [*LOADED, RIGHT], pool=["exile"], roomy=ROOMY)


# Slow


def test_slow_makes_each_fate_count_one_hour() -> None:
    """Slow: attached to an arcana card; each fate on it counts 1 hour while it stays."""
    slow = turn([5, 2], "5 on dawn", group="slow on dawn", predict=2)
    game = play(ROW, [slow, turn([7, 2], "7 on dawn", predict=2)], pool=["slow"])
    assert game.before(2).hours["dawn"] == 1
    assert game.before(2).slowed == {"dawn"}
    assert game.then.hours["dawn"] == 2
    assert game.then.powers == []


def test_a_slowed_card_fades_when_its_hours_are_up() -> None:
    """An attached Slow goes face up under the deck when its card fades, after the refill."""
    slow = turn([7, 2], "7 on dawn", group="slow on dawn", predict=2)
    game = play(ROW[:5], [slow, *lay([6, 5], on="dawn", keep=1)], pool=["slow"])
    assert game.faded(3) == [("dawn", 0)]
    assert game.then.row[0] == "the-deep"
    assert game.under(3) == [SPENT]
    assert game.under(1) == []
    assert game.then.deck_top == SPENT
    assert game.then.slowed == set()
    assert game.then.powers == ["higher-than"]


def test_the_next_card_in_the_slot_is_not_slowed() -> None:
    """Slow stays with its card, not with the slot."""
    row = ["the-beast", "dawn", "midnight", "the-blind-man", "the-judge"]
    slow = turn([5, 2], "5 on dawn", group="slow on the-beast", predict=2)
    turns = [slow, turn([1, 2], "1 on the-beast", predict=2), turn([6, 4], "6 on the-judge")]
    game = play(row, turns, pool=["slow"], roomy=["dawn"])
    assert game.then.row[0] == "the-judge"
    assert game.then.hours["the-judge"] == 2


def test_slow_goes_under_the_deck_when_its_host_is_cycled() -> None:
    """Order under the deck: the used power, the replaced card, then the cards attached to it."""
    slow = turn([5, 2], "5 on dawn", group="slow on midnight", predict=2)
    cycle = turn([3, 2], "3 on dawn", before="cycle on midnight")
    game = play(ROW, [slow, cycle], pool=["slow", "cycle"], roomy=["dawn"])
    assert game.under(2) == [SECOND, "midnight", SPENT]
    assert game.then.slowed == set()


def test_slow_slows_fates_that_come_later_by_any_road() -> None:
    """Each fate on the card, however it came."""
    slow = turn([5, 2], "5 on the-blind-man", group="slow on dawn", predict=2)
    move = turn([3, 2], "3 on the-blind-man", before="relocate 5 from the-blind-man to dawn")
    game = play(ROW, [slow, move], pool=["slow", "relocate"], roomy=["the-blind-man"])
    assert game.then.hours["dawn"] == 1


# Amplify

FALLEN = turn([6, 3], "6 on the-fall", predict=3)
"""The Fall fades without doom; the fifth card takes its slot."""
STORM = ["the-fall", "the-ash", "the-judge", "the-mirror", "the-beast", "the-deep", "the-key"]
BEAST = turn([1, 2], "1 on the-beast")
CALM = ["the-fall", "the-lord", "the-judge", "the-mirror", "the-beast", "the-deep", "the-key"]
"""The same without The Ash, so that The Beast fades alone."""


def test_amplify_attaches_itself_to_the_card_that_replaces_the_fall() -> None:
    """Amplify: automatic when The Fall fades; attached powers are not in the pool."""
    assert FULL["cards"]["the-fall"]["power"] == "amplify"
    game = play(STORM, [FALLEN])
    assert game.then.row[0] == "the-beast"
    assert game.then.amplified == {"the-beast"}
    assert game.then.powers == []
    assert game.under(1) == []


def test_an_amplified_fade_costs_one_more() -> None:
    """In the turn its card fades, a fade that costs doom costs 1 more."""
    game = play(CALM, [FALLEN, BEAST])
    assert game.faded(2) == [("the-beast", 3)]
    assert game.then.doom == 3


def test_amplify_goes_under_the_deck_when_its_host_fades() -> None:
    """After the refill it goes face up under the deck."""
    game = play(CALM[:6], [FALLEN, BEAST])
    assert game.under(2) == ["the-fall"]
    assert game.then.row[0] == "the-deep"
    assert game.then.deck_top == "the-fall"
    assert game.then.amplified == set()


@pytest.mark.parametrize("row", [["the-fall", "the-ash"], ["the-ash", "the-fall"]])
def test_amplify_makes_every_fade_of_the_turn_cost_more(row: list[str]) -> None:
    """Every fade of that turn that costs doom, in whichever slot."""
    game = play([*row, *STORM[2:]], [FALLEN, BEAST])
    assert sorted(game.faded(2)) == [("the-ash", 3), ("the-beast", 3)]
    assert game.then.doom == 6
    assert game.counter("the-ash", "doom") == 3


def test_the_fade_of_the_fall_itself_is_not_amplified() -> None:
    """Amplify attaches to the new card: in that turn nothing costs more."""
    game = play(STORM, [turn([2, 1], "2 on the-fall")])
    assert game.faded(1) == [("the-fall", 2), ("the-ash", 2)]


def test_a_right_prediction_scores_one_more_when_the_host_fades() -> None:
    """No doom after a correct prediction, and it scores 1 more."""
    game = play(STORM, [FALLEN, BEAST | {"predict": 2}])
    assert game.faded(2) == [("the-beast", 0), ("the-ash", 0)]
    assert (game.then.score, game.then.doom) == (3, 0)
    assert game.total("correct") == 2


def test_amplify_costs_nothing_for_the_blind_man() -> None:
    """None for The Blind Man, even if Amplify is attached to it; the other fades of the turn cost 1 more."""
    row = ["the-fall", "the-ash", "the-judge", "the-mirror", "the-blind-man", "the-deep", "the-key"]
    game = play(row, [FALLEN, turn([1, 5], "1 on the-blind-man")])
    assert game.faded(2) == [("the-blind-man", 0), ("the-ash", 3)]
    game = play(row, [FALLEN, turn([1, 5], "1 on the-blind-man", predict=5)])
    assert game.then.score == 3


# Windows, limit, costs

WINDOWS = {"before": "before_play", "after": "after_play", "group": "before_prediction", "exile": "after_correct"}
USED_IN = {
    "twice": "group",
    "higher-than 3": "group",
    "slow on dawn": "group",
    "help with help": "group",
    "cycle on midnight": "before",
    "plus-1": "before",
    "relocate 3 from the-blind-man to dawn": "before",
    "old": "after",
    "discard-lower 3 from the-blind-man": "after",
    "exile 3 from the-blind-man with exile": "exile",
}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("power", USED_IN)
def test_a_power_is_used_in_its_own_window_alone(power: str, window: str) -> None:
    """By the active player before or after playing, by the group before predicting, Exile after a right prediction."""
    asked = turn([6, 4], "6 on dawn", predict=4, **{window: power})
    game = partial(play, ROW, [*LOADED, asked], pool=[power.partition(" ")[0]] * 2, roomy=ROOMY)
    if window == USED_IN[power]:
        assert game().one("power", 2)["power"] == power.partition(" ")[0]
    else:
        with refused(WINDOWS[window], at=2):
            game()


ONE = {
    "before": "plus-1",
    "after": "old",
    "group": "1-2-3",
    "exile": "exile 3 from the-blind-man with twice",
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("before", "after"),
        ("before", "group"),
        ("before", "exile"),
        ("after", "group"),
        ("after", "exile"),
        ("group", "exile"),
    ],
)
def test_one_faded_power_a_turn_in_all(first: str, second: str) -> None:
    """One faded power per turn in all, active player and group together; Exile is no exception."""
    pool = [ONE[first].partition(" ")[0], ONE[second].partition(" ")[0]]
    pool += ["twice"] if second == "exile" else []
    both: Json = turn([5, 2], "5 on dawn", predict=2, **{first: ONE[first], second: ONE[second]})
    game = play(ROW, [*LOADED, both], pool=pool, roomy=ROOMY)
    assert [event["power"] for event in game.all("power", 2)] == pool[:1]
    assert game.then.powers == pool[1:]


def test_a_power_that_is_not_in_the_pool_cannot_be_used() -> None:
    """Only the faded powers of the pool are available."""
    with refused("before_prediction", at=1):
        play(ROW, [turn([5, 2], "5 on dawn", group="twice")], pool=["1-2-3"])


def test_a_power_gained_in_the_fade_step_is_usable_from_the_next_turn_on() -> None:
    """Not in the turn of the fade: the card is still in the row when the group predicts."""
    row = ["the-mirror", *ROW]
    fade = turn([4, 4], "4 on the-mirror", predict=4)
    assert play(row, [fade | {"group": "twice"}]).all("power", 1) == []
    with refused("predict", at=1):
        play(row, [fade | {"group": "twice", "predict": [3, 4]}])
    game = play(row, [fade, turn([5, 2], "5 on dawn", group="twice", predict=[1, 2])])
    assert game.one("predicted", 2)["right"] is True


def test_the_use_of_powers_is_counted() -> None:
    """Powers used, in total and by the card on whose back they are."""
    game = play(ROW, [turn([5, 2], "5 on dawn", group="help with twice")], pool=["help", "twice"], more_turns=0)
    assert game.total("powers") == 1
    assert game.counter(SPENT, "power_used") == 1
    assert game.counter(SPENT, "power_gained") == 1
