"""The command that replays a game, to be copied as it is printed."""

from collections.abc import Iterable
from shlex import quote
from typing import TYPE_CHECKING

from engine.errors import FatecastError
from engine.game.protocol import OnlyDeclared, OnlyRead
from engine.game.registry import call_names
from engine.language.current import said

if TYPE_CHECKING:
    from sim.experiment.experiment import ResolvedExperiment


def replay_command(
    experiment: "ResolvedExperiment",
    cell: int,
    index: int,
    run: str,
    *,
    missing: Iterable[str] = (),
    width: int | None = None,
) -> str:
    """By the game's id if that leads back to it from here, else by its place in the run: a content file of one's own is
    known by its name only where it was named. Where the id is too long for a line of `width`, the place is shown.
    `missing` are policies whose files nobody named in this call: they are asked for in the current folder. A game of
    older rules cannot be replayed: then this says which one it is. A game of one's own that the call did not name may
    have other rules by now: its run keeps its text."""
    played, game = experiment.cells[cell], experiment.game
    if isinstance(game, OnlyRead):
        return said("{cell}, game {index}", cell=played.name, index=index)
    game_id = game.game_id(played, experiment.settings.seed, index)
    names = call_names()
    named = [names.policy_files[digest] for digest in played.code if digest in names.policy_files]
    files = [*named, *(f"./{name}.py" for name in missing if f"{name}@" in game_id)]
    rest = names.playing + "".join(f" --policy {quote(path)}" for path in files)
    by_id, by_place = (f"fatecast replay {what}{rest}" for what in (quote(game_id), f"{quote(run)} {cell} {index}"))
    if isinstance(game, OnlyDeclared) or (names.stored and names.said is None):
        return by_place
    fits = width is None or len(by_id) <= width or len(by_place) >= len(by_id)
    return by_id if fits and _leads_back(experiment, cell, game_id) else by_place


def _leads_back(experiment: "ResolvedExperiment", cell: int, game_id: str) -> bool:
    try:
        return experiment.game.find_game(game_id)[0].key == experiment.cells[cell].key
    except FatecastError:
        return False
