"""Replay one game, turn by turn."""

import re
from collections.abc import Iterable
from json import dumps
from pathlib import Path

from engine.configs import unknown_word
from engine.errors import BadInput, message
from engine.game.cell import Cell
from engine.game.protocol import Game, TellsAsSeat
from engine.game.registry import STORED_CODE, in_words_of, is_from_outside, is_known, load_game
from engine.game.results import Replay
from engine.language.current import said
from sim.experiment.experiment import resolve
from sim.inspect.opened import admit, only_about, open_runs
from sim.inspect.tables import text_of, with_drawings
from sim.runs.manifest import check_versions
from sim.runs.store import Store
from sim.text.number_format import ends

AS_OWN = re.compile(r"[A-Za-z_]\w*:rules\d+@")
"""How the id of a game in a file begins, even if nobody named the file."""
INDEX_LIMIT = 1 << 48
"""Every index of a game is smaller."""


def tell(game: Game, cell: Cell, seed: int, index: int, turn: int, as_json: bool, as_seat: int | None = None) -> str:
    """The game from a turn on, as text or as JSON; as one seat knows it, or whole."""
    told = replay_from(game, cell, seed, index, turn, as_seat)
    if as_json:
        return dumps(with_drawings(told), indent=2, ensure_ascii=False)
    return text_of(told.lines, told.tables)


def replay_from(game: Game, cell: Cell, seed: int, index: int, turn: int, as_seat: int | None = None) -> Replay:
    """The game from a turn on; as one seat knows it, counted from 1, or whole."""
    with in_words_of(game.name):  # a run is of any game, whatever game is spoken of
        told = _told(game, cell, seed, index, as_seat)
    last = told.events[-1]["turn"]
    if not 0 <= turn <= last:
        raise BadInput(
            source="--turn",
            expected=message("0 to {last}, the last turn of this game, got {turn}", last=last, turn=turn),
        )
    events = [event for event in told.events if event["turn"] >= turn]
    lines = [line for line in told.lines if line[0] >= turn]
    before, unheard = len(told.events) - len(events), len(told.lines) - len(lines)
    tables = [
        each._replace(event=max(each.event - before, 0), line=max(each.line - unheard, 0))
        for each in told.tables
        if each.turn >= turn
    ]
    return Replay(events, lines, tables)


def _told(game: Game, cell: Cell, seed: int, index: int, as_seat: int | None) -> Replay:
    """The whole game."""
    if as_seat is None:
        return game.replay(cell, seed, index)
    if isinstance(game, TellsAsSeat):
        return game.replay_as(cell, seed, index, as_seat)
    raise BadInput(
        message("the game {name} is told whole: it has no secrets, or keeps them from nobody", name=game.name),
        source="--as",
    )


def game_meant(
    what: str, cell: str | None, index: str | None, game: str, policies: Iterable[str] | None, stored: bool = False
) -> tuple[Game, Cell, int, int]:
    """The game to replay: `what` is its id, or a run that holds it. Policy files that the call names are loaded."""
    if Path(what).is_dir():
        open_runs([Path(what)], None, policies, plays=True, stored=stored)
    elif stored:
        raise BadInput(
            source=STORED_CODE, expected=message("a run directory, which keeps a text, got {what}", what=what)
        )
    else:
        named = game_named_in(what, game)
        only_about({named})
        admit(policies, named)
    if index is None and Path(what).is_dir():
        raise BadInput(
            source="replay",
            expected=message("{what} CELL INDEX, with a CELL of {cells_in}", what=what, cells_in=cells_in(Path(what))),
        )
    if (cell is None) != (index is None):
        raise BadInput(source="replay", expected=message("a game id, or a run directory, a cell and an index"))
    return by_id(game, what) if cell is None or index is None else in_run(Path(what), cell, index)


def game_named_in(game_id: str, otherwise: str) -> str:
    """The game whose name an id begins with; `otherwise` the game that says what is wrong with the id. The name of a
    game from outside goes as far as the version of its rules, as there may be colons in it."""
    if is_from_outside(game_id):
        return game_id.partition(":rules")[0]
    name = game_id.partition(":")[0]
    return name if is_known(name) or AS_OWN.match(game_id) else otherwise


def by_id(game: str, game_id: str) -> tuple[Game, Cell, int, int]:
    """The game that an id names. `game` refuses an id that names none."""
    found = load_game(game_named_in(game_id, game))
    return found, *found.find_game(game_id)


def cells_in(path: Path) -> str:
    """The names of the cells of a run; of many, the first few."""
    names = [cell.name for cell in resolve(Store(path).manifest()["experiment"], str(path)).cells]
    first = ", ".join(names[:8])
    return said("{first} … ({count} in all)", first=first, count=len(names)) if len(names) > 8 else first


def in_run(path: Path, cell: str, index: str) -> tuple[Game, Cell, int, int]:
    """A game of a run: the cell by its name or its number in summary.csv, the game by its index."""
    manifest = Store(path).manifest()
    experiment = resolve(manifest["experiment"], str(path / "manifest.json"))
    check_versions(path, manifest, experiment)
    names = [each.name for each in experiment.cells]
    if not index.isdecimal() or int(index) >= INDEX_LIMIT:
        raise BadInput(source="INDEX", expected=message("a number from 0 to {value}", value=INDEX_LIMIT - 1), got=index)
    if cell.isdecimal() and int(cell) < len(names):
        number = int(cell)
    elif cell in names:
        number = names.index(cell)
    else:
        raise unknown_word("cell", cell, [*names, ends("0", str(len(names) - 1))])
    return experiment.game, experiment.cells[number], experiment.settings.seed, int(index)
