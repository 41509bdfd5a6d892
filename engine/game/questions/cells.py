"""Questions about cells, experiments and game ids: names that lead back to what they stand for."""

import json
import pickle
from collections.abc import Iterator
from copy import deepcopy

from engine.errors import BadInput, FatecastError, Text, message
from engine.game.cell import Cell
from engine.game.questions.blame import in_one_line
from engine.game.questions.trial import Trial

NONSENSE = "no_such_thing"
LARGEST_SEED, LARGE_INDEX = (1 << 64) - 1, 1 << 40


def resolves(trial: Trial) -> Iterator[Text]:
    game, grid = trial.game, trial.grid
    before = deepcopy(dict(trial.experiment))
    if game.resolve(trial.experiment, "again") != grid:
        yield message("the same experiment, resolved again, is another one")
    if dict(trial.experiment) != before:
        yield message("resolving changes the experiment that it is given")
    if json.loads(json.dumps(grid)) != grid:
        yield message("a resolved experiment is not plain data: it changes on its way through JSON")
        return
    again = game.resolve(deepcopy(grid), "again")
    if again != grid:
        keys = sorted(key for key in {*grid, *again} if grid.get(key) != again.get(key))
        yield message("a resolved experiment does not resolve to itself: {keys}", keys=", ".join(keys))
    cells = game.cells(grid)
    if not cells:
        yield message("an experiment has no cells")
    if [cell.key for cell in game.cells(json.loads(json.dumps(grid)))] != [cell.key for cell in cells]:
        yield message("the same experiment has other cells the second time")
    yield from _each_cell(cells)


def _each_cell(cells: list[Cell]) -> Iterator[Text]:
    keys: dict[str, str] = {}
    names: set[str] = set()
    for cell in cells:
        if json.loads(json.dumps(cell.spec)) != cell.spec:
            yield message("{cell}: its spec is not plain data: it changes on its way through JSON", cell=cell.name)
        elif pickle.loads(pickle.dumps(cell)) != cell:
            yield message("{cell}: it is another one after its way to a worker", cell=cell.name)
        wrong = [key for key, value in cell.labels.items() if not isinstance(value, str | int | bool)]
        if wrong:
            yield message(
                "{cell}: expected a word, a number or a switch as label {label!r}", cell=cell.name, label=wrong[0]
            )
        if cell.key in keys:
            yield message(
                "{cell} and {cell2} have the same key: their specs do not say what is different",
                cell=cell.name,
                cell2=keys[cell.key],
            )
        if cell.name in names:
            yield message("two cells are called {cell}: their labels do not say what is different", cell=cell.name)
        keys[cell.key] = cell.name
        names.add(cell.name)


def refuses(trial: Trial) -> Iterator[Text]:
    """A typing error must not play something else without a word."""
    game = trial.game
    try:
        game.resolve({**trial.experiment, NONSENSE: 1}, "here")
    except BadInput as error:
        if not error.line.startswith("here: ") or "\n" in error.line or NONSENSE not in error.line:
            yield message(
                "an unknown key: expected one line 'here: {key}: …', not {got!r}", key=NONSENSE, got=error.line
            )
    except Exception as error:
        yield message("an unknown key of an experiment: expected BadInput, not {error}", error=in_one_line(error))
    else:
        yield message("an unknown key of an experiment ({key}) is not refused", key=NONSENSE)
    try:
        game.find_game(NONSENSE)
    except FatecastError:
        pass
    except Exception as error:
        yield message("an id of no game: expected BadInput, not {error}", error=in_one_line(error))
    else:
        yield message("an id of no game ({id}) is not refused", id=NONSENSE)
    if game.part(NONSENSE) is not None:
        yield message("part: {name!r} names nothing, and gets {got}", name=NONSENSE, got=game.part(NONSENSE))


def ids_lead_back(trial: Trial) -> Iterator[Text]:
    game, seen = trial.game, set()
    for cell in trial.cells:
        for seed, index in ((trial.seed, 0), (trial.seed, 17), (LARGEST_SEED, LARGE_INDEX)):
            name = game.game_id(cell, seed, index)
            if len(name.split()) != 1 or not name.isprintable():
                yield message("{cell}: expected one word as the id of a game, not {got!r}", cell=cell.name, got=name)
                break
            there, its_seed, its_index = game.find_game(name)
            if (there.key, its_seed, its_index) != (cell.key, seed, index):
                elsewhere = message(
                    "{cell}: the id {id} of game {game} of seed {seed} leads to game {game2} of seed {seed2} "
                    "of {cell2}",
                    cell=cell.name,
                    id=name,
                    game=index,
                    seed=seed,
                    game2=its_index,
                    seed2=its_seed,
                    cell2=there.name,
                )
                yield message("{fault} (other rules)", fault=elsewhere) if there.key != cell.key else elsewhere
                break
            if name in seen:
                yield message("{cell}: another cell has a game of the same id: {id}", cell=cell.name, id=name)
                break
            seen.add(name)
