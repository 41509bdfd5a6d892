"""The jobs of a studio, with a worker that is warm before the first change."""

from pathlib import Path

from engine.game.registry import how_named, load_game
from sim.studio.jobs.job import Workplace
from sim.studio.jobs.jobs import Jobs


def jobs_for(folder: Path, game: str, policies: tuple[str, ...]) -> Jobs:
    """Jobs for a game that the starting command has let in; the worker lets in the same, by the same word."""
    return Jobs(Workplace(folder, how_named(game) or game, policies), warm)


def jobs_for_runs(folder: Path, game: str, policies: tuple[str, ...]) -> Jobs:
    """The same for runs, which need nothing beforehand."""
    return Jobs(Workplace(folder, how_named(game) or game, policies), cold)


def cold(game: str) -> None:
    """Load nothing."""


def warm(game: str) -> None:
    """Load and compile what the first trial would else wait for: the game as it is usually compared."""
    import sim.compare.command  # noqa: F401 - with all that it needs
    from sim.play.logs import LOGGER
    from sim.verbs.request.choices import Base, GameChoice
    from sim.verbs.request.keys import base_experiment

    usual = base_experiment("try_change", Base(choice=GameChoice(game=game)), {}).resolved()
    load_game(game).prepare(usual.cells, LOGGER.warning)
