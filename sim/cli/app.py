"""The command `fatecast`: its verbs, and what it says when one of them fails.

Each verb imports what it needs when it is called, so that `fatecast --help` answers at once.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import ENAMETOOLONG
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from engine.errors import BadInput, FatecastError
from engine.game.registry import DEFAULT_GAME, about, call_names, forget
from engine.kernel.numba_inside.settings_files import NUMBA_FILE, refusal
from engine.language.current import DEFAULT, said, speaking
from sim.cli.flags.help_text import WIDEST, PlainGroup
from sim.cli.flags.spoken import IN_LANGUAGE, placeholder
from sim.cli.flags.typer_errors import in_template
from sim.cli.verbs import AllVerbs
from sim.display.messages import complain, say, say_data
from sim.display.plain_characters import allow_any_encoding, lost_output
from sim.errors import interrupt_code, interrupt_line
from sim.folder.folder_file import NAME
from sim.play.workers.machine import missing

SEEN_ENOUGH = 128 + signal.SIGPIPE
INTERRUPTED = interrupt_code(None)
JSON = "--json"


class Verbs(AllVerbs):
    """Reports an error in one line and ends with its documented exit code; shows a traceback only with -v."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        self.help = "\n\n".join(
            (
                said("A Monte Carlo balance laboratory for tabletop games."),
                said(
                    "It plays millions of games by your rules and says who wins, how sure that is, and what a change "
                    "does. Its first game is {game}; `fatecast games` lists all games, and `--game NAME` chooses one. "
                    "`fatecast help VERB` describes a verb.",
                    game=about(DEFAULT_GAME).title,
                ),
            )
        )
        super().format_help_text(ctx, formatter)

    def make_context(self, info_name: str | None, args: list[str], *others: Any, **options: Any) -> Any:
        forget()  # games that an earlier call has named
        with _reported():
            return super().make_context(info_name, args, *others, **options)

    def invoke(self, ctx: Any) -> Any:
        with _reported():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Verbs,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
)


def _show_version(asked: bool) -> None:
    if asked:
        from sim.runs.manifest import tool_version

        say(f"fatecast {tool_version()}")
        raise typer.Exit


@app.callback()
def _everywhere(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and exit.")
    ] = False,
    lang: Annotated[str | None, typer.Option("--lang", metavar=placeholder("CODE"), help=IN_LANGUAGE)] = None,
) -> None:
    """Flags of the command itself."""


def main() -> None:
    """The console command. A wrong flag or argument is reported in one line, like every other error."""
    allow_any_encoding()
    if os.path.lexists(NUMBA_FILE):
        # It is never read here. Whoever wrote it should know that, and other programs in this folder do read it.
        complain(refusal())
        sys.exit(BadInput.exit_code)
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:  # Typer has caught it between two steps of its own; what we catch does not come back
            complain(interrupt_line(KeyboardInterrupt()))
        sys.exit(_last_code(code))
    except TyperException as error:
        raised = error
        _end(lambda: _in_our_words(raised), raised.exit_code)


def _in_our_words(error: TyperException) -> str:
    """A wrong flag or argument, and where to look."""
    line, context = in_template(error.format_message()), getattr(error, "ctx", None)
    verb = context.command_path if context else "fatecast"
    if not hasattr(error, "option_name") and isinstance(getattr(context, "command", None), PlainGroup):
        return said("{line} ({verb} --help lists the verbs)", line=line, verb=verb)
    return said("{line} ({verb} --help lists the flags)", line=line, verb=verb)


def _last_code(code: int | None) -> int | None:
    """The exit code, when everything is written that could be. A command whose output was lost has not done all that it
    should, even if all its files are there. Only its own bad news counts more."""
    sys.stdout.flush()
    lost = lost_output()
    if lost is None:
        return code
    if isinstance(lost, BrokenPipeError):  # whoever reads it has seen enough (`| head`)
        return code or SEEN_ENOUGH
    complain(said("the output cannot be written ({reason})", reason=lost.strerror))
    return code or 1


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except FatecastError as error:
        wrong = error  # the name of what was caught ends with its block
        _end(lambda: _about_the_game(wrong.line), wrong.exit_code, wrong)
    except KeyboardInterrupt as interrupt:
        stop = interrupt
        _end(lambda: interrupt_line(stop), interrupt_code(stop))
    except (typer.Exit, typer.Abort, TyperException):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == ENAMETOOLONG:
            known = {"file": error.filename, "reason": error.strerror}
            _end(lambda: said("{file}: cannot be used ({reason})", **known), BadInput.exit_code)
        if {"-v", "--verbose"} & set(sys.argv):
            raise
        if line := missing(error):
            _end(lambda: str(line), BadInput.exit_code)
        unexpected = {"kind": type(error).__name__, "reason": " ".join(str(error).split())}
        _end(lambda: said("unexpected {kind}: {reason} (-v shows where)", **unexpected), 1)


def _about_the_game(line: str) -> str:
    """An error with the game that it speaks of, where nobody has typed it."""
    game = call_names().unsaid
    if not game or game in line:
        return line
    return said("{line} (the game is {game}, as {file} says)", line=line, game=game, file=NAME)


def _end(line: Callable[[], str], code: int, error: FatecastError | None = None) -> None:
    """Say what is wrong: to a person in the language of the call, to another program in English."""
    if JSON in sys.argv:
        with speaking(DEFAULT):
            say_data({"error": error.data() if error else {"kind": "", "exit_code": code, "line": line()}})
    complain(line())
    sys.exit(_last_code(code))
