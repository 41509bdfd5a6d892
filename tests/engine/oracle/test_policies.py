"""Policies keep the rules; parameters are words or numbers; policies of one's own."""

from pathlib import Path

import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.optional_parts import policies_of
from engine.kernel.compiled import INTERPRETED
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.game import ORACLE
from tests.support.oracle.cells import make
from tests.support.sample import sampled

WRONG = '"""wrong: always hires."""\n\n\ndef choose_action(view, mind, dice, legal):\n    return 7\n'


@pytest.mark.full
@pytest.mark.skipif(INTERPRETED, reason="minutes")
@pytest.mark.parametrize("name", sampled(["random", "planner"], ["random"]))
def test_every_policy_keeps_the_rules(name: str) -> None:
    heard: list[str] = []
    assert policies_of(ORACLE).check(name, heard.append) == []
    assert [line.split()[0] for line in heard if line.endswith(" ok")] == [
        *("legal", "hidden", "luck", "repeatable", "portable")
    ]


def test_a_switch_is_written_as_a_word() -> None:
    cell = make("A", "planner counting=false mu=0.5")
    assert cell.labels["policy"] == "planner mu=0.5 counting=false"
    assert cell.spec["policy"]["parameters"] == {"mu": 0.5, "eta": 0.0, "counting": 0}
    with pytest.raises(BadInput, match="parameter counting: expected false or true, got 'maybe'"):
        make("A", "prophet counting=maybe")
    with pytest.raises(BadInput, match="parameter mu: expected a number from 0 to 10"):
        make("A", "planner mu=-1")


@pytest.mark.full
def test_a_policy_that_breaks_a_rule_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    name = policies_of(ORACLE).admit(tmp_path / "wrong.py")
    with pytest.raises(BrokenRule, match="turn 2: choose_action named an action that is not legal"):
        TABLES.play_batch(make("A", name), 1, 0, 1)
    assert ORACLE.replay(make("A", name), 1, 0).lines[-1][1].startswith("Broken off: ")
