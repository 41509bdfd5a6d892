"""The heuristics, rule by rule, in positions worked out by hand: seat 0 is to play unless said otherwise."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.euphoria.position import Position

ROWS = ("E e s", "S s e", "e e s", "s s e", "e s s")
"""Seat 0 has the Euphorian Leader, seat 1 that of Subterra."""
NOTHING_LEFT = ("E e s", "S s* e*", "e* e* s*", "s* s* e*", "e* s* s*")
"""Only the Leader of seat 1 is hidden."""


def with_row(number: int, row: str, rows: tuple[str, ...] = ROWS) -> tuple[str, ...]:
    return (*rows[:number], row, *rows[number + 1 :])


def index(name: str) -> int:
    return Position().ids.index(name)


def many_times(policy: str, *, games: int = 24, **where: Any) -> list[list[tuple[Any, ...]]]:
    """The same turn with other dice."""
    found = []
    for game in range(games):
        here = Position(**where)
        here.dice.key0 = game
        found.append(here.play_by(policy))
    return found


def first(policy: str, *skip: str, **where: Any) -> tuple[Any, ...]:
    """What the player does first, apart from some events."""
    return next(event for event in Position(**where).play_by(policy) if event[0] not in skip)


# Phase 1


def test_an_empty_hand_is_redrawn() -> None:
    assert first("hunter", pile=["lamp"]) == ("redraws", 0, 0)
    assert first("hunter", pile=["lamp"], hands={0: ["smoke"]})[0] != "redraws"
    assert first("hunter", hands={1: ["smoke"]})[0] != "redraws", "nothing to draw"


@pytest.mark.parametrize(
    "good",
    [
        *("wiretap", "barter", "taser", "watchdog", "decoy", "restraining-order"),
        *("shield", "veto", "lamp", "camera", "palo-de-amansar", "metal-detector"),
    ],
)
def test_a_choosy_player_keeps_a_good_artifact(good: str) -> None:
    assert first("guardian", pile=["trip"], hands={0: ["smoke", good]})[0] != "redraws"


@pytest.mark.parametrize(
    "bad", ["smoke", "coffee", "cover", "supply", "flashbang", "audit", "truth-serum", "blackmail"]
)
def test_a_choosy_player_redraws_without_one(bad: str) -> None:
    assert first("guardian", pile=["trip"], hands={0: [bad]}) == ("redraws", 0, 1)
    assert first("guardian choosy=off", pile=["trip"], hands={0: [bad]})[0] != "redraws"


# Phase 2, rule by rule


def test_rule_1_a_winning_target_is_shot() -> None:
    rows = with_row(1, "S* s e")
    assert first("hunter", rows=rows, aims={0: 1}, deck="none") == ("shoots", 0, 1)
    own = with_row(0, "E* e s")
    assert first("hunter", rows=own, aims={2: 0}, seat_to_play=2, deck="none")[0] != "shoots", "not the own Leader"
    assert first("hunter", rows=own, aims={2: 0}, seat_to_play=2, anarchists=[2], deck="none") == ("shoots", 2, 0)


def test_rule_2_a_known_leader_is_taken_by_a_swap() -> None:
    told = Position(hands={0: ["barter"]}, knows=[(0, 3)]).play_by("hunter")
    assert ("uses", 0, index("barter")) in told
    assert told[-1] == ("ends", 3)
    told = Position(hands={2: ["barter"]}, knows=[(2, 3)], seat_to_play=2, anarchists=[2]).play_by("hunter")
    assert told[-1] == ("ends", 4)
    assert first("hunter", hands={2: ["barter"]}, knows=[(2, 3)], seat_to_play=2)[0] != "uses", (
        "no Leader, no Anarchist"
    )
    assert first("hunter", hands={0: ["barter"]}, knows=[(0, 4)])[0] != "uses"


def test_rule_2_any_cost() -> None:
    told = Position(with_row(0, "E e* s*"), hands={0: ["barter"]}, knows=[(0, 3)]).play_by("hunter")
    assert ("exposed", 0) in told
    assert told[-1] == ("ends", 3)


THREAT: dict[str, Any] = {"rows": with_row(0, "E* e s"), "aims": {3: 0}}
"""Seat 3 would win by a shot at seat 0."""


@pytest.mark.parametrize(("name", "deed"), [("taser", "takes"), ("watchdog", "drops"), ("decoy", "aims")])
def test_rule_3_a_threat_is_disarmed(name: str, deed: str) -> None:
    told = Position(**THREAT, hands={0: [name]}).play_by("hunter")
    assert ("uses", 0, index(name)) in told
    assert deed in [what for what, *_ in told]


def test_rule_3_in_this_order() -> None:
    assert ("uses", 0, index("taser")) in Position(**THREAT, hands={0: ["decoy", "watchdog", "taser"]}).play_by(
        "hunter"
    )
    assert ("uses", 0, index("watchdog")) in Position(**THREAT, hands={0: ["decoy", "watchdog"]}).play_by("hunter")


def test_rule_3_on_a_threat_and_not_on_others() -> None:
    for told in many_times("hunter", rows=THREAT["rows"], aims={3: 0, 2: 1}, hands={0: ["watchdog"]}):
        assert ("drops", 3) in told


@pytest.mark.parametrize("hand", [["watchdog", "own"], ["own", "watchdog"], ["polygraph", "wiretap"]])
def test_of_several_the_one_held_longest(hand: list[str], tmp_path: Path) -> None:
    deck = tmp_path / "own.toml"
    deck.write_text('extends = "wide"\n[[artifact]]\nid = "own"\ntype = "action"\ndo = ["drop-laser", "reverse"]\n')
    here = Position(**THREAT, hands={0: hand}, deck=str(deck))
    assert ("uses", 0, here.ids.index(hand[0])) in here.play_by("investigator")


def test_nobody_is_a_threat_to_himself() -> None:
    """Seat 2 is aimed at its own Leader, which would be a losing shot; seat 3 is aimed at nobody who matters."""
    where: dict[str, Any] = {"rows": THREAT["rows"], "seat_to_play": 2, "hands": {2: ["watchdog"]}}
    for told in many_times("hunter", aims={2: 0, 3: 4}, **where):
        assert ("uses", 2, index("watchdog")) not in told
    assert ("drops", 3) in Position(aims={3: 0}, **where).play_by("hunter")


def test_rule_3_needs_a_follower_to_pay_with() -> None:
    rows = with_row(0, "E* e* s*")
    assert first("hunter", rows=rows, aims={3: 0}, hands={0: ["taser"]})[0] != "uses"


def test_a_shot_that_loses_for_an_anarchist_is_a_threat() -> None:
    rows = with_row(1, "S* s e")
    told = Position(rows, aims={0: 1}, anarchists=[2], seat_to_play=2, hands={2: ["taser"]}).play_by("hunter")
    assert ("takes", 2, 0) in told
    told = Position(rows, aims={0: 1}, anarchists=[0, 2], seat_to_play=2, hands={2: ["taser"]}).play_by("hunter")
    assert ("takes", 2, 0) not in told, "Anarchists win together"


def test_rule_3_aim_laser_at_somebody_whose_shooting_wins() -> None:
    rows = with_row(1, "S* s e", THREAT["rows"])
    for told in many_times("hunter", rows=rows, aims={3: 0}, hands={0: ["decoy"]}):
        assert ("aims", 3, 1) in told


def test_rule_3_aim_laser_neither_at_oneself_nor_at_the_own_leader() -> None:
    rows = with_row(2, "e e s", with_row(0, "E* e s"))
    where: dict[str, Any] = {"rows": rows, "aims": {3: 0}, "seat_to_play": 2, "hands": {2: ["decoy"]}}
    targets = {event[2] for told in many_times("hunter", **where) for event in told if event[:2] == ("aims", 3)}
    assert targets == {1, 4}


def test_rule_4_with_guard_a_threat_is_shot() -> None:
    where: dict[str, Any] = {"rows": THREAT["rows"], "aims": {3: 0, 0: 3}, "deck": "none"}
    assert first("guardian", **where) == ("shoots", 0, 3)
    assert first("guardian guard=off", **where)[0] != "shoots"


def test_rule_5_shoots_from_theta_on() -> None:
    """Seat 0 knows its own Leader, and one recruit of seat 1. Eleven others are unknown: seat 1 has 2 of them."""
    where: dict[str, Any] = {"aims": {0: 1}, "knows": [(0, 4)], "deck": "none"}
    assert first("investigator theta=0.18", **where) == ("shoots", 0, 1)
    assert first("investigator theta=0.19", **where)[0] != "shoots"


def test_rule_5_a_seen_leader_is_shot() -> None:
    assert first("hunter", aims={0: 1}, knows=[(0, 3)], deck="none") == ("shoots", 0, 1)
    assert first("hunter", aims={0: 1}, deck="none")[0] != "shoots"


def test_a_leader_is_not_where_the_other_one_is_known_to_be() -> None:
    """Seat 2 knows its own Leader at seat 0 and everything of seats 3 and 4: the enemy's can only be at seat 1,
    although two recruits of seat 0 are unknown, too."""
    rows = (*ROWS[:3], "s* s* e*", "e* s* s*")
    where: dict[str, Any] = {"rows": rows, "seat_to_play": 2, "aims": {2: 1}, "deck": "none"}
    assert ("shoots", 2, 1) in Position(knows=[(2, 0)], **where).play_by("guardian")
    assert ("shoots", 2, 1) not in Position(**where).play_by("guardian"), "without that it is not sure"


def test_lambda_counts_the_own_leader() -> None:
    """Seat 2 knows no Leader: both are as likely with seat 1."""
    where: dict[str, Any] = {"aims": {2: 1}, "seat_to_play": 2, "deck": "none"}
    assert first("gunslinger", **where) == ("shoots", 2, 1)
    assert first("gunslinger lambda=1", **where)[0] != "shoots"


def test_rule_6_a_known_enemy_leader_is_exposed() -> None:
    told = Position(hands={0: ["lamp"]}, knows=[(0, 3)], aims={2: 0, 3: 4}).play_by("hunter")
    assert ("exposed", 3) in told
    told = Position(hands={2: ["lamp"]}, knows=[(2, 0)], seat_to_play=2, aims={0: 2, 3: 4}).play_by("hunter")
    assert ("exposed", 0) not in told, "not the own Leader"
    where: dict[str, Any] = {
        "hands": {2: ["lamp"]},
        "knows": [(2, 0)],
        "seat_to_play": 2,
        "aims": {0: 2, 3: 4},
        "anarchists": [2],
    }
    assert ("exposed", 0) in Position(**where).play_by("hunter"), "an Anarchist exposes any Leader"


def test_rule_7_arms_when_ready() -> None:
    assert first("hunter", deck="none") == ("arms", 0)
    assert first("investigator", deck="none")[0] == "interrogates"
    assert first("investigator", knows=[(0, 3)], deck="none") == ("arms", 0), "sure"


def test_rule_7_a_leader_waits() -> None:
    assert first("guardian", deck="none")[0] == "interrogates"
    assert first("guardian", turn=1, deck="none") == ("arms", 0), "in the first turn of the game"
    assert first("guardian", aims={3: 2}, deck="none") == ("arms", 0), "somebody is armed"
    assert first("guardian", rows=with_row(0, "E* e s"), deck="none") == ("arms", 0), "the Leader is exposed"
    assert first("guardian", seat_to_play=2, deck="none") == ("arms", 2), "no Leader"
    assert first("guardian ready=at-once", deck="none") == ("arms", 0)
    assert first("guardian ready=when-sure", seat_to_play=2, deck="none")[0] == "interrogates"


def test_rule_7_hides_a_follower_to_pay_with() -> None:
    rows = with_row(0, "E e* s*")
    told = [each[0] for each in many_times("hunter", rows=rows, deck="none")]
    assert set(told) == {("hides", 0, 1), ("hides", 0, 2)}
    assert first("hunter", rows=rows, deck="none", hide_action=False)[0] == "interrogates"
    assert first("hunter", rows=rows, deck="none", arm_cost=0) == ("arms", 0)
    assert first("hunter", rows=with_row(0, "E* e* s"), deck="none") == ("arms", 0)


def test_rule_7_takes_a_laser_if_none_is_left() -> None:
    where: dict[str, Any] = {"aims": {3: 1, 4: 2}, "hands": {0: ["taser"]}}
    told = Position(**where, knows=[(0, 3)]).play_by("hunter")
    assert ("uses", 0, index("taser")) in told
    assert first("hunter", **where)[0] != "uses", "not sure"
    taken = {
        event[2] for told in many_times("hunter", **where, knows=[(0, 3)]) for event in told if event[0] == "takes"
    }
    assert taken == {3, 4}


def test_rule_8_a_look_that_shows_two_unknown_recruits() -> None:
    where: dict[str, Any] = {"aims": {3: 1, 4: 2}, "deck": "wide"}
    for name in ("polygraph", "wiretap", "metal-detector"):
        assert ("uses", 0, index(name)) in Position(**where, hands={0: [name]}).play_by("hunter")
    rows: tuple[str, ...] = ("E e s", "S* s* e", "e* e* s*", "s* s* e*", "e* s* s")
    assert ("uses", 0, index("wiretap")) in Position(rows, **where, hands={0: ["wiretap"]}).play_by("hunter")
    rows = with_row(4, "e* s* s*", rows)
    for name in ("polygraph", "wiretap", "metal-detector"):
        assert first("hunter", rows=rows, **where, hands={0: [name]})[0] == "interrogates", "one recruit only"


def test_rule_8_needs_a_follower_to_pay_with() -> None:
    where: dict[str, Any] = {"rows": with_row(0, "E e* s*"), "aims": {3: 1, 4: 2}, "hands": {0: ["wiretap"]}}
    assert first("hunter", **where)[0] == "interrogates"


def test_rule_8_looks_where_most_is_to_be_expected() -> None:
    """With a whole row, where most recruits are unknown; with one recruit, every unknown one is as good."""
    rows = ("E e s", "S s* e*", "e* e* s", "s s e", "e* s* s")
    for told in many_times("investigator", rows=rows, hands={0: ["polygraph"]}):
        assert [event for event in told if event[0] == "sees"] == [("sees", 0, 9), ("sees", 0, 10), ("sees", 0, 11)]


def test_rule_9_interrogates_what_it_does_not_know() -> None:
    seen = {each[0] for each in many_times("investigator", deck="none", knows=[(0, 4), (0, 5)], games=80)}
    assert seen == {("interrogates", 0, at) for at in (3, *range(6, 15))}


def test_rule_9_does_not_ask_anarchists_for_leaders() -> None:
    """An Anarchist has no Leader, so a look at him promises nothing."""
    seen = {each[0][2] // 3 for each in many_times("investigator", deck="none", anarchists=[2, 3], games=40)}
    assert seen == {1, 4}
    seen = {each[0][2] // 3 for each in many_times("investigator count=off", deck="none", anarchists=[2, 3], games=60)}
    assert seen == {1, 2, 3, 4}, "who does not count cannot tell"


def test_rule_10_hides_or_passes() -> None:
    rows = ("E e s", "S* s* e*", "e* e* s*", "s* s* e*", "e* s* s*")
    where: dict[str, Any] = {"aims": {3: 1, 4: 2}, "deck": "none"}
    assert first("investigator", rows=rows, **where) == ("passes", 0)
    assert first("investigator", rows=with_row(0, "E e* s", rows), **where) == ("hides", 0, 1)
    assert first("investigator", rows=with_row(0, "E e* s", rows), **where, hide_action=False) == ("passes", 0)


# Costs and targets


def test_cost_the_follower_known_to_most() -> None:
    for told in many_times("hunter", knows=[(3, 2), (2, 2), (4, 1)], deck="none"):
        assert ("exposed", 2) in told
    paid = {event[1] for told in many_times("hunter", deck="none") for event in told if event[0] == "exposed"}
    assert paid == {1, 2}, "never the Leader; ties at random"


def test_target_a_winning_one() -> None:
    rows = with_row(1, "S* s e")
    for told in many_times("hunter", rows=rows, aims={0: 3, 2: 4}, deck="none", anarchists=[]):
        assert ("aims", 0, 1) in told


def test_target_a_threat_with_guard() -> None:
    """Seat 2 is armed and could shoot its own Leader's enemy … here it aims at whoever threatens its Leader, seat 0."""
    rows = with_row(0, "E* e s")
    where: dict[str, Any] = {"rows": rows, "aims": {3: 0, 2: 1}, "seat_to_play": 2, "deck": "none", "knows": []}
    for told in many_times("guardian", **where):
        assert ("aims", 2, 3) in told
    assert any(("aims", 2, 3) not in told for told in many_times("hunter", **where))


def test_target_the_highest_gain_and_the_old_one_if_it_is_as_good() -> None:
    for told in many_times("hunter", knows=[(0, 3)], deck="none"):
        assert ("aims", 0, 1) in told
    where: dict[str, Any] = {"aims": {2: 4, 0: 3}, "seat_to_play": 2, "deck": "none"}
    quiet = [told for told in many_times("hunter", **where) if ("interrogates", 2, 3) not in told]
    assert quiet
    assert all(event[0] != "aims" for told in quiet for event in told), "all are as good, if no Leader was seen"


# Reactions


def reacts(policy: str, **where: Any) -> list[tuple[Any, ...]]:
    return [event for event in Position(**where).play_by(policy) if event[0] == "reacts"]


def test_reaction_when_aimed_at() -> None:
    """Seat 0 is sure of seat 1, arms and aims."""
    where: dict[str, Any] = {"knows": [(0, 3)], "deck": "wide"}
    assert reacts("hunter", **where, hands={1: ["palo-de-amansar"]}) == [("reacts", 1, index("palo-de-amansar"))]
    assert reacts("hunter", **where, hands={1: ["trip"]}) == [("reacts", 1, index("trip"))]
    assert reacts("hunter", **where, hands={4: ["trip"]}) == [], "neither aimed at nor threatened"
    rows = with_row(1, "S* s e")
    assert reacts("hunter", rows=rows, hands={4: ["trip"]}) == [("reacts", 4, index("trip"))], "the actor is a threat"
    assert reacts("hunter", rows=rows, hands={2: ["trip"]}) == [], "seat 2 wins by that shot"
    rows = with_row(1, "S* s* e*")
    assert reacts("hunter", rows=rows, hands={1: ["trip"]}) == [], "no Follower to pay with"


def test_reaction_to_a_shot() -> None:
    where: dict[str, Any] = {"rows": with_row(1, "S* s e"), "aims": {0: 1}}
    for name in ("shield", "snatch"):
        assert reacts("hunter", **where, hands={1: [name]}) == [("reacts", 1, index(name))]
        assert reacts("hunter", **where, hands={4: [name]}) == [], "not hit"
    order = "restraining-order"
    assert reacts("hunter", **where, hands={4: [order]}) == [("reacts", 4, index(order))], "a losing shot"
    assert reacts("hunter", **where, hands={2: [order]}) == [], "a shot that wins"
    assert reacts("hunter", **where, hands={1: ["shield", "snatch"]}) == [("reacts", 1, index("snatch"))], "the order"
    assert reacts("hunter", **where, hands={1: [order, "shield"]}) == [("reacts", 1, index("shield"))]


def test_an_anarchist_who_is_hit_does_not_mind() -> None:
    where: dict[str, Any] = {"aims": {0: 3}, "hands": {3: ["shield"]}}
    assert reacts("gunslinger", **where) == [("reacts", 3, index("shield"))]
    where = {"rows": ("e e s", "S s e", "E e s", "s s e", "e s s"), "anarchists": [0], **where}
    assert reacts("gunslinger", **where) == [("reacts", 3, index("shield"))]
    threat: dict[str, Any] = {"rows": with_row(0, "E* e s"), "aims": {0: 3, 3: 0}, "hands": {3: ["shield"]}}
    assert reacts("guardian", **threat) == [("reacts", 3, index("shield"))]
    told = Position(**threat, anarchists=[3]).play_by("guardian")
    assert ("hit", 0, 3) in told
    assert "reacts" not in [what for what, *_ in told]


def test_reaction_to_a_look() -> None:
    """Seat 3, of Subterra, knows its own Leader at seat 1: a look at seat 2 may show the enemy's."""
    seen = [(0, at) for at in (3, 4, 5, 9, 10, 11, 12, 13, 14)]
    where: dict[str, Any] = {
        "hands": {3: ["camera"]},
        "aims": {2: 0, 4: 0},
        "knows": seen,
    }
    knows = [*seen, (3, 3)]
    assert reacts("hunter count=on", **{**where, "knows": knows}) == [("reacts", 3, index("camera"))]
    assert reacts("hunter count=on", **where) == [], "its own Leader is as likely there"
    known = [*knows, (3, 6), (3, 7), (3, 8)]
    assert reacts("hunter count=on", **{**where, "knows": known}) == [], "it knows the recruit"
    own: dict[str, Any] = {**where, "hands": {2: ["camera"]}, "knows": [*seen, (2, 0), (2, 3)]}
    assert reacts("hunter count=on", **own) == [], "not its own recruit"


def test_reaction_to_an_artifact() -> None:
    swap: dict[str, Any] = {"hands": {0: ["barter"], 1: ["veto"]}, "knows": [(0, 3)]}
    assert reacts("hunter", **swap) == [("reacts", 1, index("veto"))], "it has a Leader"
    assert reacts("hunter", **{**swap, "hands": {0: ["barter"], 3: ["veto"]}}) == []
    laser: dict[str, Any] = {"rows": THREAT["rows"], "aims": {3: 0}}
    assert reacts("hunter", **laser, hands={0: ["watchdog"], 3: ["veto"]}) == [("reacts", 3, index("veto"))], "armed"
    assert reacts("hunter", **laser, hands={0: ["watchdog"], 4: ["veto"]}) == []
    assert reacts("hunter", **laser, hands={0: ["decoy"], 3: ["veto"]}) == []


def test_a_redirected_shooter_aims_by_the_same_rule() -> None:
    """Seat 2, an Anarchist, shoots at a suspect; sent elsewhere, it takes the Leader that lies open."""
    where: dict[str, Any] = {"rows": with_row(1, "S* s e"), "aims": {2: 3}, "seat_to_play": 2, "anarchists": [2]}
    for told in many_times("gunslinger", **where, hands={3: ["restraining-order"]}):
        assert ("shoots", 2, 3) in told
        assert ("aims", 2, 1) in told
        assert told[-1] == ("ends", 2)
