"""What a game leaves behind: one row of small integers, and the counters of the cards."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Column, CountTable, Measure, Rows
from engine.shipwreck.table.state import BINS, TRACK

SCHEMA = 2

ENDS = ("won", "fade", "wrong prediction", "stalled", "deck ran out")
"""How a game can end; the order is that of state.WON and the codes after it."""

COLUMNS = (
    Column("won", "<u1", "1 if the team won"),
    Column("turns", "<u2", "turns begun, the last included"),
    Column("score", "<u1", "score at the end"),
    Column("doom", "<u1", "doom at the end"),
    Column("end", "<u1", "how the game ended", values=ENDS),
    Column("predictions", "<u2", "predictions made"),
    Column("correct", "<u2", "correct predictions"),
    Column("wrong", "<u2", "wrong predictions"),
    Column("stated", "<u4", "how sure the group was, summed over its predictions, in 1/10,000", histogram=False),
    Column("forced", "<u2", "predictions made because silence would have lost the game"),
    Column("fallbacks", "<u2", "plays that the group's model of the player held for impossible"),
    Column("fades", "<u2", "cards that faded"),
    Column("doom_fades", "<u2", "cards that faded and cost doom"),
    Column("plays", "<u2", "fates played; a turn with The Feast has two"),
    Column("hours_plays", "<u2", "fates played on The Hours"),
    Column("powers", "<u2", "faded powers used"),
    Column("undecided", "<u2", "turns in which the active player had one legal move only"),
    Column("behind", "<u1", "the most by which the doom gained so far ran ahead of the score"),
    Column(
        "opening",
        "<u8",
        "the opening row, one bit a card, in the order of the card ids",
        histogram=False,
        by_number=True,
    ),
)

COUNTERS = (
    Column("dealt", "<i8", "came into the row"),
    Column("playable", "<i8", "plays for which a fate in hand could have gone there"),
    Column("played", "<i8", "fates played there"),
    Column("predicted", "<i8", "predictions after a play there"),
    Column("right", "<i8", "correct predictions after a play there"),
    Column("faded", "<i8", "faded"),
    Column("faded_doom", "<i8", "faded and cost doom"),
    Column("doom", "<i8", "doom it cost"),
    Column("power_gained", "<i8", "its power became available"),
    Column("power_used", "<i8", "its power was used"),
    Column("bits", "<i8", "what plays there told the group about the hidden fate, in 1/1,000 bit"),
    Column("power_bits", "<i8", "what uses of its power told the group, in 1/1,000 bit"),
    Column("power_right", "<i8", "uses of its power in turns whose prediction was right"),
)

TABLES = (
    CountTable(
        "calibration",
        "how sure the group said it was, and how often it was right",
        keys=(Column("bin", "<u1", "tenth of the stated probability: 0 is below 10 %, 9 is 90 % and above"),),
        shape=(BINS,),
        counters=(
            Column("predictions", "<i8", "predictions so stated"),
            Column("stated", "<i8", "what they were stated with, summed, in 1/10,000"),
            Column("squares", "<i8", "the squares of that, summed"),
            Column("right", "<i8", "those that were right"),
        ),
    ),
    CountTable(
        "course",
        "where games stood at the start of a turn, each state counted once a game",
        keys=(Column("score", "<u1", "score"), Column("doom", "<u1", "doom")),
        shape=(TRACK, TRACK),
        counters=(
            Column("games", "<i8", "games that stood there"),
            Column("wins", "<i8", "those of them that were won"),
        ),
    ),
)
"""What games add up to beside their rows."""

MEASURES = (
    Measure("mean_turns", "mean", "turns"),
    Measure("sd_turns", "sd", "turns"),
    Measure("mean_score", "mean", "score"),
    Measure("mean_correct", "mean", "correct"),
    Measure("mean_wrong", "mean", "wrong"),
    Measure("mean_fades", "mean", "fades"),
    Measure("mean_doom_fades", "mean", "doom_fades"),
    Measure("hours_play_share", "ratio", "hours_plays", "plays"),
)

ROW = np.dtype([(column.name, column.dtype) for column in COLUMNS])


def _rank(rows: Rows, eligible: NDArray[np.bool_], *keys: str) -> NDArray[np.int64]:
    """Rank rows by some columns, the first weighing most; −1 for those that do not qualify."""
    rank = np.zeros(len(rows), np.int64)
    for key in keys:
        rank = rank * 65536 + rows[key]
    return np.where(eligible, rank, -1)


NOTABLE: Mapping[str, Callable[[Rows], NDArray[np.int64]]] = {
    "closest loss": lambda rows: _rank(rows, rows["won"] == 0, "score", "turns"),
    "narrowest win": lambda rows: _rank(rows, rows["won"] == 1, "doom", "turns"),
    "longest game": lambda rows: _rank(rows, rows["turns"] > 0, "turns"),
    "biggest upset": lambda rows: _rank(rows, rows["won"] == 1, "behind", "turns"),
}
