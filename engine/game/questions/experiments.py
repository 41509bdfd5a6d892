"""The experiments with which a game is questioned if nobody names one: who plays, how many, mixed tables, a focus."""

import re
from collections.abc import Iterator

from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.protocol import Game
from engine.game.questions.trial import MOST_CELLS, SOURCE
from engine.game.seats import FIELD, FOCUS

SPAN = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
MOST_SIZES = 8


def experiments(game: Game) -> list[Json]:
    """The usual experiment; every policy; every number of players; a mixed table; a focus against a field. What the
    game does not have is left out."""
    policies, sizes = listed_policies(game), listed_sizes(game)
    small = {key: values[:1] for key, values in sizes.items()}
    wanted: list[Json] = [{}]
    wanted += [{"policies": policies, **small}] if policies else []
    wanted += [sizes] if sizes else []
    if len(policies) > 1:
        one, other = policies[:2]
        wanted += [{"tables": [f"{one},{other}"], **small}]
        wanted += [{FOCUS: [one, other], FIELD: [other], **small}] if game.about.has_focus else []
    found: list[Json] = []
    for experiment in wanted:
        if _is_possible(game, experiment) and experiment not in found:
            found.append(experiment)
    return found or [{}]


def listed_policies(game: Game) -> list[str]:
    """The policies that play as they are listed. Those of packages are code that nobody named."""
    if game.policies is None or not game.about.has_policies:
        return []
    first, *_ = game.policies.sheets()
    names = [row[0] for row in first.rows if len(row) < 2 or row[1] != "package"]
    small = {key: values[:1] for key, values in listed_sizes(game).items()}
    return [name for name in names if _is_possible(game, {"policies": [name], **small})][:MOST_CELLS]


def listed_sizes(game: Game) -> dict[str, list[int]]:
    """Every number of players, under the key of the axis that says how many."""
    axis = next((axis for axis in game.about.axes if axis.role == "size" and axis.values == "numbers"), None)
    match = SPAN.fullmatch(game.about.players.strip())
    if axis is None or match is None:
        return {}
    sizes = range(int(match[1]), int(match[2] or match[1]) + 1)
    return {axis.key: list(_possible_sizes(game, axis.key, sizes))[:MOST_SIZES]}


def _possible_sizes(game: Game, key: str, sizes: range) -> Iterator[int]:
    yield from (size for size in sizes if _is_possible(game, {key: [size]}))


def _is_possible(game: Game, experiment: Json) -> bool:
    """Whether the game has such experiments. The usual one must be possible: what is wrong with it is said later."""
    if not experiment:
        return True
    try:
        return bool(game.cells(game.resolve(experiment, SOURCE)))
    except BadInput:
        return False
