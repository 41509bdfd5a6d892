"""Mixed groups: each player's policy decides for that player, the group's for the group, and the public belief is the
group's."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.policy.seats.mixed_kernel import TableModule, mixed
from engine.shipwreck.cells.hidden_redeal import permute
from engine.shipwreck.cells.mixed_memory import MixedMemory, keep_notes, player_part, restore_notes
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.cells.policy_set import HOOKS, POLICIES
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.table.state import Book, Table, View
from tests.support.paired import MOST, gain_in_errors
from tests.support.shipwreck import cells

SEED = 5
THINKING = "pragmatic depth=1,novice"
"""One kernel is enough for all mixed groups of these two in which the first decides for the group."""


def table(text: str, deck: str = "base", players: int = 3, doom: int = 2, **more: object) -> Cell:
    grid = {"decks": [deck], "tables": [text], "players": [players], "doom": [doom], **more}
    return SHIPWRECK.cells(SHIPWRECK.resolve(grid, "test"))[0]


def same(one: Cell, other: Cell, games: int) -> bool:
    first, second = (SHIPWRECK.simulate(cell, SEED, 0, games) for cell in (one, other))
    return bool((first.rows == second.rows).all() and (first.pieces == second.pieces).all())


@pytest.mark.parametrize("deck", ["full"])
def test_a_table_of_equals_is_that_policy(deck: str) -> None:
    """One policy in all seats; and two records that decide the same, because the parameter that differs never
    matters."""
    for players in (2, 3, 5):
        alone = cells.make(deck, "novice", players)
        assert same(table("novice,novice,novice", deck, players), alone, 200)
        assert same(table("novice,novice slip=1e-10", deck, players), alone, 200)


def test_who_sits_there_matters() -> None:
    """The negative control: other policies in the seats, other games."""
    assert not same(table("novice,novice slip=0.5"), cells.make("base", "novice"), 50)
    assert not same(table("novice,novice slip=0.5"), table("novice,novice slip=0.5,novice slip=0.5"), 50)


def won(cell: Cell) -> NDArray[np.bool_]:
    return SHIPWRECK.simulate(cell, SEED, 0, 1500).rows["won"] > 0


def test_a_mixed_table_lies_between() -> None:
    """On the same luck, every step of this ladder leads down by more than noise."""
    ladder = [
        won(cells.make("base", "pragmatic depth=1")),
        won(table(THINKING)),
        won(table("pragmatic depth=1,novice,novice,novice")),
        won(table("pragmatic depth=1: novice")),
    ]
    assert min(gain_in_errors(lower, upper) for upper, lower in pairwise(ladder)) > MOST
    others = won(cells.make("base", "novice"))
    assert ladder[-1].mean() > others.mean() + 0.1, "a group that listens better helps any player"


@pytest.mark.parametrize("deck", ["full"])
def test_hidden_fates_decide_nothing_at_a_mixed_table(deck: str) -> None:
    finding = permute(table(THINKING, deck, 3, 4), SEED, games=1, deals=2)
    assert finding.compared > 10
    assert finding.different == []


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")
@pytest.mark.parametrize("deck", ["base", "full"])
def test_a_mixed_table_plays_the_same_compiled_and_plain(deck: str) -> None:
    changes = [{"before_turn": 2, "leave": 1}, {"before_turn": 4, "join_after": 3}]
    for cell in (table(THINKING, deck), table("pragmatic depth=1: novice,pragmatic depth=1", deck, changes=changes)):
        both = TABLES.play_batch(cell, SEED, 0, 3), elsewhere(TABLES.play_batch, cell, SEED, 0, 3)
        assert (both[0].rows == both[1].rows).all()
        assert (both[0].pieces == both[1].pieces).all()


def test_a_policy_goes_with_the_player_and_starts_anew_after_the_last() -> None:
    view, mind = View(new(Book), new(Table)), new(MixedMemory)
    mind.names = 3
    mind.part[:3] = 0, 1, 0
    for seat, player in enumerate((2, 3, 5, 1, 4)):
        view.table.player[seat] = player
    assert [player_part(view, mind, seat) for seat in range(5)] == [1, 0, 1, 0, 0]


def test_what_is_remembered_in_public_can_be_put_back() -> None:
    view, mind = View(new(Book), new(Table)), new(MixedMemory)
    view.table.belief[:] = np.arange(view.table.belief.size).reshape(view.table.belief.shape)
    view.table.line[:] = 7
    before = view.table.belief.copy()
    keep_notes(view, mind)
    view.table.belief[:] = 0.5
    view.table.line[:] = 1
    restore_notes(view, mind)
    assert (view.table.belief == before).all()
    assert (view.table.line == 7).all()


def test_the_first_who_keeps_beliefs_keeps_them_for_all() -> None:
    """Not the group if it has no beliefs; and only the policy that keeps beliefs writes them."""
    certain, literal = POLICIES.module("certain"), POLICIES.module("literal")
    text = TableModule(HOOKS, (certain, literal)).source()
    heard = text.partition("def hear_play")[2].partition("@compiled")[0]
    assert [line.strip() for line in heard.split("\n")[1:5]] == [
        "mind.part_1.bits = mind.bits",
        "hear_play_1(view, mind.part_1)",
        "mind.bits = mind.part_1.bits",
        "mind.fallbacks = mind.part_1.fallbacks",
    ]
    text = TableModule(HOOKS, (literal, POLICIES.module("pragmatic"))).source()
    heard = text.partition("def hear_play")[2].partition("@compiled")[0]
    assert [line.strip() for line in heard.split("\n")[1:6]] == [
        "keep_notes(view, mind)",
        "hear_play_1(view, mind.part_1)",
        "restore_notes(view, mind)",
        "mind.part_0.bits = mind.bits",
        "hear_play_0(view, mind.part_0)",
    ]


def test_only_the_group_may_be_shown_the_hidden_fate() -> None:
    seeing, mute = POLICIES.module("omniscient"), POLICIES.module("mute")
    assert mixed(HOOKS, (seeing, mute)).SEES_ALL
    assert not mixed(HOOKS, (mute, seeing)).SEES_ALL


# Names.


@pytest.mark.parametrize(
    ("text", "label", "word"),
    [
        ("certain,guess", "certain,guess", "certain+guess"),
        ("certain: certain , guess", "certain,guess", "certain+guess"),
        ("mute: certain,guess slip=0.1", "mute: certain,guess slip=0.1", "mute/certain+guess,slip=0.1"),
        ("certain", "certain", "certain/certain"),
        ("certain: guess", "certain: guess", "certain/guess"),
    ],
)
def test_names_of_tables(text: str, label: str, word: str) -> None:
    cell = table(text)
    assert cell.labels["policy"] == label
    game_id = SHIPWRECK.game_id(cell, 1, 2)
    assert f":{word}:" in game_id
    assert SHIPWRECK.find_game(game_id)[0].spec == cell.spec


def test_the_group_is_the_first_unless_another_is_named() -> None:
    assert table("certain,guess").key == table("certain: certain,guess").key
    assert table("certain,guess").key != table("guess: certain,guess").key


def test_a_grid_of_tables_and_policies_resolves_to_itself() -> None:
    grid = {"policies": ["mute"], "tables": ["certain,guess", {"group": "mute", "seats": ["certain", "family"]}]}
    resolved: Json = SHIPWRECK.resolve({**grid, "players": [3], "doom": [0]}, "test")
    assert SHIPWRECK.resolve(resolved, "test") == resolved
    labels = [cell.labels["policy"] for cell in SHIPWRECK.cells(resolved)]
    assert labels == ["mute", "certain,guess", "mute: certain,family"]
    only = SHIPWRECK.resolve({"tables": ["certain,guess"], "players": [3], "doom": [0]}, "test")
    assert SHIPWRECK.resolve(only, "test") == only
    assert len(SHIPWRECK.cells(only)) == 1


@pytest.mark.parametrize(
    ("tables", "complaint"),
    [
        (["certain,,guess"], "tables: table 'certain,,guess': expected policies with commas between"),
        ([": certain"], "tables: table ': certain': expected policies"),
        (["certain,gues"], "unknown policy 'gues': did you mean 'guess'?"),
        (["certain,guess slip=2"], "parameter slip: expected a number from 0 to 1, got '2'"),
        ([",".join(["mute"] * 17)], "tables: expected 1 to 16 policies, got 17"),
        ([7], "tables: expected text such as"),
        ([{"seats": ["mute"], "chairs": 3}], "tables: expected text such as"),
        (["mute,guess", "mute, guess"], "expected names that differ, got 'mute,guess' twice"),
    ],
)
def test_tables_that_are_none(tables: list[object], complaint: str) -> None:
    with pytest.raises(BadInput) as error:
        SHIPWRECK.resolve({"tables": tables}, "test")
    assert complaint in str(error.value)


def test_a_script_plays_alone(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("")
    with pytest.raises(BadInput, match="script decides for all players and cannot be combined"):
        table(f"script file={tmp_path}/x.toml,mute")


def test_nobody_at_all_is_refused() -> None:
    with pytest.raises(BadInput, match="policies: expected a list of policies, got an empty one"):
        SHIPWRECK.resolve({"policies": []}, "test")


def test_laid_out_tables_are_cached_by_their_parts() -> None:
    one, other = table("certain,guess"), table("certain,guess slip=0.5")
    assert TABLES.deciding_policy(one) is TABLES.deciding_policy(table("certain,guess,guess"))
    assert TABLES.deciding_policy(one) is TABLES.deciding_policy(other)
