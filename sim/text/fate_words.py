"""What can happen to a piece, in words. Games of cards have these fates; another game has words of its own."""

from engine.language.current import said_as, word


def fate_word(name: str) -> str:
    """`drawn`, of a piece."""
    usual = {
        "drawn": said_as("of a piece", "drawn"),
        "held": said_as("of a piece", "held"),
        "left": said_as("of a piece", "left"),
        "used": said_as("of a piece", "used"),
    }
    own = word(name)
    return usual.get(name, own) if own == name else own


def meaning_word(meaning: str) -> str:
    """`a seat drew it`, in the middle of a sentence."""
    usual = {
        "a seat drew it": said_as("of a piece", "a seat drew it"),
        "a seat held it at the end": said_as("of a piece", "a seat held it at the end"),
        "it left the hand of a seat": said_as("of a piece", "it left the hand of a seat"),
        "a seat used it": said_as("of a piece", "a seat used it"),
    }
    own = word(meaning)
    return usual.get(meaning, own) if own == meaning else own
