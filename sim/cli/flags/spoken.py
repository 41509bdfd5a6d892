"""Words of help that no request declares: what a flag takes, the flags of every command, what Typer writes behind a
flag. Typer has them in English; here they are in the language of the call."""

import re

from engine.language.current import said

IN_LANGUAGE = "Print and draw in this language: en, es."
PLACEHOLDER = re.compile(r"[A-Z]+(?:_[A-Z]+)*")
DEFAULT = "default: "


def placeholder(written: str) -> str:
    """What stands for a value: `NAME=VALUES`."""
    words = _placeholders()
    return PLACEHOLDER.sub(lambda found: words.get(found[0], found[0]), written)


def of_every_command(help_text: str) -> str:
    """The help of a flag that every command has; of another flag, as it is."""
    return _helps().get(help_text, help_text)


def behind_help(notes: str) -> str:
    """What Typer writes behind the help of a flag: `[default: 5.0; required]`."""
    return "; ".join(_note(note) for note in notes.split("; "))


def _note(note: str) -> str:
    if note.startswith(DEFAULT):
        return said("default: {default}", default=note.removeprefix(DEFAULT))
    return said("required") if note == "required" else note


def _placeholders() -> dict[str, str]:
    return {
        "CELL": said("CELL"),
        "CODE": said("CODE"),
        "COMMAND": said("COMMAND"),
        "EXPERIMENT": said("EXPERIMENT"),
        "FILE": said("FILE"),
        "FOLDER": said("FOLDER"),
        "GAME": said("GAME"),
        "GAME_ID": said("GAME_ID"),
        "INDEX": said("INDEX"),
        "NAME": said("NAME"),
        "NUMBER": said("NUMBER"),
        "OPTIONS": said("OPTIONS"),
        "PAGE": said("PAGE"),
        "PATH": said("PATH"),
        "POLICY": said("POLICY"),
        "RUN": said("RUN"),
        "SEAT": said("SEAT"),
        "SHEET": said("SHEET"),
        "SOURCE": said("SOURCE"),
        "TEXT": said("TEXT"),
        "VALUE": said("VALUE"),
        "VALUES": said("VALUES"),
        "VERB": said("VERB"),
    }


def _helps() -> dict[str, str]:
    return {
        "Print the result as JSON, for another program.": said("Print the result as JSON, for another program."),
        "Log what is being done; show tracebacks.": said("Log what is being done; show tracebacks."),
        "Print and draw in this language: en, es.": said("Print and draw in this language: en, es."),
        "Show the version and exit.": said("Show the version and exit."),
        "Show this message and exit.": said("Show this message and exit."),
        "Install completion for the current shell.": said("Install completion for the current shell."),
        "Show completion for the current shell, to copy it or customize the installation.": said(
            "Show completion for the current shell, to copy it or customize the installation."
        ),
    }
