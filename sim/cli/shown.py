"""Does what a request asks for the command line, and shows the result: as sentences and tables, or as data."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import FatecastError
from engine.kernel.orphans import default_signals
from sim.cli.command import Voice
from sim.display.messages import Steps, complain, say, say_command, say_data
from sim.display.plain_characters import lost_output
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import Verb

if TYPE_CHECKING:
    from sim.verbs.ablate import Ablated
    from sim.verbs.compare import Compared
    from sim.verbs.find import FoundGames
    from sim.verbs.gate import Gated, SelfTested
    from sim.verbs.new import Begun
    from sim.verbs.piece import Piece
    from sim.verbs.plan import Planned
    from sim.verbs.report import Report
    from sim.verbs.request.finished_run import Run
    from sim.verbs.request.result import Result, Sheets
    from sim.verbs.sweep import Swept
    from sim.verbs.try_change import Tried
    from sim.verbs.tune import Tuned


class Terminal(Progress):
    """A person at a terminal: a bar if there is one, lines as soon as they are known."""

    caller, means = "command line", "flags"
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
    found = verb(asked, Terminal(voice, has_steps=getattr(asked, "report", None) is True))
    if voice.as_data:
        say_data(found.data)
    else:
        RESULTS.get(type(found).__name__, _text)(found, voice)
    error = getattr(found, "error", None)
    if error is not None:
        complain(error.line)
    return int(found.exit_code)


def _text(found: "Result", voice: Voice) -> None:
    say(found)


def _nothing(found: object, voice: Voice) -> None:
    """All was told while it ran."""


def _page(found: "Compared | Report | Run", voice: Voice) -> None:
    if found.page is not None:
        from sim.report.write import link_to

        say(f"{found.page}\n{link_to(found.page)}")


def _compared(found: "Compared", voice: Voice) -> None:
    from sim.compare.output import show_comparison

    show_comparison(found.found, found.title)
    _page(found, voice)


def _tried(found: "Tried", voice: Voice) -> None:
    from sim.compare.output import show_trials

    show_trials(found.trials, found.title)


def _ablated(found: "Ablated", voice: Voice) -> None:
    from sim.search.output import show_ablation

    show_ablation(found.found, found.base, found.path)


def _swept(found: "Swept", voice: Voice) -> None:
    from sim.search.output import show_sweep

    show_sweep(found.found, found.base, found.path)


def _tuned(found: "Tuned", voice: Voice) -> None:
    from sim.inspect.check import check_file
    from sim.search.tune.output import show_tuned

    base = found.asked.base
    show_tuned(found.found, base, found.asked.goals, found.asked.space)
    if found.path is not None:
        say(f"written: {found.path}, {check_file(found.path, base.settings.game)}; next:")
    for command, purpose in found.next.items():
        say_command(command, purpose)


def _gated(found: "Gated", voice: Voice) -> None:
    from sim.compare.gate.several_games import show_verdicts

    show_verdicts(found.found, voice.quiet)


def _self_tested(found: "SelfTested", voice: Voice) -> None:
    from sim.compare.gate.self_test.output import show_error_rates

    show_error_rates(found.found)


def _played(found: "Run", voice: Voice) -> None:
    """A run as soon as it is played, before its report is made."""
    from sim.display.terminal import show_run

    if voice.quiet:
        return
    show_run(found.results, found.experiment, str(found.path))
    if found.has_several_contents:
        from sim.compare.output import show_contents_of

        show_contents_of(found)


def _planned(found: "Planned", voice: Voice) -> None:
    from sim.display.terminal import show_needs, show_pace

    show_needs(found.needs, len(found.cells), found.pace, found.workers)
    if found.pace:
        show_pace(found.cells, found.pace, found.workers)
    if found.note:
        say(found.note)


def _found_game(found: Any, voice: Voice) -> None:
    say_command(found.command, found.told)


def _found_games(found: "FoundGames", voice: Voice) -> None:
    say(found.note)


def _sheets(found: "Sheets", voice: Voice) -> None:
    from sim.display.terminal import console, sheet_table

    out = console()
    for sheet in found.sheets:
        out.print(sheet.title, soft_wrap=True)
        out.print(sheet_table(sheet))


def _piece(found: "Piece", voice: Voice) -> None:
    from sim.display.terminal import show_piece

    show_piece(found.sheet)
    if found.drawn is not None:
        say(f"drawn: {found.drawn}")


def _begun(found: "Begun", voice: Voice) -> None:
    for line in found.files:
        say(line)
    say("Next:")
    for command, purpose in found.next.items():
        say_command(f"  {command}", purpose)


Shows = Callable[[Any, Voice], None]

RESULTS: Mapping[str, Shows] = {
    "Ablated": _ablated,
    "Begun": _begun,
    "Checked": _nothing,
    "CheckedPolicy": _nothing,
    "Compared": _compared,
    "FoundGames": _found_games,
    "Games": _sheets,
    "Gated": _gated,
    "Piece": _piece,
    "Pieces": _sheets,
    "Planned": _planned,
    "Policies": _sheets,
    "Report": _page,
    "Run": _page,
    "SelfTested": _self_tested,
    "Swept": _swept,
    "Tried": _tried,
    "Tuned": _tuned,
    "Verified": _nothing,
}
"""How each result is shown, by its class; others as their text."""
PARTS: Mapping[str, Shows] = {"FoundGame": _found_game, "Run": _played}
"""The same for what is told while a verb runs."""
