"""`fatecast ladder`: how much there is to learn in a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.language.current import said
from sim.verbs.request.choices import (
    Axes,
    Axis,
    Crew,
    Files,
    GameChoice,
    Name,
    Names,
    Option,
    Seed,
    has_policies,
    texts,
)
from sim.verbs.request.declaration import Others, Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.verb import READ, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from engine.game.outcomes import Outcome
    from sim.ladder.result import Ladder as PlayedLadder

GAMES = 1_536
"""Of each cell, by default: Pirates with its policies and three trained ones takes less than three minutes on two
cores, if a trained one decides 20,000 times a second."""

SLOW = 60.0
"""Seconds from which on a ladder says beforehand how long it takes."""


@dataclass(frozen=True, kw_only=True)
class LadderRequest:
    """Measure how much there is to learn: random play, the game's policies and what was trained, against each other."""

    policy: Annotated[
        Files,
        Says(
            "A rung beside random, with parameters, in place of all policies of the game; repeatable.",
            applies_to=has_policies,
        ),
    ] = None
    search: Annotated[bool, Says("Also search over the strongest of them, in 16, 64 and 256 worlds.")] = False
    game: Annotated[Name, Says("The game.")] = None
    axes: Axes = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    axis: Axis = ()
    option: Option = field(default_factory=dict)
    others: Annotated[Mapping[str, object], Others()] = field(default_factory=dict)
    games: Annotated[int, Says("Games in each cell; a search plays an eighth of them.", least=1)] = GAMES
    seed: Seed = None
    crew: Crew = field(default_factory=Crew)


class LadderData(TypedDict):
    """What `--json` prints."""

    verb: str
    format: int
    game: str
    rules: int
    contents: list[str]
    games: int
    outcome: str
    fields: bool
    players: list[int]
    comparisons: int
    rungs: list[Nested]
    pairs: list[Nested]
    skilled: str
    by_players: list[Nested]
    by_seat: list[Nested]
    players_apart: list[Nested]
    seats_apart: list[Nested]
    steps: list[Nested]
    sentences: list[str]


@dataclass(frozen=True, repr=False)
class Ladder(Result):
    """Ways of playing from the weakest to the strongest, and what each gains over the others."""

    found: "PlayedLadder"
    """Everything, as the laboratory has it."""
    outcome: "Outcome"
    title: str
    train: str = ""
    """The command that makes a trained player; empty if nobody can learn the game."""

    @property
    def sentences(self) -> list[str]:
        """How much there is to learn, where it stops, what is left unused, who profits."""
        from sim.ladder.sentences import LadderWords

        return LadderWords(self.found, self.outcome).sentences()

    @cached_property
    def rungs(self) -> "pl.DataFrame":
        """The rungs from the lowest to the highest, each with what it gains over the one below."""
        import polars as pl

        rows = [
            {
                "rung": step.rung.name,
                "kind": step.rung.kind,
                "over": step.over.lower if step.over else None,
                "gain": step.over.gain if step.over else None,
                "low": step.over.low if step.over else None,
                "high": step.over.high if step.over else None,
                "sure": step.is_sure,
            }
            for step in self.found.steps
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def pairs(self) -> "pl.DataFrame":
        """What every rung gains over every other that it met."""
        import polars as pl

        return pl.DataFrame([pair.model_dump() for pair in self.found.pairs], infer_schema_length=None)

    @property
    def data(self) -> "Json":
        """What `fatecast ladder --json` prints."""
        from sim.ladder.output import ladder_data

        return ladder_data(self.found, self.outcome)

    def __str__(self) -> str:
        from sim.display.terminal import table_text
        from sim.ladder.output import headline, lines, rungs_table

        told = headline(self.found, self.title), table_text(rungs_table(self.found, self.outcome))
        return "\n".join([*told, *lines(self.found, self.outcome, self.train)])

    def _repr_html_(self) -> str:
        from sim.ladder.output import headline, lines, rungs_table

        table = rungs_table(self.found, self.outcome)
        return as_html(headline(self.found, self.title), lines(self.found, self.outcome, self.train), [table])


def run(asked: LadderRequest, progress: Progress) -> Ladder:
    """Play every rung against every other, and say what there is to learn."""
    from engine.errors import BadInput, message
    from engine.game.registry import about, load_game
    from sim.experiment.experiment import override
    from sim.ladder.climb import climb, ladder_of, search_on, seconds_for
    from sim.ladder.rungs import Setting, check_search, chosen_rungs
    from sim.play.executors import worker_count
    from sim.play.logs import LOGGER
    from sim.text.number_format import duration
    from sim.training.words import train_command
    from sim.verbs.request.keys import KEYS_OF_SEATS, chosen_experiment

    choice = GameChoice(game=asked.game, axes=asked.axes, axis=asked.axis, option=asked.option, others=asked.others)
    more = {"seed": asked.seed, "games": asked.games}
    chosen = chosen_experiment("ladder", None, choice, asked.names, more, {}, progress.caller)
    for key in KEYS_OF_SEATS:
        if key in chosen.typed:
            raise BadInput(message("a ladder seats its rungs itself; policy names them"), source="ladder", place=key)
    setting = Setting(chosen.game, override(chosen.data, chosen.typed), chosen.source, chosen.typed)
    options, rungs = asked.crew.options(progress), chosen_rungs(setting, texts(asked.policy), LOGGER.warning)
    if asked.search:
        check_search(setting, rungs)
    workers = worker_count(options.workers)
    if (seconds := seconds_for(setting, rungs, asked.games, options, workers)) > SLOW:
        time = duration(seconds)
        LOGGER.warning(said("this ladder takes about {time}; --games makes it shorter, and less sure", time=time))
    climbed = climb(setting, rungs, asked.games, options)
    if asked.search:

        def say(base: str, seconds: float) -> None:
            time = duration(seconds)
            LOGGER.warning(
                said("searching over {policy} in 16, 64 and 256 worlds takes about {time}", policy=base, time=time)
            )

        climbed = search_on(climbed, options, workers, say)
    train = train_command(load_game(chosen.game))
    return Ladder(ladder_of(climbed), climbed.contest.outcome, about(chosen.game).title, train)


VERB = Verb("ladder", READ, 6, LadderRequest, run, Ladder, ["--games 10k"], data=LadderData)
