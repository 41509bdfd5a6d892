"""The result of a game: one row of small integers, what is counted about receptacles, and the outcomes that results are
judged by."""

from collections.abc import Mapping

from engine.game.outcomes import Mean, Outcome, Share, bounded, length_of
from engine.game.results import Column, Notable
from engine.hadal.table.state import COMPLETED, EXHAUSTED, MOST_AZRAK, ROUND_LIMIT, STALLED, WIPED

SCHEMA = 1

ENDS = ("completed", "wiped", "exhausted", "stalled")
"""In the order of the ends in `state`."""

COLUMNS: tuple[Column, ...] = (
    Column("won", "<u1", "1 if completed with at most par Azrak on the return card"),
    Column("turns", "<u1", "rounds begun", limits=(0, ROUND_LIMIT)),
    Column("end", "<u1", "how the mission ended", values=ENDS),
    Column("points", "<u2", "points at the end"),
    Column("returned", "<u2", "Azrak on the return card at the end", limits=(0, MOST_AZRAK)),
    Column("on_map", "<u1", "Azrak on locations at the end"),
    Column("in_vortex", "<u1", "Azrak in the Vortex at the end"),
    Column("in_reserves", "<u1", "Azrak in the reserves at the end"),
    Column("tests", "<u2", "tests taken, those of conflicts included"),
    Column("successes", "<u2", "tests with a sum above the difficulty"),
    Column("crits", "<u2", "tests with a sum equal to the difficulty"),
    Column("fails", "<u2", "tests with a sum below the difficulty"),
    Column("conflicts", "<u2", "tests of personal conflicts"),
    Column("group_tests", "<u2", "tests of the group conflict"),
    Column("enter", "<u1", "Azrak paid to enter locations"),
    Column("explore", "<u2", "Azrak paid to explore"),
    Column("start", "<u2", "Azrak paid to start tests"),
    Column("boost", "<u2", "Azrak paid for own extras"),
    Column("support", "<u2", "Azrak paid in support"),
    Column("loss", "<u2", "Azrak lost by failures"),
    Column("free_explores", "<u2", "free Explores used"),
    Column("refresh_standard", "<u1", "standard refreshes"),
    Column("refresh_free", "<u1", "free refreshes between locations"),
    Column("emergency", "<u2", "emergency refreshes that put an Azrak on the return card"),
    Column("emergency_free", "<u1", "free emergency refreshes"),
    Column("lost_control", "<u2", "times that an agent lost control"),
    Column("cards_read", "<u2", "cards read for the first time"),
)

COUNTERS = (
    Column("games", "<u8", "games in which it plays"),
    Column("tests", "<u8", "tests it takes"),
    Column("successes", "<u8", "of these, successes"),
    Column("crits", "<u8", "of these, criticals"),
    Column("fails", "<u8", "of these, failures"),
    Column("spent", "<u8", "Azrak it pays: to enter, explore, start, for extras, in support, by losses"),
    Column("supported", "<u8", "of this, Azrak in support of others"),
    Column("lost_control", "<u8", "times that it loses control"),
)
"""In the order of `state.GAMES` and so on."""


def _end(name: str, called: str, meaning: str, code: int, better: str) -> Share:
    return Share(
        name=name,
        called=called,
        meaning=meaning,
        column="end",
        codes=(code,),
        family="end",
        better="more" if better == "more" else "less",
    )


_OUTCOMES: tuple[Outcome, ...] = (
    Share(
        name="won",
        called="share of missions won",
        meaning="missions completed with at most par Azrak on the return card",
        column="won",
        more="easier",
        less="harder",
        better="more",
    ),
    _end("completed", "share of missions completed", "missions completed, at whatever price", COMPLETED, "more"),
    _end("wiped", "share of missions wiped", "missions in which nobody is left in control", WIPED, "less"),
    _end("exhausted", "share of missions exhausted", "missions that run out of cards and tests", EXHAUSTED, "less"),
    _end("stalled", "share of missions stalled", "missions that the limit of 60 rounds ends", STALLED, "less"),
    Mean(
        name="returned",
        called="Azrak on the return card",
        meaning="Azrak on the return card at the end: fewer is better",
        column="returned",
        unit="Azrak",
        margin=0.1,
        more="dearer",
        less="cheaper",
        better="less",
    ),
    length_of("rounds of a mission", "rounds", margin=0.1),
    Mean(
        name="points",
        meaning="points at the end of a mission",
        column="points",
        unit="points",
        margin=0.1,
        better="more",
    ),
)

OUTCOMES = bounded(_OUTCOMES, COLUMNS)


NOTABLE: Mapping[str, Notable] = {
    "cheapest mission": Notable(("returned",), lambda rows: rows["end"] == COMPLETED, least=65_535),
    "dearest mission": Notable(("returned",), lambda rows: rows["end"] == COMPLETED),
    "longest mission": Notable(("turns",)),
    "failed with most points": Notable(("points",), lambda rows: rows["end"] != COMPLETED),
    "most losses of control": Notable(("lost_control",), lambda rows: rows["end"] == COMPLETED),
}
