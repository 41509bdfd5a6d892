"""`fatecast try`: change something, and see its effect in seconds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from engine.game.registry import about
from engine.language.current import word
from sim.verbs.compare import GamesOfASide, JsonFile, Margins, Outcomes, SharedPage, sharing
from sim.verbs.request.choices import Base, Crew, OneName, Set, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import TryData
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html, write_data
from sim.verbs.request.typed import question_words
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from sim.compare.operands import BaseExperiment
    from sim.compare.quick_trial import QuickTrial


@dataclass(frozen=True, kw_only=True)
class TryRequest:
    """Change something and see its effect in seconds: what moved most, in words, no files."""

    changes: Annotated[
        str | Iterable[str] | Mapping[str, object],
        Says(
            "Fields and their new values; or a whole version, by the name of its file.",
            metavar="PATH=VALUE…",
            is_argument=True,
        ),
    ] = ()
    names: OneName = field(default_factory=dict)
    base: Base = field(default_factory=Base)
    set_: Set = field(default_factory=dict)
    pin: Annotated[
        str | Iterable[str] | Mapping[str, object],
        Says("A field that both sides have changed already; repeatable.", ["--pin"], metavar="PATH=VALUE"),
    ] = ()
    games: GamesOfASide = None
    outcome: Outcomes = None
    margin: Margins = None
    out: JsonFile = None
    page: SharedPage = None
    crew: Crew = field(default_factory=Crew)

    @property
    def words(self) -> list[str]:
        """The changes as a person types them; in Python they can also be a dict of fields and values."""
        return _as_words(self.changes)

    @property
    def pinned(self) -> list[str]:
        """The same for those that both sides have."""
        return _as_words(self.pin)


def _as_words(changes: str | Iterable[str] | Mapping[str, object]) -> list[str]:
    from sim.experiment.values import as_typed

    if isinstance(changes, Mapping):
        return [f"{path}={as_typed(value)}" for path, value in changes.items()]
    return texts(changes)


@dataclass(frozen=True, repr=False)
class Tried(Result):
    """What a change did, at a quick look."""

    title: str
    trials: "list[QuickTrial]"
    """One for each outcome."""
    all_told: bool = False
    """Whether each of them gets a sentence, as each was asked for."""
    shared: Path | None = None
    """The page to send, if one was asked for."""

    @property
    def sentences(self) -> list[str]:
        """What changed and what that did, in words."""
        from sim.compare.telling.sentences import games_note, rung_notes, trial_sentence
        from sim.experiment.changes import change_lines

        said = [f"{word(trial.outcome.name)}: {trial_sentence(trial, len(self.trials))}" for trial in self.trials]
        return [
            *self.trials[0].not_played,
            *change_lines(self.trials[0].changes),
            *said,
            *(note for trial in self.trials for note in rung_notes(trial)),
            games_note(self.trials[0]),
        ]

    @property
    def changes(self) -> list[str]:
        """What was changed, in the words of the game."""
        return list(self.trials[0].changes)

    @cached_property
    def groups(self) -> "pl.DataFrame":
        """One row for each outcome of each group of cells: the mean change with its 95 % interval, the verdict."""
        from sim.compare.rows import trial_rows
        from sim.search.effect_tables import frame_of

        return frame_of(trial_rows(self.trials))

    @property
    def data(self) -> "Json":
        """What `fatecast try --json` prints."""
        from sim.compare.rows import trials_data

        return trials_data(self.title, self.trials)

    @property
    def lines(self) -> list[str]:
        """What changed, and what moved most, as the command line says it."""
        from sim.compare.telling.sentences import games_note, rung_notes, trials_lines

        return [
            *trials_lines(self.trials, self.title, self.all_told),
            *rung_notes(self.trials[0]),
            games_note(self.trials[0]),
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        from sim.compare.telling.output import trial_table

        tables = [trial_table(self.trials[0])] if len(self.trials) == 1 else []
        return as_html(self.title, self.lines, tables)


def run(asked: TryRequest, progress: Progress) -> Tried:
    """Play both sides. A word without `=`, and the name of a content, is a whole version of the game, which is compared
    with the one that the experiment plays."""
    from sim.compare.command import TRIAL_GAMES, TestRequest, sides_of_trial, try_sides
    from sim.compare.operands import games_of
    from sim.verbs.request.keys import base_experiment

    test = TestRequest(texts(asked.outcome), texts(asked.margin), told=0, of_own=True)
    more = {"games": TRIAL_GAMES if asked.games is None else asked.games}
    base, version = _apart(base_experiment("try_change", asked.base, more, asked.names, asked.set_), asked)
    sides = sides_of_trial(base, version, asked.words, asked.pinned)
    page = sharing(asked.page)
    trials = try_sides(*sides, test, asked.crew.options(progress), games_of(sides[0]), page.games if page else None)
    files = [str(name) for value in version.values() if isinstance(value, list) for name in value]
    tried = Tried(" ".join([*files, *asked.words]), trials, bool(test.outcomes))
    write_data(asked.out, tried)
    if page is None:
        return tried
    numbers = {"seed": sides[0].settings.seed, "games": games_of(sides[0])}
    words = question_words(
        replace(asked.base, seed=None), asked.names, asked.set_, numbers, test.outcomes, test.margins
    )
    pinned = [word for each in asked.pinned for word in ("--pin", each)]
    return replace(tried, shared=page.write(["fatecast", "try", *asked.words, *pinned, *words], sides, test))


def _apart(base: "BaseExperiment", asked: TryRequest) -> "tuple[BaseExperiment, dict[str, object]]":
    """The experiment without the content that was named, and the keys that name it."""
    named = {*asked.names, *asked.base.choice.others}
    keys = {
        axis.key
        for axis in about(base.played).axes
        if axis.values == "names" and {axis.name, axis.name.replace("-", "_")} & named
    }
    version = {key: value for key, value in base.flags.items() if key in keys}
    return replace(base, flags={key: value for key, value in base.flags.items() if key not in keys}), version


VERB = Verb("try", CHANGE, 0, TryRequest, run, Tried, ["options.NAME=VALUE"], data=TryData)
