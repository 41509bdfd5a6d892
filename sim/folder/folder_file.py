"""`fatecast.toml`: what is meant in a folder if nobody says it. Nothing is searched for above or below the folder.

The file may come from a stranger, with the rest of a clone. It is data: to run the game that it names is another step.
"""

import os
from math import isfinite
from pathlib import Path
from shlex import quote
from stat import S_ISREG
from typing import NamedTuple

from engine.configs import parse_toml, read_bounded, unknown_word
from engine.errors import BadInput, message
from engine.game.registry import (
    NAMES_A_FILE,
    is_command,
    is_file,
    is_from_outside,
    is_known,
    names,
    own_file,
)

NAME = "fatecast.toml"
KEYS = ("game", "experiment", "minutes", "lang")
MOST_BYTES, LONGEST_WORD = 10_000, 1_000
LONGEST_LANG = 60
LEAST_MINUTES, MOST_MINUTES = 0.01, 1_440.0


class FolderFile(NamedTuple):
    """What the file of a folder says; None: nothing."""

    path: Path
    game: str | None = None
    """The path of a game of one's own, from the folder, or the name of another game."""
    experiment: str | None = None
    """The experiment that is played if none is named."""
    minutes: float | None = None
    """That the gate may take."""
    lang: str | None = None
    """The language of what is printed and drawn, unchecked: no verb fails for its sake."""

    @property
    def code(self) -> Path | None:
        """The file of code that the game is, with every link followed; None if the game has a name."""
        if self.game is None or not is_file(self.game):
            return None
        try:
            return Path(os.path.realpath(own_file(str(self.path.parent / self.game))))
        except BadInput as error:
            raise error.within(self.path, "game") from None


def folder_file(folder: Path = Path()) -> FolderFile | None:
    """What this folder says about itself; None if it says nothing."""
    path = folder / NAME
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    if not S_ISREG(status.st_mode):
        raise BadInput(source=path, expected=message("a file, and no link, folder, device or pipe"))
    try:
        data = parse_toml(read_bounded(path, MOST_BYTES).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput(source=path, expected=message("UTF-8 text")) from None
    except ValueError as error:
        raise BadInput(message("not valid TOML: {reason}", reason=error), source=path) from None
    for key in data:
        if key not in KEYS:
            raise unknown_word("key", key, KEYS, source=path)
    found = FolderFile(
        path,
        _word(path, data, "game"),
        _word(path, data, "experiment"),
        _minutes(path, data),
        str(data["lang"])[:LONGEST_LANG] if "lang" in data else None,
    )
    _check_game(found)
    return found


def text_for(game: str, minutes: float | None = None) -> str:
    """The text of a new file."""
    said = game.replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        "# What is meant in this folder if you do not say it. Flags win over it.",
        "# A game is code: on another computer, or for another user, it runs after `fatecast trust .`",
        f'game = "{said}"',
        '# experiment = "tuning"  # what is played if no experiment is named',
        "# minutes = 20  # that the gate may take" if minutes is None else f"minutes = {minutes:g}  # for the gate",
        '# lang = "es"  # the language of pages and of the terminal',
    ]
    return "\n".join(lines) + "\n"


def _word(path: Path, data: dict[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise BadInput(source=path, place=key, expected=message("a text"), got=value)
    if len(value) > LONGEST_WORD or not value.isprintable() or value.startswith("-"):
        raise BadInput(
            source=path,
            place=key,
            expected=message("at most {most:,} printable characters, and no flag", most=LONGEST_WORD),
        )
    return value


def _minutes(path: Path, data: dict[str, object]) -> float | None:
    value = data.get("minutes")
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or not LEAST_MINUTES <= value <= MOST_MINUTES:  # type: ignore[arg-type,operator]
        raise BadInput(
            source=path,
            place="minutes",
            expected=message("a number from {least:g} to {most:,g}", least=LEAST_MINUTES, most=MOST_MINUTES),
            got=value,
        )
    return float(value)  # type: ignore[arg-type]


def _check_game(found: FolderFile) -> None:
    """Refuse what only a call may name: a program, and a game with the name of a file in it."""
    game = found.game
    if game is None or is_file(game):
        return
    if is_command(game) or (is_from_outside(game) and NAMES_A_FILE.search(game)):
        raise BadInput(
            source=found.path,
            place="game",
            expected=message("the path or the name of a game"),
            hint=message("only the call may name this one: --game {quoted}", quoted=quote(game)),
        )
    if not is_from_outside(game) and not is_known(game):
        error = unknown_word("game", game, names(), source=found.path, place="game")
        if game.isidentifier() and not error.meant:
            error.hint = message("a game of your own is named by its path: ./{name} or ./{name}.py", name=game)
        raise error
