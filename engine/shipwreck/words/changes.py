"""What differs between two decks, in words: `The Blind Man: no doom → doom`."""

from collections.abc import Iterator

from engine.game.differences import differences, value_in_words
from engine.shipwreck.deck.deck import Card, Deck, Effects
from engine.shipwreck.deck.powers import Power
from engine.shipwreck.deck.sheet import card_words, effect_words, fading_words, power_words, rule_words

NUMBERS = {"goal": "score that wins", "doom_limit": "doom that loses", "turn_limit": "turn limit"}


def deck_changes(before: Deck, after: Deck) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    return [*_of_numbers(before, after), *_of_fates(before, after), *_of_cards(before, after), *_powers(before, after)]


def _of_numbers(before: Deck, after: Deck) -> Iterator[str]:
    for field, words in NUMBERS.items():
        was, now = getattr(before, field), getattr(after, field)
        if was != now:
            yield f"{words}: {was} → {now}"


def _of_fates(before: Deck, after: Deck) -> Iterator[str]:
    for value in sorted({*before.fates, *after.fates}):
        was, now = before.fates.get(value), after.fates.get(value)
        copies = [fate.copies if fate else 0 for fate in (was, now)]
        if copies[0] != copies[1]:
            yield f"fates of {value}: {_counted(copies[0], 'token')} → {_counted(copies[1], 'token')}"
        if was and now and was.hours != now.hours:
            yield f"fates of {value}: {_counted(was.hours, 'hour')} → {_counted(now.hours, 'hour')}"


def _of_cards(before: Deck, after: Deck) -> Iterator[str]:
    for key, card in after.cards.items():
        if key not in before.cards:
            name, _, _, *words = card_words(after, key, card)
            yield f"new card: {name} ({'; '.join(filter(None, words))})"
    for key, card in before.cards.items():
        if key not in after.cards:
            yield f"without {card.name}"
        else:
            said = [f"{was} → {now}" for was, now in _of_card(before, after, card, after.cards[key]) if was != now]
            yield from ([f"{card.name}: {'; '.join(said)}"] if said else [])


def _of_card(before: Deck, after: Deck, was: Card, now: Card) -> Iterator[tuple[str, str]]:
    """Each side of a card, before and after."""
    yield f"called {was.name}", f"called {now.name}"
    yield _counted(was.copies, "copy", "copies"), _counted(now.copies, "copy", "copies")
    yield fading_words(was), fading_words(now)
    yield _played(was), _played(now)
    yield from _of_effects(was.effects, now.effects)
    if was.power != now.power:
        yield f"power {power_words(before, was.power)}", power_words(after, now.power)


def _played(card: Card) -> str:
    rule = rule_words(card.play)
    return f"played {rule}" if rule in ("always", "never") else f"played if {rule}"


def _of_effects(was: Effects, now: Effects) -> Iterator[tuple[str, str]]:
    """Effect by effect, each with a word for its absence."""
    for (absent, *before), (_, *after) in zip(effect_words(was), effect_words(now), strict=True):
        yield "; ".join(before) or absent, "; ".join(after) or absent


def _powers(before: Deck, after: Deck) -> Iterator[str]:
    for key, power in before.powers.items():
        if key in after.powers:
            yield from _of_power(power, after.powers[key])


def _of_power(was: Power, now: Power) -> Iterator[str]:
    old, new = (power.model_dump(exclude={"name"}) for power in (was, now))
    said = [
        f"{found.path[-1]} {value_in_words(found.before)} → {value_in_words(found.after)}"
        for found in differences(old, new)
        if found.path[-1] in old.keys() & new.keys()
    ]
    if said:
        yield f"power {was.name}: {'; '.join(said)}"


def _counted(number: int, what: str, several: str = "") -> str:
    return f"{number} {what if number == 1 else several or f'{what}s'}"
