"""Every game by name: those that come with fatecast (`GAMES`), those of installed packages, and games from outside.

A game of OpenSpiel has a name with a scheme: `openspiel:leduc_poker`. A file (`./pirates`) and a program
(`cmd:./mygame`) are code. They are let in (`admit`) only if the call names them, and go by the names of their games
from then on.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from engine.configs import look_beside, probable_file, unknown_word
from engine.errors import BadInput, Text, message
from engine.game.about import About
from engine.language.current import DEFAULT, about_game, language

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from engine.game.cell import Json
    from engine.game.protocol import Game  # takes NumPy with it, which the axes of a game do without
    from engine.game.sheets import Sheet

DEFAULT_GAME = "shipwreck"
GAMES = {
    "shipwreck": "engine.shipwreck.game:GAME",
    "pig": "engine.outside.installed:built_in:engine.pig",
    "euphoria": "engine.euphoria.game:GAME",
    "oracle": "engine.oracle.game:GAME",
    "hadal": "engine.hadal.game:GAME",
}
"""Every game, and where it lives. A game is imported when it is asked for. Beside its module lies one called `about`,
which is quick to import."""

OLDER = {("pig", 1, 1): "engine.outside.older.pig:RULES_1"}
"""What runs of older rules have in them, by the game, the version of its rules and that of its columns. Runs of other
versions are not read."""
READ_ONLY = "engine.outside.older.read_only"

STORED_CODE = "--stored-code"
"""The flag that lets a call run the text that a run or a baseline keeps."""

NO_CODE: Mapping[str, str] = MappingProxyType({})

SCHEMES = {
    "openspiel": "engine.outside.openspiel.game:game_named",
    "cmd": "engine.outside.program.game:game_named",
}
"""Where games from outside come from: a function that takes the rest of the name."""


OFFERED_IN = "fatecast.games"
"""The group of entry points in which packages offer games."""
INSTALLED = "engine.outside.installed"
OWN, PROGRAMS = "engine.outside.own.game", "engine.outside.program.game"
"""Make games of files and of commands, which are code: only of those that the call names."""
OWN_FILES = "engine.outside.own.files"
KEPT = "engine.outside.own.editions.kept_game"
"""Reads a game from what a run keeps of it, and runs a text that is kept if the call says so."""

NAMES_A_FILE = re.compile(r"[(,]\s*\w*(?:file|path|folder|dir)\w*\s*=\s*([^,()]*)", re.IGNORECASE)
"""A parameter of a game from outside that names a file: `efg_game(filename=kuhn.efg)`."""

_named: set[str] = set()
"""The games from outside that this call names."""
_admitted: dict[str, "Admitted"] = {}
"""The games in files and the programs that were let in, by the names that they have from then on."""
_call: ContextVar["CallNames"] = ContextVar("call")
_made: dict[str, "Game"] = {}
"""The games that were made, by their addresses."""


class Admitted(NamedTuple):
    """A game that is code, which a call has let in."""

    address: str
    word: str
    """The file or the command by which it was named."""


class CallNames:
    """How one call names its games and its policy files. Whatever prints a command asks `call_names` for it, so that
    the command can be typed again."""

    def __init__(self) -> None:
        self.games: dict[str, str] = {}
        """The words for the games of this call that have no names of their own: `./pirates`."""
        self.policy_files: dict[str, str] = {}
        """By the hash of their text."""
        self.stored: dict[str, list[str]] = {}
        """By the names of games: the hashes of texts that a run or a baseline keeps, and that this call lets in."""
        self.said: str | None = None
        """In place of the flags, those of an earlier call."""
        self.unsaid = ""
        """The game that is meant because the folder says so, if nobody has named one."""

    @property
    def flags(self) -> str:
        """What a command must contain: ` --game ./pirates`."""
        if self.said is not None:
            return self.said
        kept = {name: probable_file(name) for name in self.stored}
        return "".join(f" --game {quote(word)}" for word in {**kept, **self.games}.values())

    @property
    def playing(self) -> str:
        """The same for a verb that plays the games of a run again: ` --stored-code`, if this call plays them so."""
        named = "".join(f" --game {quote(word)}" for word in self.games.values())
        return f"{named} {STORED_CODE}" if self.stored and self.said is None else self.flags

    def flags_of(self, game: str) -> str:
        """What a command must contain to mean this game: nothing for the one that is meant anyway."""
        if self.said:
            return self.said
        word = self.games.get(game) or (probable_file(game) if game in self.stored else game)
        return "" if word == DEFAULT_GAME else f" --game {quote(word)}"


def call_names() -> CallNames:
    """How this call names its games. Outside of every call, it is how all earlier ones did."""
    try:
        return _call.get()
    except LookupError:
        return start_call()


def start_call() -> CallNames:
    """A new call, which has named nothing yet."""
    names = CallNames()
    _call.set(names)
    return names


@contextmanager
def one_call() -> Iterator[CallNames]:
    """A call within the current one, which learns its names at the end: results are shown later, too."""
    around, within = call_names(), CallNames()
    within.policy_files |= around.policy_files  # a file stays let in, and need not be named again
    token = _call.set(within)
    try:
        yield within
    finally:
        _call.reset(token)
        _forget_stored(within)
        around.games |= within.games
        around.policy_files |= within.policy_files


@contextmanager
def as_said(flags: str | None) -> Iterator[None]:
    """Meanwhile, commands name games by the flags of an earlier call, if there were any."""
    names = call_names()
    names.said = flags
    try:
        yield
    finally:
        names.said = None


def load_game(name: str) -> "Game":
    """The game of that name."""
    return game_at(address_of(name))


def load_as_played(name: str, rules: int, columns: int) -> "Game":
    """The game of that name as a run of this version had it, if that is known; else as it is now."""
    today = load_game(name)
    if (name, rules, columns) not in OLDER:
        return today
    module, _, attribute = OLDER[name, rules, columns].partition(":")
    game: Game = import_module(READ_ONLY).ReadOnlyGame(today, getattr(import_module(module), attribute))
    return game


def load_kept(name: str, kept: object, source: str) -> "Game":
    """A game of one's own from what a run keeps of it, to read that run; nothing is run. Commands name it by the file
    that it probably lies in."""
    game: Game = import_module(KEPT).game_kept(name, kept, source)
    if name not in call_names().games and not call_names().stored:
        call_names().games[name] = probable_file(name)
    return game


def game_at(address: str, code: Mapping[str, str] = NO_CODE) -> "Game":
    """The game that lives at `module:attribute`, or that `module:function:name` makes. `code` has the texts that came
    with a cell to a worker."""
    module, _, rest = address.partition(":")
    attribute, scheme, name = rest.partition(":")
    found = getattr(import_module(module), attribute)
    if not scheme:
        game: Game = found
        return game
    if address not in _made:
        _made[address] = found(name, code)
    return _made[address]


def is_file(word: str) -> bool:
    """Whether a word names a game by its file or its folder."""
    return not is_from_outside(word) and (word.endswith(".py") or "/" in word or os.sep in word or word in (".", ".."))


def own_file(word: str) -> Path:
    """The file of a game that is named by its file or its folder. Nothing of it is run."""
    found: Path = import_module(OWN_FILES).file_at(Path(word))
    return found


def admit(word: str) -> str:
    """Let in the game that a person named in this very call, and return the name that it has from now on. A file is
    code; nothing but the command line and the arguments of a function may name one."""
    if is_command(word):
        name, started = import_module(PROGRAMS).admit(word.partition(":")[2])
        _let_in(name, f"{PROGRAMS}:started:{started}", word)
        return str(name)
    if not is_file(word):
        _named.add(word)
        return word
    name, version = import_module(OWN).admit(Path(word))
    if name in GAMES:
        told = message("the name {name} belongs to a game that comes with fatecast; rename the file", name=name)
        raise BadInput(told, source=word)
    _let_in(name, f"{OWN}:game_named:{version}", word)
    return str(name)


def admit_kept(name: str, kept: object, source: str) -> "Json":
    """Run the text of a game that a run or a baseline keeps, because a person said so in this very call. If the call
    has named the game's file, that stays the game, and this is another edition of it: the keys of a grid that plays it
    are returned."""
    if name in GAMES or not name.isidentifier():
        raise BadInput(message("{name} is no game of one's own", name=name), source=source)
    digest, part = import_module(KEPT).load_kept(name, kept, source)
    if name not in _admitted:
        _admitted[name] = Admitted(f"{OWN}:game_named:{name}@{digest}", "")
    call_names().stored.setdefault(name, []).append(digest)
    found: Json = part
    return found


def _forget_stored(names: CallNames) -> None:
    """What was let in by such a flag belongs to one call."""
    for name, digests in names.stored.items():
        if name in _admitted:
            _made.pop(_admitted[name].address, None)
            if not _admitted[name].word:
                del _admitted[name]
        for digest in digests:
            if name not in _admitted or text_of(name) != digest:
                import_module(OWN_FILES).forget(name, digest)


def text_of(name: str) -> str:
    """The SHA-256 of the text of a game that a call has let in."""
    return _admitted[name].address.rpartition("@")[2]


def _let_in(name: str, address: str, word: str) -> None:
    _admitted[name] = Admitted(address, word)
    call_names().games[name] = word


def how_named(name: str) -> str | None:
    """The file or the command by which a game was let in, empty for a text that was kept; None for a game that has a
    name of its own."""
    return _admitted[name].word if name in _admitted else None


def is_command(word: str) -> bool:
    """Whether a word is the command of a program."""
    return word.startswith("cmd:")


def forget() -> None:
    """Forget the games in files, and how they were named."""
    start_call()
    _named.clear()
    if _admitted:
        import_module(OWN_FILES).forget()
    for name, admitted in _admitted.items():
        look_beside(name, None)
        _made.pop(admitted.address, None)
    _admitted.clear()


def about(name: str) -> About:
    """What a game says about itself; games that come with fatecast are not loaded for it."""
    if name not in GAMES:
        return load_game(name).about
    try:
        module: Any = import_module(f"{package_of(name)}.about")
    except ModuleNotFoundError:
        return load_game(name).about
    found: About = module.ABOUT
    return found


def package_of(name: str) -> str:
    """The package of a game, beside whose code its words lie; empty for a game from outside."""
    if name not in GAMES:
        address = offered()[name].value if name.isidentifier() and name in offered() else ""
        return address.partition(":")[0].rpartition(".")[0]
    module_of_game, _, made_by = address_of(name).partition(":")
    return made_by.partition(":")[2] or module_of_game.rpartition(".")[0]


@contextmanager
def in_words_of(name: str) -> Iterator[None]:
    """Speak of a game: in another language than English it may have words of its own."""
    with about_game("" if language() == DEFAULT else package_of(name)):
        yield


def offered() -> "dict[str, EntryPoint]":
    """The games of installed packages, by name. None of their code is run."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    return {
        entry.name: entry
        for entry in entry_points(group=OFFERED_IN)
        if entry.name.isidentifier() and entry.name not in GAMES
    }


def is_known(name: str) -> bool:
    """Whether this is one of the `names`. What is installed is looked up only if need be: that takes a while."""
    return name in GAMES or name in _admitted or (name.isidentifier() and name in offered())


def names() -> list[str]:
    """Every game that can be named here and now, without its scheme."""
    return [*GAMES, *_admitted, *offered()]


class Catalogue(Protocol):
    """What a scheme says about its games: a module called `catalogue` beside that which makes them."""

    MEANING: Text
    """`a game of OpenSpiel`"""
    EXAMPLE: str
    """`openspiel:leduc_poker`"""

    def state(self) -> str:
        """Whether its games can be played here, and what to do next, in a few words."""
        ...

    def sheets(self) -> "list[Sheet]":
        """Its games."""
        ...


def catalogue(scheme: str) -> Catalogue | None:
    """The catalogue of a scheme, if it has one."""
    package = SCHEMES[scheme].partition(":")[0].rpartition(".")[0]
    if not package or find_spec(f"{package}.catalogue") is None:
        return None
    found: Any = import_module(f"{package}.catalogue")
    return cast(Catalogue, found)


def _check_files_of(name: str) -> None:
    """Refuse a game that opens a file, unless the call names it: an experiment or a run could name any file."""
    for file in NAMES_A_FILE.findall(name):
        if not any(file.strip() and file.strip() in named for named in _named):
            told = message("a parameter names a file; only the call may name such a game: --game {it}", it=quote(name))
            raise BadInput(told, source=name)


def is_from_outside(name: str) -> bool:
    """Whether a name has one of the schemes."""
    return name.partition(":")[0] in SCHEMES and ":" in name


def address_of(name: str) -> str:
    """Where a game lives."""
    if name in _admitted:
        admitted = _admitted[name]
        if admitted.word:
            call_names().games[name] = admitted.word
        return admitted.address
    if is_from_outside(name):
        _check_files_of(name)
        scheme, _, rest = name.partition(":")
        return f"{SCHEMES[scheme]}:{rest}"
    if name in GAMES:
        return GAMES[name]
    if name in offered():
        return f"{INSTALLED}:game_named:{name}"
    error = unknown_word("game", name, names())
    if name.isidentifier() and not error.meant:
        error.hint = message("a game of your own is named by its path: --game ./{name} or ./{name}.py", name=name)
    raise error
