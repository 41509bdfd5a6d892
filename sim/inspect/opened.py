"""Code that a call names to open something: policies of one's own, other editions of a game, the game of a run."""

from collections.abc import Iterable
from pathlib import Path

from engine.errors import BadInput, message
from engine.game.optional_parts import editions_of, policies_of
from engine.game.registry import load_game
from sim.runs.store import Store


def admit(files: Iterable[str] | None, game: str) -> None:
    """Load the files of code that this call names."""
    for file in files or []:
        policies_of(load_game(game)).admit(Path(file))


def admit_before(word: str, game: str | None) -> None:
    """Let in another edition of the game, a file or a program that this call names."""
    if game is None:
        raise BadInput(
            source="--before", expected=message("the other file of a game of your own, which --game names, too")
        )
    editions_of(load_game(game)).admit(word)


def open_runs(runs: Iterable[Path], game: str | None, policies: Iterable[str] | None = None) -> None:
    """Make sure that --game, if it was given, names the game of these runs, and load the policy files of this call."""
    for run in runs if game or policies else ():
        played = str(Store(run).manifest()["experiment"].get("game"))
        if game and game != played:
            raise BadInput(message("--game {game}: {run} is a run of {played}", game=game, run=run, played=played))
        admit(policies, played)
