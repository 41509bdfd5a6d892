"""The events of a game, as the kernel writes them: a kind and up to seven numbers. `words.telling` turns them into
sentences."""

from engine.policy.compiled_game.records import plain

(
    DAY,  # day
    ARRIVED,  # colour
    DREW,  # seat, hour, colour, second colour or NONE
    STRUCK,  # prediction, its colour, icons left
    HIT,  # prediction, its colour, icons left
    THREW,  # turn, hour, runes in the second half, die 1, die 2, skull, rethrown before
    MODIFIED,  # modifier, runes in the second half, die 1, die 2
    ACTED,  # action, hours
    IDLED,  # hours
    DREW_LINE,  # edge
    CLOSED,  # good, colour, first cell, second cell or NONE
    GAINED,  # good, colour, paid by
    LOST,  # good
    CORRUPTED,  # why
    CLEANSED,  # left
    WROTE,  # row, box, number
    DROPPED,  # number
    BOX_PAYS,  # reward
    PUT_X,  # faction
    MARKED,  # faction
    NO_PLACE,  # reward
    FORETOLD,  # colour, icons
    FILLED_BOX,  # kind, how many
    HIRED,  # ability
    USED,  # ability
    RIVAL,  # seat, hours
    MARKET,  # sponsorships
    ENDED,  # worth, corruption
) = map(plain, range(28))

BY_CLUMP, BY_SKULL, BY_CROSS = map(plain, range(3))
