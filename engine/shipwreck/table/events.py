"""The events of a game, as the kernel writes them: a kind and up to six numbers. `words.telling` turns them into
sentences."""

from engine.policy.compiled_game.records import plain

(
    SET_UP,  # seats, doom
    TURN,  # turn, player, score, doom, top of the deck, number line
    SLOT,  # slot, card, hours, fates (5 bits a value), 1 if slowed, 1 if amplified
    JOINED,  # player, after player
    LEFT,  # player, fate
    DREW,  # one fate, the other (0: the bag was empty), 1 if the first was in the hand already
    SKIPPED,  # fates in hand
    PLAYED_ON,  # value, place, kept, old token
    SLIPPED_ON,  # value, place, kept
    SHIFTED,  # value, slot (NONE: back to the bag)
    TOLD,  # card, answer
    GRANTED,  # card, extra guesses
    STOLE,  # value, from slot, to slot
    STOLE_NOTHING,  # slot
    SPENT,  # card, power, slot, value, other slot
    PAID,  # second card paid
    ANSWERED,  # power, X, answer
    ANNOUNCED_FALL,  # slot, fades
    LINE,  # player, values
    REVEALED,  # player, value
    PREDICTED,  # values, kept, right
    TRACKS,  # score, doom
    FADING,  # slot, card, doom
    AMPLIFIED,  # slot, extra score
    DEALT_TO,  # slot, card (NONE: the deck is empty)
    ATTACHED,  # card, slot
    UNDER,  # card, leaves the game
    ENDED,  # reason
) = map(plain, range(28))
