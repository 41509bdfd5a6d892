"""What can be said about one artifact before any game."""

from engine.configs import unknown_word
from engine.euphoria.deck.deck import PLAYERS, Deck
from engine.euphoria.deck.sheet import artifact_words, header
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import percent, said, word


def find_artifact(deck: Deck, name: str) -> str:
    """The id of an artifact, by id or title."""
    wanted = name.strip().lower()
    for key in deck.artifacts:
        if wanted in (key, deck.title_of(key).lower()):
            return key
    raise unknown_word("artifact", name, deck.artifacts)


def artifact_sheet(deck: Deck, key: str) -> PieceSheet:
    """One artifact in words, and how likely a player holds it at the start."""
    artifact = deck.artifacts[key]
    words = zip(header(), artifact_words(deck, key, artifact), strict=True)
    lines = [f"{head}: {text}" for head, text in words][1:]
    rows = []
    for players in PLAYERS:
        cards = deck.cards_with(players)
        copies = artifact.copies if artifact.from_players <= players else 0
        rows.append([str(players), str(copies), str(cards), percent(_in_two(copies, cards))])
    table = Sheet(
        said("The deck by number of players"),
        [said("players"), said("copies"), said("cards"), said("in a hand of two")],
        rows,
    )
    notes = [said("The last column: how likely a first hand of two artifacts has at least one copy.")]
    if artifact.never_usable:
        notes.append(said("Nobody can ever use it: {why}.", why=artifact.never_usable))
    return PieceSheet(word(deck.title_of(key)), lines, [table], notes, [])


def _in_two(copies: int, cards: int) -> float:
    others = cards - copies
    return 1 - others * (others - 1) / (cards * (cards - 1)) if cards > 1 else float(copies > 0)
