"""Artifacts: the deck, the hands, the discard pile, and which of them can be used."""

import numpy as np

from engine.euphoria.rules.recruits import exposed_followers, hidden_of, row_of, seats_of
from engine.euphoria.table.events import DREW, SHUFFLED_DECK
from engine.euphoria.table.state import (
    AIM_LASER,
    ARMED,
    ARTIFACT,
    CANCEL,
    DEALT,
    DRAW,
    DROP_LASER,
    EXPOSE_CLOSED,
    EXPOSE_OWNER,
    EXPOSE_USER,
    EXPOSE_VIEWED,
    HIDE_ANY,
    INTERROGATED,
    LOOK,
    NO_WINDOW,
    NONE,
    REDIRECT,
    SHOT,
    STEAL,
    TAKE_LASER,
    World,
)
from engine.euphoria.table.streams import card_words
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import note

CARD_BITS, CARD_MASK = 6, 63
"""The lowest bits of a key hold the number of its card."""
COPY_BITS, COPY_MASK = np.uint64(2), np.uint64(3)


@compiled
def shuffle_deck(world: World, cards: int) -> None:
    """These cards become the deck, in the order of their keys. A key depends on the card and its copy alone, so a deck
    with a card less has all others in the same order."""
    book, hidden = world.book, world.hidden
    size = 0
    last_word, last_fours = np.uint64(0), np.uint64(0)
    words = card_words(world.luck, last_word, last_fours, hidden.shuffles)
    for card in range(book.cards):
        if not (cards >> card) & 1:
            continue
        word, fours = book.word[card], book.copy_number[card] >> COPY_BITS
        if word != last_word or fours != last_fours:
            words = card_words(world.luck, word, fours, hidden.shuffles)
            last_word, last_fours = word, fours
        key = (np.int64(words[np.int64(book.copy_number[card] & COPY_MASK)]) << CARD_BITS) | card
        at = size
        while at > 0 and hidden.deck[at - 1] < key:
            hidden.deck[at] = hidden.deck[at - 1]
            at -= 1
        hidden.deck[at] = key
        size += 1
    for at in range(size):
        hidden.deck[at] &= CARD_MASK
    world.table.deck_left = size
    hidden.shuffles += 1
    note(world.log, (SHUFFLED_DECK, size))


@compiled
def draw(world: World, seat: int) -> None:
    """The next card of the deck, into the hand. The discard pile is shuffled into an empty deck; if both are empty,
    there is no draw."""
    table, hidden = world.table, world.hidden
    if table.deck_left == 0:
        if table.discarded == 0:
            return
        cards = 0
        for at in range(table.discarded):
            cards |= 1 << table.discard[at]
        table.discarded = 0
        shuffle_deck(world, cards)
    table.deck_left -= 1
    card = hidden.deck[table.deck_left]
    take_in_hand(world, seat, card)
    artifact = world.book.artifact[card]
    world.tally.artifact[artifact, DEALT] += 1
    note(world.log, (DREW, seat, artifact))


@inlined
def take_in_hand(world: World, seat: int, card: int) -> None:
    """A card joins a hand, behind those that are there longer."""
    table = world.table
    world.hidden.hand[seat, table.held[seat]] = card
    table.held[seat] += 1


@inlined
def leave_hand(world: World, seat: int, place: int) -> int:
    """Takes a card out of a hand and returns it."""
    table, hidden = world.table, world.hidden
    card = hidden.hand[seat, place]
    table.held[seat] -= 1
    for at in range(place, table.held[seat]):
        hidden.hand[seat, at] = hidden.hand[seat, at + 1]
    return card


@inlined
def discard(world: World, seat: int, place: int) -> None:
    """A card of a hand goes to the discard pile."""
    table = world.table
    table.discard[table.discarded] = leave_hand(world, seat, place)
    table.discarded += 1


@inlined
def armed(world: World) -> int:
    """The players with a laser."""
    seats = 0
    for seat in range(world.scenario.players):
        if world.table.aim[seat] != NONE:
            seats |= 1 << seat
    return seats


@inlined
def laser_holders(world: World, user: int) -> int:
    """Whose laser an effect of this user can concern: a reaction only that of the actor."""
    table = world.table
    if table.window == NO_WINDOW:
        return armed(world) & ~(1 << user)
    return (1 << table.actor) & armed(world)


@inlined
def others_with_hidden(world: World, user: int) -> int:
    """The other players who have a hidden recruit."""
    return seats_of(~world.table.exposed & ~row_of(user), world.scenario.players)


@inlined
def closed_players(world: World) -> int:
    """The players without an exposed recruit."""
    players = world.scenario.players
    return ~seats_of(world.table.exposed, players) & ((1 << players) - 1)


@inlined
def others_with_artifacts(world: World, user: int) -> int:
    seats = 0
    for seat in range(world.scenario.players):
        if seat != user and world.table.held[seat] > 0:
            seats |= 1 << seat
    return seats


@compiled
def is_possible(world: World, user: int, artifact: int, at: int) -> bool:
    """Whether effect number `at` of an artifact can be carried out now."""
    table, effect = world.table, world.book.effect[artifact, at]
    if effect == LOOK:
        seen = others_with_hidden(world, user)
        return (seen & armed(world) if world.book.players[artifact, at] == ARMED else seen) != 0
    if effect in (EXPOSE_OWNER, EXPOSE_USER):
        return others_with_hidden(world, user) != 0
    if effect == EXPOSE_CLOSED:
        return closed_players(world) & ~(1 << user) != 0
    if effect == EXPOSE_VIEWED:
        return table.window == INTERROGATED
    if effect == HIDE_ANY:
        return exposed_followers(world) != 0
    if effect == STEAL:
        return others_with_artifacts(world, user) != 0
    if effect == TAKE_LASER:
        return table.aim[user] == NONE and laser_holders(world, user) != 0
    if effect in (DROP_LASER, AIM_LASER):
        return laser_holders(world, user) != 0
    if effect == REDIRECT:
        return table.window == SHOT
    if effect == CANCEL:
        return table.window in (SHOT, ARTIFACT)
    if effect == DRAW:
        return table.deck_left + table.discarded > 0
    return True


@compiled
def usable_artifacts(world: World, seat: int) -> int:
    """The places of a hand with an artifact that can be used now: as an action, or as a reaction in the open window.

    Its owner needs a hidden recruit to pay with, its first effect must be possible before that is paid, and no effect
    may give a player a second laser."""
    table, book = world.table, world.book
    if hidden_of(table, seat) == 0:
        return 0
    may_be_concerned = table.concerned == seat or table.window == ARTIFACT
    usable = 0
    for place in range(table.held[seat]):
        artifact = book.artifact[world.hidden.hand[seat, place]]
        if book.when[artifact] != table.window:
            continue
        if table.window != NO_WINDOW and not (may_be_concerned or book.anybody[artifact]):
            continue
        if book.takes_laser[artifact] and table.aim[seat] != NONE:
            continue
        if is_possible(world, seat, artifact, 0):
            usable |= 1 << place
    return usable
