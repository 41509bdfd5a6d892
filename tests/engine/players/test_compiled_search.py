"""Forks and search of compiled games."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Share
from engine.game.protocol import Forks
from engine.game.registry import load_game
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.players.compiled_game import gate, worlds
from engine.players.compiled_game.packing import packed, size_of, unpacking
from engine.players.compiled_game.payoff import payoff_of
from engine.players.compiled_game.worlds import CountedLuck, Imagined
from engine.policy.compiled_game import decisions
from engine.policy.seats.search_policy import SIGNALS
from engine.shipwreck.table.state import Dice, Hidden, Luck

SEED = 5
SCRIPT = Path(__file__).parents[1] / "shipwreck/playthroughs/opening.toml"
HADAL: Json = {"missions": ["A"], "players": [3]}
SHIPWRECK: Json = {"players": [3], "doom": [4]}
EUPHORIA: Json = {"decks": ["surrogate"], "players": [4]}
EVERY = [
    ("hadal", "even", HADAL),
    pytest.param("hadal", "veteran", HADAL | {"missions": ["B"]}, marks=pytest.mark.full),
    pytest.param("oracle", "planner", {}, marks=pytest.mark.full),
    pytest.param("euphoria", "hunter", EUPHORIA, marks=pytest.mark.full),
    pytest.param("shipwreck", "literal", SHIPWRECK, marks=pytest.mark.full),
    pytest.param("shipwreck", "pragmatic", SHIPWRECK | {"players": [2]}, marks=pytest.mark.full),
]
"""A game, a base, and where it plays. A kernel of a table where somebody searches takes 20 to 60 s to compile, so that
`make test` has one."""
every_game = pytest.mark.parametrize(("name", "base", "scenario"), EVERY)
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes minutes as plain Python")


def game_of(name: str) -> Any:
    return import_module(f"engine.{name}.game").GAME


def cell_of(game: Any, **grid: Any) -> Cell:
    cells: list[Cell] = game.cells(game.resolve(grid, "test"))
    return cells[0]


def searching(name: str, base: str, scenario: Json, numbers: str) -> Cell:
    return cell_of(game_of(name), policies=[f"search base={base} {numbers}"], **scenario)


@pytest.mark.full
@compiled_only
@every_game
def test_a_search_that_never_leaves_its_base_plays_its_games(name: str, base: str, scenario: Json) -> None:
    game, games = game_of(name), 3
    true = game.simulate(cell_of(game, policies=[base], **scenario), SEED, 0, games)
    found = game.simulate(searching(name, base, scenario, "worlds=2 caution=100"), SEED, 0, games)
    assert np.array_equal(found.rows, true.rows)
    assert np.array_equal(found.pieces, true.pieces)
    assert all(np.array_equal(found.tables[each], counts) for each, counts in true.tables.items())


@compiled_only
@every_game
def test_a_search_without_caution_plays_other_games(name: str, base: str, scenario: Json) -> None:
    game, games = game_of(name), 3
    true = game.simulate(cell_of(game, policies=[base], **scenario), SEED, 0, games)
    cell = searching(name, base, scenario, "worlds=3 caution=0")
    found = game.simulate(cell, SEED, 0, games)
    assert not np.array_equal(found.rows, true.rows)
    assert game.simulate(cell, SEED, 2, 3).rows == found.rows[2:]
    replay = game.replay(cell, SEED, 2)
    assert replay.lines
    assert game.find_game(game.game_id(cell, SEED, 2)) == (cell, SEED, 2)


def dealt_again(name: str, base: str, scenario: Json) -> Any:
    check = import_module(f"engine.{name}.cells.checked_cells").CHECK
    games, deals = 1 if name == "hadal" else 3, 2
    return check.redeal(searching(name, base, scenario, "worlds=3 caution=0"), SEED, games, deals)


@compiled_only
@every_game
def test_in_worlds_that_a_seat_cannot_tell_apart_it_decides_the_same(name: str, base: str, scenario: Json) -> None:
    finding = dealt_again(name, base, scenario)
    assert finding.compared > 40
    assert not finding.different


@compiled_only
@every_game
def test_a_search_that_sees_the_true_world_is_caught(
    name: str, base: str, scenario: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_it_is(self: Any, numbers: list[int]) -> Any:
        dice = [worlds.fresh_dice(self._dice, CountedLuck(number)) for number in numbers]
        return [worlds.row_of(self._decisions, self._world, each) for each in dice]

    monkeypatch.setattr(Imagined, "_deal", as_it_is)
    assert dealt_again(name, base, scenario).different


@compiled_only
@pytest.mark.parametrize(
    ("name", "base", "scenario"),
    [("hadal", "even", HADAL), pytest.param("oracle", "planner", {}, marks=pytest.mark.full)],
)
def test_many_worlds_at_once_are_those_dealt_one_by_one(
    name: str, base: str, scenario: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0

    def compared(self: Any, numbers: list[int]) -> Any:
        nonlocal seen
        together = worlds.dealt(self._decisions, self._dice, self._world, self._pools, numbers)
        for row, number in zip(together, numbers, strict=True):
            alone = self._dealt_one(CountedLuck(number))
            assert alone is not None
            assert row.tolist() == alone.tolist()
        seen += len(set(map(bytes, together)))
        return list(together)

    monkeypatch.setattr(Imagined, "_deal", compared)
    game = game_of(name)
    game.simulate(searching(name, base, scenario, "worlds=3"), SEED, 0, 1)
    assert seen > 100


@compiled_only
@pytest.mark.parametrize(("name", "base", "scenario"), [each for each in EVERY if "planner" not in str(each)])
def test_a_pool_in_the_order_of_the_true_world_is_caught(
    name: str, base: str, scenario: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is hidden in The Oracle is luck alone."""

    class Unsorted(list[Any]):
        def sort(self, **how: Any) -> None:
            pass

    redeal = import_module(f"engine.{name}.cells.hidden_redeal")
    for module in (redeal, decisions):
        monkeypatch.setattr(module, "sorted", list, raising=False)
    if name == "shipwreck":
        true = redeal.deal_by_lines
        monkeypatch.setattr(redeal, "deal_by_lines", lambda pool, *given: true(Unsorted(pool), *given))
    assert dealt_again(name, base, scenario).different


@compiled_only
@every_game
def test_forks_with_the_true_choice_are_the_true_game_and_all_forks_end(name: str, base: str, scenario: Json) -> None:
    game = game_of(name)
    assert isinstance(load_game(name), Forks)
    cell = cell_of(game, policies=[base], **scenario)
    row = game.simulate(cell, SEED, 0, 1).rows
    made, others = game.decided(cell, SEED, 0), set()
    assert len(made) > 20
    for at in range(0, len(made), len(made) // 6):
        each = made[at]
        assert game.forked(cell, SEED, 0, at, each.chosen) == row
        others |= {game.forked(cell, SEED, 0, at, choice, luck).tobytes() for choice, luck in ((0, 1), (1, None))}
    assert len(others) > 6
    with pytest.raises(BadInput, match="expected a decision below"):
        game.forked(cell, SEED, 0, len(made), 0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "base", "scenario", "by"),
    [
        ("hadal", "even", HADAL, "veteran"),
        ("oracle", "planner", {}, "greedy"),
        ("euphoria", "hunter", EUPHORIA, "random"),
        ("shipwreck", "literal", SHIPWRECK, "novice"),
    ],
)
def test_forks_from_every_decision_end(name: str, base: str, scenario: Json, by: str) -> None:
    game: Any = game_of(name)
    cell = cell_of(game, policies=[base], **scenario)
    other = cell_of(game, policies=[by], **scenario).spec["policy"]
    for at, made in enumerate(game.decided(cell, SEED, 1)):
        for choice in range(min(made.choices, 4)):
            game.forked(cell, SEED, 1, at, choice)
            game.forked(cell, SEED, 1, at, choice, 3, other)
    searched = searching(name, base, scenario, "worlds=2")
    assert game.decided(searched, SEED, 1)
    with pytest.raises(BadInput, match="policies that do not search"):
        game.forked(searched, SEED, 1, 0, 0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("hadal", HADAL | {"policies": ["search base=even worlds=2 caution=0"]}),
        ("oracle", {"policies": ["search base=greedy worlds=2"], "options": {"days": 1}}),
        ("euphoria", EUPHORIA | {"focus": ["search base=hunter worlds=2 caution=0"], "field": ["gunslinger"]}),
        ("shipwreck", SHIPWRECK | {"tables": ["search base=literal worlds=2: novice,literal,novice"], "policies": []}),
        ("shipwreck", SHIPWRECK | {"tables": ["novice: literal,search base=literal worlds=2"], "policies": []}),
    ],
)
def test_compiled_and_plain_games_are_the_same(name: str, grid: Json) -> None:
    game = game_of(name)
    cell = cell_of(game, **{key: value for key, value in grid.items() if value != []})
    both = game.simulate(cell, SEED, 0, 1).rows, elsewhere(game.played.play_batch, cell, SEED, 0, 1).rows
    assert both[0] == both[1]


@pytest.mark.full
def test_only_the_seats_and_the_group_that_search_leave_their_bases() -> None:
    """The group searches and the players do not, and the other way round: both differ from the table of the bases."""
    game, found = game_of("shipwreck"), set()
    plain, careful = "literal", "search base=literal worlds=3 caution=0"
    for table in (f"{plain}: {plain}", f"{careful}: {plain}", f"{plain}: {careful}", f"{careful}: {careful}"):
        cell = cell_of(game, tables=[table], **SHIPWRECK)
        found.add(game.simulate(cell, SEED, 0, 4).rows.tobytes())
    assert len(found) == 4


@pytest.mark.parametrize(("name", "base"), [("shipwreck", "omniscient"), ("euphoria", "omniscient")])
def test_a_policy_that_sees_all_is_no_base(name: str, base: str) -> None:
    with pytest.raises(BadInput, match="sees all is no base of a search"):
        cell_of(game_of(name), policies=[f"search base={base}"])


def test_a_policy_that_plays_alone_is_no_base() -> None:
    with pytest.raises(BadInput, match="cannot be combined"):
        cell_of(game_of("shipwreck"), policies=[f'search base="script file={SCRIPT}"'])


def test_one_line_says_where_moves_are_signals() -> None:
    for name, base, is_said in (("shipwreck", "literal", True), ("euphoria", "hunter", True), ("hadal", "safe", False)):
        game = game_of(name)
        notes = game.notes(game.cells(game.resolve({"policies": [f"search base={base}"]}, "test")))
        assert (str(SIGNALS) in notes) == is_said
        assert str(SIGNALS) not in game.notes(game.cells(game.resolve({"policies": [base]}, "test")))


def test_a_row_of_numbers_is_written_back_as_it_was() -> None:
    """Numbers of 8, 16, 32 and 64 bits, with the highest bit too."""
    kinds: Sequence[type] = (Hidden, Luck, Dice)
    records: list[Any] = [new(kind) for kind in kinds]
    records[0].key[3], records[0].held[1] = (1 << 32) - 1, -7
    records[1].bag_word[2], records[1].key0 = (1 << 64) - 1, 1 << 63
    records[2].word[1, 2] = 5
    row = packed(records)
    assert len(row) == size_of(kinds)
    empty: dict[str, Any] = {f"record{at}": new(kind) for at, kind in enumerate(kinds)}
    lines = unpacking(dict(zip(empty, kinds, strict=True)), "row[")
    exec("\n".join(lines), empty | {"row": row})  # noqa: S102 - the lines of a kernel
    assert [each.tobytes() for each in records] == [empty[f"record{at}"].tobytes() for at in range(3)]


def test_luck_by_counter_is_the_same_everywhere() -> None:
    luck, cards = CountedLuck(35), list(range(10))
    luck.shuffle(cards)
    assert sorted(cards) == list(range(10))
    assert (cards, luck.getrandbits(32), luck.getrandbits(100) >> 60) == (
        [6, 2, 7, 9, 8, 1, 3, 4, 0, 5],
        2651216614,
        931119974422,
    )
    assert 0 <= luck.random() < 1


def test_a_seat_wants_to_win_and_a_maker_wants_the_first_outcome() -> None:
    rows = np.array([(5, 1, 7), (2, 0, 3)], [("winners", "u1"), ("won", "u1"), ("worth", "u2")])
    share = Share(name="won", meaning="", column="won", better="more")
    mean = Mean(name="worth", meaning="", column="worth", unit="", margin=1, better="less")
    assert payoff_of([share], ["winners", "won"])(rows, 2).tolist() == [1, 0]
    assert payoff_of([share], ["won"])(rows, -1).tolist() == [1, 0]
    assert payoff_of([mean], ["worth"])(rows, 0).tolist() == [-7, -3]


def test_the_gate_gives_known_answers_and_stops_where_one_is_missing() -> None:
    record: Any = new(gate.Gate)
    record.fork_at, record.by = gate.NEVER, gate.AS_BEFORE
    record.searches[1], record.is_found[0], record.found[0, 0] = 1, 1, 9
    gate.begin(record)
    assert not gate.meet(record, 3, 1, 0)
    assert record.answer[0] == 9
    assert not gate.meet(record, 3, 0, 0)  # the policy of this seat does not search
    with pytest.raises(gate.NeedsDecision):
        gate.meet(record, 4, 1, 0)
    assert (record.hook, record.part, record.decisions, record.made[1]) == (4, 1, 3, 3)
    record.fork_at, record.choice[0, 0], record.deals, record.by, record.game = 0, 5, 1, 1, 0
    gate.begin(record)
    assert gate.part_now(record, 0) == 0
    assert gate.meet(record, 3, 1, 0)
    assert record.answer[0] == 5
    assert gate.part_now(record, 0) == 1
    assert not gate.meet(record, 3, 1, 0)  # nobody searches in a fork
