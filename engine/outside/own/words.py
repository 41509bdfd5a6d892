"""A game of one's own in words: replays, game ids, and the parts that columns play in a report.

An id has the name of the game, the version of its rules and the start of its file's hash, who plays, the numbers of the
axes, the seed and the index: `pirates:rules1@5d41402a:bold,at=25:players3:seed1:game17`. Parameters follow if they are
not the usual ones: `:goal=50`, `:focus=2`.
"""

import re
from difflib import SequenceMatcher
from inspect import isroutine
from typing import Any

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell, Json
from engine.game.differences import differences
from engine.game.presentation import Contest, Presentation, Ratio, Rung, Shape
from engine.game.results import Replay
from engine.game.seats import ANYWHERE, FOCUS, FOCUS_COLUMN, VERDICTS
from engine.outside.own.author import TIME_OUT, Game
from engine.outside.own.declared import OPTIONS, PLAYERS, WINNERS, Declared
from engine.outside.own.grid import cells_of, resolve_grid
from engine.outside.own.play import Replayed
from engine.policy.naming import shown_number
from engine.policy.seats.in_ids import seating_in, seed_and_index, word_of

NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
ID = re.compile(
    rf"(?P<name>\w+):rules(?P<rules>\d+)@(?P<code>[0-9a-f]{{8}}):(?P<who>[^:]+)(?P<axes>(?::[A-Za-z_]\w*?-?\d+)+?)"
    rf":seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(?::\w+={NUMBER})*)",
    re.ASCII,
)
AXIS = re.compile(r"(\w*?[A-Za-z_])(-?\d+)", re.ASCII)


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
    who = {"competitive": "players of", "cooperative": "a team of", "production": "a player of"}[game.kind]
    return Presentation(
        ladder=(
            Rung("random", f"{who} random"),
            *(Rung(name, f"{who} {name}") for name in others),
        ),
        focus=others,
        end="end",
        shape=(
            Shape("turns", "turns of all games"),
            *((Shape("margin", f"{game.scored} between the first two"),) if by_score else ()),
        ),
        contest=contest if game.is_contest else None,
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


def tell(game: Declared, played: Replayed) -> Replay:
    """The whole game, as data and as lines."""
    table = played.table
    events: list[Json] = [{"turn": turn, "event": "told", "text": text} for turn, text in table.lines]
    lines = list(table.lines)
    if played.focus != ANYWHERE:
        events.insert(0, {"turn": 0, "event": "focus", "seat": played.focus + 1})
        lines.insert(0, (0, f"Seat {played.focus + 1} is the focus."))
    turn = table.turns
    if played.broken:
        events.append({"turn": turn, "event": "broken", "what": played.broken})
        return Replay(events, [*lines, (turn, f"Broken off: {played.broken}")])
    row: dict[str, Any] = dict(zip(game.row.names or (), played.row[0].tolist(), strict=True))
    how = game.endings[row["end"]]
    events.append({"turn": turn, "event": "end", **row, "end": how})
    lines.append((turn, _ending(game, table.winners, how, turn)))
    if played.focus != ANYWHERE:
        verdict = FOCUS_COLUMN.values[row[FOCUS_COLUMN.name]]
        events.append({"turn": turn, "event": "same seat", "won": verdict})
        lines.append((turn, VERDICTS[verdict]))
    return Replay(events, lines)


def _ending(game: Declared, winners: int, how: str, turns: int) -> str:
    if how == TIME_OUT:
        return f"Time-out after {turns} turns."
    if game.kind == "production":
        return f"The game is over ({how})."
    if game.kind == "cooperative":
        return "The players win." if winners else f"The players lose ({how})."
    seats = [str(seat + 1) for seat in range(game.most) if winners >> seat & 1]
    if len(seats) > 1:
        return f"Seats {' and '.join(seats)} win."
    return f"Seat {seats[0]} wins." if seats else "Nobody wins."


def game_id(game: Declared, cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    axes = [f"{axis}{spec[axis]}" for axis in (PLAYERS, *game.axes)]
    defaults = {name: each.default for name, each in game.parameters.items()} | {FOCUS: 0}
    rest = [f"{key}={shown_number(value)}" for key, value in spec[OPTIONS].items() if value != defaults[key]]
    head = [game.name, f"rules{game.version}@{game.file.digest[:8]}", word_of(game.policies, spec), *axes]
    return ":".join([*head, f"seed{seed}", f"game{index}", *rest])


def find_game(game: Declared, text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id."""
    match = ID.fullmatch(text)
    if match is None or match["name"] != game.name:
        shape = f"{game.name}:rules{game.version}@{game.file.digest[:8]}:POLICY:players{game.fewest}:seed1:game17"
        raise BadInput(f"game id {text!r}: expected {shape}, as the commands print it")
    if (match["rules"], match["code"]) != (str(game.version), game.file.digest[:8]):
        played = f"version {match['rules']} (sha256 {match['code']})"
        here = f"version {game.version} ({game.file.digest[:8]})"
        raise NotComparable(f"game id {text!r}: played by {played}, {game.where} is {here}")
    seed, index = seed_and_index(match, text)
    axes = {name: [int(value)] for name, value in AXIS.findall(match["axes"])}
    typed = dict(word.split("=") for word in match["rest"].split(":") if word)
    options = {key: int(value) if key == FOCUS else value for key, value in typed.items()}
    grid = {**seating_in(match["who"]), **axes, OPTIONS: options}
    return cells_of(game, resolve_grid(game, grid, f"game id {text!r}"))[0], seed, index


def changed_text(before: Declared, after: Declared) -> list[str]:
    """The values that the class declares and that changed, and how many lines of the text did; nothing if the texts are
    the same. What a parameter is by default is in every cell, and said of those."""
    if before.file.digest == after.file.digest:
        return []
    said = [found.in_words for found in differences(_values(before), _values(after))]
    lines = _changed_lines(before.file.text, after.file.text)
    return [*said, f"the text of the game changed: {lines} line{'s' if lines != 1 else ''}"]


def _values(game: Declared) -> dict[str, Any]:
    """What the class declares. Functions are shown by their names."""
    found = {name: getattr(game.file.game, name) for name in sorted(vars(Game)) if not name.startswith("_")}
    values = {name: value for name, value in found.items() if name != "parameters" and not isroutine(value)}
    if "policies" in values:
        values["policies"] = [getattr(policy, "__name__", str(policy)) for policy in values["policies"]]
    return values


def _changed_lines(before: str, after: str) -> int:
    """Lines that are new, gone or written anew."""
    was, now = before.splitlines(), after.splitlines()
    steps = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for what, i1, i2, j1, j2 in steps if what != "equal")
