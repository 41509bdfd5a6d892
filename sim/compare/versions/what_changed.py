"""What changed between two versions of a game, in words: wherever two versions meet, a reader sees this first."""

from collections.abc import Iterable

from engine.game.protocol import Game
from sim.compare.pairs import Match
from sim.text.number_format import some_of


def content_changes(game: Game, matches: Iterable[Match]) -> list[str]:
    """Everything that differs, one line each, as the game says it. What does not differ in all cells is said with how
    many cells it concerns: two versions may differ only where a card is played."""
    there = list(matches)
    sides = {(match.before.key, match.after.key): match for match in there if not match.same}
    told = {key: game.presentation.changes(match.before.spec, match.after.spec) for key, match in sides.items()}
    counted: dict[str, int] = {}
    for match in there:
        for line in dict.fromkeys(told.get((match.before.key, match.after.key), ())):
            counted[line] = counted.get(line, 0) + 1
    return [
        line if count == len(there) else f"{line} (in {some_of(count, len(there), 'cell')})"
        for line, count in counted.items()
    ]
