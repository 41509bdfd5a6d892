"""The words for the cards of a panorama: `-`, `i`, `T4`, `T4!`, `G`; and what they mean for the kernel."""

import re
from typing import NamedTuple

from engine.errors import BadText, message
from engine.hadal.table.state import CLUE, CONFLICT, GROUP, NOTHING, TEST

ATTRIBUTE_LETTERS = "TDS"
ATTRIBUTE_NAMES = ("technology", "dexterity", "strength")
MOST_DIFFICULTY = 30
TEST_WORD = re.compile(rf"([{ATTRIBUTE_LETTERS}])([1-9][0-9]?)(!?)")
EXPECTED = message(
    "a test such as T4, D4 or S4 (difficulty 1 to {most}), a conflict such as T4!, i for a clue, G for the group "
    "conflict, or - for nothing",
    most=MOST_DIFFICULTY,
)


class Card(NamedTuple):
    """A card as the kernel reads it."""

    kind: int
    attribute: int = 0
    difficulty: int = 0


def parse_word(word: str) -> Card:
    """Raises a ValueError that says what was expected."""
    plain = {"-": NOTHING, "i": CLUE, "G": GROUP}
    if word in plain:
        return Card(plain[word])
    match = TEST_WORD.fullmatch(word)
    if match is None or int(match[2]) > MOST_DIFFICULTY:
        raise BadText(message("expected {expected}, got {word!r}", expected=EXPECTED, word=word[:20]))
    return Card(CONFLICT if match[3] else TEST, ATTRIBUTE_LETTERS.index(match[1]), int(match[2]))


def parse_cards(text: str, most: int) -> list[Card]:
    """The cards of one location."""
    words = text.split()
    if not 1 <= len(words) <= most:
        raise BadText(message("expected 1 to {most} cards, a word each, got {count}", most=most, count=len(words)))
    return [parse_word(word) for word in words]


def parse_tests(text: str, most: int) -> list[Card]:
    """The tests of the group conflict."""
    words = text.split()
    if not 1 <= len(words) <= most:
        raise BadText(message("expected 1 to {most} tests, a word each, got {count}", most=most, count=len(words)))
    found = []
    for word in words:
        match = TEST_WORD.fullmatch(word)
        if match is None or match[3] or int(match[2]) > MOST_DIFFICULTY:
            raise BadText(
                message(
                    "expected tests such as T4 (difficulty 1 to {most_difficulty}), got {word!r}",
                    most_difficulty=MOST_DIFFICULTY,
                    word=word[:20],
                )
            )
        found.append(parse_word(word))
    return found


def card_words(card: Card) -> str:
    """A card in plain words."""
    if card.kind == CONFLICT:
        return f"a personal conflict of {ATTRIBUTE_NAMES[card.attribute]} {card.difficulty}"
    if card.kind == TEST:
        return f"a test of {ATTRIBUTE_NAMES[card.attribute]} {card.difficulty}"
    return {NOTHING: "nothing", CLUE: "a clue", GROUP: "the group conflict"}[card.kind]
