"""What `fatecast games` says about programs. None is started for it."""

from engine.game.sheets import Sheet
from engine.outside.program.program import PROTOCOL

MEANING = "a program in any language"
EXAMPLE = "cmd:./mygame"
QUESTIONS = {
    "hello": "name, version, axes, columns, outcomes, parameters",
    "play": "a line of whole numbers for each game from first to last",
    "replay": "lines of text about one game; may be left out",
    "decisions": "a line for each decision of a game, with what its seat is shown; may be left out",
    "fork": "a line of whole numbers for each way in which a game goes on from a decision; may be left out",
}


def state() -> str:
    """There is nothing to install."""
    return "starts if the call names it; fatecast check cmd:… tests it"


def sheets() -> list[Sheet]:
    """The protocol in short."""
    title = f"A program is asked in lines of JSON, and answers in such (protocol {PROTOCOL})"
    return [Sheet(title, ["it is asked", "it answers"], [[question, told] for question, told in QUESTIONS.items()])]
