"""An experiment that was edited after its baseline was accepted is never passed in silence."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast
from tests.support.pig.cells import PIG

FILE = Path("configs/pig/experiments/tuning.toml")
OF_ONES_OWN = '"""mine: holds at 12."""\n\n\ndef policy(view):\n    return view["turn"] < 12\n'
"""As another test has it: it is compiled once for both."""
TEXT = 'game = "pig"\npolicies = ["hold at=20"]\nplayers = [2]\n'


@pytest.fixture
def accepted(typed: Fatecast, compiled_pig: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


@pytest.mark.full
def test_flags_of_accept_override_the_experiment_and_belong_to_the_baseline(accepted: Path, typed: Fatecast) -> None:
    few = ("--games", 1024, "--workers", 1)
    done = typed("baseline", "accept", "--game", "pig", "--policy", "hold at=16", "--players", "2-3", *few)
    assert done.returncode == 0, done.stderr
    held = json.loads(Path("configs/pig/baselines/default.json").read_text())["experiment"]
    assert (held["policies"], held["players"]) == (["hold at=16"], [2, 3])
    assert typed("gate", "--game", "pig", "--workers", 1).returncode == 0, "tuning.toml is not what is compared"
    assert typed("baseline", "accept", "--game", "pig", *few).returncode == 0
    again = json.loads(Path("configs/pig/baselines/default.json").read_text())
    assert again["experiment"] == held, "until something else is said"
    wrong = typed("baseline", "accept", "--game", "pig", "--policy", "hodl", *few)
    assert wrong.returncode == 2
    assert "unknown policy 'hodl': did you mean 'hold'?" in wrong.stderr
    assert json.loads(Path("configs/pig/baselines/default.json").read_text()) == again


@pytest.mark.full
def test_a_policy_of_ones_own_is_played_only_if_the_gate_names_its_file(accepted: Path, typed: Fatecast) -> None:
    Path("mine.py").write_text(OF_ONES_OWN)
    few = ("--games", 1024, "--workers", 1)
    done = typed("baseline", "accept", "own", "--game", "pig", "--policy", "./mine.py", "--players", 2, *few)
    assert done.returncode == 0, done.stderr
    PIG.edition.policies.outside.forget()
    gate = ("gate", "--game", "pig", "--baseline", "own", "--workers", 1)
    unnamed = typed(*gate)
    assert (unnamed.returncode, unnamed.stdout) == (5, "")
    assert "is a policy of your own, which runs only if you name its file as it was accepted" in unnamed.stderr
    assert typed(*gate, "--policy", "./mine.py").returncode == 0
    PIG.edition.policies.outside.forget()
    Path("mine.py").write_text(f"{OF_ONES_OWN}# changed\n")
    assert typed(*gate, "--policy", "./mine.py").returncode == 5
    PIG.edition.policies.outside.forget()
