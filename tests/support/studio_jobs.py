"""Jobs for the studio's worker: well-behaved ones, and others."""

import os
import subprocess
import sys
import time

from engine.errors import BadInput, message
from engine.language.current import percent, said, word
from sim.studio.jobs.talk import Talk


def nothing(game: str) -> None:
    """Prepares nothing."""


def speak(words: list[str], talk: Talk) -> None:
    """Says each word."""
    for each in words:
        talk.event("word", word=each)


def speak_of_numbers(number: float, talk: Talk) -> None:
    """Says a text of the laboratory, a word of the game and a number, in the language of whoever asked; then fails."""
    talk.event("word", word=f"{said('Undo all changes')}, {word('players')}, {percent(number)}")
    raise BadInput(source="x", expected=message("at least one change"))


def wait(seconds: float, talk: Talk) -> None:
    """Says that it waits, and hears if it should not."""
    talk.event("word", word="waiting")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        talk.event("tick")
        time.sleep(0.02)


def hang(seconds: float, talk: Talk) -> None:
    """Starts a process, tells its number, and hears nothing."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])
    talk.event("child", pid=child.pid, own=os.getpid())
    time.sleep(seconds)


def die(code: int, talk: Talk) -> None:
    """Ends the process."""
    os._exit(code)


def fail(said: str, talk: Talk) -> None:
    """Raises what nobody expects."""
    raise RuntimeError(f"{said}\nand a second line")


def count_cells(game: str, talk: Talk) -> None:
    """Plays nothing, but needs the game."""
    from engine.game.registry import load_game

    talk.event("word", word=load_game(game).about.title)


def read_state(state: object, talk: Talk) -> None:
    """Reads all that would be played."""
    from sim.studio.workbench.fields import reference

    reference(state)  # type: ignore[arg-type]
