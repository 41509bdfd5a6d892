"""The question whether content can be changed as sweep, tune, ablate and the gate change it."""

from collections.abc import Iterator

from engine.errors import BadInput, Text, message
from engine.game.questions.cells import NONSENSE
from engine.game.questions.trial import SOURCE, Trial, spread

FEW, MOST_FIELDS = 4, 8


def content_changes(trial: Trial) -> Iterator[Text]:
    game, content = trial.game, trial.game.content
    if content is None:
        return
    keys = [cell.key for cell in game.cells(trial.grid)]
    if content.changed(trial.grid, {}, SOURCE) != trial.grid:
        yield message("no change at all changes the experiment")
    try:
        fields = content.fields(trial.grid, SOURCE)
    except BadInput:
        fields = {}
    for path, value in spread(list(fields.items()), MOST_FIELDS):
        same = content.changed(trial.grid, {path: value}, SOURCE)
        if [cell.key for cell in game.cells(same)] != keys:
            yield message(
                "{path} = {value}: its present value, set again, gives other cells", path=path, value=repr(value)
            )
            break
    try:
        content.changed(trial.grid, {NONSENSE: 1}, "here")
    except BadInput:
        pass
    else:
        yield message("a change of {name}, which does not exist, is not refused", name=NONSENSE)
    try:
        edits = content.rehearsals(trial.grid, SOURCE)
    except BadInput:
        edits = []
    for edit in edits[:FEW]:
        after = game.cells(content.changed(trial.grid, edit.changes, SOURCE))
        if len(after) != len(keys):
            yield message(
                "the change {label!r} leads from {cells} cells to {cells2}",
                label=edit.label,
                cells=len(keys),
                cells2=len(after),
            )
        if {cell.key for cell in after} == set(keys):
            yield message("the change {label!r} changes no cell", label=edit.label)
