"""Whether changes can be played: the checker's own messages, each under the field that is wrong, and in a rule under
the word."""

from collections.abc import Iterator

from engine.configs import each_file_once
from engine.errors import FatecastError, Message
from engine.game.cell import Json
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.values import as_typed, value_of
from sim.studio.workbench.asked import Changes, State
from sim.studio.workbench.fields import reference

MOST_MISTAKES = 100
SOURCE = "change"


def check(state: State) -> Json:
    """`{"mistakes": []}` if the changes can be played."""
    with each_file_once():
        try:
            changed(state)
        except FatecastError as error:
            mistakes = list(error.mistakes or [error])[:MOST_MISTAKES]
            return {"mistakes": [told(mistake, state.changes) for mistake in mistakes]}
    return {"mistakes": []}


def changed(state: State) -> ResolvedExperiment:
    """The experiment with the reference's changes and these."""
    changes = {**state.pinned, **state.changes}
    base = reference(state)
    read = {path: value_of(as_typed(value)) for path, value in changes.items()}  # as `try` reads them
    return variant(base, read, SOURCE) if changes else base


def told(mistake: FatecastError, changes: Changes) -> Json:
    """One mistake for the page: the field, the checker's line, and where in the text the word is that is wrong."""
    path = mistake.place if mistake.place in changes else _path_in(mistake.place, changes)
    line = mistake.unplaced.line if path else mistake.line
    at, length = _word_in(changes.get(path), mistake)
    return {"path": path, "line": line, "at": at, "length": length}


def _path_in(place: str, changes: Changes) -> str:
    """The field that a place is about, if it goes by another name: `policies: parameter slip` is `policy.slip`."""
    words = place.replace(":", " ").split()
    return next((path for path in changes if words and path.rpartition(".")[2] == words[-1]), "")


def _word_in(text: object, mistake: FatecastError) -> tuple[int | None, int | None]:
    """Where the wrong word begins in a text, and how long it is; None if the error names none that is in it."""
    if isinstance(text, str):
        for word in _quoted(mistake):
            if word and word in text:
                return text.index(word), len(word)
    return None, None


def _quoted(part: object) -> Iterator[str]:
    """The words that an error is about."""
    if isinstance(part, FatecastError):
        yield from _quoted(part.said)
    elif isinstance(part, Message):
        for name, value in part.values.items():
            if name in ("name", "quote", "word") and isinstance(value, str):
                yield value.strip("'\"")
            else:
                yield from _quoted(value)
