"""What the worker does for this room: it plays a run or the rest of one, and makes the page of one."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.studio.jobs.talk import Talk
    from sim.studio.workbench.asked import Setting


@dataclass(frozen=True)
class OfRun:
    """A run of the folder, and the game that the studio was started with."""

    path: Path
    game: str


@dataclass(frozen=True)
class Wanted:
    """A run that is to be played."""

    path: Path
    setting: "Setting"
    game: str
    game_word: str | None
    content_axis: str
    content: str
    games: int
    seed: int

    @property
    def command(self) -> str:
        """The command that plays the same."""
        words = [
            *(["--game", self.game_word] if self.game_word else []),
            *([f"--{self.content_axis}", self.content] if self.content else []),
            *(word for policy in self.setting.policy for word in ("--policy", policy)),
            *(word for name, value in self.setting.axes.items() for word in (f"--{name}", value)),
            *("--games", str(self.games), "--seed", str(self.seed), "--out", str(self.path)),
        ]
        return shlex.join(["fatecast", "run", *words])


def play(asked: Wanted, talk: "Talk") -> None:
    """Play it; what was finished is kept if somebody stops it."""
    from sim.verbs.request.choices import GameChoice, Seats
    from sim.verbs.run import VERB, RunRequest

    seats = Seats(policy=list(asked.setting.policy) or None)
    VERB(
        RunRequest(
            choice=GameChoice(game=asked.game if asked.game_word else None, seats=seats, axes=dict(asked.setting.axes)),
            names={asked.content_axis: asked.content} if asked.content else {},
            games=asked.games,
            seed=asked.seed,
            out=asked.path,
        ),
        talk,
    )


def resume(asked: OfRun, talk: "Talk") -> None:
    """Play what is missing; what was finished is kept if somebody stops it."""
    from sim.verbs.resume import VERB, ResumeRequest

    VERB(ResumeRequest(directory=asked.path, game=_named(asked)), talk)


def report(asked: OfRun, talk: "Talk") -> None:
    """The page of a run, from its numbers; nothing is written."""
    from sim.inspect.opened import open_runs
    from sim.report.make import build_all
    from sim.report.shared.frame import Frame

    open_runs([asked.path], _named(asked), [])
    page = build_all([asked.path])["index.html"]
    talk.event("page", text=page.decode(), policy=Frame().policy)


def _named(asked: OfRun) -> str | None:
    """A game that is code must be named again: the studio's own is, by the command that started it."""
    from engine.game.registry import GAMES
    from sim.runs.store import Store

    played = Store(asked.path).manifest()["game"]["name"]
    return asked.game if played == asked.game and played not in GAMES else None
