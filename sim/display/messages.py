"""What the command line says beside tables: plain lines on stdout, errors on stderr."""

import typer

from sim.experiment.escapes import shortened, visible


def say(text: object) -> None:
    """Text on stdout; it may have several lines."""
    typer.echo(visible(str(text), keep="\n\t"))


def complain(line: str) -> None:
    """One line on stderr: an error or a warning, of a length that can be read."""
    typer.echo(f"fatecast: {shortened(visible(line))}", err=True)
