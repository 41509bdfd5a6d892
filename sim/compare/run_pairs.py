"""Finished runs, paired by their rows: nothing is played again."""

from pathlib import Path

import polars as pl

from engine.errors import NotComparable
from sim.compare.pairs import Pair, match_cells
from sim.errors import Inconclusive
from sim.play.outcomes import Outcomes, outcomes_of
from sim.runs.manifest import check_versions
from sim.runs.run import Run, load_run
from sim.runs.tables import packed_rows


def pair_runs(before: Path, after: Path) -> tuple[list[Pair], Run]:
    """The cells that both runs played, as far as both played them; and one of the runs, which knows the game."""
    runs = load_run(before), load_run(after)
    _check_comparable(*runs)
    mine, yours = (run.effective for run in runs)
    matches = match_cells(mine.game, mine.cells, yours.cells)
    pairs = []
    for match in matches:
        sides = [
            _outcomes(run, [cell.key for cell in run.effective.cells].index(key))
            for run, key in zip(runs, (match.before.key, match.after.key), strict=True)
        ]
        games = min(side.games for side in sides)
        pairs.append(Pair(match, sides[0].first(games), sides[1].first(games)))
    return pairs, runs[0]


def _check_comparable(before: Run, after: Run) -> None:
    was, now = before.manifest, after.manifest
    for run in (before, after):
        if run.manifest["detail"] != "games":
            raise Inconclusive(f"{run.path}: kept no rows (--detail cells), so its games cannot be paired")
        check_versions(run.path, run.manifest, run.effective, NotComparable)
    if was["game"]["name"] != now["game"]["name"]:
        raise NotComparable(f"{was['game']['name']} against {now['game']['name']}: two different games")
    if was["seed"] != now["seed"]:
        raise NotComparable(f"{before.path} has seed {was['seed']}, {after.path} {now['seed']}: no luck is shared")


def _outcomes(run: Run, number: int) -> Outcomes:
    frame = run.games.filter(pl.col("cell") == number).sort("game").collect()
    return outcomes_of(run.effective.game, packed_rows(run.effective.game, frame))
