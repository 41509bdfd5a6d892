"""What CI installs: the same fatecast as here, from where it came; never a package of a stranger called alike."""

import json
import re
import subprocess
import tomllib
from importlib.metadata import PathDistribution, version
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from engine.game.registry import load_game
from sim.start import new_repository
from sim.start.new_repository import write_repository
from sim.text.packages import Package, ourselves, package_of, pinned
from tests.support import ROOT
from tests.support.command_line import Fatecast

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME, VERSION = PROJECT["name"], PROJECT["version"]
PIP = "python -m pip install --constraint .github/workflows/constraints.txt"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
GIT = {"url": "https://git.example/us/lab.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def came_from(origin: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if our package had been installed from there."""
    made = Package(NAME, VERSION, PROJECT["dependencies"], origin)  # type: ignore[arg-type]
    monkeypatch.setattr(new_repository, "ourselves", lambda: made)


def install_step() -> str:
    """The command, and nothing that YAML reads otherwise."""
    data = yaml.safe_load(Path(".github/workflows/gate.yml").read_text())
    line: str = next(step["run"] for step in data["jobs"]["gate"]["steps"] if "run" in step)
    assert line.count("\n") == 1
    return line.strip()


ORIGINS: dict[str, tuple[object, str]] = {
    "an index": (None, f"{NAME}=={VERSION}"),
    "a commit": (GIT, f"'{NAME} @ git+https://git.example/us/lab.git@{COMMIT}'"),
    "a part of a commit": (
        GIT | {"subdirectory": "lab"},
        f"'{NAME} @ git+https://git.example/us/lab.git@{COMMIT}#subdirectory=lab'",
    ),
    "a wheel elsewhere": (
        {"url": "https://example.org/lab.whl", "archive_info": {"hashes": {"sha256": "ab12"}}},
        f"'{NAME} @ https://example.org/lab.whl#sha256=ab12'",
    ),
}
HERE: dict[str, object] = {
    "a folder": {"url": "file:///home/us/lab", "dir_info": {"editable": True}},
    "a wheel": {"url": "file:///home/us/lab.whl", "archive_info": {}},
    "a repository of this machine": GIT | {"url": "file:///home/us/lab.git"},
    "a record that says nothing": {},
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_what_came_from_elsewhere_is_named_so(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, named = ORIGINS[origin]
    came_from(recorded, monkeypatch)
    write_repository(Path(), "pig", None)
    assert install_step() == f"{PIP} {named}"


@pytest.mark.parametrize("origin", HERE)
def test_what_came_from_this_machine_stops_the_workflow(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    came_from(HERE[origin], monkeypatch)
    write_repository(Path(), "pig", None)
    done = subprocess.run(["bash", "-ec", install_step()], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"Write here what installs {NAME}: it came from a folder" in done.stderr


def test_init_says_that_the_workflow_stops(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    told = f"gate.yml: stops at its first step until you write there what installs {NAME}, which came from a folder"
    assert told in " ".join(typed("init", "mine", "--game", "pig", "--no-baseline").stdout.split())
    came_from(GIT, monkeypatch)
    assert "stops" not in typed("init", "ours", "--game", "pig", "--no-baseline").stdout


def test_the_package_of_an_installed_game_is_installed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = Path("our_pirates-1.2.dist-info")
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: our-pirates\nVersion: 1.2\nRequires-Dist: pyyaml\n")
    entry = SimpleNamespace(dist=PathDistribution(metadata))
    monkeypatch.setattr(new_repository, "offered", lambda: {"pirates": entry})
    played = {"pirates": load_game("pig"), "pig": load_game("pig")}
    monkeypatch.setattr(new_repository, "load_game", played.__getitem__)
    monkeypatch.setattr(new_repository, "about", lambda game: played[game].about)
    monkeypatch.setattr(new_repository, "_experiment_data", lambda folder, game: {"game": "pig"})
    came_from(None, monkeypatch)
    write_repository(Path(), "pirates", None)
    assert install_step() == f"{PIP} {NAME}=={VERSION} our-pirates==1.2"
    assert f"\nPyYAML=={version('pyyaml')}\n" in Path(".github/workflows/constraints.txt").read_text()
    (metadata / "direct_url.json").write_text('{"url": "file:///home/us/pirates", "dir_info": {}}')
    write_repository(Path("here"), "pirates", None)
    monkeypatch.chdir("here")
    assert "what installs our-pirates: it came from a folder" in install_step()


def test_all_that_is_needed_is_pinned_and_nothing_else() -> None:
    write_repository(Path(), "pig", None)
    lines = Path(".github/workflows/constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert {"numpy", "llvmlite", "starlette", "h11"} <= {pin.partition("==")[0] for pin in pins}
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    assert not {pin.partition("==")[0] for pin in pins} & {NAME, "fatecast", "pytest", "openpyxl", "distributed"}
    assert pinned(["no-such-package>=3", "h11"]) == [f"h11=={version('h11')}"]


def test_a_checkout_is_called_as_its_own_file_says() -> None:
    """Another checkout may be what pip knows."""
    ours = ourselves()
    assert (ours.name, ours.version, ours.requirement()) == (NAME, VERSION, None)


def test_a_wheel_is_called_as_pip_wrote_it_down(tmp_path: Path) -> None:
    for name, starts in (("other-1.0", "other:main"), ("ours-2.0", "fatecast.__main__:main")):
        metadata = tmp_path / f"{name}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Name: {name[:-4]}\nVersion: {name[-3:]}\n")
        (metadata / "entry_points.txt").write_text(f"[console_scripts]\nfatecast = {starts}\n")
    found = ourselves(tmp_path)
    assert (found.name, found.version, found.requirement("openspiel")) == ("ours", "2.0", "ours[openspiel]==2.0")
    (metadata / "direct_url.json").write_text(json.dumps(GIT))
    assert package_of(PathDistribution(metadata)).requirement() == f"ours @ git+{GIT['url']}@{COMMIT}"


def test_nobody_is_sent_to_the_package_of_a_stranger() -> None:
    """No line of ours installs what is called fatecast on the index."""
    kinds = (".md", ".sh", ".py", ".pyi", ".txt", ".po")
    texts = [path for top in ("docs", "engine", "sim", "fatecast") for path in (ROOT / top).rglob("*.*")]
    for path in [ROOT / "README.md", ROOT / "Makefile", *(each for each in texts if each.suffix in kinds)]:
        text = path.read_text(encoding="utf-8")
        found = re.search(r"fatecast(\[\w+\]|==)|pip install [^`\n]*\bfatecast(?![-_\w/])", text)
        assert found is None, f"{path}: {found}"
