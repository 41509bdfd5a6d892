"""Questions about cells, experiments and game ids: names that lead back to what they stand for."""

import json
import pickle
from collections.abc import Iterator
from copy import deepcopy

from engine.errors import BadInput, FatecastError
from engine.game.cell import Cell
from engine.game.questions.blame import in_one_line
from engine.game.questions.trial import Trial

NONSENSE = "no_such_thing"
LARGEST_SEED, LARGE_INDEX = (1 << 64) - 1, 1 << 40


def resolves(trial: Trial) -> Iterator[str]:
    game, grid = trial.game, trial.grid
    before = deepcopy(dict(trial.experiment))
    if game.resolve(trial.experiment, "again") != grid:
        yield "the same experiment, resolved again, is another one"
    if dict(trial.experiment) != before:
        yield "resolving changes the experiment that it is given"
    if json.loads(json.dumps(grid)) != grid:
        yield "a resolved experiment is not plain data: it changes on its way through JSON"
        return
    again = game.resolve(deepcopy(grid), "again")
    if again != grid:
        keys = sorted(key for key in {*grid, *again} if grid.get(key) != again.get(key))
        yield f"a resolved experiment does not resolve to itself: {', '.join(keys)}"
    cells = game.cells(grid)
    if not cells:
        yield "an experiment has no cells"
    if [cell.key for cell in game.cells(json.loads(json.dumps(grid)))] != [cell.key for cell in cells]:
        yield "the same experiment has other cells the second time"
    yield from _each_cell(cells)


def _each_cell(cells: list[Cell]) -> Iterator[str]:
    keys: dict[str, str] = {}
    names: set[str] = set()
    for cell in cells:
        if json.loads(json.dumps(cell.spec)) != cell.spec:
            yield f"{cell.name}: its spec is not plain data: it changes on its way through JSON"
        elif pickle.loads(pickle.dumps(cell)) != cell:
            yield f"{cell.name}: it is another one after its way to a worker"
        wrong = [key for key, value in cell.labels.items() if not isinstance(value, str | int | bool)]
        if wrong:
            yield f"{cell.name}: expected a word, a number or a switch as label {wrong[0]!r}"
        if cell.key in keys:
            yield f"{cell.name} and {keys[cell.key]} have the same key: their specs do not say what is different"
        if cell.name in names:
            yield f"two cells are called {cell.name}: their labels do not say what is different"
        keys[cell.key] = cell.name
        names.add(cell.name)


def refuses(trial: Trial) -> Iterator[str]:
    """A typing error must not play something else without a word."""
    game = trial.game
    try:
        game.resolve({**trial.experiment, NONSENSE: 1}, "here")
    except BadInput as error:
        if not error.line.startswith("here: ") or "\n" in error.line or NONSENSE not in error.line:
            yield f"an unknown key: expected one line 'here: {NONSENSE}: …', not {error.line!r}"
    except Exception as error:
        yield f"an unknown key of an experiment: expected BadInput, not {in_one_line(error)}"
    else:
        yield f"an unknown key of an experiment ({NONSENSE}) is not refused"
    try:
        game.find_game(NONSENSE)
    except FatecastError:
        pass
    except Exception as error:
        yield f"an id of no game: expected BadInput, not {in_one_line(error)}"
    else:
        yield f"an id of no game ({NONSENSE}) is not refused"
    if game.part(NONSENSE) is not None:
        yield f"part: {NONSENSE!r} names nothing, and gets {game.part(NONSENSE)}"


def ids_lead_back(trial: Trial) -> Iterator[str]:
    game, seen = trial.game, set()
    for cell in trial.cells:
        for seed, index in ((trial.seed, 0), (trial.seed, 17), (LARGEST_SEED, LARGE_INDEX)):
            name = game.game_id(cell, seed, index)
            if len(name.split()) != 1 or not name.isprintable():
                yield f"{cell.name}: expected one word as the id of a game, not {name!r}"
                break
            there, its_seed, its_index = game.find_game(name)
            if (there.key, its_seed, its_index) != (cell.key, seed, index):
                yield (
                    f"{cell.name}: the id {name} of game {index} of seed {seed} leads to game {its_index} of seed "
                    f"{its_seed} of {there.name}{' (other rules)' if there.key != cell.key else ''}"
                )
                break
            if name in seen:
                yield f"{cell.name}: another cell has a game of the same id: {name}"
                break
            seen.add(name)
