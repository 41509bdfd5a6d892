"""`fatecast cards`, `fatecast card` and `fatecast check`: the game's own parts and files, before any game."""

import logging
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import BadInput, FatecastError
from sim.cli.shared_flags import GameName

Deck = Annotated[str, typer.Option(help="Deck, by name or file.")]


def cards(deck: Deck = "base", game: GameName = "shipwreck") -> None:
    """List the cards of a deck, in words."""
    from engine.game.parts import pieces_of
    from engine.game.registry import load_game
    from sim.display.terminal import console, sheet_table

    sheet, out = pieces_of(load_game(game)).sheet(deck), console()
    out.print(sheet.title, soft_wrap=True)
    out.print(sheet_table(sheet))


def card(
    name: Annotated[str, typer.Argument(help="A card, by id or title.")],
    deck: Deck = "base",
    game: GameName = "shipwreck",
    out: Annotated[Path | None, typer.Option(help="Also draw it into this file: .svg, .png or .pdf.")] = None,
) -> None:
    """Describe one card: who may play it, what that tells, what it has in common with the others."""
    from engine.game.parts import pieces_of
    from engine.game.registry import load_game
    from sim.display.terminal import show_piece
    from sim.play.logs import LOGGER, log_to_terminal

    if out is not None:
        from sim.display.panels import check_figure_path

        check_figure_path(out)
    with log_to_terminal(logging.WARNING):
        sheet = pieces_of(load_game(game)).piece_sheet(name, deck, LOGGER.warning)
    if out is not None:
        from sim.display.panels import write_figure

        write_figure(out, sheet.title, sheet.panels)
    show_piece(sheet)
    if out is not None:
        typer.echo(f"drawn: {out}")


def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Decks, presets and experiments.")] = None,
    game: GameName = "shipwreck",
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a deck file instead.")] = False,
) -> None:
    """Check files before anything is played."""
    from sim.inspect.check import check_file, file_schema

    if schema:
        typer.echo(file_schema(game))
        return
    if not files:
        raise BadInput("check: expected files to check, or --schema")
    bad = 0
    for path in files:
        try:
            typer.echo(f"{path}: {check_file(path, game)}")
        except FatecastError as error:
            typer.echo(f"fatecast: {error}", err=True)
            bad = error.exit_code
    if bad:
        raise typer.Exit(bad)
