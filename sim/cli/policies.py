"""`fatecast policies`, and `fatecast policies check`."""

from typing import Annotated

import typer

verbs = typer.Typer(invoke_without_command=True, help="Who can play; check a policy.")


@verbs.callback()
def policies(
    context: typer.Context,
    game: Annotated[str, typer.Option(help="Which game they play.")] = "shipwreck",
) -> None:
    """Who can play, and everything that can be set about them."""
    if context.invoked_subcommand is not None:
        return
    from engine.game.registry import load_game
    from sim.display.terminal import console, sheet_table

    out = console()
    for sheet in load_game(game).policies():
        out.print(sheet.title, soft_wrap=True)
        out.print(sheet_table(sheet))


@verbs.command("check")
def check_policy(
    policy: Annotated[str, typer.Argument(help="A file of your own (./mine.py), or a name; with parameters.")],
    game: Annotated[str, typer.Option(help="Which game it plays.")] = "shipwreck",
) -> None:
    """Test a policy: legal moves, no hidden information, the same games again, speed."""
    from engine.game.registry import load_game
    from sim.cli.parsing import admitted

    found = load_game(game)
    failures = found.check_policy(admitted(found, policy), typer.echo)
    for failure in failures:
        typer.echo(f"fatecast: {failure}", err=True)
    if failures:
        raise typer.Exit(1)
