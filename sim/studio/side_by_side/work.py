"""What the worker does for this room."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.studio.runs.policy_files import flags as policy_flags

if TYPE_CHECKING:
    from sim.studio.jobs.talk import Talk


@dataclass(frozen=True)
class Sides:
    """Two sides to compare; runs are compared as they were played."""

    before: str
    after: str
    game: str
    game_word: str | None
    are_runs: bool
    games: int | None = None
    seed: int | None = None
    page: Path | None = None
    """To send; it is written only if this is said."""
    policies: tuple[str, ...] = ()
    """Files of code that either side plays, for the command that checks the page."""

    @property
    def command(self) -> str:
        """The command that prints the same numbers."""
        played = [] if self.are_runs else ["--games", str(self.games), "--seed", str(self.seed)]
        named = ["--game", self.game_word] if self.game_word else []
        page = [] if self.page is None else ["--page", str(self.page)]
        return shlex.join(["fatecast", "compare", self.before, self.after, *named, *played, *page])

    @property
    def check(self) -> str:
        """The command that checks the page."""
        named = ["--game", self.game_word] if self.game_word else []
        return shlex.join(["fatecast", "verify", str(self.page), *named, *policy_flags(self.policies)])


def compare(asked: Sides, talk: "Talk") -> None:
    """Compare them, and write the page to send if one was asked for."""
    from sim.compare.telling.output import cells_table
    from sim.studio.folder import folder_in
    from sim.verbs.compare import VERB, Compared, CompareRequest
    from sim.verbs.request.choices import Base, GameChoice

    if asked.page is not None:
        folder_in(Path.cwd(), asked.page.parent.parts, makes=True)
    found = VERB(
        CompareRequest(
            before=asked.before,
            after=asked.after,
            base=Base(choice=GameChoice(game=asked.game), seed=None if asked.are_runs else asked.seed),
            games=None if asked.are_runs else asked.games,
            page=asked.page,
        ),
        talk,
    )
    assert isinstance(found, Compared)
    table = cells_table(found.found.outcomes)
    talk.event(
        "compared",
        command=asked.command,
        sentences=found.sentences,
        header=[str(column.header) for column in table.columns],
        rows=list(zip(*([str(cell) for cell in column.cells] for column in table.columns), strict=True)),
        page=None if found.shared is None else str(found.shared),
        check=asked.check,
    )
