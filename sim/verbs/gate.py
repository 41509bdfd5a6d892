"""`fatecast gate`: does the game keep to its baselines, or change as intended?"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from engine.errors import BadInput, message
from engine.game.registry import DEFAULT_GAME, STORED_CODE
from engine.language.current import said
from sim.verbs.request.choices import Code, Crew, Name, StoredCode, Texts, game_named, path_of, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from sim.compare.gate.gate import GateVerdicts
    from sim.compare.gate.self_test.measure import GateErrorRates


@dataclass(frozen=True, kw_only=True)
class GateRequest:
    """Check that each game keeps to its baselines, or changes as intended: pass (0), fail (3), inconclusive (4), not
    comparable (5)."""

    baseline: Annotated[
        str | Path | Iterable[str | Path] | None,
        Says("A baseline, by name or file; by default all of them.", is_first=True),
    ] = None
    intent: Annotated[
        str | Path | None, Says("What is meant to change; default: baselines/intent.txt.", metavar="PATH")
    ] = None
    games: Annotated[int | None, Says("The most games to play in a cell; default: 262,144.", least=1024)] = None
    minutes: Annotated[
        float | None,
        Says(
            "Instead: as many games as fit in these minutes, all games together, of your own game at most 65,536; "
            "prints the number.",
            least=0.01,
        ),
    ] = None
    risk: Annotated[float, Says("The probability of a false alarm anywhere, in all games together, in percent.")] = 1.0
    outcome: Annotated[
        Texts, Says("What to check, by name, or all; by default what the baselines say. Repeatable.")
    ] = None
    junit: Annotated[str | Path | None, Says("Write JUnit XML to this file.", metavar="PATH")] = None
    json_file: Annotated[str | Path | None, Says("Write the same JSON to this file.", metavar="PATH")] = None
    self_test: Annotated[bool, Says("Measure the error rates of the gate.", only_typed=True)] = False
    runs: Annotated[int, Says("Gate runs of each kind in the self-test.", least=100, only_typed=True)] = 2_000
    game: Annotated[Name, Says("Check the baselines of this game only; of your own, its path.")] = None
    before: Annotated[
        Name, Says("With --game PATH: the game's file or cmd:… as it was when the baseline was accepted.")
    ] = None
    policy: Code = None
    stored_code: StoredCode = False
    crew: Crew = field(default_factory=Crew)


class OneGameData(TypedDict):
    """What there is to say about one game, if it was played."""

    games: NotRequired[int]
    most_games: NotRequired[int]
    changes: NotRequired[list[str]]
    not_played: NotRequired[list[str]]
    cells: NotRequired[list[Nested]]
    groups: NotRequired[list[Nested]]
    wholes: NotRequired[list[Nested]]


class GameData(OneGameData):
    """The verdict on one game; of a game that could not be played, only the sentences."""

    game: str
    outcome: str
    exit_code: int
    sentences: list[str]
    risk: NotRequired[float]


class GateData(OneGameData):
    """What `--json` prints. What there is to say about one game alone also stands at the top."""

    outcome: str
    exit_code: int
    risk: float
    sentences: list[str]
    verdicts: list[GameData]


class SelfTestData(TypedDict):
    """What `--self-test --json` prints."""

    good: bool
    games: int


@dataclass(frozen=True, repr=False)
class Gated(Result):
    """How a gate ended, for one game or for several."""

    found: "GateVerdicts"
    """Everything, as the laboratory has it."""

    @property
    def verdict(self) -> str:
        """`pass`, `fail` or `inconclusive`; of several games the worst, which can be `not comparable` or `bad data`."""
        return self.found.outcome.word

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each game."""
        return {each.game: each.outcome.word for each in self.found.games}

    @property
    def passed(self) -> bool:
        """An inconclusive gate has not passed."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """That of `fatecast gate`."""
        return int(self.found.outcome)

    @property
    def sentences(self) -> list[str]:
        """The result in words."""
        from sim.compare.gate.telling.several_games import all_sentences

        return all_sentences(self.found)

    @property
    def data(self) -> "Json":
        """What `fatecast gate --json` prints."""
        from sim.compare.gate.telling.several_games import data_of

        return data_of(self.found)

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """One row for each cell: its game, its claim, the change with its 95 % interval, its status."""
        return self._frame("cells")

    @cached_property
    def groups(self) -> "pl.DataFrame":
        """One row for each group of cells that are judged together."""
        return self._frame("groups")

    def _frame(self, key: str) -> "pl.DataFrame":
        """The rows of all games. Games have different axes: what one of them lacks is null."""
        from json import loads

        import polars as pl

        from sim.text.json_text import readable

        verdicts = loads(readable(self.data))["verdicts"]
        frames = [_frame(each["game"], each.get(key, [])) for each in verdicts]
        there = [frame for frame in frames if len(frame)]
        return pl.concat(there, how="diagonal_relaxed") if there else pl.DataFrame()

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        from sim.compare.gate.gate import GateResult
        from sim.compare.gate.telling.output import gate_table

        headline, *rest = self.sentences
        results = [each.found for each in self.found.games if isinstance(each.found, GateResult)]
        return as_html(headline, rest, [gate_table(result) for result in results])


@dataclass(frozen=True, repr=False)
class SelfTested(Result):
    """How often the gate errs."""

    found: "GateErrorRates"

    @property
    def exit_code(self) -> int:
        """0 if the gate is as good as promised."""
        return 0 if self.found.good else 3

    @property
    def data(self) -> "Json":
        """Whether it is good, and from how many games that is known."""
        return {"good": self.found.good, "games": self.found.played}

    def __str__(self) -> str:
        if self.found.good:
            return said("The gate is as good as promised.")
        return said("The gate is worse than promised.")


def run(asked: GateRequest, progress: Progress) -> Gated | SelfTested:
    """Play and decide, game by game."""
    from sim.compare.gate.baseline_files import baseline_files

    game = game_named(asked.game)
    baseline_files(texts(asked.baseline), game)  # before a second of imports, in case there is nothing to compare with
    from sim.compare.gate.command import GateFiles, GateRequest, error_rates, judged
    from sim.experiment.values import percentage
    from sim.inspect.opened import admit, admit_before

    if asked.before is not None:
        admit_before(str(asked.before), game)
    if asked.stored_code:
        _admit_accepted(asked, game)
    admit(texts(asked.policy), game or DEFAULT_GAME)
    gate = GateRequest(
        texts(asked.baseline),
        path_of(asked.intent),
        asked.games,
        asked.minutes,
        percentage("--risk", asked.risk),
        asked.crew.options(progress),
        texts(asked.outcome),
        game,
    )
    if asked.self_test:
        return SelfTested(error_rates(gate, asked.runs))
    files = GateFiles(path_of(asked.junit), path_of(asked.json_file), progress.writes_files)
    files.check()
    found = Gated(judged(gate, progress.tell))
    files.write(found.found)
    return found


def _admit_accepted(asked: GateRequest, game: str | None) -> None:
    """Let in the texts that the baselines keep, beside the file of today."""
    from sim.compare.gate.baseline import admit_accepted
    from sim.compare.gate.baseline_files import baseline_files

    if game is None or asked.before is not None:
        raise BadInput(source=STORED_CODE, expected=message("--game with the file of today, too, and no --before"))
    for path in baseline_files(texts(asked.baseline), game):
        admit_accepted(path)


def _frame(game: str, rows: list[Any]) -> "pl.DataFrame":
    import polars as pl

    from sim.search.effect_tables import frame_of

    flat = [{key: value for key, value in row.items() if not isinstance(value, dict | list)} for row in rows]
    return frame_of([{"game": game, **row} for row in flat]) if flat else pl.DataFrame()


VERB = Verb(
    "gate",
    CHANGE,
    2,
    GateRequest,
    run,
    Gated,
    ["--junit gate.xml"],
    quiet="Print no table.",
    data=GateData | SelfTestData,
)
