"""An experiment that was edited after its baseline was accepted is never passed in silence."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast

FILE = Path("configs/pig/experiments/tuning.toml")
TEXT = 'game = "pig"\npolicies = ["hold at=20"]\nplayers = [2]\n'


@pytest.fixture
def accepted(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a baseline of its experiment."""
    monkeypatch.chdir(tmp_path)
    FILE.parent.mkdir(parents=True)
    FILE.write_text(TEXT)
    done = typed("baseline", "accept", "--game", "pig", "--games", 1024, "--workers", 1)
    assert done.returncode == 0, done.stderr
    return FILE


def test_the_gate_says_that_it_did_not_check_an_edited_experiment(accepted: Path, typed: Fatecast) -> None:
    gate = ("gate", "--game", "pig", "--workers", 1)
    accepted.write_text(f"# The same, with another seed and a comment.\nseed = 7\ngames = 99\n{TEXT}")
    assert typed(*gate).returncode == 0
    accepted.write_text(TEXT.replace("at=20", "at=16"))
    done = typed(*gate, "--junit", "gate.xml")
    assert done.returncode == 4, done.stdout
    first, said, *_ = done.stdout.splitlines()
    assert first == "inconclusive: what was accepted is kept, but an experiment has changed since"
    assert said.startswith(f"{FILE}: its policies changed since baseline default was accepted, and the gate did not")
    command = said.partition("then accept it: fatecast ")[2]
    assert command == f"baseline accept default --game pig --experiment {FILE}"
    suite = ET.fromstring(Path("gate.xml").read_bytes())
    assert suite.get("errors") == "1" == str(len(suite.findall("testcase/error")))
    assert typed(*command.split(), "--games", 1024, "--workers", 1).returncode == 0
    assert typed(*gate).returncode == 0, "the printed command accepts the file"


def test_a_baseline_whose_experiment_has_no_file_any_more_is_compared_as_it_is(accepted: Path, typed: Fatecast) -> None:
    accepted.rename("elsewhere.toml")
    typed("baseline", "accept", "other", "--experiment", "elsewhere.toml", "--games", 1024, "--workers", 1)
    assert typed("gate", "--game", "pig", "--baseline", "other", "--workers", 1).returncode == 0
