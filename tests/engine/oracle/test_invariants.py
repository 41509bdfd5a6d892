"""The identities of a game, after every game; compiled and interpreted games are the same."""

from typing import Any

import numpy as np
import pytest

from engine.game.results import Batch, Rows
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.cells.policy_set import HOOKS, LADDER
from engine.oracle.table.results import COLUMNS, PIECE_NAMES
from engine.oracle.table.state import Dice, World
from engine.policy.kernel import Seeds, load_kernel
from tests.support.oracle.cells import make, tiny

GAMES = 1 if INTERPRETED else 400
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"no_repeat": False, "change_spaces": "three", "every_market": True, "goods_return": False, "clump": 0.5},
    {"days": 2, "hours": 9, "plus_rune": "doll", "supply_amulets": 1, "supply_tablets": 1, "closed": ["hire", "stars"]},
)


def check(batch: Batch, hours: int, edges: int, printed: int, strip: int) -> None:
    """The identities of the rule book."""
    row = {name: batch.rows[name].astype(np.int64) for name in batch.rows.dtype.names or ()}
    pieces = dict(zip(PIECE_NAMES, batch.pieces.tolist(), strict=True))
    fates = row["tier3"] + row["tier2"] + row["tier1"] + row["failed"] + row["open"]
    assert (fates == row["predict"]).all()
    assert (row["worth"] == row["worth_stars"] + row["worth_predict"] + row["worth_horoscope"]).all()
    assert (row["worth"] == row["amulets"] + 2 * row["tablets"]).all()
    assert (row["goods"] == row["amulets"] + row["tablets"]).all()
    assert ((row["strip_used"] == strip) == (row["strip_empty"] == 1)).all()
    cards = row["corruption_clump"] + row["corruption_skull"] + row["corruption_cross"] - row["discarded"]
    assert (row["corruption"] == cards).all()
    ones = row["change_plus"] + row["change_move"] + row["change_x"] + row["predict"]
    twos = row["stars"] + row["horoscope"] + row["staff"] + row["hire"]
    assert (ones + 2 * twos + row["idle_hours"] == hours).all()
    assert (row["hours"] + row["idle_hours"] == hours).all()
    assert (row["lines"] + printed <= edges).all()
    assert (row["strip_used"] >= row["predict"]).all()
    assert (row["areas1"] + 2 * row["areas2"] >= row["worth_stars"]).all()
    assert (row["hire"] <= 4).all()
    for column in COLUMNS:
        if column.limits:
            assert (row[column.name] <= column.limits[1]).all()
    assert sum(each[2] for each in pieces.values()) == row["worth"].sum()
    assert sum(each[3] for each in pieces.values()) == (row["corruption_skull"] + row["corruption_cross"]).sum()
    assert sum(each[1] for each in pieces.values()) == row["hours"].sum()
    for name in PIECE_NAMES[:8]:
        assert pieces[name][0] == row[name.replace("-", "_")].sum()


def check_table(world: World, row: Rows) -> None:
    """What the table shows at the end of a game agrees with what was counted."""
    board, table, chart = world.board, world.table, world.chart
    left = int((chart.drawn[: board.edges] == 0).sum())
    assert row["lines"] + left + board.printed == board.edges
    assert left == table.open_edges
    assert row["boxes_written"] == table.boxes.sum()
    assert row["x_funding"] + row["market_icons"] == table.funded.sum() <= 4 * board.funding
    assert row["strip_used"] + table.strip_left == board.strip
    assert row["sponsor_market"] >= row["market_icons"]
    assert (table.clock[: world.scenario.players] == world.scenario.hours).all()


@pytest.mark.parametrize("policy", ["random", "planner"])
def test_identities_of_the_table(policy: str) -> None:
    for layout, players, options in (("A", 1, {}), ("B", 2, OPTIONS[1]), ("C", 4, OPTIONS[2])):
        cell = make(layout, policy, players, **options)
        seated, rows = TABLES.seat(cell), np.zeros(1, TABLES.row)
        world, mind = TABLES.world_of(seated, Seeds.of(3)), TABLES.mind_of(seated)
        kernel = load_kernel(HOOKS, TABLES.deciding_policy(cell).__name__)
        for index in range(GAMES):
            assert kernel.play_games(world, mind, new(Dice), np.array([index]), rows.view(np.recarray)) == 1
            check_table(world, rows[0])


@pytest.mark.parametrize(("policy", "which"), [("random", 0), ("greedy", 1), ("planner", 2)])
def test_identities(policy: str, which: int) -> None:
    options = OPTIONS[which]
    for layout, players, rogues in (("A", 1, 4), ("B", 3, 8), ("C", 4, 0)):
        cell = make(layout, policy, players, rogues, **options)
        board = TABLES.laid_out(cell)["board"]
        hours = cell.spec["options"]["days"] * cell.spec["options"]["hours"]
        check(TABLES.play_batch(cell, 1, 0, GAMES), hours, int(board.edges), int(board.printed), int(board.strip))


@pytest.mark.skipif(INTERPRETED, reason="compares with the compiled engine")
@pytest.mark.parametrize("policy", ["random", "planner"])
def test_compiled_and_interpreted_games_are_the_same(policy: str) -> None:
    for layout, players, options in (("A", 1, {}), ("C", 4, OPTIONS[1])):
        cell = make(layout, policy, players, **options)
        plain, fast = elsewhere(TABLES.play_batch, cell, 5, 3, 6), TABLES.play_batch(cell, 5, 3, 6)
        assert (plain.rows == fast.rows).all()
        assert (plain.pieces == fast.pieces).all()


def test_a_game_depends_on_nothing_but_its_index() -> None:
    for policy in ("random", "planner"):
        cell = make("B", policy, 2)
        together = TABLES.play_batch(cell, 9, 0, 6).rows
        assert (TABLES.play_batch(cell, 9, 4, 6).rows == together[4:]).all()


def test_a_tiny_layout_is_played_to_its_end() -> None:
    for policy in LADDER:
        batch = TABLES.play_batch(make(tiny(cross_arm=1, map=[".R", "YB"]), policy, 2), 1, 0, GAMES)
        check(batch, 36, 12, 4, 8)
