"""What README and the workflows type in this repository, in a clone of it: the gate of every game, and the block around
it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.shown_commands import blocks

WORKFLOWS = ROOT / ".github/workflows"
BASELINES = sorted(path.parts[-3] for path in ROOT.glob("configs/*/baselines/default.json"))
DEEP = Path("configs/shipwreck/decks/base-set.toml")
FEW = {
    "try": "--games 64 --policy literal --players 3 --executor inline",
    "compare": "--games 64 --policy literal --players 3 --doom 6 --executor inline",
    "compare literal": "--games 1024 --players 3 --doom 6 --executor inline",
    "baseline": "--games 1024 --workers 1",
    "ablate": "--games 16 --policy literal --doom 6 --cards the-deep --executor inline",
    "sweep": "--games 16 --policy literal --players 3 --doom 6 --executor inline",
    "tune": "--games 64 --fields 1 --reach 1 --executor inline",
}
"""How the other lines of the block are kept short, by how they begin."""


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a fresh clone as the commands read."""
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines_of_the_readme() -> list[str]:
    """The block that shows the gate, without its comments."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [block] = [block for block in blocks(text, "sh") if "\nfatecast gate " in block]
    return [re.sub(r"\s{2,}#.*$", "", line) for line in block.splitlines()]


def workflow(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((WORKFLOWS / name).read_text(encoding="utf-8"))
    return found


def typed_in_a_shell(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", commands]  # as GitHub runs a step
    return subprocess.run(
        shell, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300
    )


@pytest.mark.full
def test_the_gate_of_the_readme_passes_in_every_game(clone: Path) -> None:
    [line] = [line for line in lines_of_the_readme() if line.startswith("fatecast gate")]
    done = typed_in_a_shell(line, clone)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(BASELINES) >= 4
    assert done.stdout.splitlines()[0] == f"pass: {', '.join(BASELINES)}"
    for game in BASELINES:
        assert f"\n{game}: pass: every cell is known to keep its claim\n" in done.stdout


@pytest.mark.full
def test_the_steps_of_the_workflow_notice_an_edited_card(clone: Path) -> None:
    install, check, gate = [step["run"] for step in workflow("gate.yml")["jobs"]["gate"]["steps"] if "run" in step]
    assert install.startswith("python -m pip install ")
    text = DEEP.read_text(encoding="utf-8")
    DEEP.write_text(re.sub(r"(\[cards\.the-deep\](?:\n[^\[]*?)\nmoons = )3", r"\g<1>2", text), encoding="utf-8")
    assert DEEP.read_text(encoding="utf-8") != text
    checked = typed_in_a_shell(check, clone)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    done = typed_in_a_shell(f"{gate.strip()} --games 1024", clone)
    assert done.returncode in (3, 4), done.stdout + done.stderr
    assert "The Deep: 3 moons → 2 moons" in done.stdout
    others = [game for game in BASELINES if game != "shipwreck"]
    assert done.stdout.splitlines()[0].endswith(f"shipwreck; pass: {', '.join(others)}")
    assert [each["game"] for each in json.loads(Path("gate.json").read_text())["verdicts"]] == BASELINES
    assert len(ET.parse("gate.xml").getroot()) == len(BASELINES)


@pytest.mark.full
def test_the_other_lines_of_the_block_run_as_they_are_typed(clone: Path, typed: Fatecast) -> None:
    for line in lines_of_the_readme():
        if line.startswith("fatecast gate"):
            continue
        if not line.startswith("fatecast "):
            assert typed_in_a_shell(line, clone).returncode == 0, line
            continue
        words = shlex.split(line)[1:]
        few = FEW.get(" ".join(words[:2])) or FEW[words[0]]
        done = typed(*words, *(word for word in shlex.split(few) if word.partition("=")[0] not in words))
        assert done.returncode in ((0, 3, 4) if words[0] == "tune" else (0,)), f"{line}\n{done.stderr}"
        assert done.stdout, line


@pytest.mark.parametrize("name", ["gate.yml", "tests.yml"])
def test_code_is_kept_where_a_pull_request_cannot_put_files(name: str) -> None:
    text = (WORKFLOWS / name).read_text(encoding="utf-8")
    assert "github.workspace" not in text
    jobs = workflow(name)["jobs"]
    assert not any("FATECAST_CACHE" in job.get("env", {}) for job in jobs.values()), "runner.temp is not known there"
    keeps = [job for job in jobs.values() if any("actions/cache" in step.get("uses", "") for step in job["steps"])]
    [job] = keeps
    kept = "${{ runner.temp }}/fatecast-cache"
    assert [step["with"]["path"] for step in job["steps"] if "actions/cache" in step.get("uses", "")] == [kept]
    plays = [step for step in job["steps"] if re.search(r"\bfatecast |make test", step.get("run", ""))]
    assert plays
    assert all(step.get("env", {}).get("FATECAST_CACHE") == kept for step in plays)
