"""A deck in words: one line per artifact."""

from engine.euphoria.deck.deck import PLAYERS, Artifact, Deck
from engine.euphoria.deck.effects import effect_words
from engine.game.sheets import Sheet
from engine.language.current import said, word


def header() -> list[str]:
    """What heads the words about an artifact."""
    return [word("artifact"), said("id"), said("copies"), said("used"), said("effect"), said("from players")]


def deck_sheet(deck: Deck) -> Sheet:
    numbers = ", ".join(
        said(
            "{players}: {followers} and {lasers}",
            players=players,
            followers=deck.followers[players],
            lasers=deck.lasers[players],
        )
        for players in PLAYERS
    )
    title = said(
        "{name}: {artifacts} artifacts, rules {rules}, {digest}. Followers of each side and lasers by number of "
        "players: {numbers}.",
        name=word(deck.name),
        artifacts=deck.size,
        rules=deck.rules,
        digest=deck.digest[:8],
        numbers=numbers,
    )
    return Sheet(title, header(), [artifact_words(deck, key, artifact) for key, artifact in deck.artifacts.items()])


def artifact_words(deck: Deck, key: str, artifact: Artifact) -> list[str]:
    """The words about one artifact, in the order of the header."""
    return [
        word(deck.title_of(key)),
        key,
        str(artifact.copies),
        use_words(artifact),
        "; ".join(word(effect_words(effect)) for effect in artifact.do),
        str(artifact.from_players),
    ]


def use_words(artifact: Artifact) -> str:
    """When an artifact is used."""
    if artifact.when is None:
        return said("as an action")
    if artifact.when == "artifact":
        return said("when another player uses an artifact")
    if artifact.whom != "any":
        return {
            "aimed": said("when a player aims at you"),
            "shot": said("when a player shoots you"),
            "interrogated": said("when a player looks at a recruit of you"),
        }[artifact.when]
    return {
        "aimed": said("when a player aims at somebody"),
        "shot": said("when a player shoots somebody"),
        "interrogated": said("when a player looks at a recruit of somebody"),
    }[artifact.when]
