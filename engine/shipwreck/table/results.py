"""The result of a game: one row of small integers, and the counters of the cards."""

from collections.abc import Mapping

from engine.game.outcomes import Outcome, length_of, win_rate
from engine.game.results import Column, CountTable, Measure, Notable
from engine.shipwreck.table.state import BINS, TRACK

SCHEMA = 2

ENDS = ("won", "fade", "wrong prediction", "stalled", "deck ran out")
"""How a game can end, in the order of `state.WON` and the codes after it."""

COLUMNS: tuple[Column, ...] = (
    Column("won", "<u1", "1 if the players won"),
    Column("turns", "<u2", "turns begun, including the last"),
    Column("score", "<u1", "score at the end"),
    Column("doom", "<u1", "doom at the end"),
    Column("end", "<u1", "how the game ended", values=ENDS),
    Column("predictions", "<u2", "predictions made"),
    Column("correct", "<u2", "correct predictions"),
    Column("wrong", "<u2", "wrong predictions"),
    Column("stated", "<u4", "how sure the group was, summed over its predictions, in 1/10,000", histogram=False),
    Column("forced", "<u2", "predictions made because silence would have lost the game"),
    Column("fallbacks", "<u2", "plays that the group's model of the player considers impossible"),
    Column("fades", "<u2", "cards that faded"),
    Column("doom_fades", "<u2", "cards that faded and cost doom"),
    Column("plays", "<u2", "fates played; two in a turn with The Feast"),
    Column("hours_plays", "<u2", "fates played on The Hours"),
    Column("powers", "<u2", "faded powers used"),
    Column("undecided", "<u2", "turns in which the active player had only one legal move"),
    Column("behind", "<u1", "the largest lead that the doom gained so far had over the score"),
    Column(
        "opening",
        "<u8",
        "the opening row, one bit a card, in the order of the card ids",
        histogram=False,
        by_number=True,
    ),
)

OUTCOMES: tuple[Outcome, ...] = (
    win_rate(meaning="games that the players won"),
    length_of("turns of a game"),
)

COUNTERS = (
    Column("dealt", "<i8", "times it came into the row"),
    Column("playable", "<i8", "plays for which a fate in hand could have been played on it"),
    Column("played", "<i8", "fates played on it"),
    Column("predicted", "<i8", "predictions after a play on it"),
    Column("right", "<i8", "correct predictions after a play on it"),
    Column("faded", "<i8", "times it faded"),
    Column("faded_doom", "<i8", "times it faded and cost doom"),
    Column("doom", "<i8", "doom it cost"),
    Column("power_gained", "<i8", "times its power became available"),
    Column("power_used", "<i8", "times its power was used"),
    Column("bits", "<i8", "information that plays on it gave the group about the hidden fate, in 1/1,000 bit"),
    Column("power_bits", "<i8", "information that uses of its power gave the group, in 1/1,000 bit"),
    Column("power_right", "<i8", "uses of its power in turns whose prediction was right"),
)

TABLES = (
    CountTable(
        "calibration",
        "how sure the group said it was, and how often it was right",
        keys=(Column("bin", "<u1", "tenth of the stated probability: 0 is below 10 %, 9 is 90 % and above"),),
        shape=(BINS,),
        counters=(
            Column("predictions", "<i8", "predictions in this bin"),
            Column("stated", "<i8", "sum of the stated probabilities, in 1/10,000"),
            Column("squares", "<i8", "sum of their squares"),
            Column("right", "<i8", "predictions that were right"),
        ),
    ),
    CountTable(
        "course",
        "score and doom at the start of turns, each state counted once per game",
        keys=(Column("score", "<u1", "score"), Column("doom", "<u1", "doom")),
        shape=(TRACK, TRACK),
        counters=(
            Column("games", "<i8", "games that reached this state"),
            Column("wins", "<i8", "games of these that were won"),
        ),
    ),
)
"""Tables that games are counted into, in addition to their rows."""

MEASURES = (
    Measure("wins", "sum", "won"),
    Measure("win_rate", "mean", "won"),
    Measure("win_low", "low", "win rate"),
    Measure("win_high", "high", "win rate"),
    Measure("hours_play_share", "ratio", "hours_plays", "plays"),
)


NOTABLE: Mapping[str, Notable] = {
    "closest loss": Notable(("score", "turns"), lambda rows: rows["won"] == 0),
    "narrowest win": Notable(("doom", "turns"), lambda rows: rows["won"] == 1),
    "longest game": Notable(("turns",)),
    "biggest upset": Notable(("behind", "turns"), lambda rows: rows["won"] == 1),
}
