"""`fatecast tune`: the smallest change of the game that reaches some goals."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.game.registry import DEFAULT_GAME, about
from engine.language.current import said
from sim.verbs.request.choices import Base, Crew, OneName, path_of, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.searches import MOST_GAMES, kept
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.errors import FatecastError
    from engine.game.cell import Json
    from sim.search.command import TuneRequest as ReadRequest
    from sim.search.tune.confirmation import GoalsVerdict
    from sim.search.tune.result import TuneResult


def goal_cells(at: int) -> str:
    """Some cells, as a goal or an intent names them: `doom 2`."""
    axis = next(axis for axis in about(DEFAULT_GAME).axes if axis.role == "difficulty")
    return f"{axis.name} {axis.example.split(',')[at]}"


GOAL_EXAMPLE = f"'{goal_cells(1)}: 80 ± 2 %; {goal_cells(-1)}: 43 ± 2 %'"
CHANGE_EXAMPLE = f"'{goal_cells(1)}: 1 to 3 points harder; else within 0.5'"


@dataclass(frozen=True, kw_only=True)
class TuneRequest:
    """Search for the smallest change of the game that reaches the given outcomes, and write it as a file."""

    goal: Annotated[
        str | Iterable[str],
        Says(
            f"The outcomes to reach: {GOAL_EXAMPLE}; or changes: {CHANGE_EXAMPLE}. Repeatable.",
            is_first=True,
            in_words=lambda: said(
                "The outcomes to reach: {goals}; or changes: {changes}. Repeatable.",
                goals=GOAL_EXAMPLE,
                changes=CHANGE_EXAMPLE,
            ),
        ),
    ]
    vary: Annotated[
        str | Iterable[str],
        Says("What may change: a pattern of paths, or path=2..5; repeatable.", is_first=True),
    ]
    reach: Annotated[int, Says("By how many steps a number that matches a pattern may change.")] = 2
    fields: Annotated[int, Says("How many fields may change.")] = 5
    base: Base = field(default_factory=Base)
    names: OneName = field(default_factory=dict)
    games: Annotated[int, Says("The most games to play in each cell of each candidate.")] = MOST_GAMES
    out: Annotated[str | Path | None, Says("The file to write.", metavar="PATH", typed_default=Path("tuned.toml"))] = (
        None
    )
    crew: Crew = field(default_factory=Crew)


class TuneData(TypedDict):
    """What `--json` prints."""

    verb: str
    game: str
    rules: int
    contents: list[str]
    verdict: str
    changes: Nested
    goals: list[Nested]
    steps: list[str]
    notes: list[str]
    games: int
    file: str | None
    next: list[str]


@dataclass(frozen=True, repr=False)
class Tuned(Result):
    """The smallest change that reaches some goals, or the nearest to them."""

    asked: "ReadRequest"
    found: "TuneResult"
    path: Path | None
    """The file that was written, if one was asked for and anything had to change."""
    words: list[str] = field(default_factory=list)
    """The words of a command line that choose the same experiment."""

    @property
    def verdict(self) -> "GoalsVerdict":
        """`reached`, `likely` if the games do not prove it, or `missed`."""
        return self.found.confirmation.verdict

    @property
    def changes(self) -> dict[str, object]:
        """The fields to change, and their new values."""
        return dict(self.found.changes)

    @property
    def sentences(self) -> list[str]:
        """How the search went and what it found, in words."""
        from sim.search.tune.output import change_lines, headline, result_notes, step_in_words

        return [
            *map(step_in_words, self.found.steps),
            headline(self.found),
            *change_lines(self.found, self.asked.space),
            *result_notes(self.found, self.asked.base, self.asked.goals),
        ]

    @property
    def next(self) -> dict[str, str]:
        """What to type next, each command with what it is for; nothing if no file was written."""
        from sim.search.tune.changes_file import next_commands

        if self.path is None:
            return {}
        return next_commands(self.asked.base, self.found, self.asked.goals, self.path, self.words)

    @property
    def error(self) -> "FatecastError | None":
        """Why the goals are not reached, or not proven to be."""
        from sim.search.tune.changes_file import shortcoming

        return shortcoming(self.found)

    @property
    def exit_code(self) -> int:
        """0 if the goals are reached."""
        return self.error.exit_code if self.error else 0

    @cached_property
    def goals(self) -> "pl.DataFrame":
        """One row for each goal: the outcome before and now, on games that the search did not use. Where a goal is a
        change (`relative`), `now` is by how much the outcome has changed."""
        from sim.search.effect_tables import frame_of
        from sim.search.tune.output import goal_records

        return frame_of(goal_records(self.found, self.asked.goals))

    @property
    def data(self) -> "Json":
        """What `fatecast tune --json` prints."""
        from sim.search.tune.output import tuned_data

        file = None if self.path is None else str(self.path)
        return {**tuned_data(self.found, self.asked.base, self.asked.goals), "file": file, "next": [*self.next]}

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        from sim.search.tune.output import goals_table, headline

        return as_html(headline(self.found), self.sentences, [goals_table(self.found, self.asked.goals)])


def run(asked: TuneRequest, progress: Progress) -> Tuned:
    """Search, and write what was found to a file, if one is named."""
    from sim.search.command import tune_request
    from sim.search.tune.changes_file import check_changes_file, write_changes
    from sim.verbs.request.keys import base_experiment
    from sim.verbs.request.typed import words_of

    base = base_experiment("tune", asked.base, {"games": asked.games}, asked.names).resolved()
    vary, path = texts(asked.vary), path_of(asked.out)
    search = tune_request(base, "\n".join(texts(asked.goal)), vary, asked.reach, asked.fields)
    if path is not None:
        check_changes_file(base, path)
    written = None
    with kept(path, base, marks=False) as store:
        found = search.found(asked.crew.options(progress), store)
        if path is not None:
            written = write_changes(path, base, found, search.goals, search.space, vary)
    return Tuned(search, found, written, words_of(asked.base))


VERB = Verb(
    "tune", CHANGE, 5, TuneRequest, run, Tuned, ["--goal 'everywhere: 50 ± 1 %' --vary 'options.*'"], data=TuneData
)
