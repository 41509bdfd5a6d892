"""What verbs print in English is what it was: languages change nothing in it."""

from pathlib import Path

import pytest

from engine.language.current import DEFAULT
from tests.language.commands import COMMANDS, VERBS, WRONG, Folder
from tests.language.golden import COLUMNS, FILES, TIMED, told
from tests.support.sample import sampled

SHOWN = [name for name in COMMANDS if name not in TIMED]
QUICK = ("one game", "policies", "run", "verify", "find", "replay", "check a file", "new", "pull", "push")
"""What `make test` asks for."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("golden")


@pytest.fixture(scope="module")
def folder(place: Path) -> Folder:
    return Folder(place, DEFAULT)


@pytest.fixture(autouse=True)
def _as_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", COLUMNS)


def kept(name: str) -> str:
    return (FILES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS)
def test_help(verb: str, folder: Folder, place: Path) -> None:
    assert told(folder.typed(*verb.split(), "--help"), place) == kept(f"help/{verb or 'fatecast'}")


@pytest.mark.parametrize("name", sampled(SHOWN, QUICK))
def test_output(name: str, folder: Folder, place: Path) -> None:
    assert told(folder.text(name), place) == kept(f"output/{name}")


@pytest.mark.parametrize("name", WRONG)
def test_errors(name: str, folder: Folder, place: Path) -> None:
    assert told(folder.typed(*WRONG[name]), place) == kept(f"errors/{name}")


def test_every_file_is_asked_for() -> None:
    names = {f"help/{verb or 'fatecast'}" for verb in VERBS} | {f"output/{name}" for name in SHOWN}
    there = {file.relative_to(FILES).with_suffix("").as_posix() for file in FILES.rglob("*.txt")}
    assert there == names | {f"errors/{name}" for name in WRONG}


def test_another_word_is_seen(folder: Folder, place: Path) -> None:
    planted = told(folder.typed(*WRONG["no game"]), place).replace("expected", "wanted")
    assert planted != kept("errors/no game")
