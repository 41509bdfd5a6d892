"""The words of a game for its pieces: `card` and `cards`, at the command line in place of `piece` and `pieces`."""

from collections.abc import Iterable

from engine.game.registry import load_game
from sim.verbs.request.declaration import Field

PIECE = "piece"


def own_words(game: str) -> dict[str, str]:
    """What a game calls its pieces, and the common words for that."""
    piece = load_game(game).presentation.piece
    return {piece: PIECE, f"{piece}s": f"{PIECE}s"}


def piece_flags(fields: Iterable[Field], game: str) -> list[str]:
    """The flags with the game's own words, of those of these fields that are about pieces."""
    common = {flag for field in fields if field.says.is_of_pieces for flag in field.flags}
    return [f"--{own}" for own, word in own_words(game).items() if f"--{word}" in common] if common else []
