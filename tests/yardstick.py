"""The yardstick of every shipped game: what its page measures, for the pages of other games to compare with.

`python -m tests.yardstick` plays the cell of each default experiment that the verdict of its page speaks of, and writes
`configs/<game>/yardstick.toml`; games that are named on the command line, only those. It takes some minutes.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import tomlkit

from engine.game.outcomes import Share
from sim import run
from sim.experiment.yardstick import FILE, Measured, Yardstick
from sim.report.choice import kind_of
from sim.report.competitive.asked import fairness, main_place, measured
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import Interval
from tests.support import ROOT

GAMES, SEED = 20_000, 1
CELLS: dict[str, tuple[str, dict[str, list[str] | list[int]], str]] = {
    "pig": ("pig", {"policies": ["hold"], "players": [4]}, ""),
    "euphoria": ("euphoria", {"decks": ["none"], "policies": ["guardian"], "players": [6]}, "without artifacts"),
    "shipwreck": ("default", {"decks": ["base"], "policies": ["novice"], "players": [3], "doom": [2]}, "doom 2"),
    "hadal": ("hadal", {"missions": ["A"], "policies": ["veteran"], "players": [3]}, "stand-in mission A"),
    "oracle": ("stand-ins", {"layouts": ["A"], "policies": ["planner"], "players": [1]}, "stand-in layout A"),
}
"""The default experiment of each, its cell, and what the cell is to be called beside its size and who plays."""


def measures(data: RunData, tables: Tables) -> Iterator[Measured]:
    """What the page of one cell measures."""
    place = main_place(data)
    assert place is not None
    if data.game.about.kind == "competitive":
        yield from points("the first seat {} above an equal share", measured(tables, place, "first_seat"))
        yield from points("the most and the least favoured seat {} apart", fairness(tables, place))
    else:
        headline, found = data.headline, data.estimate(place, data.headline)
        assert found is not None
        ends = {key: round(found[key], 6) for key in ("value", "low", "high")}
        if isinstance(headline, Share):
            yield Measured(says=f"{headline.phrase} {{}}", kind="share", **ends)
        else:
            says = "{}" if headline.unit == headline.phrase else f"{headline.phrase} {{}}"
            yield Measured(says=says, kind="number", unit=headline.unit, **ends)
    lengths = tables["outcomes"].filter(pl.col("median").is_not_null(), cell=place.number)
    for row in lengths.iter_rows(named=True):
        ends = {key: round(row["value"] if row[key] is None else row[key], 6) for key in ("value", "low", "high")}
        yield Measured(says="{} a game", kind="number", unit=row["unit"], **ends)


def points(says: str, found: tuple[float, Interval] | None) -> Iterator[Measured]:
    if found is not None:
        value, low, high = (round(each, 6) for each in (found[0], *found[1]))
        yield Measured(says=says, kind="points", value=value, low=low, high=high)


def yardstick_of(game: str, folder: Path, games: int = GAMES) -> Yardstick:
    """Play its cell, and measure."""
    experiment, grid, content = CELLS[game]
    played = run({"game": game, **grid, "games": games, "seed": SEED}, out=folder / game, executor="inline")
    data = RunData(played.path)
    tables = dict(kind_of(data).tables(data))
    place = main_place(data)
    assert place is not None
    who = [data.layout.size_name(place.size), place.group.called, content]
    return Yardstick(
        title=data.game.about.title,
        kind=data.game.about.kind,
        who=", ".join(filter(None, who)),
        experiment=experiment,
        seed=SEED,
        games=games,
        date=datetime.now(UTC).date().isoformat(),
        measures=tuple(measures(data, tables)),
    )


def main(names: list[str]) -> int:
    with TemporaryDirectory() as folder:
        for game in names or CELLS:
            found = yardstick_of(game, Path(folder))
            text = "# What the page of this game measures: python -m tests.yardstick\n"
            path = ROOT / "configs" / game / FILE
            path.write_text(text + tomlkit.dumps(found.model_dump(exclude_defaults=True)), encoding="utf-8")
            print(f"{path.relative_to(ROOT)}: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
