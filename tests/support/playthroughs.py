"""Recorded playthroughs: a header that says how to replay a game, and the game in words.

The header is TOML, as the game's own module beside this one says; a line of dashes ends it. `python -m` that module
writes the present text of every recorded game, after an intended change of a rule or of the texts: read the difference
before you keep it. With `--search` it chooses other games that show everything.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.game.results import Replay
from tests.support.words import read_words

RULER = "-" * 40
SEED = 1


@dataclass(frozen=True)
class Playthrough:
    path: Path
    header: str
    lines: list[str]

    def write(self) -> None:
        text = "".join(f"{line}\n" for line in [RULER, *self.lines])
        self.path.write_text(self.header + text, encoding="utf-8")


@dataclass(frozen=True)
class Shelf:
    """The recorded games of a game."""

    folder: Path
    play: Callable[[dict[str, Any], Path], Replay]
    """Plays the game of a header again; the folder is that of the files that it names."""
    seen_in: Callable[[Replay], set[str]]
    wanted: Callable[[], set[str]]
    """What all games together must show."""
    scenarios: Mapping[str, tuple[str, int]]
    """Headers, and how many games of each are looked at for a choice."""

    def recorded(self) -> list[Playthrough]:
        found = []
        for path in sorted(self.folder.glob("*.txt")):
            header, _, told = path.read_text(encoding="utf-8").partition(f"{RULER}\n")
            found.append(Playthrough(path, header, told.splitlines()))
        return found

    def replay(self, game: Playthrough) -> Replay:
        return self.play(tomllib.loads(game.header), self.folder)

    def told(self, game: Playthrough) -> list[str]:
        return [line for _, line in self.replay(game).lines]

    def missing(self, games: list[Playthrough]) -> set[str]:
        """What none of these games shows."""
        return self.wanted().difference(*(self.seen_in(self.replay(game)) for game in games))

    def candidates(self) -> Iterator[Playthrough]:
        for name, (header, games) in self.scenarios.items():
            for index in range(games):
                path = self.folder / f"{name}-{index}.txt"
                yield Playthrough(path, f"{header}seed = {SEED}\nindex = {index}\n", [])

    def choose(self, missing: set[str]) -> Iterator[Playthrough]:
        """Few and short games: always the one that shows most new things for its length."""
        bare = list(self.candidates())
        games = [(replace(game, lines=self.told(game)), self.seen_in(self.replay(game))) for game in bare]
        while missing:
            best, seen = max(games, key=lambda game: len(game[1] & missing) / (20 + len(game[0].lines)))
            if not seen & missing:
                sys.exit(f"no game shows {', '.join(sorted(missing))}")
            yield best
            missing = missing - seen

    def main(self, module: str) -> None:
        """The command."""
        kept = self.recorded()
        if read_words(f"{module} [--search]", flags=["--search"]).flags:
            chosen = {game.header for game in self.candidates()}
            for game in kept:
                if game.header in chosen:
                    game.path.unlink()
            kept = [game for game in kept if game.header not in chosen]
            kept += self.choose(self.missing(kept))
        for game in kept:
            replace(game, lines=self.told(game)).write()
