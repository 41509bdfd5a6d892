"""The result of a game: one row of small integers, what is counted about artifacts, and the outcomes that results are
judged by."""

from collections.abc import Mapping
from dataclasses import replace

from engine.euphoria.table.state import (
    ANARCHISTS_WIN,
    BOTH_LEADERS,
    BY_COST,
    BY_EFFECT,
    BY_SHOT,
    CAP,
    EUPHORIA_WINS,
    LONE_ANARCHIST,
    NEVER,
    SEATS,
    SUBTERRA_WINS,
)
from engine.game.outcomes import Mean, Outcome, Share, bounded, length_of, seat_shares
from engine.game.results import Column, Measure, Notable
from engine.game.seats import FOCUS_COLUMN, focus_outcomes

SCHEMA = 1
FEWEST_PLAYERS = 4

ENDS = ("euphoria", "subterra", "anarchists", "both_leaders", "lone_anarchist", "cap")
"""In the order of the ends in `state`."""
EXPOSURES = ("never", "shot", "cost", "effect of an artifact")
"""In the order of `state.NEVER` and so on: what exposed the first exposed Leader."""
SIDES = ("Euphorian", "Subterra")

PAIRED = replace(FOCUS_COLUMN, name="paired")
"""Who wins from the seat in focus. `focus` is that seat."""

COLUMNS: tuple[Column, ...] = (
    Column("won", "<u1", "1 if the focus seat is among the winners"),
    Column("turns", "<u2", "turns begun"),
    Column("end", "<u1", "how the game ended", values=ENDS),
    Column("focus", "<u1", "the focus seat, from 0 on"),
    Column("focus_side", "<u1", "the side of the focus at the deal", values=SIDES),
    Column("focus_leader", "<u1", "1 if the focus was dealt a Leader"),
    Column("winners", "<u1", "the winners, one bit a seat: 1 the first, 2 the second, 4 the third; 0 for nobody"),
    Column("n_winners", "<u1", "how many win"),
    Column("first_won", "<u1", "1 if the first seat is among the winners"),
    Column("last_won", "<u1", "1 if the last seat is among the winners"),
    Column("euphorians", "<u1", "players on the Euphorian side at the deal"),
    Column("uneven", "<u1", "1 if a side wins and the sides were unequal at the deal", limits=(0, 1)),
    Column("minority_won", "<u1", "1 if moreover the side that was smaller at the deal wins", limits=(0, 1)),
    Column("anarchists", "<u1", "Anarchists at the end"),
    Column("interrogations", "<u2", "recruits looked at as an action"),
    Column("arms", "<u2", "lasers taken from the middle"),
    Column("hides", "<u2", "Followers hidden as an action"),
    Column("passes", "<u2", "turns passed"),
    Column("artifacts", "<u2", "artifacts used as an action"),
    Column("reactions", "<u2", "artifacts used as a reaction"),
    Column("redraws", "<u2", "artifact phases with a redraw"),
    Column("gives", "<u2", "artifacts given away"),
    Column("shots", "<u2", "players hit, the last one included"),
    Column("shots_leader", "<u2", "hits on the holder of a Leader"),
    Column("shots_ally", "<u2", "hits on a player of the shooter's side, neither of them an Anarchist"),
    Column("first_arm", "<u2", "turn in which a laser was first taken from the middle; 0 never"),
    Column("first_shot", "<u2", "turn of the first hit; 0 never"),
    Column("first_leader", "<u2", "turn in which a Leader was first exposed; 0 never"),
    Column("exposed_by", "<u1", "what exposed the first exposed Leader", values=EXPOSURES),
    Column("killer", "<u1", "seat whose shot ended the game, from 0 on; 255: none"),
    Column("own_goal", "<u1", "1 if the killer is not among the winners"),
    Column("rounds", "<u2", "rounds begun: turns for each player, rounded up"),
    Column("waits", "<u2", "times that a player had a turn again"),
    Column("waited", "<u2", "turns of others between two turns of a player, summed up"),
    Column("longest_wait", "<u2", "turns of others between two turns of a player, at most"),
    PAIRED,
)

COUNTERS = (
    Column("dealt", "<u8", "times that it came from the deck into a hand"),
    Column("used", "<u8", "times that it was used as an action"),
    Column("reacted", "<u8", "times that it was used as a reaction"),
    Column("decided", "<u8", "games that it ended: by a swap, or by sending the last shot elsewhere"),
)
"""In the order of `state.DEALT` and so on."""


def _end(name: str, title: str, called: str, meaning: str, code: int) -> Share:
    return Share(name=name, title=title, called=called, meaning=meaning, column="end", codes=(code,), family="end")


SEAT_SHARES = tuple(
    replace(share, family="", kin="winner")
    for share in seat_shares("winners", most=SEATS, size="players", fewest=FEWEST_PLAYERS)
)
"""Several seats can win one game."""

_OUTCOMES: tuple[Outcome, ...] = (
    *focus_outcomes(PAIRED.name),
    _end(
        "anarchists win",
        "Anarchists win",
        "wins of the Anarchists",
        "games that the Anarchists win together",
        ANARCHISTS_WIN,
    ),
    _end("euphoria wins", "Euphoria wins", "wins of Euphoria", "games that the Euphorian side wins", EUPHORIA_WINS),
    _end("subterra wins", "Subterra wins", "wins of Subterra", "games that the side of Subterra wins", SUBTERRA_WINS),
    _end(
        "both leaders",
        "both Leaders win alone",
        "games ended by both Leaders",
        "games that a player with both Leaders wins alone",
        BOTH_LEADERS,
    ),
    _end(
        "lone anarchist",
        "an Anarchist wins alone",
        "games ended by an Anarchist with a Leader",
        "games that an Anarchist with a Leader wins alone",
        LONE_ANARCHIST,
    ),
    _end("cap", "nobody wins: limit of turns", "games that nobody wins", "games that the limit of turns ends", CAP),
    Share(
        name="a seat wins",
        called="wins of a seat drawn at random",
        meaning="games that a seat drawn at random wins",
        column="won",
        better="more",
    ),
    *SEAT_SHARES,
    Mean(
        name="minority wins",
        title="smaller side wins, in 100",
        called="share of the minority",
        meaning="wins of the smaller side among the games that a side wins and that were dealt unequal, in 100",
        column="minority_won",
        over="uneven",
        unit="wins in 100",
        scale=0.01,
        margin=1.0,
    ),
    Share(
        name="own goals",
        meaning="games ended by a shot of somebody who does not win by it",
        column="own_goal",
    ),
    *(
        Share(
            name=f"exposed by {how}",
            title=title,
            called=f"games in which {what}",
            meaning=f"games in which {what}",
            column="exposed_by",
            codes=(code,),
            family="exposed",
        )
        for code, how, title, what in (
            (BY_SHOT, "shot", "by a shot", "a shot exposes the first Leader"),
            (BY_COST, "cost", "as a payment", "somebody pays with the first exposed Leader"),
            (BY_EFFECT, "artifact", "by an artifact", "the effect of an artifact exposes the first Leader"),
            (NEVER, "nothing", "never", "no Leader is ever exposed"),
        )
    ),
    length_of("turns of a game, of all players together"),
    Mean(
        name="rounds",
        meaning="rounds of a game",
        column="rounds",
        unit="rounds",
        margin=0.1,
        more="longer",
        less="shorter",
    ),
    Mean(
        name="wait",
        meaning="turns of others between two turns of one's own",
        column="waited",
        over="waits",
        unit="turns",
        margin=0.05,
        more="longer",
        less="shorter",
    ),
    Mean(name="shots", meaning="players hit in a game", column="shots", unit="shots", margin=0.05),
)

OUTCOMES = bounded(_OUTCOMES, COLUMNS)

MEASURES = (
    Measure("minority", "ratio", "minority_won", "uneven"),
    Measure("wait", "ratio", "waited", "waits"),
)


NOTABLE: Mapping[str, Notable] = {
    "longest game": Notable(("turns",)),
    "shortest win": Notable(("turns",), lambda rows: rows["winners"] > 0, least=65_535),
    "most Anarchists": Notable(("anarchists",), lambda rows: rows["end"] == ANARCHISTS_WIN),
    "most shots": Notable(("shots",), lambda rows: rows["winners"] > 0),
    "own goal": Notable(("shots",), lambda rows: rows["own_goal"] == 1),
}
