"""Does what a request asks for the command line, and shows the result: as sentences and tables, or as data."""

from collections.abc import Callable, Mapping
from shlex import quote
from typing import TYPE_CHECKING, Any

from engine.errors import FatecastError
from engine.game.registry import call_names, in_words_of
from engine.kernel.orphans import default_signals
from engine.language.current import DEFAULT, said, speaking
from sim.cli.command import Voice
from sim.display.messages import Steps, complain, say, say_command, say_data
from sim.display.plain_characters import lost_output
from sim.folder.folder_file import NAME
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import Verb

if TYPE_CHECKING:
    from sim.verbs.ablate import Ablated
    from sim.verbs.compare import Compared
    from sim.verbs.find import FoundGames
    from sim.verbs.gate import Gated, SelfTested
    from sim.verbs.ladder import Ladder
    from sim.verbs.new import Begun
    from sim.verbs.piece import Piece
    from sim.verbs.pieces_pull import SheetPulled
    from sim.verbs.plan import Planned
    from sim.verbs.report import Report
    from sim.verbs.request.finished_run import Run
    from sim.verbs.request.result import Result, Sheets
    from sim.verbs.sweep import Swept
    from sim.verbs.try_change import Tried
    from sim.verbs.tune import Tuned


class Terminal(Progress):
    """A person at a terminal: a bar if there is one, lines as soon as they are known."""

    @property
    def caller(self) -> str:
        return said("command line")

    @property
    def means(self) -> str:
        return said("flags")

    shows_bar = None
    usual_experiment = None
    writes_files = True

    def __init__(self, voice: Voice, has_steps: bool) -> None:
        self._voice = voice
        self._steps = Steps(shown=has_steps and not (voice.quiet or voice.as_data))

    def tell(self, part: object) -> None:
        if self._voice.as_data:
            return
        if isinstance(part, FatecastError):
            for line in part.each_line:
                complain(line)
        elif isinstance(part, str):
            say(part)
        else:
            PARTS[type(part).__name__](part, self._voice)

    def step_over(self, what: str) -> None:
        self._steps.over(what)

    def is_heard(self) -> bool:
        return not lost_output()


def shown(verb: Verb[Any], asked: Any, voice: Voice) -> int:
    """Do what was asked, show what was found, and return the exit code."""
    if verb.writes_nothing:
        default_signals()
    result = verb(asked, Terminal(voice, has_steps=getattr(asked, "report", None) is True))
    if voice.as_data:
        with speaking(DEFAULT):
            say_data(result.data)
    else:
        if (game := call_names().unsaid) and not voice.quiet:
            complain(said("the game is {game}, as {file} says", game=game, file=NAME))
        RESULTS.get(type(result).__name__, _text)(result, voice)
    error = getattr(result, "error", None)
    if error is not None:
        complain(error.line)
    return int(result.exit_code)


def _text(result: "Result", voice: Voice) -> None:
    say(result)


def _nothing(result: object, voice: Voice) -> None:
    """All was told while it ran."""


def _page(result: "Compared | Report | Run", voice: Voice) -> None:
    if result.page is not None:
        from sim.report.shared.write import link_to

        say(f"{result.page}\n{link_to(result.page)}")


def _compared(result: "Compared", voice: Voice) -> None:
    from sim.compare.telling.output import show_comparison

    show_comparison(result.found, result.title)
    _page(result, voice)
    _shared(result)


def _tried(result: "Tried", voice: Voice) -> None:
    from sim.compare.telling.output import show_trials

    show_trials(result.trials, result.title, result.all_told)
    _shared(result)


def _shared(result: "Compared | Tried") -> None:
    if result.shared is not None:
        names = call_names()
        files = "".join(f" --policy {quote(path)}" for path in names.policy_files.values())
        command = f"fatecast verify {quote(str(result.shared))}{names.flags}{files}"
        say_command(command, said("written; this checks it"))


def _ablated(result: "Ablated", voice: Voice) -> None:
    from sim.search.output import show_ablation

    show_ablation(result.found, result.base, result.path)


def _swept(result: "Swept", voice: Voice) -> None:
    from sim.search.output import show_sweep

    show_sweep(result.found, result.base, result.path)


def _tuned(result: "Tuned", voice: Voice) -> None:
    from sim.inspect.check import check_file
    from sim.search.tune.output import show_tuned

    base = result.asked.base
    show_tuned(result.found, base, result.asked.goals, result.asked.space)
    if result.path is not None:
        what = check_file(result.path, base.settings.game)
        say(said("written: {path}, {what}; next:", path=result.path, what=what))
    for command, purpose in result.next.items():
        say_command(command, purpose)


def _ladder(result: "Ladder", voice: Voice) -> None:
    from sim.ladder.output import show_ladder

    show_ladder(result.found, result.outcome, result.title, result.train)


def _gated(result: "Gated", voice: Voice) -> None:
    from sim.compare.gate.telling.several_games import show_verdicts

    show_verdicts(result.found, voice.quiet)


def _self_tested(result: "SelfTested", voice: Voice) -> None:
    from sim.compare.gate.self_test.output import show_error_rates

    show_error_rates(result.found)


def _played(result: "Run", voice: Voice) -> None:
    """A run as soon as it is played, before its report is made."""
    from sim.display.terminal import show_run

    if voice.quiet:
        return
    with in_words_of(result.experiment.game.name):  # a run that is resumed is of any game
        show_run(result.results, result.experiment, str(result.path))
        if result.has_several_contents:
            from sim.compare.telling.output import show_contents_of

            show_contents_of(result)


def _planned(result: "Planned", voice: Voice) -> None:
    from sim.display.terminal import show_needs, show_pace

    show_needs(result.needs, len(result.cells), result.pace, result.workers)
    if result.pace:
        show_pace(result.cells, result.pace, result.workers)
    if result.note:
        say(result.note)


def _found_game(result: Any, voice: Voice) -> None:
    say_command(result.command, result.told)


def _found_games(result: "FoundGames", voice: Voice) -> None:
    say(result.note)


def _sheets(result: "Sheets", voice: Voice) -> None:
    from sim.display.terminal import console, sheet_table

    out = console()
    for sheet in result.sheets:
        out.print(sheet.title, soft_wrap=True)
        out.print(sheet_table(sheet))


def _piece(result: "Piece", voice: Voice) -> None:
    from sim.display.terminal import show_piece

    show_piece(result.sheet)
    if result.drawn is not None:
        say(said("drawn: {path}", path=result.drawn))


def _begun(result: "Begun", voice: Voice) -> None:
    for line in result.files:
        say(line)
    say(said("Next:"))
    for command, purpose in result.next.items():
        say_command(f"  {command}", purpose)


def _sheet_pulled(result: "SheetPulled", voice: Voice) -> None:
    for line in result.lines:
        say(line)
    say_command(result.next, said("what that does"))


Shows = Callable[[Any, Voice], None]

RESULTS: Mapping[str, Shows] = {
    "Ablated": _ablated,
    "Begun": _begun,
    "Checked": _nothing,
    "ClosedStudio": _nothing,
    "CheckedPolicy": _nothing,
    "Compared": _compared,
    "FoundGames": _found_games,
    "Games": _sheets,
    "Gated": _gated,
    "Ladder": _ladder,
    "Piece": _piece,
    "Pieces": _sheets,
    "Planned": _planned,
    "Policies": _sheets,
    "Report": _page,
    "Run": _page,
    "SelfTested": _self_tested,
    "SheetPulled": _sheet_pulled,
    "Swept": _swept,
    "Tried": _tried,
    "Tuned": _tuned,
    "Verified": _nothing,
    "Watched": _nothing,
}
"""How each result is shown, by its class; others as their text."""
PARTS: Mapping[str, Shows] = {"FoundGame": _found_game, "Run": _played}
"""The same for what is told while a verb runs."""
