"""What the command line can vary in The Shipwreck Arcana."""

from engine.game.axes import Axis

AXES = (
    Axis("deck", "decks", "Deck, by name or file; repeatable.", "names", "base"),
    Axis("players", "players", "Numbers of players, such as 3, 2-5 or 2,4.", "numbers", "2-5"),
    Axis("doom", "doom", "Starting doom, such as 0, 0-6 or 0,2,4,6.", "numbers", "0,2,4,6"),
)
