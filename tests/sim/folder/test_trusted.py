"""A game that only `fatecast.toml` names runs after this user has named it in this folder, and not before."""

import json
import os
import stat
from pathlib import Path

import pytest

from sim.folder.folder_file import NAME
from sim.folder.trusted import MOST_KEPT, list_file
from sim.verbs.request.declaration import declared
from sim.verbs.request.verb import all_verbs
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG

ASKING = [verb.name for verb in all_verbs() if any(field.name == "game" for field in declared(verb.request))]


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """Is there when the code of a game has run."""
    return tmp_path / "mark"


@pytest.fixture
def clone(tmp_path: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from a stranger, which names the game that came with it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "clone"
    game_at(folder / "market", mark)
    (folder / NAME).write_text('game = "./market"\n')
    monkeypatch.chdir(folder)
    return folder


def game_at(folder: Path, mark: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "game.py").write_text(f"__import__('pathlib').Path({str(mark)!r}).touch()\n{PLAIN_PIG}")


def refused(typed: Fatecast, *words: str) -> str:
    """The one line of a command that runs nothing."""
    done = typed(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return str(done.stderr)


def test_many_verbs_are_asked() -> None:
    assert len(ASKING) > 20
    assert {"run", "gate", "baseline accept", "report", "verify", "pieces push"} <= {*ASKING}


@pytest.mark.parametrize("verb", ASKING)
def test_no_verb_runs_a_strangers_game(verb: str, clone: Path, mark: Path, typed: Fatecast) -> None:
    line = refused(typed, *verb.split())
    assert f"{NAME}: game: names {clone / 'market' / 'game.py'}, which is code that you have not named" in line
    assert "type: fatecast trust . (or name it once: --game ./market)" in line
    assert not mark.exists()
    assert not list_file().exists()


def test_help_and_what_needs_no_game_run_nothing_and_work(clone: Path, mark: Path, typed: Fatecast) -> None:
    for words in (
        ["--help"],
        ["run", "--help"],
        ["help", "run"],
        ["pieces", "--help"],
        ["schema", "run"],
        ["new", "-h"],
    ):
        assert typed(*words).returncode == 0, words
    assert typed("policies", "--game", "pig").returncode == 0
    assert not mark.exists()


def test_trust_runs_nothing_and_lets_every_verb_run(clone: Path, mark: Path, typed: Fatecast) -> None:
    done = typed("trust", ".")
    assert done.stdout == f".: ./market ({clone / 'market' / 'game.py'}) runs here from now on without --game\n"
    assert not mark.exists()
    done = typed("policies")
    assert "hold" in done.stdout
    assert mark.exists()
    assert done.stderr == "fatecast: the game is market, as fatecast.toml says\n"
    status = list_file().stat()
    assert stat.S_IMODE(status.st_mode) == 0o600
    assert typed("trust", "--forget").returncode == 0
    refused(typed, "policies")


@pytest.mark.parametrize("words", ["policies --game ./market", "policies --game=market/game.py", "check ./market"])
def test_whoever_names_it_once_has_named_it(
    words: str, clone: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.inspect.check_game.check_game", lambda *asked: [])
    assert typed(*words.split()).returncode == 0
    assert typed("policies").returncode == 0


def test_trust_is_for_this_folder(clone: Path, tmp_path: Path, mark: Path, typed: Fatecast) -> None:
    assert typed("trust", ".").returncode == 0
    os.chdir(tmp_path)
    (tmp_path / NAME).write_text('game = "./clone/market"\n')
    refused(typed, "policies")
    assert not mark.exists()


@pytest.mark.parametrize(
    "how", ["another file", "another folder", "a link that leads elsewhere", "a folder made a link"]
)
def test_it_is_asked_again_when_another_file_is_meant(
    how: str, clone: Path, tmp_path: Path, mark: Path, typed: Fatecast
) -> None:
    (clone / "first.py").write_text(PLAIN_PIG)
    (clone / "linked.py").symlink_to("first.py")
    named = {"a link that leads elsewhere": "./linked.py", "a folder made a link": "./plain"}.get(how, "./first.py")
    (clone / "plain").mkdir()
    (clone / "plain" / "game.py").write_text(PLAIN_PIG)
    (clone / NAME).write_text(f'game = "{named}"\n')
    assert typed("trust", ".").returncode == 0
    assert typed("policies").returncode == 0
    game_at(tmp_path / "elsewhere", mark)
    if how == "a link that leads elsewhere":
        (clone / "linked.py").unlink()
        (clone / "linked.py").symlink_to(tmp_path / "elsewhere" / "game.py")
    elif how == "a folder made a link":
        (clone / "plain").rename(clone / "away")
        (clone / "plain").symlink_to(tmp_path / "elsewhere")
    else:
        (clone / NAME).write_text(f'game = "{"./market" if how == "another file" else "../elsewhere"}"\n')
    refused(typed, "policies")
    assert not mark.exists()


def test_a_list_of_somebody_else_is_not_believed(clone: Path, mark: Path, typed: Fatecast) -> None:
    assert typed("trust", ".").returncode == 0
    path = list_file()
    path.chmod(0o620)
    assert f"{path}: not believed: others can write it; chmod go-w" in refused(typed, "policies")
    path.chmod(0o600)
    path.parent.chmod(0o722)
    assert f"{path.parent}: not believed: others can write it" in refused(typed, "policies")
    path.parent.chmod(0o700)
    moved = path.rename(path.with_name("moved"))
    path.symlink_to(moved)
    assert "cannot be read" in refused(typed, "policies")
    path.unlink()
    os.mkfifo(path)
    assert f"{path}: expected a file" in refused(typed, "policies")
    assert not mark.exists()


def test_a_list_of_another_user_is_not_believed(
    clone: Path, mark: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed("trust", ".").returncode == 0
    mine = os.getuid()
    monkeypatch.setattr("sim.folder.trusted.os.getuid", lambda: mine + 1)
    assert "not believed: it belongs to another user" in refused(typed, "policies")
    assert not mark.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema": 2, "trusted": []}',
        '{"schema": 1, "trusted": {}}',
        '{"schema": 1, "trusted": [["/a", "/b"]]}',
        '{"schema": 1, "trusted": [{"folder": "/a", "file": 3}]}',
        '{"schema": 1, "trusted": [{"folder": "a", "file": "/b"}]}',
        '{"schema": 1, "trusted": [{"folder": "/a", "file": "/b", "more": "/c"}]}',
        "[" * 100_000,
        " " * 1_000_001,
    ],
)
def test_a_damaged_list_is_one_line_and_stays_as_it_is(text: str, clone: Path, mark: Path, typed: Fatecast) -> None:
    list_file().parent.mkdir(parents=True, mode=0o700)
    list_file().write_text(text)
    list_file().chmod(0o600)
    for verb in ("policies", "trust"):
        assert f"{list_file()}: damaged; remove it, and name your games again" in refused(typed, verb)
    assert not mark.exists()
    assert typed("policies", "--game", "./market").returncode == 0  # a game that is named needs no list
    assert list_file().read_text() == text


def test_the_list_has_an_end(clone: Path, typed: Fatecast) -> None:
    list_file().parent.mkdir(parents=True, mode=0o700)
    many = [{"folder": f"/{at}", "file": "/game.py"} for at in range(MOST_KEPT)]
    list_file().write_text(json.dumps({"schema": 1, "trusted": many}))
    list_file().chmod(0o600)
    assert typed("trust").returncode == 0
    kept = json.loads(list_file().read_text())["trusted"]
    assert len(kept) == MOST_KEPT
    assert kept[-1]["folder"] == str(clone)
    assert typed("policies").returncode == 0


def test_without_a_place_for_the_list_a_named_game_still_runs(clone: Path, tmp_path: Path, typed: Fatecast) -> None:
    (tmp_path / "config").write_text("no folder\n")
    assert typed("policies", "--game", "./market").returncode == 0
    assert "config" in refused(typed, "trust")
    assert "config" in refused(typed, "policies")


def test_python_does_not_read_it(clone: Path, mark: Path) -> None:
    import fatecast

    assert "pragmatic" in str(fatecast.policies())
    assert not mark.exists()


def test_new_and_init_write_one_that_may_run(clone: Path, typed: Fatecast) -> None:
    (clone / NAME).unlink()
    done = typed("new", "pirates")
    assert f"{NAME}: from now on, this folder means pirates" in done.stdout
    assert "  fatecast run first --report\n" in done.stdout
    assert typed("policies").returncode == 0
    before = (clone / NAME).read_text()
    second = typed("new", "ferrymen", "--from", "trick")
    assert (clone / NAME).read_text() == before
    assert "fatecast run first --game ./ferrymen --report" in second.stdout
    (clone / NAME).unlink()
    done = typed("init", "--game", "./pirates", "--no-baseline")
    assert 'game = "./pirates"\n' in (clone / NAME).read_text()
    assert "minutes = 20 " in (clone / NAME).read_text()
    assert "  fatecast gate   # passes" in done.stdout
    assert typed("policies").returncode == 0
    workflow = (clone / ".github/workflows/gate.yml").read_text()
    assert "fatecast gate --game ./pirates --junit gate.xml --json-file gate.json --minutes 20 --before" in workflow
