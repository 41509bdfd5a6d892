"""Wait for saves of a game, and say what each one changed."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from engine.kernel.orphans import how_ended
from engine.language.current import said
from sim.compare.operands import BaseExperiment
from sim.inspect.watched_child import WatchedChild
from sim.text.number_format import brief_number
from sim.watch.edition_trial import Refused, Told, Trial
from sim.watch.saves import TICK, Edition, Saves


class Save(NamedTuple):
    """A save, and what there is to say about it."""

    lines: list[str]
    is_right: bool
    """Whether the text could be played; if not, the next one is compared with the last that could."""


@dataclass
class Watching:
    """A game that is being watched."""

    name: str
    word: str
    """As a person names it."""
    file: Path
    experiment: Callable[[], BaseExperiment]
    games: int
    patience: float
    is_cancelled: Callable[[], bool]

    def __post_init__(self) -> None:
        """What was saved before counts as known."""
        self._files = Saves(self.file)
        self._seen, self._last = self._files.settled(), self._files.edition()

    def saves(self) -> Iterator[Save]:
        """Every save, until somebody stops it."""
        files, seen, last, is_gone = self._files, self._seen, self._last, False
        while not self.is_cancelled():
            sleep(TICK)
            if files.state() == seen:
                continue
            seen, now = files.settled(), files.edition()
            if now is None:
                if not is_gone:
                    yield Save([": ".join([self.word, said("the file is gone; waiting for it")])], False)
                is_gone = True
                continue
            is_gone = False
            if now == last:
                continue
            save = self._tried(last or now, now)
            last = now if save.is_right else last
            yield Save(self._block(save), save.is_right)

    def _block(self, save: Save) -> list[str]:
        """One short block: the time and the game, then what there is to say."""
        head = said("{time} {game} was saved", time=f"{datetime.now():%H:%M:%S}", game=self.name)
        return [head, *(f"  {line}" for line in save.lines)]

    def _tried(self, before: Edition, after: Edition) -> Save:
        with TemporaryDirectory(prefix="fatecast-watch-") as folder:
            places = [Path(folder) / when / self.file.resolve().parent.name for when in ("before", "after")]
            for place, edition in zip(places, (before, after), strict=True):
                edition.written_to(place)
            old, new = (place / self.file.name for place in places)
            trial = Trial(old, new, self.file.parent, self.experiment, self.games, self.patience)
            child = WatchedChild(trial, self.patience)
            found: Save | None = None
            with closing(child.messages()) as messages:
                for heard in messages:
                    if isinstance(heard, Told):
                        found = Save(heard.lines, True)
                    elif isinstance(heard, Refused):
                        found = Save([heard.line.replace(str(new), str(self.file))], False)
            return found or Save([self._end_of(child)], False)

    def _end_of(self, child: WatchedChild) -> str:
        """What the game did, if it gave no answer."""
        if child.ended == "hung":
            told = said("no answer for {seconds} s (--patience)", seconds=brief_number(self.patience))
        else:
            told = said("ends the process ({how})", how=how_ended(child.code))
        return ": ".join([self.word, str(child.doing or said("loading")), told])
