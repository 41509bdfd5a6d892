"""What changed between two versions of a game, in words: wherever two versions meet, a reader sees this first."""

from collections.abc import Iterable

from engine.game.protocol import Game
from engine.language.current import said
from sim.compare.pairs import Match
from sim.compare.telling.sentences import some_cells


def content_changes(game: Game, matches: Iterable[Match]) -> list[str]:
    """Everything that differs, one line each, as the game says it. What does not differ in all cells is said with how
    many cells it concerns: two versions may differ only where a card is played."""
    there = list(matches)
    sides = {(match.before.key, match.after.key): match for match in there if not match.same}
    told = {key: game.presentation.changes(match.before.spec, match.after.spec) for key, match in sides.items()}
    cells: dict[str, int] = {}
    for match in there:
        for line in dict.fromkeys(told.get((match.before.key, match.after.key), ())):
            cells[line] = cells.get(line, 0) + 1
    return [
        line if count == len(there) else said("{change} (in {cells})", change=line, cells=some_cells(count, len(there)))
        for line, count in cells.items()
    ]
