"""What the documents of the laboratory say is so."""

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sim import Run, run
from sim.experiment.experiment import Experiment, Until
from tests.support import ROOT
from tests.support.command_line import RACE


def page(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(RACE, out=tmp_path_factory.mktemp("played") / "run", executor="inline")


def test_the_reference_of_the_run_directory_names_every_file_and_key(played: Run) -> None:
    text = page("docs/reference/files/run-directory.md")
    summary = json.loads((played.path / "summary.json").read_bytes())
    names = [path.name for path in played.path.iterdir() if path.is_file() and not path.name.startswith(".")]
    fields = ["games", "wins", "win_rate", "win_low", "win_high", "digest", "notable"]
    for name in [*names, *played.manifest, *summary, *fields]:
        assert f"`{'cards.parquet' if name == 'faces.parquet' else name}`" in text, name


def test_the_reference_of_experiments_names_every_key() -> None:
    text = page("docs/reference/files/experiments.md")
    for key in [*Experiment.model_fields, *Until.model_fields]:
        assert f"| `{key}` |" in text, key


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"^```python\n(.*?)^```$", page("README.md"), flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(example)
    done = runpy.run_path(str(tmp_path / "example.py"))
    assert done["played"].summary["games"].unique().to_list() == [500]


def section_of(heading: str, name: str = "README.md") -> str:
    """A section of a page."""
    return page(name).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def shell_of(heading: str, name: str = "README.md") -> str:
    """The first shell commands of a section."""
    return str(re.findall(r"^```sh\n(.*?)^```$", section_of(heading, name), flags=re.MULTILINE | re.DOTALL)[0])


def type_in(commands: str, folder: Path) -> str:
    """What a shell prints that stops at the first mistake."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", commands], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
def test_the_first_minute_of_the_readme_runs(tmp_path: Path) -> None:
    printed = type_in(shell_of("The first minute").replace("--games 2000", "--games 50"), tmp_path)
    assert "longer.toml: a deck of 20 cards" in printed
    assert "The team wins." in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["both", "first", "longer.toml"]


def rates_in(run_: Path) -> dict[tuple[str, int], list[str]]:
    """How often each policy wins with so many players, with rising doom, as a page tells it."""
    rates: dict[tuple[str, int], list[str]] = {}
    for cell in json.loads((run_ / "summary.json").read_bytes())["cells"]:
        digits = 1 if 0.02 <= cell["win_rate"] <= 0.98 else 2
        rates.setdefault((cell["policy"], cell["players"]), []).append(f"{cell['win_rate'] * 100:.{digits}f} %")
    return rates


def measured(tmp_path: Path, heading: str, name: str) -> dict[tuple[str, int], list[str]]:
    """What the command of a section gives."""
    type_in(shlex.join([*shlex.split(shell_of(heading, name)), "--out", "ladder"]), tmp_path)
    return rates_in(tmp_path / "ladder")


def rows_of(heading: str, name: str) -> list[tuple[str, str, list[str]]]:
    """The rows of the table of a section: a policy, its second column, and the rates."""
    found = re.findall(r"^\| `([a-z =0-9]+)` \| ?([^|]*) \| (.*) \|$", section_of(heading, name), flags=re.MULTILINE)
    return [(policy, second, told.split(" | ")) for policy, second, told in found]


@pytest.mark.published
def test_the_readme_tells_the_win_rates_that_are_measured(tmp_path: Path) -> None:
    where = ("Who plays", "README.md")
    assert {(policy, 3): told for policy, _, told in rows_of(*where)} == measured(tmp_path, *where)


@pytest.mark.published
def test_the_page_of_policies_tells_the_win_rates_that_are_measured(tmp_path: Path) -> None:
    where = ("Win rates", "docs/reference/policies.md")
    assert {(policy, int(players)): told for policy, players, told in rows_of(*where)} == measured(tmp_path, *where)
