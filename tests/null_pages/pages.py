"""A page as data: what it claims, and what it says. Nothing is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from shutil import copy, rmtree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import polars as pl

from engine.game.registry import GAMES as KNOWN
from engine.outside.own.game import OwnGame
from engine.outside.own.play import kernel_for
from sim import run
from sim.report.choice import kind_of
from sim.report.shared.claims.claim import UNCLEAR, claims_table
from sim.report.shared.claims.verdict import Line
from sim.report.shared.run_data import RunData
from tests.null_pages.games.even_stakes import ADDRESS, POLICIES

FILES = ("even_race", "even_dive", "even_harvest")
"""Games in files of their own."""
BOTH = ["left", "right"]
ALIKE = {"policies": BOTH}
AMONG = {"focus": BOTH, "field": BOTH}
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "competitive": ("even_race", {**ALIKE, "players": [2, 4]}),
    "competitive, focus": ("even_race", {**AMONG, "players": [2]}),
    "cooperative": ("even_dive", {**ALIKE, "players": [3], "depth": [0, 1, 2]}),
    "production": ("even_harvest", ALIKE),
    "returns": ("even_stakes", {"focus": list(POLICIES), "field": list(POLICIES)}),
}
"""The game of each kind of page, and its cells."""


class Page(NamedTuple):
    """What a page tells."""

    claims: pl.DataFrame
    verdict: Sequence[Line]
    sentences: Sequence[str]

    @property
    def said(self) -> pl.DataFrame:
        """The claims that it makes."""
        return self.claims.filter(pl.col("relation") != UNCLEAR)

    @property
    def texts(self) -> list[str]:
        """The verdict and the sentences."""
        return [*(f"{line.question} {line.says} {line.status}" for line in self.verdict), *self.sentences]


@contextmanager
def workplace() -> Iterator[None]:
    """A folder with the games."""
    here = Path(__file__).parent / "games"
    before = dict(KNOWN)
    with TemporaryDirectory() as folder, chdir(folder):
        for name in FILES:
            Path(name).mkdir()
            copy(here / f"{name}.py", Path(name) / "game.py")
        KNOWN["even_stakes"] = ADDRESS
        yield
    KNOWN.clear()
    KNOWN.update(before)


def page(kind: str, seed: int, games: int, planted: Mapping[str, Any] | None = None) -> Page:
    """The page of a run of a game, in the present folder. What is planted are differences (options of the game), and
    other cells."""
    data = _played(kind, seed, games, planted or {})
    found = kind_of(data)
    tables = dict(found.tables(data))
    tables["claims"] = claims_table(list(found.claims(data, tables)))
    return Page(tables["claims"], found.verdict(data, tables), found.sentences(data, tables))


def compile_games() -> None:
    """Wait for the compiler, so that the games of large pages are played fast."""
    for kind in ("competitive", "cooperative", "production"):
        data = _played(kind, 1, 1, {})
        assert isinstance(data.game, OwnGame)
        kernel_for(data.game.edition, data.layout.places[0].cell).compile()


def _played(kind: str, seed: int, games: int, planted: Mapping[str, Any]) -> RunData:
    game, grid = PAGES[kind]
    out = Path("run")
    rmtree(out, ignore_errors=True)
    experiment = {**grid, **planted, "games": games, "seed": seed}
    run(experiment, game=f"./{game}" if game in FILES else game, out=out, executor="inline")
    return RunData(out)
