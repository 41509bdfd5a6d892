"""The plate with the five runes: throws, modifiers, and which runes lie together."""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.oracle.table.state import (
    ALL_RUNES,
    BONE,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    COIN,
    DIE_1,
    DIE_2,
    DOLL,
    FACES,
    FIRST_MOVE,
    HIRE,
    HOROSCOPE,
    PREDICT,
    RUNES,
    STAFF,
    STARS,
    Scenario,
    World,
)
from engine.oracle.table.streams import TWO_TO_32, clump_words, throw_words
from engine.policy.compiled_game.records import WORDS

NEEDS_NO_RUNES = (1 << HOROSCOPE) | (1 << STAFF) | (1 << HIRE)


@inlined
def lie_together(plate: int, one: int, other: int) -> bool:
    """Whether two runes are in the same half."""
    return ((plate >> one) ^ (plate >> other)) & 1 == 0


@inlined
def dice_with(plate: int, rune: int) -> int:
    """The dice that lie with a rune: 1 for the first, 2 for the second, 3 for both."""
    return lie_together(plate, rune, DIE_1) + 2 * lie_together(plate, rune, DIE_2)


@inlined
def all_together(plate: int) -> bool:
    return plate in (0, ALL_RUNES)


@inlined
def higher_die(plate: int, rune: int, die_1: int, die_2: int) -> int:
    """The higher of the dice that lie with a rune; 0 if none does."""
    best = die_1 if lie_together(plate, rune, DIE_1) else 0
    return max(best, die_2) if lie_together(plate, rune, DIE_2) else best


@compiled
def actions_by_runes(scenario: Scenario, plate: int) -> int:
    """The actions whose runes lie together, as a mask."""
    found = NEEDS_NO_RUNES
    if lie_together(plate, COIN, scenario.plus_rune):
        found |= 1 << CHANGE_PLUS
    if lie_together(plate, COIN, scenario.move_rune):
        found |= 1 << CHANGE_MOVE
    if dice_with(plate, COIN):
        found |= 1 << CHANGE_X
    if dice_with(plate, BONE):
        found |= 1 << STARS
    if dice_with(plate, DOLL):
        found |= 1 << PREDICT
    return found


@inlined
def turned(face: int, modifier: int) -> int:
    """The face of a die after a modifier that changes it by 1; 1 and 4 are neighbours."""
    if modifier & 1:
        return face - 1 if face > 1 else FACES
    return face + 1 if face < FACES else 1


@inlined
def moved(plate: int, modifier: int) -> int:
    """The plate after a modifier that puts a rune into the other half."""
    return plate ^ (1 << (modifier - FIRST_MOVE))


@compiled
def throw(world: World, turn: int, attempt: int) -> None:
    """Throws all runes."""
    table, luck, clump = world.table, world.luck, world.scenario.clump
    bits: int = np.int64(throw_words(luck, turn, attempt)[0])  # type: ignore[assignment]
    table.plate = bits & ALL_RUNES
    table.skull = (bits >> 5) & 1
    table.die[0] = 1 + ((bits >> 6) & 3)
    table.die[1] = 1 + ((bits >> 8) & 3)
    if clump > 0.0:
        favoured = (bits >> 10) & 1
        words = clump_words(luck, turn, attempt, 0)
        for rune in range(RUNES):
            if rune == WORDS:
                words = clump_words(luck, turn, attempt, 1)
            if words[rune % WORDS] < clump * TWO_TO_32:
                table.plate = (table.plate & ~(1 << rune)) | (favoured << rune)
