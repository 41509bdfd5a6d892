"""What verbs share that play many changes of the game: where they write, what they keep if they are interrupted."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sim.verbs.request.choices import path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import as_html

if TYPE_CHECKING:
    import polars as pl

    from sim.experiment.experiment import ResolvedExperiment
    from sim.play.outcome_cache import PieceStore
    from sim.search.output import View

GAMES = 4_096
"""Of each cell and variant, by default."""
MOST_GAMES = 65_536
"""The default limit of a candidate in a search, for each cell."""

Folder = Annotated[
    str | Path | None,
    Says("The folder for tables and figures; by default one under reports/.", ["--out"], metavar="PATH"),
]
OneOutcome = Annotated[str | None, Says("What to measure, by name; by default the first outcome.", ["--outcome"])]


def named(outcome: str | None) -> list[str]:
    """The outcome, if one was named."""
    return [] if outcome is None else [outcome]


def place_for(
    verb: str, base: "ResolvedExperiment", asked: object, out: str | Path | None, progress: Progress
) -> Path | None:
    """The folder to write, which must not be there: the one that was named, or the usual one if files are wanted."""
    if out is None and not progress.writes_files:
        return None
    from sim.search.files import folder_for

    return folder_for(verb, base, asked, path_of(out))


def kept(
    path: Path | None, base: "ResolvedExperiment", marks: bool = True
) -> "AbstractContextManager[PieceStore | None]":
    """The games of an interrupted search, for the same call; only a search that writes something keeps them."""
    if path is None:
        return nullcontext()
    from sim.search.kept_games import kept_games

    return kept_games(path, base, marks)


def html_of(view: "View") -> str:
    """For a notebook."""
    from sim.search.output import whole_table

    return as_html(view.title, view.notes, [whole_table(view.heads, view.lines, view.everywhere)])


def text_of(view: "View", effects: "pl.DataFrame") -> str:
    """As Python prints it."""
    return "\n".join([view.title, str(effects), *view.notes])
