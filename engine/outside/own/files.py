"""Games in files: code, so a file is loaded only if the call names it, or if it travels with a cell to a worker.

A game is known by its name, which is that of its file or folder, and by the SHA-256 of its text. A run records both.
Whoever opens the run names the file again, and gets the same game or a line that says that the file has changed.
"""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from engine.errors import BadInput, FatecastError, Text, message
from engine.kernel.code_cache import cache_folder, load_module, write_module
from engine.kernel.compiled import from_outside
from engine.kernel.sources import SHARED
from engine.outside.own.author import Game
from engine.outside.own.editions.rules import rules_digest
from engine.outside.own.telling.drawing import check_drawing
from engine.policy.outside_module import line_in

NO_CARDS: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
GAME_FILE = "game.py"
"""In a folder that `fatecast new` made."""


class OwnFile(NamedTuple):
    """A game file that was loaded."""

    name: str
    digest: str
    text: str
    """Empty for a game of a package, which every worker has."""
    module: str
    """The path of the copy that runs."""
    where: str
    """The path that a person knows it by."""
    game: Game
    is_ours: bool = False
    """Whether it comes with fatecast: then its version says which rules these are, and no hash."""
    cards: Mapping[str, Mapping[str, Any]] = NO_CARDS
    """Its cards as they were kept with its text; empty if they are where the game says."""

    @property
    def source_text(self) -> str:
        """Its text, also of a game of a package; empty if only its declaration is here."""
        return self.text or (Path(self.module).read_text(encoding="utf-8") if self.module else "")

    @property
    def learned_rules(self) -> str:
        """The hash of the rules, to which belongs what a player has learned; empty if only its declaration is here. A
        game of a package may have rules in other files of it."""
        if not self.source_text:
            return ""
        of_file = rules_digest(self.source_text, frozenset())
        if self.text or self.is_ours:
            return of_file
        return sha256(f"{of_file} {self.digest}".encode()).hexdigest()

    def rules_for(self, played: Collection[str]) -> str:
        """The hash of the rules, if these policies play; of a game of a package, that of the package."""
        return rules_digest(self.text, frozenset(played)) if self.text else self.digest


_loaded: dict[tuple[str, str], OwnFile] = {}
"""By the name of the game and the SHA-256 of the text."""


def file_at(path: Path) -> Path:
    """The file of a game that was named by its file or by its folder."""
    if path.is_dir():
        path = path / GAME_FILE
    if not path.is_file():
        raise BadInput(
            message("no such file; expected a game's file, or a folder with a {game_file}", game_file=GAME_FILE),
            source=path,
        )
    if path.suffix != ".py":
        raise BadInput(source=path, expected=message("a game's file, which ends in .py"))
    return path


def name_of(file: Path) -> str:
    """The name of a game, by its file or, if that is called game.py, by its folder."""
    name = file.resolve().parent.name if file.name == GAME_FILE else file.stem
    if not name.isidentifier() or not name.isascii():
        raise BadInput(source=file, expected=message("a name of letters, digits and _, got {name}", name=repr(name)))
    return name


def load(name: str, text: str, where: str = "", cards: Mapping[str, Mapping[str, Any]] = NO_CARDS) -> OwnFile:
    """The game in a text. The same text is loaded once. It runs from a copy named by its hash, so that machine code
    that is kept for it can never be that of another text, and a worker needs no path."""
    digest = sha256(text.encode()).hexdigest()
    if (name, digest) not in _loaded:
        where = where or f"{name}.py"
        path = write_module(cache_folder(SHARED), f"own_game_{digest[:16]}", text)
        try:
            with from_outside(digest[:16]):
                game = game_in(load_module(path), where)()
        except (KeyboardInterrupt, BadInput):
            raise
        except BaseException as error:
            raise BadInput(
                message("cannot be loaded: {reason}", reason=reason(error, str(path))), source=where
            ) from None
        _loaded[name, digest] = OwnFile(name, digest, text, str(path), where, game, cards=cards)
    return _loaded[name, digest]


def keep(file: OwnFile) -> OwnFile:
    """A game that was loaded elsewhere, from now on found by its hash."""
    return _loaded.setdefault((file.name, file.digest), file)


def loaded(name: str, digest: str) -> OwnFile | None:
    """A game that was loaded here before."""
    return _loaded.get((name, digest))


def all_loaded(name: str) -> list[OwnFile]:
    """Every text of a game that was loaded here."""
    return [file for (each, _), file in _loaded.items() if each == name]


def forget(name: str = "", digest: str = "") -> None:
    """Forget a file, or every one."""
    if digest:
        _loaded.pop((name, digest), None)
    else:
        _loaded.clear()


def game_in(module: ModuleType, where: str) -> type[Game]:
    """The one game in a module."""
    found = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise BadInput(
            source=where, expected=message("one class derived from fatecast.game.Game, found {count}", count=len(found))
        )
    return found[0]


def reason(error: BaseException, module: str) -> Text:
    """What went wrong, and in which line of the file."""
    line = error.lineno if isinstance(error, SyntaxError) else line_in(error, module)
    fault = message("{error}", error=error) if isinstance(error, FatecastError) else _of_python(error)
    return message("line {line}: {fault}", line=line, fault=fault) if line else fault


def _of_python(error: BaseException) -> str:
    """`ValueError: no such card`"""
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return ": ".join(filter(None, (type(error).__name__, text)))


def check_spelling(game: Game, where: str) -> None:
    """A setting with a misspelt name would have no effect. Methods may have any name, once there is a `play`."""
    check_drawing(game, where)
    settings = [name for name, value in vars(Game).items() if not name.startswith("_") and not _is_method(value)]
    own = vars(type(game))
    for name, value in own.items():
        near = [] if _is_method(value) else get_close_matches(name, settings, n=1, cutoff=0.85)
        if near and name not in settings:
            raise BadInput(
                message("did you mean {near}? If not, choose a name less alike", near=near[0]),
                source=where,
                place=name,
            )
    play = type(game).play
    if play is Game.play or not callable(play):
        near = get_close_matches("play", [name for name, value in own.items() if callable(value)], n=1)
        hint = message("did you mean it by {near}?", near=near[0]) if near else ""
        raise BadInput(source=where, expected=message("a method play(self, table), which plays one game"), hint=hint)


def _is_method(value: object) -> bool:
    """Whether a class has it as something to call or to compute, such as a helper method, a property or a class."""
    return callable(value) or hasattr(value, "__get__")
