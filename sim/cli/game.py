"""`fatecast games`, `pieces`, `piece` and `check`: the games, their pieces and their files, before any game."""

from collections.abc import Callable, Sequence
from contextlib import chdir
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from engine.errors import BadInput, BrokenRule, FatecastError
from engine.game.registry import DEFAULT_GAME, admit
from sim.cli.flags.axes import ContentFlag, default_content
from sim.cli.shared_flags import AsJson, ChosenGame, GameName
from sim.display.messages import complain, say, say_command, say_data

FIRST_BASELINE = 1_024
"""Games of each cell in the baseline that `init` writes: the gate plays more of both sides where it needs them."""


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="NAME", help="The name of the game: a folder that is not there yet.")
    ],
) -> None:
    """Begin a game of your own: write a folder with a small game that runs as it stands, policies, experiments, a
    test."""
    from sim.inspect.starter.new_game import write_new_game

    for path in write_new_game(folder):
        say(path)
    place = quote(f"./{folder}" if not folder.is_absolute() else str(folder))
    say("Next:")
    say(f"  fatecast check {place}")
    say(f"  fatecast run first --game {place} --report")
    say(f"  fatecast sweep --set options.storms=1..5 --game {place}")
    say_command(f"  fatecast init --game {place}", "a workflow for CI")


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a repository.")] = Path(),
    game: GameName = DEFAULT_GAME,
    wheel: Annotated[
        Path | None,
        typer.Option(help="Install this wheel in CI, a file in the repository; by default the version that you have."),
    ] = None,
    baseline: Annotated[
        bool, typer.Option("--baseline/--no-baseline", help="Also play the game as it is now, for the gate.")
    ] = True,
) -> None:
    """Begin a repository that holds only the content of a game: write configs that extend the shipped ones, a baseline,
    an example of an intent, and a workflow that runs check and gate with a pinned fatecast. Nothing is overwritten, a
    baseline that was accepted neither."""
    from sim.compare.gate.baseline_files import accept_command, find_baseline
    from sim.compare.gate.command import AcceptRequest, accept_now
    from sim.inspect.starter.new_repository import new_repository, next_steps
    from sim.play.options import PlayOptions

    with new_repository(folder, game, wheel) as written, chdir(folder):
        accepted = find_baseline("default", game)
        if accepted is not None:
            told = f"{accepted}: is there already and stays as it is ({accept_command(game)} replaces it)"
        elif baseline:
            told = accept_now("default", None, AcceptRequest(FIRST_BASELINE), PlayOptions(), game)
        else:
            told = ""
    for line in [*written, *([told] if told else [])]:
        say(line)
    baseline = baseline or accepted is not None
    say("Next:")
    for command, comment in next_steps(folder, game, baseline).items():
        say_command(f"  {command}", comment)


def games(
    name: Annotated[
        str | None,
        typer.Argument(help="A game, to see its axes, options and outcomes; or openspiel, to list those."),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="The same.")] = None,
    json: AsJson = False,
) -> None:
    """List all games: what kind they are, how many play, what is real and what is a stand-in. Or describe one."""
    from sim.display.terminal import console, sheet_table
    from sim.inspect.games import all_games, as_json, described, games_from_outside

    if name and game and name != game:
        raise BadInput(f"games: expected one game, not {name} and {game}")
    asked = name or game
    name = admit(asked) if asked else None
    if json:
        say(as_json(name))
        return
    out = console()
    for sheet in [all_games(), games_from_outside()] if name is None else described(name):
        out.print(sheet.title, soft_wrap=True)
        out.print(sheet_table(sheet))


def pieces(content: ContentFlag = None, game: GameName = DEFAULT_GAME, json: AsJson = False) -> None:
    """List the pieces of a game, in words."""
    from engine.game.parts import pieces_of
    from engine.game.registry import load_game
    from sim.display.terminal import console, sheet_table

    sheet, out = pieces_of(load_game(game)).sheet(content or default_content(game)), console()
    if json:
        say_data(sheet.data())
        return
    out.print(sheet.title, soft_wrap=True)
    out.print(sheet_table(sheet))


def piece(
    name: Annotated[str, typer.Argument(help="A piece, by id or title.")],
    content: ContentFlag = None,
    game: GameName = DEFAULT_GAME,
    out: Annotated[Path | None, typer.Option(help="Also draw it into this file: .svg, .png or .pdf.")] = None,
    json: AsJson = False,
) -> None:
    """Describe one piece before any game: when it can be used, what that tells, what it has in common with others."""
    from engine.game.parts import pieces_of
    from engine.game.registry import load_game
    from sim.display.terminal import show_piece
    from sim.play.logs import LOGGER

    if out is not None:
        from sim.display.panels import check_figure_path

        check_figure_path(out)
    sheet = pieces_of(load_game(game)).piece_sheet(name, content or default_content(game), LOGGER.warning)
    if out is not None:
        from sim.display.panels import write_figure

        write_figure(out, sheet.title, sheet.panels)
    if json:
        say_data(sheet.data())
        return
    show_piece(sheet)
    if out is not None:
        say(f"drawn: {out}")


def check(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE|GAME",
            help="Files of a game; experiments, by file or name. Or games: a name, your own file or folder, cmd:….",
        ),
    ] = None,
    game: ChosenGame = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of content files instead.")] = False,
    patience: Annotated[float, typer.Option(help="Seconds that a game may take without an answer.")] = 10.0,
    json: AsJson = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show where compiled and plain play of a game file differ.")
    ] = False,
) -> None:
    """Check content files, presets and experiments without playing. Or check a game: play a few hundred games and ask
    whether they are what the laboratory relies on."""
    from sim.experiment.changes import change_lines
    from sim.inspect.check import check_file, file_changes, file_meant, file_schema, is_game

    if schema:
        say(file_schema(game or DEFAULT_GAME))
        return
    if not what:
        raise BadInput("check: expected files or games to check, or --schema")
    bad, found = 0, []
    for word in what:
        told: list[str] = []
        tell: Callable[[str], None] = told.append if json else say
        mistakes: Sequence[str] = ()
        try:
            if is_game(word):
                _check_game(word, patience, tell, verbose)
            else:
                path = file_meant(word, game)
                tell(f"{path}: {check_file(path, game)}")
                changes = file_changes(path, game)
                for line in changes if json else change_lines(changes, "what it changes"):
                    tell(line)
        except FatecastError as error:
            mistakes, bad = error.lines or [str(error)], error.exit_code
        for line in () if json else mistakes:
            complain(line)
        found.append({"what": word, "right": not mistakes, "told": told, "mistakes": list(mistakes)})
    if json:
        say_data(found)
    if bad:
        raise typer.Exit(bad)


def _check_game(word: str, patience: float, tell: "Callable[[str], None]", verbose: bool) -> None:
    from sim.inspect.check_game import check_game

    if faults := check_game(word, patience, tell, verbose):
        raise BrokenRule.of_all([*faults, f"{word}: {len(faults)} {'faults' if len(faults) > 1 else 'fault'}"])
