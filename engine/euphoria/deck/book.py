"""Compiles a deck into the tables that the kernel reads."""

from hashlib import sha256

import numpy as np

from engine.euphoria.deck.deck import Deck
from engine.euphoria.deck.effects import WINDOWS
from engine.euphoria.table.state import NO_WINDOW, TAKE_LASER, Book
from engine.kernel.records import new


def word_of(key: str) -> np.uint64:
    """32 bits of a hash of an artifact's id."""
    return np.uint64(int.from_bytes(sha256(key.encode()).digest()[:4], "little"))


def book_of(deck: Deck, players: int) -> Book:
    """The artifacts of a deck that are in play with so many players. An artifact has the same number with any number of
    players."""
    book = new(Book)
    book.artifacts = len(deck.artifacts)
    card = 0
    for number, (key, artifact) in enumerate(deck.artifacts.items()):
        book.when[number] = WINDOWS[artifact.when] if artifact.when else NO_WINDOW
        book.anybody[number] = artifact.whom == "any"
        book.effects[number] = len(artifact.effects)
        for at, effect in enumerate(artifact.effects):
            book.effect[number, at] = effect.kind
            book.players[number, at] = effect.players
            book.number[number, at] = effect.number
            book.takes_laser[number] |= effect.kind == TAKE_LASER
        if artifact.from_players > players:
            continue
        if artifact.when:
            book.answered |= 1 << WINDOWS[artifact.when]
        for copy in range(artifact.copies):
            book.artifact[card] = number
            book.word[card] = word_of(key)
            book.copy_number[card] = copy
            card += 1
    book.cards = card
    return book
