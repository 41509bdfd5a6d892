"""Decisions are asked for again after what is hidden was dealt again: in every game, and every culprit is caught."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.euphoria.game import EUPHORIA
from engine.game.cell import Cell
from engine.game.registry import GAMES, load_game
from engine.hadal.cells.policy_set import POLICIES as HADAL_POLICIES
from engine.hadal.game import HADAL
from engine.oracle.game import ORACLE
from engine.policy.checking import compliance
from engine.policy.checking.asked_again import Finding
from engine.policy.checking.compliance import CheckedGame, check_policy
from engine.policy.policies_part import CheckedPolicies
from tests.support.euphoria.cells import make as table_of_euphoria


@pytest.fixture(autouse=True)
def _nothing_admitted() -> Iterator[None]:
    yield
    HADAL_POLICIES.outside.forget()


def dealt_again(game: CheckedGame, cell: Cell, games: int = 1) -> Finding:
    assert game.redeal is not None
    return game.redeal(cell, 1, games, 2)


def hadal_cell(policy: str) -> Cell:
    return HADAL.cells(HADAL.resolve({"missions": ["A"], "policies": [policy], "players": [2]}, "test"))[0]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "pig"])
def test_every_game_with_rooms_that_comes_with_us_deals_again(name: str) -> None:
    policies = load_game(name).policies
    assert isinstance(policies, CheckedPolicies)
    assert policies.game.redeal is not None


def test_honest_policies_pass() -> None:
    oracle = ORACLE.cells(ORACLE.resolve({"layouts": ["A"], "policies": ["random"], "players": [1]}, "test"))[0]
    for game, cell in (
        (HADAL.policies.game, hadal_cell("counter")),
        (ORACLE.policies.game, oracle),
        (EUPHORIA.policies.game, table_of_euphoria("box", "hunter,random", 4)),
    ):
        found = dealt_again(game, cell)
        assert found.different == []
        assert found.compared > 20


HADAL_HEAD = '"""culprit: of somebody\'s own."""\nimport sys\n\nfrom engine.hadal.for_policies import *\n'
WORLD = """

def world():
    frame = sys._getframe()
    while "world" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["world"]

"""
ACTS = """
def choose_action(view, mind, dice, seat, options, cards):
    {first}
    kind = DO_TEST if contains(options, DO_TEST) and {condition} else STAND_BY
    return Action(kind, UNREAD)
"""
PILE = "world().hidden.pile[view.table.pile - 1] % 2"
ORDER = "world().hidden.order[view.table.location, 0] % 2"
UNREAD = "sum(world().book.kind[place, 0] for place in range(9)) % 2"


@pytest.mark.parametrize(
    ("first", "condition", "told"),
    [
        ("pass", PILE, "choose_action decides "),
        ("pass", ORDER, "choose_action decides "),
        ("pass", UNREAD, "choose_action decides "),
        (f"mind.spare = int({PILE})", "True", "choose_action remembers something else after another deal"),
        ("view.table.points += 1", "True", "choose_action writes into what it is shown"),
    ],
    ids=["pile", "order", "unread cards", "remembers", "writes"],
)
def test_a_culprit_of_hadal_is_caught(tmp_path: Path, first: str, condition: str, told: str) -> None:
    path = tmp_path / "culprit.py"
    path.write_text(HADAL_HEAD + WORLD + ACTS.format(first=first, condition=condition), encoding="utf-8")
    found = dealt_again(HADAL.policies.game, hadal_cell(HADAL.policies.admit(path)), 2)
    assert any(told in str(line) for line in found.different)
    assert str(found.different[0]).startswith("game ")


def test_a_culprit_among_honest_players_is_caught() -> None:
    found = dealt_again(EUPHORIA.policies.game, table_of_euphoria("box", "omniscient,random", 4), 2)
    assert any(" decides " in str(line) for line in found.different)


@pytest.mark.full
def test_a_game_that_cannot_deal_again_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "COMPILED_LUCK", 10)
    said: list[str] = []
    assert check_policy(replace(ORACLE.policies.game, redeal=None), "random", said.append) == []
    assert "hidden      not tested: this game cannot deal again what is hidden" in said
    assert not any(line.split()[:2] == ["hidden", "ok"] for line in said)
