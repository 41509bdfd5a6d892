"""What can be changed in Pig, what can be compared, how games are named, and policies from outside."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput, BrokenRule, NotComparable
from engine.game.optional_parts import content_of, policies_of
from engine.game.registry import about
from engine.kernel.compiled import INTERPRETED
from engine.outside.own.compiled.kernels import kernel_of
from engine.outside.own.play import outsiders_in
from tests.support.pig.cells import PIG, make, play_batch, with_focus

GRID = {"policies": ["hold", "race"], "tables": ["hold at=10,random"], "players": [2, 4]}
FOCUSED = {"focus": ["hold"], "field": ["hold at=25", "race"], "players": [3]}


def resolved(grid: dict[str, Any]) -> dict[str, Any]:
    return PIG.resolve(grid, "test")


def labels(grid: dict[str, Any]) -> list[str]:
    return [cell.name for cell in PIG.cells(grid)]


def test_a_parameter_is_changed_in_every_policy_that_has_it() -> None:
    changed = content_of(PIG).changed(resolved(GRID), {"policy.at": 16}, "test")
    assert labels(changed)[::2] == ["hold at=16/players2", "race/players2", "hold at=16,random/players2"]
    changed = content_of(PIG).changed(resolved(GRID), {"policy.near": 20}, "test")
    assert labels(changed)[::2] == ["hold at=20/players2", "race near=20/players2", "hold at=10,random/players2"]


def test_focus_and_field_are_changed_apart_or_together() -> None:
    grid = resolved(FOCUSED)
    for changes, expected in (
        ({"focus.at": 16}, ["hold at=16/hold at=25/players3", "hold at=16/race/players3"]),
        ({"field.at": 16}, ["hold at=20/hold at=16/players3", "hold at=20/race/players3"]),
        ({"policy.at": 16}, ["hold at=16/hold at=16/players3", "hold at=16/race/players3"]),
    ):
        assert labels(content_of(PIG).changed(grid, changes, "test")) == expected


def test_the_goal_is_an_option() -> None:
    changed = content_of(PIG).changed(resolved(GRID), {"options.goal": 50}, "test")
    assert {cell.spec["options"]["goal"] for cell in PIG.cells(changed)} == {50}
    assert labels(changed) == labels(resolved(GRID))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policy.att": 3}, "test: policy.att: unknown parameter 'att': did you mean 'at'?"),
        ({"field.at": 3}, "test: field.at: unknown parameter 'at'"),
        ({"goal": 3}, "test: goal: expected a path that begins with policy., focus., field. or options."),
        ({"options.goal": 3}, "test: options: parameter goal: expected a whole number from 10 to 200, got 3"),
        ({"policy.at": 999}, "parameter at: expected a whole number from 2 to 200, got 999"),
    ],
)
def test_a_change_that_cannot_be_made_is_one_line(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        content_of(PIG).changed(resolved(GRID), changes, "test")
    assert message in str(caught.value)


def test_the_planted_changes_are_players_who_slip_and_another_goal() -> None:
    edits = content_of(PIG).rehearsals(resolved({"policies": ["hold"]}), "test")
    assert [edit.changes for edit in edits] == [{"policy.slips": 20}, {"options.goal": 90}]


def test_changes_are_written_as_an_experiment(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    for grid in (GRID, FOCUSED):
        text = content_of(PIG).extension(grid, {"policy.at": 15, "options.goal": 90}, ["why", ""], path)
        path.write_text(text)
        from engine.configs import read_toml

        written = read_toml(path)
        assert written.pop("game") == "pig"
        assert text.startswith("# why\n#\n")
        assert resolved(written) == content_of(PIG).changed(
            resolved(grid), {"policy.at": 15, "options.goal": 90}, "test"
        )


def test_what_shares_no_luck_is_not_compared() -> None:
    assert PIG.incomparable(make("hold"), make("race", goal=50)) is None
    assert PIG.incomparable(make("hold"), with_focus("hold", "race")) is None
    assert PIG.incomparable(make("hold"), make("hold", 3)) == ("2 players against 3: no luck is shared")


def test_a_game_id_that_is_none() -> None:
    with pytest.raises(BadInput, match="expected pig:rules2:POLICY:players2:seed1:game17"):
        PIG.find_game("pig:hold")
    for old in ("pig:rules1:hold,at=20:2p:seed1:game0", "pig:rules1:hold:players2:seed1:game0"):
        with pytest.raises(NotComparable, match=r"played by rules1, engine/pig/game\.py is rules2"):
            PIG.find_game(old)
    with pytest.raises(BadInput, match="unknown policy 'hodl'"):
        PIG.find_game("pig:rules2:hodl:players2:seed1:game0")
    with pytest.raises(BadInput, match="below 2\\^64"):
        PIG.find_game(f"pig:rules2:hold:players2:seed{1 << 64}:game0")


OWN = '''from fatecast.game import Parameter

FAR = 40


def careful(view, at=Parameter(18, 2, 100, "points of a turn")):
    """holds at 18, or at once if that wins the lead by far"""
    if view["scores"][view["seat"]] + view["turn"] > best(view) + FAR:
        return False
    return view["turn"] < at


def best(view):
    return max(score for seat, score in enumerate(view["scores"]) if seat != view["seat"])
'''
SLOW = '''def chatty(view):
    """cannot be compiled"""
    try:
        return view["turn"] < 18
    finally:
        pass
'''
BROKEN = '''def broken(view):
    """divides by what is left"""
    return 100 // (view["turn"] - view["turn"]) > 3
'''
WRONG = '''def wrong(view):
    """says what is no choice"""
    return "roll"
'''


@pytest.fixture
def admitted(tmp_path: Path) -> Any:
    for name, text in (("careful", OWN), ("chatty", SLOW), ("broken", BROKEN), ("wrong", WRONG)):
        (tmp_path / f"{name}.py").write_text(text)
        policies_of(PIG).admit(tmp_path / f"{name}.py")
    yield tmp_path
    PIG.edition.policies.outside.forget()


def test_policies_of_ones_own(admitted: Path) -> None:
    careful, chatty = make("careful at=30,hold"), make("chatty,hold")
    assert careful.labels["policy"] == "careful at=30,hold at=20"
    assert play_batch(careful, 1, 0, 40).rows["turns"].min() > 0
    assert np.array_equal(play_batch(chatty, 1, 0, 10).rows, play_batch(make("hold at=18,hold"), 1, 0, 10).rows)
    assert np.array_equal(
        play_batch(with_focus("chatty", "hold"), 1, 0, 10).rows,
        play_batch(with_focus("hold at=18", "hold"), 1, 0, 10).rows,
    )
    assert set(PIG.provenance(resolved({"focus": ["careful"], "field": ["hold"]}))["policies"]) == {"careful"}
    found, _, _ = PIG.find_game(PIG.game_id(careful, 1, 2))
    assert found.key == careful.key


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("chatty", SLOW, "chatty.py: line 3: "),
        ("twice", "def solve(view):\n    return True\n", "twice.py: solve is the name of something else"),
    ],
)
def test_a_policy_that_cannot_be_compiled_says_in_which_line(
    name: str, text: str, told: str, tmp_path: Path, admitted: Path
) -> None:
    (tmp_path / f"{name}.py").write_text(text)
    policies_of(PIG).admit(tmp_path / f"{name}.py")
    kernel = kernel_of(PIG.edition, outsiders_in(make(name)))
    assert not kernel.is_ready
    assert kernel.refusals[0].startswith(told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("broken", r"broken\.py: line 3: ZeroDivisionError"),
        ("wrong", r"wrong\.py: line 1: decides 'roll'; expected one of True, False"),
    ],
)
def test_a_policy_that_fails_is_told_with_its_game_and_its_line(name: str, told: str, admitted: Path) -> None:
    with pytest.raises(BrokenRule, match=rf"{name}/players2: game 0: turn \d+: {told}"):
        play_batch(make(name), 1, 0, 3)
    assert told.replace("\\", "") in PIG.replay(make(name), 1, 0).lines[-1][1]


OLD = """from engine.pig.for_policies import best_other


def rolls_again(view, mind, dice):
    return view.table.total < 20
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OLD, "line 4: rolls_again(view, mind, dice): a policy is a function of the view now: def mine(view, at=20): "),
        ("AT = 20\n", "expected one function of the view, or one that is called mine, as the file is; got none"),
        ("def a(view):\n    return 1\n\n\ndef b(view):\n    return 2\n", "got a, b"),
        ("def mine(view, at='x'):\n    return True\n", "expected a function of the view, whose other arguments are"),
        ("def mine(view):\n    return (\n", "cannot be loaded: line 2: SyntaxError"),
        ("import nowhere_at_all\n", "cannot be loaded: line 1: ModuleNotFoundError"),
    ],
)
def test_a_file_without_a_policy_is_refused_in_one_line(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        policies_of(PIG).admit(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(INTERPRETED, reason="minutes")
@pytest.mark.parametrize("name", [pytest.param("optimal", marks=pytest.mark.full), "careful"])
def test_every_policy_keeps_the_rules(name: str, admitted: Path) -> None:
    heard: list[str] = []
    assert policies_of(PIG).check(name, heard.append) == []
    assert [line.split()[0] for line in heard if line.endswith(" ok")] == [
        "legal",
        "views",
        "repeatable",
        *(["luck"] if name in ("careful", "chatty") else []),
    ]


@pytest.mark.parametrize("name", ["broken", "wrong"])
def test_a_policy_that_breaks_a_rule_is_named_with_its_line(name: str, admitted: Path) -> None:
    [told] = map(str, policies_of(PIG).check(name, lambda line: None))
    assert f"{name}.py: line " in told


def test_a_policy_that_changes_what_it_is_shown_is_named_with_its_line(tmp_path: Path, admitted: Path) -> None:
    (tmp_path / "vain.py").write_text("def vain(view):\n    view['turn'] = 99\n    return False\n")
    policies_of(PIG).admit(tmp_path / "vain.py")
    [told] = map(str, policies_of(PIG).check("vain", lambda line: None))
    assert told.startswith("views: vain.py: line 2: policy vain changes what it is shown: view['turn'] was ")


@pytest.mark.parametrize("said", ["title", "kind", "players", "axes", "options"])
def test_it_says_of_itself_what_its_file_declares(said: str) -> None:
    """`about` is loaded without the file."""
    assert getattr(about("pig"), said) == getattr(PIG.edition.about, said)
