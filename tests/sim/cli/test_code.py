"""Code of the user's own on the command line: named in every call that plays, and in no other way."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim import run
from tests.support.command_line import Fatecast
from tests.support.pig.outside import forget

OF_ONES_OWN = '"""mine: holds at 12."""\n\n\ndef policy(view):\n    return view["turn"] < 12\n'
"""As other tests have it: it is compiled once for all."""
PLAY = ("run", "--game", "pig", "--policy", "./mine.py", "--players", "2", "--games", "100", "--executor", "inline")


@pytest.fixture
def folder(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a policy and a run of it; whoever comes into it knows neither."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(OF_ONES_OWN)
    done = typed(*PLAY, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert " --policy mine.py\n" in done.stdout
    forget()
    yield tmp_path
    forget()


def test_the_manifest_has_the_hash_and_not_the_path(folder: Path) -> None:
    text = (folder / "run" / "manifest.json").read_text()
    manifest = json.loads(text)
    assert manifest["parts"]["policies"]["mine"]["sha256"] == manifest["experiment"]["policies"][0]["code"]
    assert "mine.py" not in text
    assert str(folder) not in text


@pytest.mark.parametrize("words", [("resume", "run"), ("replay", "run", "0", "3")])
def test_every_call_that_plays_names_the_file_again(words: tuple[str, ...], folder: Path, typed: Fatecast) -> None:
    for block in Path("run/blocks").iterdir():
        block.unlink()  # there is something to play again
    without = typed(*words)
    assert without.returncode == 2
    assert "policy mine is code of your own" in without.stderr
    assert "--policy PATH/mine.py" in without.stderr
    assert len(without.stderr.splitlines()) == 1
    Path("changed.py").write_text(f"{OF_ONES_OWN}# changed\n")
    assert typed(*words, "--policy", "changed.py").returncode == 2
    forget()
    assert typed(*words, "--policy", "mine.py").returncode == 0


def test_a_game_by_its_id(folder: Path, typed: Fatecast) -> None:
    [cell] = json.loads((folder / "run" / "summary.json").read_bytes())["cells"]
    word = next(iter(cell["notable"].values()))["id"]
    assert "name its file too: --policy PATH/mine.py" in typed("replay", word).stderr
    assert typed("replay", word, "--policy", "./mine.py").stdout.endswith(" wins.\n")


@pytest.mark.parametrize("line", ['policies = ["./mine.py"]', 'tables = ["./mine.py,hold"]'])
@pytest.mark.parametrize("verb", ["run", "check"])
def test_an_experiment_that_names_a_file_is_refused(verb: str, line: str, folder: Path, typed: Fatecast) -> None:
    Path("sly.toml").write_text(f'game = "pig"\n{line}\n')
    done = typed(verb, "./sly.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a policy file is code, and loaded only if the command line names it" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not Path("reports").exists()


def test_from_python_it_is_the_same(folder: Path) -> None:
    grid = {"game": "pig", "policies": ["mine"], "players": [2], "games": 100}
    played = run(grid, code=["mine.py"], out="again", executor="inline", block=30)
    assert played.digest == json.loads(Path("run/manifest.json").read_bytes())["digest"]
