"""The wheel: what is in it, and that it works where there is no checkout."""

import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from engine.game.registry import GAMES
from tests.support import ROOT
from tests.support.installed import build_sdist, environment

RACE = 'decks = ["base"]\npolicies = ["certain"]\nplayers = [3]\ndoom = [0, 6]\ngames = 2_000\n'


@pytest.fixture(scope="module")
def content(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_it_has_the_configs_of_every_game(content: set[str]) -> None:
    files = {path.relative_to(ROOT / "configs") for path in (ROOT / "configs").rglob("*") if path.is_file()}
    assert {f"engine/shipped/{file.as_posix()}" for file in files} == {
        name for name in content if name.startswith("engine/shipped/")
    }
    assert {file.parts[0] for file in files} == set(GAMES)


@pytest.mark.parametrize("package", ["engine", "fatecast", "sim"])
def test_it_has_every_file_of_a_package(content: set[str], package: str) -> None:
    """Templates and py.typed included."""
    files = [path for path in (ROOT / package).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    names = {path.relative_to(ROOT).as_posix() for path in files}
    assert f"{package}/py.typed" in names
    assert names <= content


def test_it_has_nothing_else(content: set[str]) -> None:
    assert {name.partition("/")[0].partition("-")[0] for name in content} == {
        "engine",
        "fatecast",
        "fatecast_lab",
        "sim",
    }


@pytest.mark.full
def test_the_archive_of_sources_is_ours_alone(tmp_path: Path) -> None:
    """The tests' axe-core has a licence of its own, and stays in the repository."""
    with tarfile.open(build_sdist(tmp_path)) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert (ROOT / "tests/sim/studio_in_browser/axe/LICENSE").exists()
    assert "tests/sim/studio_in_browser/test_every_reader.py" in names
    assert [name for name in names if "/axe/" in name] == []


def test_it_has_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [folder] = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        assert archive.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert b"\nLicense-Expression: MIT\n" in archive.read(f"{folder}/METADATA")


def test_changelog_and_citation_are_of_this_version(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    heads = [
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line.startswith("## ")
    ]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["license"] == project["license"]
    assert citation["version"] == project["version"]
    assert heads[0] == f"## {project['version']} - {citation['date-released']}"
    assert wheel.name == f"fatecast_lab-{project['version']}-py3-none-any.whl"


@pytest.fixture
def typed(installed: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The installed command, in an empty folder."""

    def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [str(installed / "bin" / words[0]), *words[1:]]
        env = {**environment(installed), **variables}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=600)

    return run


@pytest.mark.full
def test_it_works_in_an_empty_folder(typed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    where = typed(
        "python", "-c", "import engine, sim, fatecast; print(engine.__file__, sim.__file__, fatecast.__file__)"
    )
    assert str(ROOT) not in where.stdout

    def fatecast(*words: str, code: int = 0) -> str:
        done = typed("fatecast", *words)
        assert done.returncode == code, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    assert "The Deep" in fatecast("cards")
    assert "family" in fatecast("policies")
    assert "ferrymen/game.py" in fatecast("new", "ferrymen", "--from", "trick")
    (tmp_path / "fatecast.toml").unlink()  # from here on, other games are played in this folder
    assert "6,000 games" in fatecast("run", "smoke", "--out", "smoke")
    assert "smoke: correct" in fatecast("verify", "smoke")
    assert fatecast("report", "smoke", "--out", "page").splitlines()[0] == "page/index.html"
    (tmp_path / "race.toml").write_text(RACE)
    assert fatecast("check", "race.toml") == "race.toml: an experiment of 2 cells\n"
    assert "no baseline in configs/GAME/baselines" in fatecast("gate", code=2)
    accepted = fatecast("baseline", "accept", "--experiment", "race.toml", "--games", "2048")
    assert "configs/shipwreck/baselines/default.json: 2 cells" in accepted
    assert fatecast("gate").startswith("pass: ")
    assert "pass" in typed("python", "-m", "fatecast", "gate").stdout
    script = "from fatecast import load_run, run; print(run('race.toml', out='race').digest == load_run('race').digest)"
    assert typed("python", "-c", script).stdout == "True\n"
