"""The events of a game, as the kernel writes them: a kind and up to five numbers. `words.telling` turns them into
sentences.

A recruit is its place on the table; a *kind* of recruit is 2 · is it a Leader + is it of Subterra.
"""

from engine.policy.compiled_game.records import plain

(
    ROW_DEALT,  # seat, kinds of its three recruits
    DREW,  # seat, artifact
    SHUFFLED_DECK,  # cards
    TURN,  # turn, seat
    REDREW,  # seat, artifacts discarded
    GAVE,  # seat, to whom, artifact
    PASSED,  # seat
    INTERROGATED_ONE,  # seat, recruit, kind
    USED_ONE,  # seat, artifact
    REACTED_WITH,  # seat, artifact
    TOOK_FROM_MIDDLE,  # seat
    FIRED,  # seat, target
    HID_ONE,  # by whom, recruit, kind
    AIMED_AT,  # holder, target, who decided it
    EXPOSED_ONE,  # recruit, kind, why (as in the column exposed_by)
    SAW,  # seat, recruit, kind
    SHOWED,  # seat, to whom
    SHUFFLED_ROW,  # seat, the old places in their new order: one digit of base 3 each
    SWAPPED,  # by whom, recruit, recruit
    STOLE,  # seat, from whom, artifact
    TOOK_LASER,  # seat, from whom
    DROPPED_LASER,  # seat
    CANCELLED,  # by whom
    REVERSED,  # by whom
    TAKES_NEXT_TURN,  # seat
    HIT,  # shooter, victim
    BECAME_ANARCHIST,  # seat
    ENDED,  # how, winners, killer
) = map(plain, range(28))
