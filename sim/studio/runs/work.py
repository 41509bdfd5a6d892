"""What the worker does for this room: it plays a run or the rest of one, and makes the page of one."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.studio.jobs.talk import Talk
    from sim.studio.workbench.asked import Setting
    from sim.verbs.run import RunRequest


@dataclass(frozen=True)
class OfRun:
    """A run of the folder, and the game that the studio was started with."""

    path: Path
    game: str


@dataclass(frozen=True)
class Grid:
    """What is to be played, and how often."""

    setting: "Setting"
    game: str
    game_word: str | None
    content_axis: str
    content: str
    games: int
    seed: int

    @property
    def words(self) -> list[str]:
        """As a person types it, but for how often."""
        from sim.studio.workbench.asked import typed_axes

        return [
            *(["--game", self.game_word] if self.game_word else []),
            *([f"--{self.content_axis}", self.content] if self.content else []),
            *(word for policy in self.setting.policy for word in ("--policy", policy)),
            *(word for words in typed_axes(self.game, self.setting.axes) for word in words),
        ]

    def request(self, out: Path | None = None) -> "RunRequest":
        """The same for the verb."""
        from sim.verbs.request.choices import GameChoice, Seats
        from sim.verbs.run import RunRequest

        seats = Seats(policy=list(self.setting.policy) or None)
        return RunRequest(
            choice=GameChoice(game=self.game if self.game_word else None, seats=seats, axes=dict(self.setting.axes)),
            names={self.content_axis: self.content} if self.content else {},
            games=self.games,
            seed=self.seed,
            out=out,
        )


@dataclass(frozen=True)
class Wanted:
    """A run that is to be played."""

    path: Path
    grid: Grid

    @property
    def command(self) -> str:
        """The command that plays the same."""
        often = "--games", str(self.grid.games), "--seed", str(self.grid.seed)
        return shlex.join(["fatecast", "run", *self.grid.words, *often, "--out", str(self.path)])


def play(asked: Wanted, talk: "Talk") -> None:
    """Play it; what was finished is kept if somebody stops it."""
    from sim.verbs.run import VERB

    VERB(asked.grid.request(asked.path), talk)


def forecast(asked: Grid, talk: "Talk") -> None:
    """About how long a run takes here, by the measure of `plan`; and the command that measures the same."""
    from engine.game.outcomes import Share
    from engine.language.current import counted
    from sim.experiment.experiment import override, resolve
    from sim.play.executors import worker_count
    from sim.play.logs import LOGGER
    from sim.play.pilot import seconds_per_game
    from sim.text.number_format import capital, duration, whole
    from sim.verbs.run import chosen_by

    chosen = chosen_by(asked.request(), talk)
    resolved = resolve(override(chosen.data, chosen.typed), chosen.source, chosen.typed, talk.caller)
    resolved.game.prepare(resolved.cells, LOGGER.warning)
    workers = worker_count(None)
    seconds = asked.games * sum(seconds_per_game(resolved)) / workers
    told = counted(
        workers,
        "Roughly: {time} with one process, if nothing else runs here. {cells}, {games} games in each.",
        "Roughly: {time} with {count} processes, if nothing else runs here. {cells}, {games} games in each.",
        time=duration(seconds),
        cells=capital(counted(len(resolved.cells), "one cell", "{count} cells")),
        games=whole(asked.games),
    )
    named = ["--experiment", talk.usual_experiment] if chosen.source != talk.caller else []
    asks = "1%" if isinstance(resolved.headline, Share) else f"{resolved.headline.margin:g}"
    command = shlex.join(["fatecast", "plan", *asked.words, *map(str, named), "--half-width", asks])
    talk.event("forecast", told=told, seconds=seconds, cells=len(resolved.cells), command=command)


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
