"""`fatecast watch`: at each save, what changed and what moved. Each test saves a file while a game is watched."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

import fatecast
from sim.watch.saves import Saves
from tests.support.own_file import SHORT, written

TEXT = written(SHORT)
SECONDS = 90
"""For an answer, on a machine that is busy with something else."""
FOREVER = ("        while True:\n", "        while True:\n            while True:\n                pass\n")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dicey").mkdir()
    path = tmp_path / "dicey" / "game.py"
    path.write_text(TEXT)
    return path


class Person:
    """Saves a file whenever there was an answer, and reads the answers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def hears(self, word: str) -> list[str]:
        """The lines up to one with this word."""
        heard: list[str] = []
        while not heard or word not in heard[-1]:
            heard.append(self.lines.get(timeout=SECONDS))
        return heard


@contextmanager
def watching(*flags: str) -> Iterator[Person]:
    command = [sys.executable, "-m", "sim", "watch", "--game", "./dicey", "--players", "2", "--games", "60", *flags]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(fatecast.__file__).parents[1])},
    ) as process:
        person = Person(process)
        try:
            person.hears("watching ./dicey")
            yield person
        finally:
            if process.poll() is None:
                process.kill()


def below(process: int) -> list[int]:
    """The processes of a session, which is that of a process that began one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == process and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def test_a_day_of_a_designer(file: Path) -> None:
    """A number, a comment, half a line, a rule that never ends, no file at all: it answers, and Ctrl-C ends it."""
    with watching("--patience", "2") as person:
        file.write_text(TEXT.replace("Parameter(20", "Parameter(10"))
        heard = person.hears("games in the one cell on both sides")
        assert heard[0].endswith(" dicey was saved")
        assert "    options.goal: 20 → 10" in heard
        assert any(line.startswith("  length: shorter in the one group; -") for line in heard)

        file.write_text(TEXT.replace("Parameter(20", "Parameter(10") + "# a comment\n")
        assert person.hears("no rule changed: the same games are played")

        file.write_text(TEXT[: len(TEXT) // 2] + "\n   def (")
        assert "dicey/game.py: cannot be loaded: line" in person.hears("SyntaxError")[-1]

        file.unlink()
        assert person.hears("./dicey: the file is gone; waiting for it")
        file.write_text(TEXT.replace(*FOREVER))
        assert "no answer for 2 s (--patience)" in person.hears("no answer")[-1]

        file.write_text(TEXT.replace("        turn, points", "        import os; os._exit(7)\n        turn, points"))
        assert "ends the process (exit code 7)" in person.hears("ends the process")[-1]

        file.write_text(TEXT)  # compared with the last text that could be played
        assert "    options.goal: 10 → 20" in person.hears("games in the one cell on both sides")

        file.write_text(TEXT.replace(*FOREVER))
        person.process.send_signal(signal.SIGINT)
        assert person.process.wait(SECONDS) == 130
        assert below(person.process.pid) == []


def in_this_process(change: Callable[[], object], **asked: object) -> fatecast.Watched:
    """Watch until one save, which happens as soon as somebody waits for it."""
    from sim.watch import watching as module

    waited = 0

    def wait(seconds: float) -> None:
        nonlocal waited
        waited += 1
        if waited == 1:
            change()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "sleep", wait)
        found: fatecast.Watched = fatecast.watch(game="./dicey", saves=1, games=40, players=2, **asked)  # type: ignore[arg-type]
    return found


def test_cards_are_watched_too(file: Path) -> None:
    text = (
        "from fatecast.game import Game\n\n\nclass Dicey(Game):\n    players = 2\n    scored = 'points'\n"
        "    cards = 'cards.toml'\n\n    def play(self, table):\n        deck = table.deck('deck', table.cards)\n"
        "        for seat in table.seats:\n            table.turn(seat)\n"
        "            table.scores[seat] += deck.deal(seat).power\n        table.win(0 if table.scores[0] > 2 else 1)\n"
    )
    file.write_text(text)
    cards = file.with_name("cards.toml")
    cards.write_text("[cards.dragon]\npower = 3\ncopies = 2\n\n[cards.rope]\npower = 1\ncopies = 2\n")
    found = in_this_process(lambda: cards.write_text(cards.read_text().replace("power = 1", "power = 4")))
    assert found.saves[0].is_right, found
    assert any("rope: power 1 → 4" in line for line in found.saves[0].lines), found
    assert any("seat 1: more" in line for line in found.saves[0].lines), found


def test_the_same_text_is_no_save(file: Path) -> None:
    def touched() -> None:
        os.utime(file)
        file.with_name("later").write_text("")
        module_saves.append(Saves(file).state())

    module_saves: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        looks = iter(range(6))
        patch.setattr("sim.verbs.request.progress.Progress.is_cancelled", lambda self: next(looks, None) is None)
        found = in_this_process(touched)
    assert module_saves
    assert found.saves == []


def test_a_path_that_leads_elsewhere_is_not_followed(file: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text(f"__import__('pathlib').Path({str(mark)!r}).touch()\n{TEXT}")

    def linked() -> None:
        file.unlink()
        file.symlink_to(elsewhere)

    with pytest.raises(fatecast.BadInput, match="leads to another file now"):
        in_this_process(linked)
    assert not mark.exists()


def test_only_a_game_in_a_file_is_watched(file: Path) -> None:
    with pytest.raises(fatecast.BadInput, match=r"^watch: expected a game of your own, in a file"):
        fatecast.watch()
    with pytest.raises(fatecast.BadInput, match=r"^the game pig has no other editions: it is no file"):
        fatecast.watch(game="pig")
    with pytest.raises(fatecast.BadInput, match="expected more than 0 seconds"):
        fatecast.watch(game="./dicey", patience=0)


def test_the_saves_as_data(file: Path) -> None:
    found = in_this_process(lambda: file.write_text("class"))
    [save] = found.data["saves"]
    assert save["right"] is False
    assert "SyntaxError" in save["sentences"][1]
    assert found.data["game"] == "dicey"
