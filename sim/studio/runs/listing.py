"""The runs of the folder, as data: nothing that they name is loaded."""

import os
from pathlib import Path
from typing import NamedTuple

from engine.errors import BadInput, FatecastError, message
from engine.language.current import said, said_as
from sim.runs.manifest import RUNS
from sim.runs.store import Store
from sim.studio.folder import folder_in, parts_of
from sim.studio.runs.policy_files import code_in, named_again, needs
from sim.studio.studio import Studio
from sim.studio.workbench.inside import check_experiment

MOST_LISTED = 200
"""The newest ones; a folder may hold any number."""
FINISHED, UNFINISHED, UNREADABLE = "finished", "unfinished", "unreadable"


class Listed(NamedTuple):
    """A run."""

    name: str
    """Of its directory."""
    state: str
    experiment: str
    game: str
    games: int
    """That are there."""
    begun: str
    line: str = ""
    """Why it cannot be read, or with which command the studio could open it."""
    policies: tuple[str, ...] = ()
    """The files of code that it was played with, as a command must name them again."""

    @property
    def opens(self) -> bool:
        """Whether it can be continued, and read, in this studio."""
        return self.state != UNREADABLE and not self.line


def runs_in(studio: Studio) -> list[Listed]:
    """The runs of the usual folder, the newest first."""
    try:
        folder_in(studio.folder, RUNS.parts)
        with os.scandir(studio.folder / RUNS) as entries:
            found = [entry for entry in entries if entry.is_dir(follow_symlinks=False)]
            found.sort(key=lambda entry: (-entry.stat(follow_symlinks=False).st_mtime_ns, entry.name))
    except (BadInput, OSError):
        return []
    return [listed(studio, entry.name) for entry in found[:MOST_LISTED]]


def listed(studio: Studio, name: str) -> Listed:
    """One of them. What is wrong with it is said in one line."""
    store = Store(studio.folder / RUNS / name)
    try:
        manifest = store.manifest()
        games = manifest["counts"]["games"] if manifest["complete"] else _so_far(store)
    except FatecastError as error:
        return Listed(name, UNREADABLE, "", "", 0, "", error.line.replace(f"{studio.folder}{os.sep}", ""))
    game = str(manifest["game"]["name"])
    played = code_in(manifest["experiment"])
    missing = str(needs(studio, game, played))
    try:
        if not missing:
            check_experiment(manifest["experiment"], game)
    except FatecastError as error:  # nothing but a text: the run is read no further
        return Listed(name, UNREADABLE, "", game, 0, "", error.line)
    state = FINISHED if manifest["complete"] else UNFINISHED
    files = named_again(studio.policy_files, played)
    experiment = str(manifest["experiment"].get("name", ""))
    return Listed(name, state, experiment, game, games, str(manifest["begun"]), missing, files)


def state_told(state: str) -> str:
    """The state of a run as a person reads it."""
    return {FINISHED: said_as("a run", "finished"), UNFINISHED: said("unfinished"), UNREADABLE: said("unreadable")}[
        state
    ]


def _so_far(store: Store) -> int:
    return sum(block.last - block.first for block in store.found())


def run_named(studio: Studio, name: object) -> Path:
    """The path of a run that the room lists, by the name of its directory."""
    parts = parts_of(name)
    if len(parts) != 1 or not _is_there(studio, parts[0]) or not listed(studio, parts[0]).opens:
        raise BadInput(source="run", expected=message("a run of this folder that the studio can open"), got=name)
    return RUNS / parts[0]


def _is_there(studio: Studio, name: str) -> bool:
    """Whether there is such a folder, and no link on the way to it."""
    try:
        folder_in(studio.folder, (*RUNS.parts, name))
    except BadInput:
        return False
    return True
