"""A page as data: what it claims, and what it says. Nothing is drawn."""

from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from shutil import copy, rmtree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import polars as pl

import fatecast
from sim.report.choice import kind_of
from sim.report.shared.claims.claim import UNCLEAR, claims_table
from sim.report.shared.run_data import RunData

GAMES: dict[str, dict[str, list[int]]] = {
    "even_race": {"players": [2, 4]},
    "even_dive": {"players": [3], "depth": [0, 1, 2]},
    "even_harvest": {},
}
"""The cells of each."""
BOTH = ["left", "right"]


class Page(NamedTuple):
    """What a page tells."""

    claims: pl.DataFrame
    texts: list[str]
    """The verdict and the sentences."""

    @property
    def said(self) -> pl.DataFrame:
        """The claims that it makes."""
        return self.claims.filter(pl.col("relation") != UNCLEAR)


@contextmanager
def workplace() -> Iterator[None]:
    """A folder with the games."""
    here = Path(__file__).parent / "games"
    with TemporaryDirectory() as folder, chdir(folder):
        for name in GAMES:
            Path(name).mkdir()
            copy(here / f"{name}.py", Path(name) / "game.py")
        yield


def page(game: str, seed: int, games: int, edge: float = 0.0, most_cells: bool = True) -> Page:
    """The page of a run of one of them, in the present folder. With few cells, one player count and one difficulty
    beside the first are played."""
    axes = GAMES[game] if most_cells else {key: values[:2] for key, values in GAMES[game].items()}
    out = Path("run")
    rmtree(out, ignore_errors=True)
    more: dict[str, Any] = {**axes, **({"option": {"edge": edge}} if edge else {})}
    fatecast.run(game=f"./{game}", policy=BOTH, games=games, seed=seed, executor="inline", out=out, **more)
    data = RunData(out)
    kind = kind_of(data)
    tables = dict(kind.tables(data))
    tables["claims"] = claims_table(list(kind.claims(data, tables)))
    lines = [f"{line.question} {line.says} {line.status}" for line in kind.verdict(data, tables)]
    return Page(tables["claims"], [*lines, *kind.sentences(data, tables)])
