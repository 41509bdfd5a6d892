"""Questions about luck and seats: who compares two cells must meet the same luck in both."""

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np

from engine.errors import BadInput, Text, message
from engine.game.cell import Cell, Json
from engine.game.optional_parts import Alteration, piece_names
from engine.game.outcomes import Mean
from engine.game.protocol import Game
from engine.game.questions.played import CHANCE, chance_of_equal
from engine.game.questions.trial import SOURCE, Trial, difference
from engine.game.results import Rows
from engine.game.seats import BOTH, FIELD, FOCUS, FOCUS_COLUMN, NEITHER

FEW_CELLS, FEW_EDITS = 3, 8
LUCK_GAMES = 200
SURE = 4.0
"""Standard errors by which games of the same index must be more alike than games of different ones."""


def luck_is_shared(trial: Trial) -> Iterator[Text]:
    game = trial.game
    for cell in trial.cells:
        why = game.incomparable(cell, cell)
        if why is not None:
            yield message("{cell}: it does not compare with itself: {why}", cell=cell.name, why=why)
    for one, other in combinations(trial.cells[:FEW_CELLS], 2):
        if (game.incomparable(one, other) is None) != (game.incomparable(other, one) is None):
            yield message("{cell} compares with {cell2}, but not the other way round", cell=one.name, cell2=other.name)
    yield from _openings(trial)
    yield from _edits(trial)


def _openings(trial: Trial) -> Iterator[Text]:
    """The opening is the same for equal indices in all cells with the same pieces."""
    column = trial.game.presentation.opening
    seen: dict[tuple[str, ...], Cell] = {}
    for cell in trial.cells if column else []:
        first = seen.setdefault(tuple(piece_names(trial.game, cell)), cell)
        apart = np.flatnonzero(trial.rows(cell)[column] != trial.rows(first)[column])
        if len(apart):
            yield message(
                "game {game} has another opening in {cell} than in {cell2}",
                game=apart[0],
                cell=cell.name,
                cell2=first.name,
            )


def _edits(trial: Trial) -> Iterator[Text]:
    """After a small change, a game is more like the game of the same index than like any other."""
    game, content = trial.game, trial.game.content
    if content is None or not trial.cells:
        return
    games = max(LUCK_GAMES, trial.games) if trial.games >= LUCK_GAMES // 5 else trial.games
    cell = trial.cells[0]
    before = trial.play(cell, 0, games).rows
    if chance_of_equal(before, games) > CHANCE:
        return
    tried = []
    for edit in islice(_rehearsed(trial), FEW_EDITS):
        at = [each.key for each in game.cells(trial.grid)].index(cell.key)
        after = game.cells(content.changed(trial.grid, edit.changes, SOURCE))[at]
        if after.key == cell.key or game.incomparable(cell, after) is not None:
            continue
        game.prepare([after], lambda line: None)
        if alike(before, trial.play(after, 0, games).rows) > SURE:
            return
        tried.append(edit.label)
    if tried:
        yield message(
            "{cell}: games of the same index share no luck after a small change ({changes}): luck must not depend on "
            "the cell",
            cell=cell.name,
            changes="; ".join(tried),
        )


def _rehearsed(trial: Trial) -> Iterator[Alteration]:
    """Small edits: numbers that are moved by one step, and what the game itself rehearses. An edit that changes most
    games would hide that they share their luck."""
    content = trial.game.content
    assert content is not None
    try:
        fields = content.fields(trial.grid, SOURCE)
        rehearsed = content.rehearsals(trial.grid, SOURCE)
    except BadInput:
        return  # a grid of several contents cannot be changed
    for path, value in fields.items():
        if isinstance(value, int):
            edit = Alteration(f"{path} {value} → {value + 1}", (), {path: value + 1})
            try:
                content.changed(trial.grid, edit.changes, SOURCE)
                yield edit
            except BadInput:
                continue
    yield from rehearsed


def alike(one: Rows, other: Rows) -> float:
    """By how many standard errors games of the same index are more alike than neighbours: counted in equal columns."""
    names = one.dtype.names or ()
    same = np.sum([one[name] == other[name] for name in names], axis=0)
    next_one = np.sum([one[name] == np.roll(other[name], 1) for name in names], axis=0)
    more = (same - next_one).astype(float)
    spread = float(np.std(more))
    if spread == 0:
        return float("inf") if more.mean() > 0 else 0.0
    return float(more.mean() / spread * np.sqrt(len(more)))


def seats_are_equal(trial: Trial) -> Iterator[Text]:
    """A policy is a policy, however the experiment writes that it sits in every seat."""
    game = trial.game
    skill = game.about.skill
    for cell in [cell for cell in trial.cells if skill in cell.labels][:1]:
        who, rest = str(cell.labels[skill]), _other_axes(trial, cell)
        if "," in who or not game.about.has_policies:
            continue
        alone = _one(trial, {**rest, "policies": [who]})
        if alone is None:
            continue
        players = cell.labels.get(game.about.size)
        if isinstance(players, int):
            table = _one(trial, {**rest, "tables": [",".join([who] * players)]})
            apart = table and difference(trial.play(alone), trial.play(table))
            if apart:
                yield message(
                    "{cell}: a table at which everybody plays {policy} plays another game: {apart}",
                    cell=cell.name,
                    policy=who,
                    apart=apart,
                )
        if game.about.has_focus:
            focus = _one(trial, {**rest, FOCUS: [who], FIELD: [who]})
            if focus is not None:
                yield from _equal_focus(game, focus.name, trial.play(focus).rows)


def _equal_focus(game: Game, name: str, rows: Rows) -> Iterator[Text]:
    """A focus that plays like its field neither wins more nor gets more."""
    contest = game.presentation.contest
    column = contest.focus if contest and contest.focus else FOCUS_COLUMN.name
    if column in (rows.dtype.names or ()):
        for at in np.flatnonzero(~np.isin(rows[column], (NEITHER, BOTH)))[:1]:
            yield message(
                "{cell}, game {game}: focus and field play the same policy on the same luck, and only one of them wins",
                cell=name,
                game=at,
            )
    returns = game.presentation.returns
    for gain in [each for each in game.outcomes if returns and isinstance(each, Mean) and each.name == returns.gain]:
        worth = np.array([gain.worth(int(value)) for value in rows[gain.column]])
        for at in np.flatnonzero(worth)[:1]:
            yield message(
                "{cell}, game {game}: focus and field play the same policy on the same luck, and only one of them "
                "gains something",
                cell=name,
                game=at,
            )


def _other_axes(trial: Trial, cell: Cell) -> Json:
    """The cell's own values of all axes but that of the policies, as an experiment writes them."""
    axes = [axis for axis in trial.game.about.axes if axis.values == "numbers" and axis.name in cell.labels]
    kept = {key: trial.experiment[key] for key in ("options",) if key in trial.experiment}
    return {**kept, **{axis.key: [cell.labels[axis.name]] for axis in axes}}


def _one(trial: Trial, experiment: Json) -> Cell | None:
    """The one cell of an experiment, ready to play; None if the game has no such experiments."""
    try:
        cell = trial.game.cells(trial.game.resolve(experiment, SOURCE))[0]
    except BadInput:
        return None
    trial.game.prepare([cell], lambda line: None)
    return cell
