"""Every effect of the vocabulary, in positions worked out by hand; used as an action unless a reaction is needed."""

from pathlib import Path

import pytest

from engine.euphoria.deck.effects import PLAIN
from engine.euphoria.table.faults import BAD_EXPOSURE, BAD_PLAYER, BAD_RECRUIT, BAD_TARGET
from engine.euphoria.table.state import GOING_ON, USE
from tests.support.euphoria.position import (
    Position,
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
PAID = (nothing(), use(), expose(2))
"""The artifact phase, the use, and what it costs."""


def with_row(number: int, row: str, rows: tuple[str, ...] = ROWS) -> tuple[str, ...]:
    return (*rows[:number], row, *rows[number + 1 :])


def own_deck(folder: Path, *effects: str, when: str = "") -> str:
    """A deck with one artifact of these effects, and a few others to fill the hands."""
    kind = f'type = "reaction"\nwhen = "{when}"\nwhom = "any"' if when else 'type = "action"'
    listed = ", ".join(f'"{effect}"' for effect in effects)
    path = folder / "own.toml"
    path.write_text(f'extends = "wide"\n[[artifact]]\nid = "own"\n{kind}\ndo = [{listed}]\n')
    return str(path)


def usable(here: Position) -> bool:
    return USE in here.play(nothing(), passes()).questions("action")[0][1]


def test_look_one_all_and_show() -> None:
    here = Position(with_row(3, "s* s e"), hands={0: ["polygraph"]}).play(*PAID, player(3))
    assert here.questions("player") == [(0, [1, 2, 3, 4])]
    assert [here.knows(0, at) for at in (9, 10, 11)] == [True] * 3
    assert [here.knows(3, at) for at in (0, 1, 2)] == [True] * 3, "the player looked at sees the user's row"
    assert here.known_by(10) == [0, 3]
    assert here.known_by(0) == [0, 3]


def test_look_two_players_one_recruit_each() -> None:
    here = Position(hands={0: ["wiretap"]}).play(*PAID, player(3), recruit(10), player(1), recruit(3))
    assert here.questions("player") == [(0, [1, 2, 3, 4]), (0, [1, 2, 4])]
    assert here.questions("recruit") == [(0, [9, 10, 11]), (0, [3, 4, 5])]
    assert (here.known_by(10), here.known_by(3)) == ([0, 3], [0, 1])


def test_look_armed_shows_one_of_every_other_armed_player() -> None:
    rows = with_row(4, "e* s* s*")
    here = Position(rows, hands={0: ["metal-detector"]}, aims={2: 0, 3: 1, 4: 1}, lasers=3)
    here.play(*PAID, recruit(8), recruit(9))
    assert here.questions("player") == []
    assert (here.known_by(8), here.known_by(9)) == ([0, 2], [0, 3])


@pytest.mark.parametrize("first", ["swap others", "hide own", "shuffle", "reverse"])
def test_show_asks_if_nobody_was_chosen(first: str, tmp_path: Path) -> None:
    here = Position(hands={0: ["own"]}, deck=own_deck(tmp_path, first, "show")).play(nothing(), use(), expose(2))
    assert here.questions("player")[-1] == (0, [1, 2, 3, 4])


@pytest.mark.parametrize("first", ["look 2 1", "expose one owner", "expose one user", "swap own", "steal"])
def test_show_goes_to_the_player_chosen_last(first: str, tmp_path: Path) -> None:
    here = Position(hands={0: ["own"], 2: ["smoke"]}, deck=own_deck(tmp_path, first, "show"))
    here.play(nothing(), use(), expose(2), *([recruit(1)] if first == "swap own" else []), player(2))
    chosen = 1 if first == "look 2 1" else 2
    assert len(here.questions("player")) == (2 if first == "look 2 1" else 1), "show itself asks for nobody"
    assert here.knows(chosen, 0)


@pytest.mark.parametrize("effect", ["take-laser", "drop-laser", "aim-laser"])
def test_show_goes_to_the_player_whose_laser_it_was(effect: str, tmp_path: Path) -> None:
    here = Position(hands={0: ["own"]}, aims={3: 1, 4: 1}, deck=own_deck(tmp_path, effect, "show"))
    here.play(nothing(), use(), expose(2), player(3))
    assert here.knows(3, 0)
    assert not here.knows(4, 0)


def test_expose_one_owner() -> None:
    here = Position(with_row(1, "S s* e"), hands={0: ["truth-serum"]}).play(*PAID, player(1), expose(3))
    assert here.questions("exposure")[-1] == (1, [3, 5]), "the owner picks"
    assert here.row(1) == "S* s* e"
    assert (here.tally.exposed_by, here.tally.first_leader) == (3, 4)


def test_expose_one_user() -> None:
    here = Position(hands={0: ["lamp"]}).play(*PAID, player(1), recruit(3))
    assert here.questions("recruit") == [(0, [3, 4, 5])]
    assert here.row(1) == "S* s e"
    assert here.known_by(3) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", ["truth-serum", "lamp"])
def test_expose_one_needs_a_player_with_a_hidden_recruit(name: str) -> None:
    rows = ("E e s", "S* s* e*", "e* e* s*", "s* s* e*", "e* s* s*")
    assert not usable(Position(rows, hands={0: [name]}))
    assert usable(Position(hands={0: [name]}))


def test_expose_closed_in_the_direction_of_play() -> None:
    rows = ("E e s", "S s e", "e* e s", "s s e", "e s s")
    here = Position(rows, hands={0: ["audit"]}).play(*PAID, expose(4), expose(9), expose(12))
    assert here.questions("exposure") == [(0, [0, 1, 2]), (1, [3, 4, 5]), (3, [9, 10, 11]), (4, [12, 13, 14])]
    assert [here.row(seat) for seat in range(5)] == ["E e s*", "S s* e", "e* e s", "s* s e", "e* s s"]
    turned = Position(rows, hands={0: ["audit"]}, direction=-1).play(*PAID)
    assert [who for who, _ in turned.questions("exposure")] == [0, 4, 3, 1]


def test_expose_closed_comes_to_the_user_last(tmp_path: Path) -> None:
    here = Position(hands={0: ["own"]}, deck=own_deck(tmp_path, "expose closed", "draw 1")).play(*PAID)
    assert [who for who, _ in here.questions("exposure")] == [0, 1, 2, 3, 4], "the user has paid, so he is not closed"
    here = Position(hands={0: ["own"]}, deck=own_deck(tmp_path, "hide own", "expose closed")).play(*PAID)
    assert [who for who, _ in here.questions("exposure")] == [0, 1, 2, 3, 4, 0]


def test_expose_closed_needs_another_closed_player() -> None:
    rows = ("E e s", "S s* e", "e* e s", "s s* e", "e* s s")
    assert not usable(Position(rows, hands={0: ["audit"]}))
    assert usable(Position(with_row(4, "e s s", rows), hands={0: ["audit"]}))


def test_expose_viewed() -> None:
    here = Position(hands={4: ["camera"]}).play(nothing(), interrogate(3), react(), expose(12))
    assert here.row(1) == "S* s e"
    assert (here.tally.reactions, here.tally.exposed_by) == (1, 3)
    assert here.counter("camera", 2) == 1


def test_hide_own_hides_all_own_followers_but_no_leader() -> None:
    here = Position(("E* e* s", *ROWS[1:]), hands={0: ["flashbang"]}).play(*PAID)
    assert here.row(0).count("*") == 1
    assert "E*" in here.row(0)


def test_shuffle_keeps_faces_and_the_others_forget() -> None:
    rows = ("E* e s", *ROWS[1:])
    orders = set()
    for game in range(40):
        here = Position(rows, hands={0: ["flashbang"]}, knows=[(2, 1), (3, 2)])
        here.world.luck.game_low = game
        here.play(*PAID)
        orders.add(here.row(0))
        hidden = [at for at in range(3) if not here.recruit(at).endswith("*")]
        assert [here.known_by(at) for at in hidden] == [[0], [0]]
        assert [here.known_by(at) for at in range(3) if at not in hidden] == [[0, 1, 2, 3, 4]]
    assert orders == {"E* e s", "E* s e", "e E* s", "s E* e", "e s E*", "s e E*"}


def test_the_others_forget_even_what_was_exposed_once() -> None:
    here = Position(hands={0: ["flashbang"]}).play(*PAID)
    assert all(here.known_by(at) == [0] for at in range(3)), "the cost was exposed, hidden and shuffled"


def test_hide_any() -> None:
    here = Position(("E e s", "S* s* e", *ROWS[2:]), hands={0: ["cover"]}).play(*PAID, recruit(4))
    assert here.questions("recruit") == [(0, [2, 4])], "the own cost counts, a Leader does not"
    assert here.row(1) == "S* s e"
    assert not usable(Position(("E e s", "S* s e", *ROWS[2:]), hands={0: ["cover"]})), "judged before the cost"


def test_swap_own_moves_memory_with_the_card() -> None:
    here = Position(hands={0: ["barter"]}, knows=[(2, 1), (4, 9)])
    here.play(*PAID, recruit(1), player(3), recruit(9))
    assert here.questions("recruit") == [(0, [0, 1, 2]), (0, [9, 10, 11])]
    assert (here.row(0), here.row(3)) == ("E s s*", "e s e")
    assert here.known_by(1) == [0, 3, 4], "both owners, and who knew the card where it came from"
    assert here.known_by(9) == [0, 2, 3]


def test_swap_others_teaches_the_user_nothing() -> None:
    here = Position(hands={0: ["blackmail"]})
    here.play(*PAID, player(2), recruit(8), player(3), recruit(11))
    assert here.questions("player") == [(0, [1, 2, 3, 4]), (0, [1, 3, 4])]
    assert (here.row(2), here.row(3)) == ("e e e", "s s s")
    assert (here.known_by(8), here.known_by(11)) == ([2, 3], [2, 3])


def test_steal_takes_a_random_artifact() -> None:
    stolen = set()
    for game in range(20):
        here = Position(hands={0: ["evidence-bag", "smoke"], 3: ["lamp", "coffee"]})
        here.world.luck.game_low = game
        here.play(*PAID, player(3))
        assert here.questions("player") == [(0, [3])]
        assert sorted([*here.hand(0), *here.hand(3)]) == ["coffee", "lamp", "smoke"]
        assert here.hand(0)[0] == "smoke", "what is stolen comes last"
        stolen.add(here.hand(0)[1])
    assert stolen == {"lamp", "coffee"}


def test_take_laser_aims_at_once() -> None:
    here = Position(hands={0: ["taser"]}, aims={3: 0, 4: 1}).play(*PAID, player(3), target(4), target(4))
    assert here.questions("player") == [(0, [3, 4])]
    assert here.questions("target")[0] == (0, [1, 2, 3, 4])
    assert (here.aims, here.middle) == ({0: 4, 4: 1}, 0)


def test_nobody_gets_a_second_laser(tmp_path: Path) -> None:
    assert usable(Position(hands={0: ["taser"]}, aims={3: 0}))
    assert not usable(Position(hands={0: ["taser"]}, aims={3: 0, 0: 1}))
    assert not usable(Position(hands={0: ["taser"]}))
    later = own_deck(tmp_path, "reverse", "take-laser")
    assert not usable(Position(hands={0: ["own"]}, aims={3: 0, 0: 1}, deck=later)), "not by a later effect either"
    assert usable(Position(hands={0: ["own"]}, deck=later)), "a later effect need not be possible"


def test_later_effects_are_carried_out_as_far_as_possible(tmp_path: Path) -> None:
    here = Position(
        hands={0: ["own"]}, deck=own_deck(tmp_path, "take-laser", "take-laser", "reverse"), aims={3: 0, 4: 1}
    )
    here.play(*PAID, player(3), target(1))
    assert here.aims == {0: 1, 4: 1}, "the second laser stays where it is"
    assert here.next_seat == 4
    here = Position(hands={0: ["own"]}, deck=own_deck(tmp_path, "reverse", "steal", "next-turn")).play(*PAID)
    assert here.next_seat == 0


def test_drop_laser() -> None:
    here = Position(hands={0: ["watchdog"]}, aims={3: 0, 0: 1}).play(*PAID, player(3))
    assert here.questions("player") == [(0, [3])]
    assert (here.aims, here.middle) == ({0: 1}, 1)
    assert not usable(Position(hands={0: ["watchdog"]}, aims={0: 1}))


def test_aim_laser_at_anyone_but_its_holder() -> None:
    here = Position(hands={0: ["decoy"]}, aims={3: 0}).play(*PAID, player(3), target(1))
    assert here.questions("target") == [(0, [0, 1, 2, 4])]
    assert here.aims == {3: 1}
    assert not usable(Position(hands={0: ["decoy"]}))


def test_redirect_lets_the_shooter_choose() -> None:
    here = Position(hands={4: ["restraining-order"]}, aims={0: 3})
    here.play(nothing(), shoot(), react(), expose(12), target(2))
    assert here.questions("target") == [(0, [1, 2, 4])]
    assert (here.anarchists, here.tally.shots) == ([2], 1)


def test_cancel_a_shot() -> None:
    here = Position(hands={3: ["shield"]}, aims={0: 3}).play(nothing(), shoot(), react(), expose(9))
    assert (here.anarchists, here.tally.shots, here.middle) == ([], 0, 2), "the laser still goes to the middle"


def test_cancel_an_artifact() -> None:
    here = Position(hands={0: ["smoke"], 3: ["veto"]}).play(*PAID, react(), expose(9))
    assert here.row(0) == "E e s*", "the cost is paid"
    assert here.next_seat == 1, "the direction has not turned"
    assert sorted(here.discarded) == ["smoke", "veto"]


def test_draw() -> None:
    here = Position(hands={0: ["supply"]}, pile=["lamp", "coffee", "smoke"]).play(*PAID)
    assert here.hand(0) == ["lamp", "coffee"]
    assert here.counter("lamp", 0) == 1
    assert usable(Position(hands={0: ["supply"]}, discard=["lamp"]))
    assert not usable(Position(hands={0: ["supply"]})), "judged before the artifact itself is discarded"


def test_reverse_begins_after_this_turn() -> None:
    here = Position(hands={0: ["smoke"]}).play(*PAID)
    assert (here.next_seat, here.world.table.direction) == (4, -1)
    here.play(nothing(), passes())
    assert here.next_seat == 3


def test_next_turn_and_play_goes_on_from_there(tmp_path: Path) -> None:
    here = Position(hands={0: ["coffee"]}, seat_to_play=0).play(*PAID)
    assert here.next_seat == 0
    here.play(nothing(), passes())
    assert here.next_seat == 1
    here = Position(hands={0: ["own"]}, deck=own_deck(tmp_path, "next-turn", "reverse")).play(*PAID)
    assert here.next_seat == 0
    here.play(nothing(), passes())
    assert here.next_seat == 4, "in the new direction"


@pytest.mark.parametrize(
    ("artifact", "wrong", "fault"),
    [
        ("lamp", [player(0)], BAD_PLAYER),
        ("lamp", [player(1), recruit(6)], BAD_RECRUIT),
        ("taser", [player(3), target(0)], BAD_TARGET),
        ("truth-serum", [player(1), expose(0)], BAD_EXPOSURE),
    ],
)
def test_a_wrong_answer_is_a_fault(artifact: str, wrong: list[tuple[int, ...]], fault: int) -> None:
    here = Position(hands={0: [artifact]}, aims={3: 1}).play(*PAID, *wrong)
    assert here.world.table.fault == fault


def test_every_word_of_the_vocabulary_is_tested_here() -> None:
    text = Path(__file__).read_text()
    named = {
        "show": "polygraph",
        "expose one owner": "truth-serum",
        "expose one user": "lamp",
        "expose closed": "audit",
        "expose viewed": "camera",
        "hide own": "flashbang",
        "hide any": "cover",
        "shuffle": "flashbang",
        "swap own": "barter",
        "swap others": "blackmail",
        "steal": "evidence-bag",
        "take-laser": "taser",
        "drop-laser": "watchdog",
        "aim-laser": "decoy",
        "redirect": "restraining-order",
        "cancel": "shield",
        "reverse": "smoke",
        "next-turn": "coffee",
    }
    assert named.keys() == PLAIN.keys()
    assert all(f'"{name}"' in text for name in named.values())
    assert Position().end == GOING_ON
