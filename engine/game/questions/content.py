"""The question whether content can be changed as sweep, tune, ablate and the gate change it."""

from collections.abc import Iterator

from engine.errors import BadInput
from engine.game.questions.cells import NONSENSE
from engine.game.questions.trial import SOURCE, Trial, spread

FEW, MOST_FIELDS = 4, 8


def content_changes(trial: Trial) -> Iterator[str]:
    game, content = trial.game, trial.game.content
    if content is None:
        return
    keys = [cell.key for cell in game.cells(trial.grid)]
    if content.changed(trial.grid, {}, SOURCE) != trial.grid:
        yield "no change at all changes the experiment"
    try:
        fields = content.fields(trial.grid, SOURCE)
    except BadInput:
        fields = {}
    for path, value in spread(list(fields.items()), MOST_FIELDS):
        same = content.changed(trial.grid, {path: value}, SOURCE)
        if [cell.key for cell in game.cells(same)] != keys:
            yield f"{path} = {value!r}: its present value, set again, gives other cells"
            break
    try:
        content.changed(trial.grid, {NONSENSE: 1}, "here")
    except BadInput:
        pass
    else:
        yield f"a change of {NONSENSE}, which does not exist, is not refused"
    try:
        edits = content.rehearsals(trial.grid, SOURCE)
    except BadInput:
        edits = []
    for edit in edits[:FEW]:
        after = game.cells(content.changed(trial.grid, edit.changes, SOURCE))
        if len(after) != len(keys):
            yield f"the change {edit.label!r} leads from {len(keys)} cells to {len(after)}"
        if {cell.key for cell in after} == set(keys):
            yield f"the change {edit.label!r} changes no cell"
