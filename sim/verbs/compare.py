"""`fatecast compare`: two sides on the same luck."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from engine.errors import BadInput, message
from engine.game.registry import DEFAULT_GAME, GAMES, about, admit, is_file
from engine.language.current import said
from sim.verbs.request.choices import (
    Base,
    Crew,
    Names,
    Place,
    Set,
    StoredCode,
    Texts,
    game_named,
    path_of,
    place_of,
    texts,
)
from sim.verbs.request.declaration import Says
from sim.verbs.request.last_text import LAST, NOW, admit_side
from sim.verbs.request.plain import Row
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html, write_data
from sim.verbs.request.typed import question_words
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from sim.compare.command import TestRequest
    from sim.compare.verdicts import Comparison
    from sim.share.block import Plan
    from sim.share.write import Sharing


def parts_of_a_game() -> str:
    """What a side can be: `a deck, a policy`."""
    names = dict.fromkeys(axis.name for game in GAMES for axis in about(game).axes if axis.values == "names")
    return ", ".join(f"a {name}" for name in (*names, "policy"))


Outcomes = Annotated[
    Texts, Says("What to compare, by name, or all; by default the first outcome. Repeatable.", ["--outcome"])
]
Margins = Annotated[
    Texts,
    Says(
        "Smaller differences are ignored: in points, or in the unit of a mean. By default what the game says. "
        "With several outcomes: 'NAME: NUMBER', repeatable.",
        ["--margin"],
        metavar="NUMBER",
    ),
]
GamesOfASide = Annotated[int | None, Says("Games in each cell, on each side.")]
JsonFile = Annotated[str | Path | None, Says("Also write the result as JSON here.", ["--out"], metavar="FILE")]
SharedPage = Annotated[
    str | Path | None,
    Says(
        "Also write one page to send to others: the result, the games, and all that `verify` needs to check it.",
        ["--page"],
        metavar="FILE.html",
    ),
]


@dataclass(frozen=True, kw_only=True)
class CompareRequest:
    """Compare two versions, policies or runs on the same luck: what changed, where, how certain that is."""

    before: Annotated[
        Place,
        Says(
            f"One of {parts_of_a_game()}, an experiment, a run.",
            metavar="A",
            is_argument=True,
            in_words=lambda: said("One of {parts}, an experiment, a run.", parts=parts_of_a_game()),
        ),
    ]
    after: Annotated[Place, Says("The other one, of the same kind.", metavar="B", is_argument=True)]
    names: Names = field(default_factory=dict)
    base: Base = field(default_factory=Base)
    set_: Set = field(default_factory=dict)
    games: GamesOfASide = None
    outcome: Outcomes = None
    margin: Margins = None
    risk: Annotated[float, Says("The probability of a false alarm anywhere in the grid, in percent.")] = 5.0
    until_decided: Annotated[
        bool, Says("Play each cell until it has moved or held, or until --games games are played.")
    ] = False
    told: Annotated[int, Says("Games to replay on both sides to see at which turn they diverge.")] = 64
    report: Annotated[str | Path | None, Says("Also write a page about it into this folder.", metavar="FOLDER")] = None
    out: JsonFile = None
    page: SharedPage = None
    stored_code: StoredCode = False
    crew: Crew = field(default_factory=Crew)

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides, as a person would type them."""
        return place_of(self.before), place_of(self.after)

    @property
    def plays(self) -> bool:
        """Whether something is asked for that only makes sense if games are played."""
        base = replace(self.base, choice=replace(self.base.choice, game=None))
        return base != Base() or bool(self.names or self.set_ or self.until_decided) or self.games is not None


class CompareData(TypedDict):
    """What `--json` prints."""

    title: str
    changes: list[str]
    verdicts: dict[str, str]
    sentences: list[str]
    risk: float
    seed: int
    cells: list[Row]
    rungs: list[Row]
    families: NotRequired[list[Row]]


@dataclass(frozen=True, repr=False)
class Compared(Result):
    """What a comparison found."""

    title: str
    found: "Comparison"
    """Everything, as the laboratory has it."""
    page: Path | None = None
    """The page about it, if one was asked for."""
    shared: Path | None = None
    """The page to send, if one was asked for."""

    @property
    def verdict(self) -> str:
        """One word for the first outcome in all cells: `harder`, `held`, `unclear`."""
        return self.found.outcomes[0].verdict

    @property
    def verdicts(self) -> dict[str, str]:
        """The same for each outcome."""
        return {each.outcome.name: each.verdict for each in self.found.outcomes}

    @property
    def sentences(self) -> list[str]:
        """What changed and what that did, in words; first of all what was not played."""
        from sim.compare.telling.sentences import all_sentences
        from sim.experiment.changes import change_lines

        first = len(self.found.not_played)
        said = all_sentences(self.found)
        return [*said[:first], *change_lines(self.found.changes), *said[first:]]

    @property
    def changes(self) -> list[str]:
        """What differs between the two sides, in the words of the game."""
        return list(self.found.changes)

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """One row for each outcome of each cell: both sides, the difference with its 95 % interval, the verdict."""
        from sim.compare.rows import cell_rows
        from sim.search.effect_tables import frame_of

        return frame_of(cell_rows(self.found))

    @cached_property
    def rungs(self) -> "pl.DataFrame":
        """The mean change on each rung: for each policy, all its cells together."""
        from sim.compare.rows import rung_rows
        from sim.search.effect_tables import frame_of

        return frame_of(rung_rows(self.found))

    @property
    def data(self) -> "Json":
        """What `fatecast compare --json` prints."""
        from sim.compare.rows import comparison_data

        return comparison_data(self.title, self.found)

    def __str__(self) -> str:
        return "\n".join([self.title, *self.sentences])

    def _repr_html_(self) -> str:
        from sim.compare.telling.output import cells_table

        return as_html(self.title, self.sentences, [cells_table(self.found.outcomes)])


def sharing(page: str | Path | None) -> "Sharing | None":
    """The page to send, if one was asked for; BadInput if it cannot be written there."""
    if page is None:
        return None
    from sim.share.write import Sharing

    return Sharing(Path(page))


def run(asked: CompareRequest, progress: Progress) -> Compared:
    """Compare two sides: names and files are played, runs are compared as they were played."""
    from sim.compare.command import TestRequest
    from sim.compare.operands import is_run

    report = path_of(asked.report)
    if report is not None:
        from sim.report.shared.write import check_place

        check_place(report)
    test = TestRequest(texts(asked.outcome), texts(asked.margin), asked.risk, asked.told)
    sides, page = asked.sides, sharing(asked.page)
    shared: Path | None = None
    if all(is_run(side) and side not in (LAST, NOW) for side in sides):
        found, game, shared = _runs(asked, test, progress, page)
    else:
        found, game, sides, shared = _played(asked, test, progress, page)
    compared = Compared(" → ".join(sides), found, shared=shared)
    write_data(asked.out, compared)
    if report is None:
        return compared
    from sim.report.side_by_side.compared import write_comparison

    return replace(compared, page=write_comparison(found, sides, game, report))


def _runs(
    asked: CompareRequest, test: "TestRequest", progress: Progress, page: "Sharing | None"
) -> "tuple[Comparison, str, Path | None]":
    """What was found, the game, and the page to send."""
    from sim.compare.command import compare_runs
    from sim.inspect.opened import open_runs
    from sim.runs.store import Store

    if asked.plays:
        raise BadInput(
            message(
                "two runs are compared as they were played; {means} that play would not count", means=progress.means
            ),
            source="compare",
        )
    before, after = map(Path, asked.sides)
    open_runs([before, after], game_named(asked.base.choice.game), plays=True, stored=asked.stored_code)
    game = str(Store(before).manifest()["experiment"].get("game", DEFAULT_GAME))
    found = compare_runs(before, after, test, page.games if page else None)
    if page is None:
        return found, game, None
    from sim.runs.run import load_run

    sides = load_run(before).experiment, load_run(after).experiment
    return found, game, page.write(_command(asked, {}), sides, test, "runs")


def _command(asked: CompareRequest, numbers: Mapping[str, object]) -> list[str]:
    """The words that ask for the same numbers."""
    said = {"risk": asked.risk, "told": asked.told}
    others = {name: value for name, value in said.items() if value != getattr(CompareRequest, name)}
    common = replace(asked.base, seed=None)
    words = question_words(
        common, asked.names, asked.set_, {**numbers, **others}, texts(asked.outcome), texts(asked.margin)
    )
    switches = {"--until-decided": asked.until_decided, "--stored-code": asked.stored_code}
    return ["fatecast", "compare", *asked.sides, *words, *(flag for flag, is_on in switches.items() if is_on)]


def _played(
    asked: CompareRequest, test: "TestRequest", progress: Progress, page: "Sharing | None"
) -> "tuple[Comparison, str, tuple[str, str], Path | None]":
    """What was found, the game, what the sides are, and the page to send."""
    from sim.compare.command import MOST_GAMES, compare_sides, sides_named
    from sim.compare.operands import games_of, is_run
    from sim.inspect.opened import open_runs
    from sim.verbs.request.keys import base_experiment, whole

    base = base_experiment("compare", _with_game(asked), {"games": asked.games}, asked.names, asked.set_)
    most = (whole("games", asked.games) or MOST_GAMES) if asked.until_decided else None
    before, after = (admit_side(side, base.played, asked.stored_code) for side in asked.sides)
    runs = [Path(side) for side in asked.sides if is_run(side) and side not in (LAST, NOW)]
    open_runs(runs, None, plays=True, stored=asked.stored_code)
    sides = sides_named(*asked.sides, base, base.played)
    found = compare_sides(sides, test, asked.crew.options(progress), most, page.games if page else None)
    if page is None:
        return found, base.played, (before, after), None
    command = _command(asked, {"seed": found.seed, "games": most or min(map(games_of, sides))})
    plan: Plan = "fixed" if most is None else "until decided"
    shared = page.write(command, sides, test, plan, most)
    return found, base.played, (before, after), shared


def _with_game(asked: CompareRequest) -> Base:
    """What both sides have in common. Two files of games name the game: they can only be editions of one."""
    from sim.compare.operands import is_game_file

    before, after = asked.sides
    if asked.base.choice.game is not None or not (is_game_file(before) and is_game_file(after)):
        return asked.base
    game = admit(before if is_file(before) else f"./{before}")
    return replace(asked.base, choice=replace(asked.base.choice, game=game))


VERB = Verb("compare", CHANGE, 1, CompareRequest, run, Compared, ["POLICY_A POLICY_B --games 10k"], data=CompareData)
