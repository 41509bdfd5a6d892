"""The result of a game: one row of small integers, what is counted about actions and abilities, and the outcomes that
results are judged by."""

from collections.abc import Mapping

from engine.game.outcomes import Mean, Outcome, Share, bounded, length_of
from engine.game.results import Column, Measure, Notable
from engine.oracle.table.state import CELLS, MOST_BOXES, MOST_DAYS, MOST_HOURS, MOST_SIDE, MOST_STRIP, ROWS

SCHEMA = 1

ACTION_NAMES = ("change-plus", "change-move", "change-x", "stars", "predict", "horoscope", "staff", "hire")
"""In the order of the actions in `state`."""
ABILITY_NAMES = ("exorcist", "astrologer", "palmist", "warden")
PIECE_NAMES = (*ACTION_NAMES, *ABILITY_NAMES)


MOST_TURNS = MOST_DAYS * MOST_HOURS
"""A turn takes an hour at least."""
MOST_WORTH = CELLS + 2 * ROWS * MOST_BOXES + -(-2 * MOST_STRIP // 3)
"""Of any layout: every cell of the map pays a worth of at most 1 and every box a tablet; three icons of the strip pay a
tablet, two an amulet."""
MOST_CORRUPTION = 2 * MOST_TURNS + 4 * MOST_SIDE
"""A throw brings at most one, and so does a change; the four arms of the cross, each of half a side, have areas on both
sides of every edge."""


def _count(name: str, meaning: str, most: int | None = None) -> Column:
    return Column(name, "<u2", meaning, limits=None if most is None else (0, most))


COLUMNS: tuple[Column, ...] = (
    Column("won", "<u1", "1 if the worth reaches the par of the layout"),
    _count("turns", "throws that served a turn, those of turns without an action included", MOST_TURNS),
    _count("worth", "amulets + 2 × tablets put on the counter", MOST_WORTH),
    _count("amulets", "amulets put on the counter"),
    _count("tablets", "tablets put on the counter"),
    _count("goods", "amulets and tablets put on the counter", MOST_WORTH),
    _count("lost_goods", "goods that were sold out"),
    _count("worth_stars", "worth of the goods paid by areas of the star map", MOST_WORTH),
    _count("worth_predict", "worth of the goods paid by predictions", MOST_WORTH),
    _count("worth_horoscope", "worth of the goods paid by boxes of the horoscope", MOST_WORTH),
    _count("change_plus", "times that ±1 boxes were filled as an action"),
    _count("change_move", "times that Move boxes were filled as an action"),
    _count("change_x", "times that an X was written as an action"),
    _count("stars", "times that lines were drawn as an action"),
    _count("predict", "predictions made"),
    _count("horoscope", "times that dice were written"),
    _count("staff", "times that the staff was used"),
    _count("hire", "townsfolk hired"),
    _count("idle_hours", "hours without an action"),
    _count("lines", "lines drawn"),
    _count("areas1", "cells closed that paid, or would have if not sold out"),
    _count("areas2", "pairs of cells closed that paid, or would have if not sold out"),
    _count("tier3", "predictions that came true with 3 icons or more"),
    _count("tier2", "predictions that came true with 2 icons"),
    _count("tier1", "predictions that came true with 1 icon"),
    _count("failed", "predictions that failed"),
    _count("open", "predictions that are open at the end"),
    _count("strip_used", "icons of the strip used"),
    Column("strip_empty", "<u1", "1 if the strip is used up at the end"),
    _count("boxes_written", "boxes of the horoscope with a number or an X"),
    _count("x_horoscope", "X written into the horoscope"),
    _count("x_funding", "X written on funding icons"),
    _count("market_icons", "market icons drawn on funding icons"),
    _count("sponsor_market", "sponsorships paid at markets"),
    _count("corruption_clump", "corruption from throws into one half"),
    _count("corruption_skull", "corruption from changes with a skull"),
    _count("corruption_cross", "corruption from areas at the cross"),
    _count("discarded", "corruption discarded"),
    _count("corruption", "corruption at the end", MOST_CORRUPTION),
    _count("plus_spent", "±1 boxes spent"),
    _count("move_spent", "Move boxes spent"),
    _count("mods_left", "filled modifier boxes at the end"),
    _count("can_stars", "throws with the bone and a die in one half"),
    _count("can_predict", "throws with the doll and a die in one half"),
    _count("can_x", "throws with the coin and a die in one half"),
    _count("hours", "hours used: all but the idle ones", MOST_TURNS),
)

COUNTERS = (
    Column("uses", "<u8", "times that it was taken or used"),
    Column("hours", "<u8", "hours that it took; those of abilities belong to staff"),
    Column("worth", "<u8", "worth gained by it, chains included"),
    Column("corruption", "<u8", "corruption from skulls and the cross that it brought"),
)
"""In the order of `state.USES` and so on."""

_OUTCOMES: tuple[Outcome, ...] = (
    Mean(
        name="worth",
        meaning="amulets + 2 × tablets put on the counter in a game",
        column="worth",
        unit="worth",
        margin=0.25,
        better="more",
        apart=2,
    ),
    Mean(
        name="worth per hour",
        meaning="worth for every hour that is used",
        column="worth",
        over="hours",
        unit="worth an hour",
        margin=0.01,
        better="more",
    ),
    Mean(
        name="goods per hour",
        meaning="amulets and tablets for every hour that is used",
        column="goods",
        over="hours",
        unit="goods an hour",
        margin=0.01,
        better="more",
    ),
    Mean(
        name="corruption",
        meaning="corruption at the end of a game",
        column="corruption",
        unit="corruption",
        margin=0.1,
        better="less",
    ),
    Share(
        name="par",
        called="games that reach par",
        meaning="games whose worth reaches the par of the layout",
        column="won",
        better="more",
    ),
    Share(
        name="strip used up",
        called="games that use up the strip",
        meaning="games that use all icons of the strip for predictions",
        column="strip_empty",
    ),
    *(
        Mean(
            name=f"worth of {source}",
            called=f"worth that {what} pay",
            meaning=f"worth of the goods that {what} pay in a game",
            column=f"worth_{column}",
            unit="worth",
            margin=0.25,
            better="more",
        )
        for source, column, what in (
            ("stars", "stars", "areas of the star map"),
            ("predictions", "predict", "predictions"),
            ("horoscope", "horoscope", "boxes of the horoscope"),
        )
    ),
    length_of("turns of a game"),
)

OUTCOMES = bounded(_OUTCOMES, COLUMNS)

MEASURES = (Measure("worth_an_hour", "ratio", "worth", "hours"),)


NOTABLE: Mapping[str, Notable] = {
    "greatest worth": Notable(("worth",)),
    "least worth": Notable(("worth",), least=1 << 20),
    "most corruption": Notable(("corruption",)),
    "most by predictions": Notable(("worth_predict",)),
    "most by the horoscope": Notable(("worth_horoscope",)),
}
