"""The events of a game, as the kernel writes them: a kind and up to seven numbers. `words.telling` turns them into
sentences."""

from engine.policy.compiled_game.records import plain

(
    SEATED,  # seat, receptacle, level
    ROUND,  # round, captain, location, points, Vortex, return card, slack
    RESERVES,  # reserve of each seat, free refreshes left
    ENTERED,  # seat, location, 1 if the Azrak stays on the location
    TOOK,  # seat, card
    READ,  # seat, card, kind, attribute, difficulty, 1 if for the first time
    PUT_BACK,  # seat, card, 1 if it was expelled
    EXPLORED,  # seat, card put back or NONE, card taken, 1 if free
    STAYED,  # seat
    BEGAN_TEST,  # seat, kind, attribute, difficulty, attribute's value
    PAID_EXTRA,  # seat, how many, tester
    FATE,  # value, sum, difficulty, result, cards left in the pile
    SHUFFLED,  #
    SCORED,  # points, points in all
    LOST_AZRAK,  # seat
    EMERGENCY_REFRESH,  # seat, Azrak taken, 1 if free
    LOST_CONNECTION,  # seat
    FIGHT,  # life
    DAMAGE,  # damage, life
    REFRESHED,  # 1 if free
    DEALT,  # reserve of each seat, Vortex, return card
    ENDED,  # how, points, return card
) = map(plain, range(22))
