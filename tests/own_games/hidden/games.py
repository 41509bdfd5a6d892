"""All games of ours whose cards lie in decks and hands, and lines of one of them that become leaks."""

import re
from pathlib import Path

from engine.outside.own.game import OwnGame
from tests.own_games.cells import GAMES, game_of, text_of
from tests.support import ROOT

LEAKS = [
    ('table.tell("It is the {} {}.", card[0], card[1], to=seat)', 'table.tell("It is the {} {}.", card[0], card[1])'),
    ('table.tell("You find {}.", found, to=seat)', 'table.tell("You find {}.", found, to=(seat + 1) % table.players)'),
    (
        "            deck.set_aside()\n",
        '            table.tell("Away with {}.", deck[-1])\n            deck.set_aside()\n',
    ),
    ('table.tell("Seat {}: {}.", seat + 1, what)', 'table.tell("Seat {}: {} {}.", seat + 1, what, deck[:1])'),
]
"""In the text of Shadows: what is told to one seat, and to whom it becomes a leak."""
HOW_TO = ROOT / "docs/how-to/write-a-game.md"
HERRINGS = re.compile(r"```python\n# herrings/game\.py\n(.*?)```", re.DOTALL)


def games_on_zones() -> dict[str, OwnGame]:
    """Files, and the example of the how-to."""
    files = {name: game_of(name) for name in GAMES if "table.deck(" in text_of(name)}
    (herrings,) = HERRINGS.findall(Path(HOW_TO).read_text(encoding="utf-8"))
    return {
        **files,
        "herrings": game_of("herrings", herrings),
    }
