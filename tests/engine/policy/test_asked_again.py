"""Decisions are asked for again after what is hidden was dealt again: in every game, and every culprit is caught."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from engine.pig.cells import checked_cells
from engine.pig.parts import CHECKED as PIG_CHECKED

from engine.game.cell import Cell
from engine.game.registry import GAMES, load_game
from engine.hadal.cells.policy_set import POLICIES as HADAL_POLICIES
from engine.hadal.game import HADAL
from engine.oracle.game import ORACLE
from engine.policy.checking import compliance
from engine.policy.checking.asked_again import Finding
from engine.policy.checking.compliance import CheckedGame, check_policy
from engine.policy.part import CheckedPolicies
from tests.support.pig import outside
from tests.support.pig.cells import make


@pytest.fixture(autouse=True)
def _nothing_admitted() -> Iterator[None]:
    yield
    outside.forget()
    HADAL_POLICIES.outside.forget()


def dealt_again(game: CheckedGame, cell: Cell, games: int = 1) -> Finding:
    assert game.redeal is not None
    return game.redeal(cell, 1, games, 2)


def hadal_cell(policy: str) -> Cell:
    return HADAL.cells(HADAL.resolve({"missions": ["A"], "policies": [policy], "players": [2]}, "test"))[0]


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_that_comes_with_us_deals_again(name: str) -> None:
    policies = load_game(name).policies
    assert isinstance(policies, CheckedPolicies)
    assert policies.game.redeal is not None


def test_honest_policies_pass() -> None:
    oracle = ORACLE.cells(ORACLE.resolve({"layouts": ["A"], "policies": ["random"], "players": [1]}, "test"))[0]
    for game, cell in (
        (HADAL.policies.game, hadal_cell("counter")),
        (ORACLE.policies.game, oracle),
        (PIG_CHECKED, make("hold,random")),
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
    assert any(told in line for line in found.different)
    assert found.different[0].startswith("game ")


@pytest.mark.parametrize(
    ("text", "told"), [(outside.WRITING, "writes into what it is shown"), (outside.LOOKING, "decides ")]
)
def test_a_culprit_of_pig_is_caught(tmp_path: Path, text: str, told: str) -> None:
    found = dealt_again(PIG_CHECKED, make(f"{outside.admit(tmp_path, 'culprit', text)},hold"), 3)
    assert any(f"rolls_again {told}" in line for line in found.different)


def test_a_game_that_cannot_deal_again_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "COMPILED_LUCK", 10)
    said: list[str] = []
    assert check_policy(replace(PIG_CHECKED, redeal=None), "hold", said.append) == []
    assert "hidden      not tested: this game cannot deal again what is hidden" in said
    assert not any(line.split()[:2] == ["hidden", "ok"] for line in said)


@pytest.mark.full
def test_a_policy_that_knows_another_seed_is_caught_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It passes on the usual seed: that is what --seed is for, and what the last line of the check says."""
    monkeypatch.setattr(compliance, "PLAIN_LUCK", 150)
    monkeypatch.setattr(checked_cells, "SCENARIOS", ({"players": [2], "options": {"goal": 40}},))
    name = outside.admit(tmp_path, "seer", outside.seer(7))
    said: list[str] = []
    assert check_policy(PIG_CHECKED, name, said.append) == []
    assert said[-1].startswith("not seen ")
    assert "other seeds than 1 " in said[-1]
    failures = check_policy(PIG_CHECKED, name, lambda line: None, 7)
    assert failures
    assert failures[0].startswith("luck: seer,hold at=20/players2: better in ")
