"""What the documents of the laboratory say is so."""

import json
import re
import runpy
from pathlib import Path

import pytest

from sim import Run, run
from sim.experiment import Experiment, Until
from tests.sim.conftest import RACE, ROOT


def page(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(RACE, out=tmp_path_factory.mktemp("played") / "run", executor="inline")


def test_the_reference_of_the_run_directory_names_every_file_and_key(played: Run) -> None:
    text = page("docs/reference/run-directory.md")
    summary = json.loads((played.path / "summary.json").read_bytes())
    names = [path.name for path in played.path.iterdir() if path.is_file() and not path.name.startswith(".")]
    fields = ["games", "wins", "win_rate", "win_low", "win_high", "digest", "notable"]
    for name in [*names, *played.manifest, *summary, *fields]:
        assert f"`{name}`" in text, name


def test_the_reference_of_experiments_names_every_key() -> None:
    text = page("docs/reference/experiments.md")
    for key in [*Experiment.model_fields, *Until.model_fields]:
        assert f"| `{key}` |" in text, key


def test_exit_codes_are_told_alike() -> None:
    def codes(name: str) -> list[str]:
        return re.findall(r"^\| (\d+) \|", page(name), flags=re.MULTILINE)

    assert codes("README.md") == codes("docs/reference/exit-codes.md") == ["0", "1", "2", "3", "4", "5", "6", "130"]


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"^```python\n(.*?)^```$", page("README.md"), flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(example)
    done = runpy.run_path(str(tmp_path / "example.py"))
    assert done["played"].summary["games"].unique().to_list() == [500]
