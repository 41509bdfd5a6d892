"""The heuristics, rule by rule, in positions worked out by hand: seat 0 is to play unless said otherwise."""

from typing import Any

import pytest

from tests.support.euphoria.position import Position

ROWS = ("E e s", "S s e", "e e s", "s s e", "e s s")
"""Seat 0 has the Euphorian Leader, seat 1 that of Subterra."""


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


THREAT: dict[str, Any] = {"rows": with_row(0, "E* e s"), "aims": {3: 0}}
"""Seat 3 would win by a shot at seat 0."""


@pytest.mark.parametrize(("name", "deed"), [("taser", "takes"), ("watchdog", "drops"), ("decoy", "aims")])
def test_rule_3_a_threat_is_disarmed(name: str, deed: str) -> None:
    told = Position(**THREAT, hands={0: [name]}).play_by("hunter")
    assert ("uses", 0, index(name)) in told
    assert deed in [what for what, *_ in told]


def test_nobody_is_a_threat_to_himself() -> None:
    """Seat 2 is aimed at its own Leader, which would be a losing shot; seat 3 is aimed at nobody who matters."""
    where: dict[str, Any] = {"rows": THREAT["rows"], "seat_to_play": 2, "hands": {2: ["watchdog"]}}
    for told in many_times("hunter", aims={2: 0, 3: 4}, **where):
        assert ("uses", 2, index("watchdog")) not in told
    assert ("drops", 3) in Position(aims={3: 0}, **where).play_by("hunter")


def test_a_shot_that_loses_for_an_anarchist_is_a_threat() -> None:
    rows = with_row(1, "S* s e")
    told = Position(rows, aims={0: 1}, anarchists=[2], seat_to_play=2, hands={2: ["taser"]}).play_by("hunter")
    assert ("takes", 2, 0) in told
    told = Position(rows, aims={0: 1}, anarchists=[0, 2], seat_to_play=2, hands={2: ["taser"]}).play_by("hunter")
    assert ("takes", 2, 0) not in told, "Anarchists win together"


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


def test_rule_8_a_look_that_shows_two_unknown_recruits() -> None:
    where: dict[str, Any] = {"aims": {3: 1, 4: 2}, "deck": "wide"}
    for name in ("polygraph", "wiretap", "metal-detector"):
        assert ("uses", 0, index(name)) in Position(**where, hands={0: [name]}).play_by("hunter")
    rows: tuple[str, ...] = ("E e s", "S* s* e", "e* e* s*", "s* s* e*", "e* s* s")
    assert ("uses", 0, index("wiretap")) in Position(rows, **where, hands={0: ["wiretap"]}).play_by("hunter")
    rows = with_row(4, "e* s* s*", rows)
    for name in ("polygraph", "wiretap", "metal-detector"):
        assert first("hunter", rows=rows, **where, hands={0: [name]})[0] == "interrogates", "one recruit only"


def test_rule_9_interrogates_what_it_does_not_know() -> None:
    seen = {each[0] for each in many_times("investigator", deck="none", knows=[(0, 4), (0, 5)], games=80)}
    assert seen == {("interrogates", 0, at) for at in (3, *range(6, 15))}


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
