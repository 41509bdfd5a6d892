"""The page that leads an author through his first game does what it says, and so does the folder that `new` writes."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.game import registry
from engine.game.registry import offered
from engine.kernel.sources import package_digest
from engine.outside.own.files import forget
from fatecast.game import Game
from sim.start.new_game import USUAL
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG

PAGE = (ROOT / "docs/how-to/write-a-game.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs/reference/files/game-files.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent
PLAYS = {"run", "compare", "sweep", "tune", "gate", "try", "ablate"}
COUNTS = {"baseline"}
"""Verbs that play in workers only."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def write_files(folder: Path) -> None:
    """The files of the page. What has no path in its first line is a part of a file."""
    for text in (text for language in ("python", "toml") for text in blocks(language) if text.startswith("# ")):
        path = folder / text.splitlines()[0].removeprefix("# ")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def test_the_example_is_the_game_that_agrees_with_the_compiled_one() -> None:
    assert blocks("python")[0] == f"# plain_pig/game.py\n{PLAIN_PIG}"


@pytest.mark.full
def test_every_command_of_the_page_works(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, and with fewer games."""
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path)
    tried = 0
    for line in "".join(blocks("sh")).splitlines():
        verb, *words = shlex.split(line, comments=True)
        if verb != "fatecast":
            subprocess.run([verb, *words], check=True, cwd=tmp_path)
            continue
        if words[0] == "check":  # takes long, and is tried elsewhere
            continue
        few = [re.sub(r"^(1000|2000|20000)$", "60", word) for word in words]
        more = ("--executor", "inline") if few[0] in PLAYS else ("--workers", "1") if few[0] in COUNTS else ()
        done = typed(*few, *more)
        assert done.returncode in ((0, 4) if few[0] == "tune" else (0,)), (line, done.stderr, done.stdout)
        tried += 1
        if "before.py" in few:
            assert "longer: by " in done.stdout
    assert tried > 12


def test_the_reference_names_everything_an_author_can_declare() -> None:
    told = set(re.findall(r"^\| `(\w+)", REFERENCE, flags=re.MULTILINE))
    declared = {name for name in vars(Game) if not name.startswith("_")}
    assert declared <= told


@pytest.mark.full
@pytest.mark.parametrize("source", [USUAL, "trick"])
def test_a_new_game_runs_as_it_stands(
    typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = typed("new", "sea_wolves", *(() if source == USUAL else ("--from", source)))
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "sea_wolves"
    assert "class SeaWolves(Game)" in (folder / "game.py").read_text()
    assert len((folder / "game.py").read_text().splitlines()) <= (100 if source == USUAL else 200)
    for path in folder.rglob("*"):
        assert not path.is_file() or "NAME" not in path.read_text()
    style = ("--isolated", "--line-length=120", "-q", str(folder))
    numbers = 'lint.flake8-bugbear.extend-immutable-calls=["fatecast.game.Parameter", "fatecast.game.Prepared"]'
    subprocess.run([BIN / "ruff", "check", "--select=E,F,W,N,UP,B", "--config", numbers, *style], check=True)
    subprocess.run([BIN / "ruff", "format", "--check", *style], check=True)
    for line in done.stdout.partition("Next:\n")[2].splitlines():
        verb, *words = shlex.split(line, comments=True)[1:]
        # The test of the folder asks what `check` asks; `watch` goes on until somebody stops it, and has its own tests.
        if verb not in ("check", "watch"):
            again = typed(verb, *words, *(("--executor", "inline", "--games", "60") if verb in PLAYS else ()))
            assert again.returncode == 0, (line, again.stderr)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(folder)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
    )
    assert tests.returncode == 0, tests.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("two words", "expected a name of letters"),
        ("class", "expected a name of letters"),
        ("1st", "expected a name of letters"),
        ("pig", "comes with fatecast"),
        ("there", "is there already"),
        ("link", "is there already"),
        ("file/game", "cannot be written"),
    ],
)
def test_new_writes_over_nothing(
    typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    done = typed("new", name)
    assert done.returncode == 2
    assert told in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_package_offers_a_game(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the page says, by its entry point; nothing of it runs until somebody names it."""
    entry = tomllib.loads(blocks("toml")[-1])["project"]["entry-points"]["fatecast.games"]
    package = tmp_path / "site" / "pirates"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(PLAIN_PIG.replace("PlainPig", "Pirates") + "\nprint('loaded')\n")
    info = tmp_path / "site" / "pirates-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pirates\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[fatecast.games]\n" + "".join(f"{name} = {place}\n" for name, place in entry.items())
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert "pirates" in offered()
    listed = typed("games")
    assert "pirates" in listed.stdout
    assert "loaded" not in listed.stdout
    flags = ("--game", "pirates", "--players", "2", "--games", "50", "--executor", "inline", "--out", "run")
    done = typed("run", *flags)
    assert done.returncode == 0, done.stderr
    assert "--game" not in done.stdout
    assert typed("verify", "run").returncode == 0
    (package / "game.py").write_text((package / "game.py").read_text() + "# another version\n")
    package_digest.cache_clear()
    forget()
    monkeypatch.setattr(registry, "_made", {})
    again = typed("verify", "run")
    assert again.returncode == 5
    assert "other rules of pirates" in again.stderr
