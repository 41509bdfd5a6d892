"""`fatecast init`: begin a repository that holds only the content of a game."""

from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from engine.game.registry import DEFAULT_GAME
from engine.language.current import joined, said
from sim.verbs.new import Begun, BegunData
from sim.verbs.request.choices import Name, game_or_default, path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import BRING, Verb

FIRST_BASELINE = 1_024
"""Games of each cell in the baseline that is written: the gate plays more of both sides where it needs them."""


@dataclass(frozen=True, kw_only=True)
class InitRequest:
    """Begin a repository that holds only the content of a game: write configs that extend the shipped ones, a baseline,
    an example of an intent, and a workflow that runs check and gate with a pinned fatecast. Nothing is overwritten, a
    baseline that was accepted neither."""

    folder: Annotated[str | Path, Says("The folder of a repository.", metavar="FOLDER", is_argument=True)] = Path()
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME
    wheel: Annotated[
        str | Path | None,
        Says(
            "Install this wheel in CI, a file in the repository; by default fatecast from where yours came.",
            metavar="PATH",
        ),
    ] = None
    baseline: Annotated[bool, Says("Also play the game as it is now, for the gate.", ["--baseline/--no-baseline"])] = (
        True
    )


def run(asked: InitRequest, progress: Progress) -> Begun:
    """Write the files, and play the game for the baseline. If that fails, nothing is left of them."""
    from sim.compare.gate.baseline_files import accept_command, find_baseline
    from sim.compare.gate.command import AcceptRequest, accept_now
    from sim.play.options import PlayOptions
    from sim.start.new_repository import WORKFLOW, new_repository, next_steps, not_reached, trust_here

    folder, game = Path(asked.folder), game_or_default(asked.game)
    options = PlayOptions(progress=progress.shows_bar, is_cancelled=progress.is_cancelled)
    with new_repository(folder, game, path_of(asked.wheel)) as written, chdir(folder):
        files = [str(path) for path in written]
        if missing := not_reached(game, path_of(asked.wheel)):
            told = said(
                "stops at its first step until you write there what installs {names}, which came from a folder of this "
                "machine",
                names=joined(missing),
            )
            files[written.index(folder / WORKFLOW)] += f": {told}"
        accepted = find_baseline("default", game)
        if accepted is not None:
            told = said("is there already and stays as it is ({command} replaces it)", command=accept_command(game))
            files.append(f"{accepted}: {told}")
        elif asked.baseline:
            files.append(str(accept_now("default", None, AcceptRequest(FIRST_BASELINE), options, game)))
    trust_here(folder, game)
    return Begun(files, next_steps(folder, game, asked.baseline or accepted is not None))


VERB = Verb(
    "init",
    BRING,
    1,
    InitRequest,
    run,
    Begun,
    ["", "my-decks --wheel my-decks/fatecast_lab-VERSION-py3-none-any.whl"],
    data=BegunData,
)
