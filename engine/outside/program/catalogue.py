"""What `fatecast games` says about programs. None is started for it."""

from engine.errors import message
from engine.game.sheets import Sheet
from engine.language.current import said
from engine.outside.program.program import PROTOCOL

MEANING = message("a program in any language")
EXAMPLE = "cmd:./mygame"
QUESTIONS = {
    "hello": message("name, version, axes, columns, outcomes, parameters"),
    "play": message("a line of whole numbers for each game from first to last"),
    "replay": message("lines of text about one game; may be left out"),
    "decisions": message("a line for each decision of a game, with what its seat is shown; may be left out"),
    "fork": message("a line of whole numbers for each way in which a game goes on from a decision; may be left out"),
}


def state() -> str:
    """There is nothing to install."""
    return said("starts if the call names it; fatecast check cmd:… tests it")


def sheets() -> list[Sheet]:
    """The protocol in short."""
    title = said("A program is asked in lines of JSON, and answers in such (protocol {number})", number=PROTOCOL)
    rows = [[question, str(told)] for question, told in QUESTIONS.items()]
    return [Sheet(title, [said("it is asked"), said("it answers")], rows)]
