"""In which language a command speaks: as `--lang` says, else FATECAST_LANG, `fatecast.toml`, the locale of a terminal.

It is found before Typer is imported, which takes its own words when it is loaded.
"""

import os
import sys
from collections.abc import Callable, Sequence

from engine.errors import BadInput, message
from engine.language.catalogues import languages
from engine.language.current import DEFAULT

FLAG, VARIABLE, KEY = "--lang", "FATECAST_LANG", "lang"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(arguments: Sequence[str], warn: Callable[[str], None] = lambda line: None) -> str:
    """The code of the language that is asked for: `es`. The file of a folder may be a stranger's: if its language is
    none, one line says so, and English is spoken."""
    typed = _typed(arguments)
    if typed is not None:
        return known_language(typed, FLAG)
    if said := os.environ.get(VARIABLE):
        return known_language(said, VARIABLE)
    return _of_the_folder(warn) or _of_the_terminal() or DEFAULT


def known_language(code: str, source: object) -> str:
    """This code, if there is such a language."""
    if code not in languages():
        names = ", ".join(languages())
        raise BadInput(source=source, expected=message("one of {names}", names=names), got=code)
    return code


def _typed(arguments: Sequence[str]) -> str | None:
    typed = None
    for at, argument in enumerate(arguments):
        flag, equals, value = argument.partition("=")
        if flag == FLAG and equals:
            typed = value
        elif argument == FLAG and at + 1 < len(arguments):
            typed = arguments[at + 1]
    return typed


def _of_the_folder(warn: Callable[[str], None]) -> str | None:
    from sim.folder.folder_file import folder_file

    try:
        folder = folder_file()
    except BadInput:  # the verb says what is wrong with it, if it reads it at all
        return None
    if folder is None or folder.lang is None:
        return None
    try:
        return known_language(folder.lang, f"{folder.path}: {KEY}")
    except BadInput as error:
        warn(error.line)
        return DEFAULT


def _of_the_terminal() -> str | None:
    if not sys.stdout.isatty():
        return None
    said = next(filter(None, map(os.environ.get, LOCALE)), "")
    full = said.partition(".")[0].partition("@")[0]
    return next((code for code in (full, full.partition("_")[0]) if code in languages()), None)
