"""A game of one's own in words: replays, and the parts that columns play in a report."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.outcomes import Mean
from engine.game.presentation import Contest, Fates, Presentation, Ratio, Rung, Shape
from engine.game.results import Notable, Replay, Stood, broken_off
from engine.game.seats import ANYWHERE, FOCUS_COLUMN, focus_line, verdict_line, who_wins
from engine.language.current import said, word
from engine.outside.own.author import TIME_OUT, Line, Table
from engine.outside.own.cards.pieces import DECIDED_BY
from engine.outside.own.cards.played import judged_by
from engine.outside.own.cards.tally import FATES
from engine.outside.own.declared import OPTIONS, Declared
from engine.outside.own.play import Replayed
from engine.outside.own.results.every_row import WINNERS, WON_COLUMN
from engine.policy.naming import shown_number
from engine.policy.parameters import Choice


def presentation_of(game: Declared) -> Presentation:
    """How a report describes the game. The policies are listed from the best to the worst or the other way round:
    nobody knows, so only `random` has a place of its own."""
    by_score = bool(game.scored) and game.is_contest
    contest = Contest(
        winners=WINNERS.name,
        time_outs=(game.endings.index(TIME_OUT),),
        turns="turns",
        decided_turns="decided_turns",
        decisions="decisions",
        choices="choices",
        focus=FOCUS_COLUMN.name,
        **({key: key for key in ("behind", "behind_most", "lead_changes", "margin")} if by_score else {}),
        points=game.scored or "points",
    )
    others = [name for name in game.policies.installed if name != "random"]
    who = {"competitive": "those who play", "cooperative": "a team that plays", "production": "a player who plays"}[
        game.kind
    ]
    return Presentation(
        piece=game.pieces_are[1] or "piece",
        fates=_fates(game) if game.has_cards else None,
        ladder=(
            Rung("random", f"{who} random"),
            *(Rung(name, f"{who} {name}") for name in others),
        ),
        focus=others,
        end="end",
        settings=partial(_settings, game),
        shape=(
            Shape("turns", "turns of all games"),
            *((Shape("margin", f"{game.scored} between the first two"),) if by_score else ()),
        ),
        contest=contest if game.is_contest else None,
        teams=bool(game.sides.teams),
        roles=game.sides.at_seats,
        questions=game.sides.questions,
        feel=(
            Ratio("turns_a_game", "turns", "turns of all players, per game", "turns"),
            Ratio("decisions_a_game", "decisions", "times that a player had a choice, per game", "decisions"),
            *(
                Ratio(f"{column.name}_a_game", column.name, f"{column.meaning}, per game", column.name)
                for column in game.own_columns
                if not column.values
            ),
        ),
    )


def _settings(game: Declared, spec: Json) -> list[str]:
    """What is not as usual, of a game whose rules have switches or words."""
    usual = {name: each.default for name, each in game.parameters.items()}
    if not any(isinstance(each, Choice) for each in game.parameters.values()):
        return []
    options = {name: value for name, value in spec[OPTIONS].items() if name in usual and value != usual[name]}
    return [f"{name} {shown_number(value)}" for name, value in options.items()]


def _fates(game: Declared) -> Fates:
    """What is counted about cards; a gain is in wins, or in what the players make."""
    judge = judged_by(game)
    return replace(FATES, gain="" if judge is None else judge.unit if isinstance(judge, Mean) else "wins")


def notable_of(game: Declared) -> Mapping[str, Notable]:
    """The longest and the shortest game, and where players score, the biggest comeback and the narrowest win."""
    most_turns = int(np.iinfo(game.row["turns"]).max)
    found = {
        "longest game": Notable(("turns",)),
        "shortest game": Notable(("turns",), least=most_turns),
        "most decisions": Notable(("decisions",)),
    }
    if "margin" in (game.row.names or ()):
        found["biggest comeback"] = Notable(("behind_most",))
        found["narrowest win"] = Notable(("margin",), lambda rows: rows["winners"] > 0, least=65_535)
    return found


def tell(game: Declared, played: Replayed) -> Replay:
    """The whole game, as data and as lines."""
    table = played.table
    events, lines, tables = _told(played, table.lines)
    turn = table.turns
    if played.broken:
        events.append({"turn": turn, "event": "broken", "what": played.broken})
        return Replay(events, [*lines, (turn, broken_off(played.broken))], tables)
    row: dict[str, Any] = dict(zip(game.row.names or (), played.row[0].tolist(), strict=True))
    how = game.endings[row["end"]]
    decided = {DECIDED_BY: table.decided_by()} if game.has_cards else {}
    events.append({"turn": turn, "event": "end", **row, "end": how, **decided})
    lines.append((turn, _ending(game, table, how)))
    if played.focus != ANYWHERE:
        verdict = FOCUS_COLUMN.values[row[FOCUS_COLUMN.name]]
        events.append({"turn": turn, "event": "same seat", "won": verdict})
        lines.append((turn, verdict_line(verdict)))
    return Replay(events, lines, tables)


def tell_as(game: Declared, played: Replayed, seat: int) -> Replay:
    """The game as a seat knows it, counted from 0: what everybody was told, and what it was told alone. Of the row, it
    has only what a table sees at the end: numbers of choices and other counts may tell of hidden cards."""
    table, turn = played.table, played.table.turns
    if not table.has_zones and all(line.to is None for line in table.lines):
        raise BadInput(
            message("{where} keeps its cards in plain lists, and tells everything to everybody", where=game.where),
            source="--as",
            hint=message("table.deck, table.hand and table.tell(…, to=seat) say who sees what"),
        )
    events, lines, tables = _told(played, [line for line in table.lines if line.to in (None, seat)])
    if played.broken:
        events.append({"turn": turn, "event": "broken"})
        lines.append((turn, said("Broken off by an error; a replay of the whole game tells which.")))
        return Replay(events, lines, tables)
    row: dict[str, Any] = dict(zip(game.row.names or (), played.row[0].tolist(), strict=True))
    how = game.endings[row["end"]]
    open_to_all = {name: row[name] for name in (WINNERS.name, WON_COLUMN.name, "turns") if name in row}
    events.append({"turn": turn, "event": "end", **open_to_all, "end": how})
    return Replay(events, [*lines, (turn, _ending(game, table, how))], tables)


def _told(played: Replayed, heard: Sequence[Line]) -> tuple[list[Json], list[tuple[int, str]], list[Stood]]:
    """What was told, as data and as lines, and how the table stood; who the focus is comes first."""
    events: list[Json] = [_event(line) for line in heard]
    lines = [(line.turn, word(line.text)) for line in heard]
    if played.focus == ANYWHERE:
        return events, lines, list(played.tables)
    focus: Json = {"turn": 0, "event": "focus", "seat": played.focus + 1}
    tables = [each._replace(event=each.event + 1, line=each.line + 1) for each in played.tables]
    return [focus, *events], [(0, focus_line(played.focus)), *lines], tables


def _event(line: Line) -> Json:
    return {"turn": line.turn, "event": "told", "text": line.text, **({} if line.to is None else {"to": line.to + 1})}


def _ending(game: Declared, table: Table, how: str) -> str:
    if how == TIME_OUT:
        return said("Time-out after {turns} turns.", turns=table.turns)
    if game.kind == "production":
        return said("The game is over ({how}).", how=word(how))
    if game.kind == "cooperative":
        return said("The players win.") if table.winners else said("The players lose ({how}).", how=word(how))
    team = [said("Team {team}.", team=game.sides.named(table.winning_teams))] if game.sides.teams else []
    seats = [seat + 1 for seat in range(game.most) if table.winners >> seat & 1]
    return " ".join([*(team if seats else []), who_wins(seats)])


def no_luck_with(before: int, after: int) -> str:
    """Why games of other numbers of players share no luck: they draw otherwise."""
    return said("{before} players against {after}: no luck is shared", before=before, after=after)
