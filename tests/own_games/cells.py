"""Cells of a game file that between them meet all its policies, numbers of players, options and ways to sit."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from engine.game.cell import Cell
from engine.outside.own.declared import Declared
from engine.outside.own.files import load
from engine.outside.own.game import OwnGame
from engine.policy.parameters import Choice, Parameter
from sim.start import new_game
from tests.support import ROOT

GAMES = sorted(path.stem for path in (ROOT / "tests/games").glob("*.py") if path.stem != "__init__")

PLAIN = ("auction",)
"""Those that are not compiled: it makes texts while it is played."""
COMPILED = [name for name in GAMES if name not in PLAIN]
BY_MACHINE_CODE = ("kinds", "harbour", "shadows")
"""Those that `make test` plays by machine code (`tests.warm` compiles them): all statements, cards, hidden cards."""
TO_COPY = {f"from_{name}": name for name, source in new_game.SOURCES.items() if not source.package}
"""What `fatecast new` can begin with, by the names that these games have here; games that come with fatecast have tests
of their own."""


def text_of(name: str) -> str:
    if name in TO_COPY:
        return with_its_cards(TO_COPY[name])
    return Path(ROOT / f"tests/games/{name}.py").read_text(encoding="utf-8")


def with_its_cards(source: str) -> str:
    """The game of a source, with the cards that lie beside it."""
    text = new_game.text_of(source)
    for file in new_game.SOURCES[source].beside:
        cards = tomllib.loads(new_game.text_of(source, file))["cards"]
        text = text.replace(f'"{file}"', repr(cards))
    return text


def game_of(name: str, text: str = "") -> OwnGame:
    """A file of tests/games or one to copy, or another text in its place."""
    return OwnGame(Declared(load(name, text or text_of(name))))


def cells_of(game: OwnGame) -> list[Cell]:
    """All that is told apart here, each once."""
    return list({cell.key: cell for grid in _grids(game) for cell in game.cells(game.resolve(grid, "test"))}.values())


def _grids(game: OwnGame) -> Iterator[dict[str, object]]:
    declared = game.edition
    names = [policy.__name__ for policy in declared.file.game.policies]
    sizes = sorted({declared.fewest, declared.most})
    axes = {axis: [values[0], values[-1]] for axis, values in declared.axes.items()}
    yield {"policies": [*names, "random", f"{names[0]} slips=30"], "players": sizes, **axes}
    for at in (0, 1):
        numbers = {name: each for name, each in declared.parameters.items() if isinstance(each, Parameter)}
        options: dict[str, object] = {
            name: (each.low, each.high)[at] for name, each in numbers.items() if each.high < 1_000
        }
        options |= {name: each.values[at] for name, each in declared.parameters.items() if isinstance(each, Choice)}
        if options:
            yield {"policies": names[:1], "players": sizes[:1], "options": options}
    if declared.is_contest:
        table = ",".join([f"{names[-1]} slips=10", "random", *names][: declared.most])
        yield {"tables": [table], "players": sizes[-1:]}
        yield {"focus": [names[-1]], "field": [names[0]], "players": sizes[-1:]}
