"""Who and what a sentence speaks of: what templates are chosen by, and nouns with their article."""

from collections.abc import Callable

from engine.language.current import DEFAULT, said, speaking


def in_english(say: Callable[[], str]) -> str:
    """What is said, in English: what tables keep, and what code compares."""
    with speaking(DEFAULT):
        return say()


def is_one(say: Callable[[], str]) -> bool:
    """Whether somebody is one, so that a sentence can agree: `a calm table wins`, `calm players win`. Who is called
    without an article in English is many, in any language."""
    return in_english(say).startswith(("a ", "an ", "the "))


def the(noun: str) -> str:
    """`the win rate`: a noun in the middle of a sentence."""
    return said("the {noun}", noun=noun)
