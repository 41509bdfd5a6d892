"""`fatecast studio` as a person starts and ends it: what it says, what it lets in, and that nothing is left behind."""

import os
import signal
import socket
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import psutil
import pytest

from engine.errors import BadInput
from engine.game.registry import forget
from engine.kernel.orphans import Started, started_by
from sim.folder.folder_file import NAME
from sim.studio.server import bound
from sim.verbs import studio as verb
from sim.verbs.request.progress import Progress
from sim.verbs.studio import StudioRequest
from tests.support import ROOT
from tests.support.command_line import Fatecast, start
from tests.support.own_file import PLAIN_PIG

LINE = "studio: http://127.0.0.1:{port}/ (Ctrl-C ends it)"


class Running(NamedTuple):
    """A studio in a process of its own."""

    process: "subprocess.Popen[str]"
    port: int
    file: Path

    def status(self, path: str) -> int:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()


@contextmanager
def running(folder: Path, *words: str, **options: object) -> Iterator[Running]:
    """`fatecast studio`, started in this folder."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp"), "PYTHONUNBUFFERED": "1"}
    (folder / "tmp").mkdir(exist_ok=True)
    with start("studio", "--no-browser", *words, cwd=folder, env=env, **options) as process:
        try:
            assert process.stdout is not None
            first, second = process.stdout.readline(), process.stdout.readline()
            assert first, process.stderr.read() if process.stderr else ""
            port = int(first.partition("127.0.0.1:")[2].partition("/")[0])
            assert first == f"{LINE.format(port=port)}\n"
            yield Running(process, port, Path(second.removeprefix("open this file in your browser: ").strip()))
        finally:
            if process.poll() is None:
                process.kill()


def test_it_ends_by_a_signal_and_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "--game", "pig", "--verbose") as studio:
        token = studio.file.read_text().partition("#")[2].partition('"')[0]
        assert studio.status("/enter") == 200
        assert studio.status(f"/?token={token}") == 403
        _check_only_here(studio.port)
        _check_no_command_has(token)
        below = _started(studio)
        since = time.monotonic()
        studio.process.send_signal(signal.SIGINT)
        out, err = studio.process.communicate(timeout=60)
    assert time.monotonic() - since < 10
    assert (studio.process.returncode, out) == (0, "")
    line = (
        "fatecast: studio: refused GET /: no cookie of this studio: open the window that it opened, or start it again\n"
    )
    assert err == line, "one line, without the query of the request"
    assert [*(tmp_path / "tmp").iterdir()] == []
    assert not studio.file.parent.exists()
    _check_ended(below)
    with pytest.raises(ConnectionRefusedError):
        studio.status("/enter")


@pytest.mark.full
def test_ctrl_c_right_after_the_start_ends_all_without_a_traceback(tmp_path: Path) -> None:
    """In a terminal, all processes of the command hear it, also those that have only begun."""
    for at, seconds in enumerate((0.1, 0.2, 0.3, 0.4)):
        (folder := tmp_path / str(at)).mkdir()
        with running(folder, "--game", "pig", start_new_session=True) as studio:
            time.sleep(seconds)
            below = started_by([studio.process.pid])
            os.killpg(studio.process.pid, signal.SIGINT)
            out, err = studio.process.communicate(timeout=20)
        assert (studio.process.returncode, out, err) == (0, "", "")
        assert [*(folder / "tmp").iterdir()] == []
        _check_ended(below)


def _started(studio: Running) -> set[Started]:
    """What the studio has started, as soon as that is there: a worker, and who watches it."""
    since = time.monotonic()
    while len(below := started_by([studio.process.pid])) < 2:
        assert time.monotonic() - since < 20
        time.sleep(0.05)
    return below


def _check_ended(below: set[Started]) -> None:
    """None of these processes runs; one that watched them may end a moment later."""

    def running() -> list[str]:
        found = [psutil.Process(each.number) for each in below & started_by([1])]
        return [str(each) for each in found if each.status() != psutil.STATUS_ZOMBIE]

    since = time.monotonic()
    while running() and time.monotonic() - since < 20:
        time.sleep(0.1)
    assert running() == []


def _check_only_here(port: int) -> None:
    """No other address of this machine answers on the port."""
    addresses = {str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        with socket.socket() as other:
            assert other.connect_ex((address, port)) != 0, address


def _check_no_command_has(token: str) -> None:
    assert len(token) >= 43
    commands = subprocess.run(["ps", "-A", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    assert "studio --no-browser" in commands
    assert token not in commands


@pytest.mark.full
def test_no_process_is_left_when_it_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--game", "pig") as studio:
        below = _started(studio)
        studio.process.kill()
        studio.process.wait(60)
        _check_ended(below)


def test_the_socket_is_that_of_this_machine_alone() -> None:
    with bound(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_one_line(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = typed("studio", "--game", "pig", "--no-browser", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fatecast: --port: port {port} cannot be used (Address already in use)\n"


@pytest.mark.parametrize(("there", "fits"), [("0.39.9", False), ("0.40.0", True), ("0.54.7", True), ("0.55.0", False)])
def test_the_server_is_one_whose_inside_is_known(
    there: str, fits: bool, typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verb, "version", {"uvicorn": there}.__getitem__)
    monkeypatch.setattr(verb, "import_module", lambda name: SimpleNamespace(open_studio=lambda *_, **__: "http://x"))
    done = typed("studio", "--no-browser")
    told = f"uvicorn {there} is not known to it; expected 0.40 to 0.54: pip install 'uvicorn>=0.40,<0.55'"
    assert (done.returncode, done.stderr) == ((0, "") if fits else (2, f"fatecast: studio: {told}\n"))


def test_the_servers_that_are_known_are_those_that_are_installed() -> None:
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert verb.SERVERS in needs


class Opening(Progress):
    """Ends a studio at once."""

    def is_cancelled(self) -> bool:
        return True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[tuple[Path, str, str | None, object]]]:
    """What the server is asked to open; nothing is served."""
    seen: list[tuple[Path, str, str | None, object]] = []

    class Server:
        @staticmethod
        def open_studio(folder: Path, game: str, word: str | None, policies: object, **_: object) -> str:
            assert Path.cwd() == folder
            seen.append((folder, game, word, policies))
            return "http://127.0.0.1:1/"

    monkeypatch.setattr(verb, "import_module", lambda _: Server)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    yield seen
    forget()


def game_in(folder: Path, mark: Path | None = None) -> None:
    """A game of one's own, `market`, that leaves a mark when it runs."""
    (folder / "market").mkdir(parents=True)
    touch = "" if mark is None else f"__import__('pathlib').Path({str(mark)!r}).touch()\n"
    (folder / "market" / "game.py").write_text(f"{touch}{PLAIN_PIG}")


Seen = list[tuple[Path, str, str | None, object]]


def test_the_game_is_the_one_that_is_named(opened: Seen, typed: Fatecast, tmp_path: Path) -> None:
    there = tmp_path / "there"
    game_in(tmp_path / "here")
    game_in(there)
    assert typed("studio").returncode == 0
    assert typed("studio", "--game", "pig").returncode == 0
    assert typed("studio", "--game", "./market", "--policy", "./mine.py at=3").returncode == 0
    assert typed("studio", "../there", "--game", "../there/market", "--policy", "mine.py").returncode == 0
    assert typed("studio", "../there", "--game", "./market").returncode == 0
    here = tmp_path / "here"
    assert opened == [
        (here, "shipwreck", None, ()),
        (here, "pig", "pig", ()),
        (here, "market", "./market", ("./mine.py at=3",)),
        (there, "market", "./market", ("../here/mine.py",)),
        (there, "market", "../here/market", ()),
    ]


def test_the_folder_that_is_given_says_which_game(opened: Seen, typed: Fatecast, tmp_path: Path) -> None:
    here, there, mark = tmp_path / "here", tmp_path / "there", tmp_path / "mark"
    game_in(there, mark)
    game_in(here, mark)
    (here / NAME).write_text('game = "./market"\n')
    assert typed("studio", "../there").returncode == 0, "the folder that we stand in says nothing"
    (there / NAME).write_text('game = "./market"\n')
    done = typed("studio", "../there")
    assert (done.returncode, done.stdout) == (2, "")
    assert "which is code that you have not named in this folder" in done.stderr
    assert "fatecast trust ../there" in done.stderr
    assert not mark.exists()
    assert typed("trust", "../there").returncode == 0
    assert typed("studio", "../there").returncode == 0
    assert opened == [(there, "shipwreck", None, ()), (there, "market", "./market", ())]
    assert mark.exists()


@pytest.mark.parametrize("folder", ["nothing", "file.txt"])
def test_what_is_no_folder_is_one_line(folder: str, opened: Seen, typed: Fatecast) -> None:
    Path("file.txt").touch()
    done = typed("studio", folder)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"fatecast: {folder}: expected a folder\n")


def test_a_game_that_cannot_be_loaded_is_said_before_anything_opens(opened: Seen, typed: Fatecast) -> None:
    Path("market").mkdir()
    Path("market/game.py").write_text("1 / 0\n")
    done = typed("studio", "--game", "./market")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert opened == []


def test_python_starts_and_ends_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[object] = []

    class Telling(Opening):
        def tell(self, part: object) -> None:
            told.append(part)

    closed = verb.VERB(StudioRequest(game="pig", browser=False), Telling())
    port = closed.data["address"].rpartition(":")[2].strip("/")
    assert closed.data == {"folder": str(tmp_path), "game": "pig", "address": f"http://127.0.0.1:{port}/"}
    assert told[0] == LINE.format(port=port)
    assert Path.cwd() == tmp_path
    with pytest.raises(BadInput):
        verb.VERB(StudioRequest(folder="nothing"), Telling())
