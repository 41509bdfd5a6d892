"""Sets up a game: recruits, lasers, artifacts, and an empty tally."""

from engine.euphoria.rules.artifacts import draw, shuffle_deck
from engine.euphoria.rules.recruits import kind_of, row_of, side_of_cards
from engine.euphoria.table.events import ROW_DEALT
from engine.euphoria.table.state import GOING_ON, NO_WINDOW, NONE, ROW, SUBTERRA, Tally, World
from engine.euphoria.table.streams import recruit_words
from engine.kernel.compiled import compiled, inlined
from engine.kernel.rng import number_below
from engine.policy.compiled_game.records import WORDS, clearing, note

clear_tally = clearing(Tally, kept=["artifact"])


@compiled
def set_up(world: World) -> None:
    table, players = world.table, world.scenario.players
    table.turn = 0
    table.seat = 0
    table.direction = 1
    table.turned = 0
    table.next_seat = NONE
    table.exposed = 0
    table.anarchists = 0
    table.middle = world.scenario.lasers
    table.window = NO_WINDOW
    table.actor = NONE
    table.concerned = NONE
    table.viewed = NONE
    table.in_use = NONE
    table.cancelled = 0
    table.end = GOING_ON
    table.winners = 0
    table.killer = NONE
    table.fault = 0
    for seat in range(players):
        table.known[seat] = row_of(seat)
        table.aim[seat] = NONE
        table.held[seat] = 0
    clear_tally(world.tally)
    world.tally.turned_by = NONE
    deal_recruits(world)
    deal_artifacts(world)


@inlined
def deal_recruits(world: World) -> None:
    """The Leaders to two different players, random Followers to all other places; what is left over leaves unseen.

    Every place has a random number of its own, so that games with other counts deal as much alike as they can."""
    hidden, players, tally = world.hidden, world.scenario.players, world.tally
    words = recruit_words(world.luck, 0)
    first = number_below(words[0], players)
    second = (first + 1 + number_below(words[1], players - 1)) % players
    euphoria, subterra = ROW * first + number_below(words[2], ROW), ROW * second + number_below(words[3], ROW)
    hidden.leaders = (1 << euphoria) | (1 << subterra)
    hidden.subterra = 1 << subterra
    left = 2 * world.scenario.followers
    left_subterra = world.scenario.followers
    for recruit in range(ROW * players):
        if recruit % WORDS == 0:
            words = recruit_words(world.luck, 1 + recruit // WORDS)
        if (hidden.leaders >> recruit) & 1:
            continue
        if number_below(words[recruit % WORDS], left) < left_subterra:
            hidden.subterra |= 1 << recruit
            left_subterra -= 1
        left -= 1
    for seat in range(players):
        if side_of_cards(hidden.leaders, hidden.subterra, seat) == SUBTERRA:
            tally.sides |= 1 << seat
        if hidden.leaders & row_of(seat):
            tally.leaders |= 1 << seat
        if world.log.listens:
            at = ROW * seat
            kinds = (kind_of(hidden, at), kind_of(hidden, at + 1), kind_of(hidden, at + 2))
            note(world.log, (ROW_DEALT, seat, kinds[0], kinds[1], kinds[2]))


@inlined
def deal_artifacts(world: World) -> None:
    """Some to each player, one round after the other."""
    table, book = world.table, world.book
    table.discarded = 0
    table.deck_left = 0
    world.hidden.shuffles = 0
    if book.cards == 0:
        return
    shuffle_deck(world, (1 << book.cards) - 1)
    for _ in range(world.scenario.start_artifacts):
        for seat in range(world.scenario.players):
            draw(world, seat)
