"""A deck in words: one line per artifact."""

from engine.euphoria.deck.deck import PLAYERS, Artifact, Deck
from engine.euphoria.deck.effects import effect_words
from engine.game.sheets import Sheet

HEADER = ["artifact", "id", "copies", "used", "effect", "from players"]


def deck_sheet(deck: Deck) -> Sheet:
    table = ", ".join(f"{players}: {deck.followers[players]} and {deck.lasers[players]}" for players in PLAYERS)
    counted = f"Followers of each side and lasers by number of players: {table}."
    title = f"{deck.name}: {deck.size} artifacts, rules {deck.rules}, {deck.digest[:8]}. {counted}"
    return Sheet(title, HEADER, [artifact_words(deck, key, artifact) for key, artifact in deck.artifacts.items()])


def artifact_words(deck: Deck, key: str, artifact: Artifact) -> list[str]:
    """The words about one artifact, in the order of HEADER."""
    return [
        deck.title_of(key),
        key,
        str(artifact.copies),
        use_words(artifact),
        "; ".join(map(effect_words, artifact.do)),
        str(artifact.from_players),
    ]


def use_words(artifact: Artifact) -> str:
    """When an artifact is used."""
    if artifact.when is None:
        return "as an action"
    if artifact.when == "artifact":
        return "when another player uses an artifact"
    whom = "you" if artifact.whom != "any" else "somebody"
    deeds = {"aimed": f"aims at {whom}", "shot": f"shoots {whom}", "interrogated": f"looks at a recruit of {whom}"}
    return f"when a player {deeds[artifact.when]}"
