"""Windows: who is asked, in which order, what a reaction can do, and what it cannot."""

from pathlib import Path
from typing import Any

import pytest

from engine.euphoria.table.faults import BAD_REACTION
from engine.euphoria.table.state import BOTH_LEADERS, EUPHORIA_WINS
from tests.support.euphoria.position import (
    Position,
    arm,
    decline,
    expose,
    interrogate,
    nothing,
    passes,
    player,
    react,
    recruit,
    shoot,
    target,
    use,
)

ROWS = ("E e s", "S s e", "e e s", "s s e", "e s s")


def deck_with(folder: Path, entries: str) -> str:
    path = folder / "own.toml"
    path.write_text(f'extends = "wide"\n{entries}')
    return str(path)


def everybody(name: str, *others: int) -> dict[int, list[str]]:
    return {seat: [name] for seat in others}


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A deck with enough copies of each reaction for everybody."""
    names = ("camera", "restraining-order", "veto", "trip", "shield", "palo-de-amansar", "snatch")
    return deck_with(tmp_path, "".join(f"[artifacts.{name}]\ncopies = 5\n" for name in names))


@pytest.mark.parametrize(("direction", "order"), [(1, [3, 4, 0, 1]), (-1, [1, 0, 4, 3])])
def test_everybody_else_is_asked_in_the_direction_of_play(many: str, direction: int, order: list[int]) -> None:
    here = Position(hands=everybody("camera", 0, 1, 2, 3, 4), seat_to_play=2, direction=direction, deck=many)
    here.play(nothing(), interrogate(3), *[decline()] * 4)
    assert [who for who, _ in here.questions("reaction")] == order


def test_the_first_reaction_closes_the_window(many: str) -> None:
    here = Position(hands=everybody("camera", 1, 2, 3), deck=many).play(nothing(), interrogate(3), decline(), react())
    assert [who for who, _ in here.questions("reaction")] == [1, 2]
    assert here.tally.reactions == 1


def test_me_is_only_who_is_concerned(many: str) -> None:
    here = Position(hands=everybody("shield", 1, 2, 3, 4), aims={0: 3}, deck=many)
    here.play(nothing(), shoot(), decline())
    assert here.questions("reaction") == [(3, [0])]
    here = Position(hands=everybody("palo-de-amansar", 1, 2, 3, 4), deck=many)
    here.play(nothing(), arm(), expose(1), target(4), decline())
    assert here.questions("reaction") == [(4, [0])]


def test_any_is_everybody_but_the_actor(many: str) -> None:
    here = Position(hands=everybody("trip", 0, 1, 3, 4), deck=many)
    here.play(nothing(), arm(), expose(1), target(4), *[decline()] * 3)
    assert [who for who, _ in here.questions("reaction")] == [1, 3, 4]


def test_a_reaction_needs_a_recruit_to_pay_with(many: str) -> None:
    rows = ("E e s", "S* s* e*", *ROWS[2:])
    here = Position(rows, hands=everybody("camera", 1, 2), deck=many).play(nothing(), interrogate(9), decline())
    assert [who for who, _ in here.questions("reaction")] == [2]


def test_another_reaction_than_a_usable_one_is_a_fault(many: str) -> None:
    here = Position(hands={3: ["camera", "shield"]}, deck=many).play(nothing(), interrogate(3), react(1))
    assert here.world.table.fault == BAD_REACTION


def test_palo_takes_the_laser_and_opens_no_window(many: str) -> None:
    here = Position(hands=everybody("palo-de-amansar", 3, 4), deck=many)
    here.play(nothing(), arm(), expose(1), target(3), react(), expose(9), target(4))
    assert here.questions("target") == [(0, [1, 2, 3, 4]), (3, [0, 1, 2, 4])]
    assert here.questions("reaction") == [(3, [0])], "seat 4 is aimed at, and is not asked"
    assert here.aims == {3: 4}


def test_aiming_at_the_old_target_opens_no_window(many: str) -> None:
    where: dict[str, Any] = {"hands": everybody("palo-de-amansar", 3), "aims": {0: 3}, "deck": many}
    here = Position(**where).play(nothing(), passes(), target(3))
    assert here.questions("reaction") == []
    here = Position(**where, aim_trigger="every").play(nothing(), passes(), target(3), decline())
    assert here.questions("reaction") == [(3, [0])]
    here = Position(hands=everybody("palo-de-amansar", 3), aims={0: 1}, deck=many)
    here.play(nothing(), passes(), target(3), decline())
    assert here.questions("reaction") == [(3, [0])]


def test_aim_laser_opens_no_window(many: str) -> None:
    here = Position(hands={0: ["decoy"], 2: ["palo-de-amansar"]}, aims={3: 0}, deck=many)
    here.play(nothing(), use(), expose(1), player(3), target(2))
    assert here.questions("reaction") == []


def test_a_shot_is_off_without_its_laser(many: str) -> None:
    here = Position(hands={3: ["snatch"]}, aims={0: 3}, deck=many)
    here.play(nothing(), shoot(), react(), expose(9), target(0))
    assert (here.aims, here.tally.shots, here.anarchists) == ({3: 0}, 0, [])


def test_a_shot_goes_where_the_laser_now_points(tmp_path: Path) -> None:
    entry = '[[artifact]]\nid = "bend"\ntype = "reaction"\nwhen = "shot"\nwhom = "any"\ndo = ["aim-laser"]\n'
    rows = ("E e s", "S* s e", *ROWS[2:])
    here = Position(rows, hands={2: ["bend"]}, aims={0: 3}, deck=deck_with(tmp_path, entry))
    here.play(nothing(), shoot(), react(), expose(6), target(1))
    assert here.questions("target") == [(2, [1, 2, 3, 4])], "anyone but the holder"
    assert (here.end, here.winners, here.world.table.killer) == (EUPHORIA_WINS, [0, 2], 0)
    assert here.counter("bend", 3) == 1, "it decided the game"


def test_a_redirected_shot_can_decide_the_game(many: str) -> None:
    rows = ("E e s", "S* s e", *ROWS[2:])
    here = Position(rows, hands={2: ["restraining-order"]}, aims={0: 3}, deck=many)
    here.play(nothing(), shoot(), react(), expose(6), target(1))
    assert (here.end, here.counter("restraining-order", 3)) == (EUPHORIA_WINS, 1)
    here = Position(rows, hands={2: ["restraining-order"]}, aims={0: 1}, deck=many).play(nothing(), shoot(), decline())
    assert (here.end, here.counter("restraining-order", 3)) == (EUPHORIA_WINS, 0)


def test_a_reaction_can_end_the_game(tmp_path: Path) -> None:
    kind = 'type = "reaction"\nwhen = "interrogated"\nwhom = "any"'
    entry = f'[[artifact]]\nid = "grab"\n{kind}\ndo = ["swap own", "draw 1"]\n'
    here = Position(hands={1: ["grab"]}, pile=["smoke"], deck=deck_with(tmp_path, entry))
    here.play(nothing(), interrogate(9), react(), expose(4), recruit(5), player(0), recruit(0))
    assert (here.end, here.winners) == (BOTH_LEADERS, [1])
    assert here.hand(1) == [], "nothing happens after the end"
    assert here.counter("grab", 3) == 1
