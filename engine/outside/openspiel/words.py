"""A game of OpenSpiel in words: replays, and the parts that columns play in a report."""

from engine.game.about import Kind
from engine.game.cell import Json
from engine.game.presentation import Contest, Presentation, Ratio, Returns, Rung, Shape
from engine.game.results import Replay
from engine.game.seats import ANYWHERE, FOCUS_COLUMN, focus_line, verdict_line, who_wins
from engine.language.current import said
from engine.outside.openspiel.loading import Loaded
from engine.outside.openspiel.play import NOBODY, Replayed, winners_of
from engine.outside.openspiel.policy_set import LADDER
from engine.outside.openspiel.results import (
    FOCUS_GAIN,
    FOCUS_RETURN,
    TIME_OUT,
    TOTAL_RETURN,
    WINNERS,
    ResultLayout,
    return_of,
)

LADDERS: dict[Kind, tuple[str, str, str]] = {
    "competitive": ("players who move at random", "players who search", "players who play a solution"),
    "cooperative": ("a team that moves at random", "a team that searches", "a team that plays a solution"),
    "production": ("a player who moves at random", "a player who searches", "a player who plays a solution"),
}
"""What the players of each policy are called, by the kind of the game."""


def kind_of(loaded: Loaded) -> Kind:
    """The kind of a game, which is that of its page."""
    if loaded.is_cooperative:
        return "cooperative"
    return "competitive" if loaded.is_competitive else "production"


def presentation_of(layout: ResultLayout) -> Presentation:
    """How a report describes a game."""
    loaded, constant = layout.loaded, layout.loaded.is_constant_sum
    contest = Contest(
        winners=WINNERS.name if constant else "",
        time_outs=(TIME_OUT,),
        turns="moves",
        decided_turns="decisions",
        decisions="decisions",
        choices="choices",
        focus=FOCUS_COLUMN.name if constant else "",
    )
    returns = Returns(
        seats=[return_of(seat) for seat in range(1, loaded.seats + 1)],
        focus=FOCUS_RETURN,
        gain=FOCUS_GAIN,
        total="" if constant else TOTAL_RETURN,
        equal_share=loaded.equal_share if constant else None,
    )
    return Presentation(
        ladder=tuple(map(Rung, LADDER, LADDERS[kind_of(loaded)])),
        end="end",
        shape=(Shape("moves", "moves of all games"),),
        contest=contest if loaded.is_competitive else None,
        returns=returns if layout.counts_points else None,
        feel=(
            Ratio("moves_a_game", "moves", "moves of all players, per game", "moves"),
            Ratio("chances_a_game", "chance events", "chance events, per game", "chances"),
            Ratio(
                "decided_moves",
                "moves with a choice",
                "share of moves at which the player had more than one choice",
                "decisions",
                "moves",
                "share",
            ),
        ),
    )


def tell(layout: ResultLayout, told: Replayed) -> Replay:
    """The whole game, as data and as lines."""
    events: list[Json] = []
    lines: list[tuple[int, str]] = []
    if told.focus != ANYWHERE:
        events.append({"turn": 0, "event": "focus", "seat": told.focus + 1})
        lines.append((0, focus_line(told.focus)))
    turn = 0
    for step in told.steps:
        if step.seat == NOBODY:
            events.append({"turn": turn, "event": "chance", "what": step.what, "possible": step.choices})
            lines.append((turn, said("Chance: {what}", what=step.what)))
            continue
        turn += 1
        events.append({"turn": turn, "event": "move", "seat": step.seat + 1, "what": step.what, "legal": step.choices})
        if step.choices > 1:
            line = said("Move {turn}, seat {seat}: {what}", turn=turn, seat=step.seat + 1, what=step.what)
        else:
            line = said(
                "Move {turn}, seat {seat}: {what} (the only choice)", turn=turn, seat=step.seat + 1, what=step.what
            )
        lines.append((turn, line))
    returns = list(told.played.returns)
    events.append({"turn": turn, "event": "end", "returns": returns, "moves": told.played.moves})
    lines += [(turn, line) for line in _ending(layout, told, returns)]
    return Replay(events, lines)


def _ending(layout: ResultLayout, told: Replayed, returns: list[float]) -> list[str]:
    loaded = layout.loaded
    lines = [said("Broken off after {moves} moves.", moves=told.played.moves)] if told.played.end == TIME_OUT else []
    if loaded.is_constant_sum:
        winners = winners_of(loaded, returns)
        lines.append(who_wins([seat + 1 for seat in range(loaded.seats) if winners >> seat & 1]))
    each = (said("seat {seat} {points:g}", seat=at, points=value) for at, value in enumerate(returns, 1))
    lines.append(said("Returns: {returns}.", returns=", ".join(each)))
    if told.focus != ANYWHERE:
        instead = said(
            "A player of the field in the same seat would have got {points:g}.",
            points=returns[told.focus] - told.gain,
        )
        lines += [*filter(None, [verdict_line(told.verdict)]), *([instead] if layout.counts_points else [])]
    return lines
