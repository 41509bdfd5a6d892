"""What all rooms of a studio share."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from engine.configs import read_text
from engine.errors import BadInput
from engine.language.current import DEFAULT
from sim.studio.jobs.job import Workplace
from sim.studio.jobs.jobs import Jobs


class NoJobs(Jobs):
    """Nothing is played."""

    def __init__(self) -> None:
        super().__init__(Workplace(Path(), ""), lambda game: None)

    def start(self) -> None:
        """Nothing to start."""

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True)
class Studio:
    """A folder, and what may run in it. All of this is decided by the command that starts the studio: no page and no
    file of the folder can name other code later."""

    folder: Path
    """Resolved; also the working folder of the server."""
    game: str
    """As it is called in the registry."""
    game_word: str | None
    """What a person types after --game in this folder; None for the game that needs no word."""
    policies: tuple[str, ...]
    """Policies that are code, as a person names them in this folder."""
    jobs: Jobs
    """What somebody waits for."""
    runs: Jobs = field(default_factory=NoJobs)
    """Runs that go on for long: they keep nobody waiting."""
    language: str = DEFAULT
    """Of the starting command; a browser may choose another one."""

    def __post_init__(self) -> None:
        self.policy_files  # noqa: B018 - as they are when the worker loads them: somebody may edit them later

    @cached_property
    def policy_files(self) -> Mapping[str, str]:
        """The files of `policies`, without parameters, by the hashes of their texts."""
        found: dict[str, str] = {}
        for word in (each.partition(" ")[0] for each in self.policies):
            with suppress(BadInput):  # the worker says that there is none
                found[sha256(read_text(self.folder / word).encode()).hexdigest()] = word
        return found
