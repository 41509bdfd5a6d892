"""What differs between two decks, in words: `The Blind Man: no doom → doom`."""

from collections.abc import Iterator

from engine.game.differences import differences, value_in_words
from engine.language.current import counted, said, word
from engine.shipwreck.deck.deck import Card, Deck, Effects
from engine.shipwreck.deck.powers import Power
from engine.shipwreck.deck.sheet import card_words, effect_words, fading_words, power_words, rule_words


def deck_changes(before: Deck, after: Deck) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    return [*_of_numbers(before, after), *_of_fates(before, after), *_of_cards(before, after), *_powers(before, after)]


def _of_numbers(before: Deck, after: Deck) -> Iterator[str]:
    if before.goal != after.goal:
        yield said("score that wins: {was} → {now}", was=before.goal, now=after.goal)
    if before.doom_limit != after.doom_limit:
        yield said("doom that loses: {was} → {now}", was=before.doom_limit, now=after.doom_limit)
    if before.turn_limit != after.turn_limit:
        yield said("turn limit: {was} → {now}", was=before.turn_limit, now=after.turn_limit)


def _of_fates(before: Deck, after: Deck) -> Iterator[str]:
    for fate in sorted({*before.fates, *after.fates}):
        was, now = before.fates.get(fate), after.fates.get(fate)
        copies = [each.copies if each else 0 for each in (was, now)]
        if copies[0] != copies[1]:
            yield said("fates of {fate}: {was} → {now}", fate=fate, was=_tokens(copies[0]), now=_tokens(copies[1]))
        if was and now and was.hours != now.hours:
            yield said("fates of {fate}: {was} → {now}", fate=fate, was=_hours(was.hours), now=_hours(now.hours))


def _of_cards(before: Deck, after: Deck) -> Iterator[str]:
    for key, card in after.cards.items():
        if key not in before.cards:
            name, _, _, *words = card_words(after, key, card)
            yield said("new card: {card} ({words})", card=name, words="; ".join(filter(None, words)))
    for key, card in before.cards.items():
        if key not in after.cards:
            yield said("without {card}", card=word(card.name))
        else:
            sides = [f"{was} → {now}" for was, now in _of_card(before, after, card, after.cards[key]) if was != now]
            yield from ([f"{word(card.name)}: {'; '.join(sides)}"] if sides else [])


def _of_card(before: Deck, after: Deck, was: Card, now: Card) -> Iterator[tuple[str, str]]:
    """Each side of a card, before and after."""
    yield said("called {card}", card=word(was.name)), said("called {card}", card=word(now.name))
    yield _copies(was.copies), _copies(now.copies)
    yield fading_words(was), fading_words(now)
    yield _played(was), _played(now)
    yield from _of_effects(was.effects, now.effects)
    if was.power != now.power:
        yield said("power {power}", power=power_words(before, was.power)), power_words(after, now.power)


def _played(card: Card) -> str:
    if card.play == "true":
        return said("played always")
    return said("played never") if card.play == "false" else said("played if {rule}", rule=rule_words(card.play))


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
    fields = [
        f"{found.path[-1]} {value_in_words(found.before)} → {value_in_words(found.after)}"
        for found in differences(old, new)
        if found.path[-1] in old.keys() & new.keys()
    ]
    if fields:
        yield said("power {power}: {fields}", power=word(was.name), fields="; ".join(fields))


def _tokens(number: int) -> str:
    return counted(number, "{count} token", "{count} tokens")


def _hours(number: int) -> str:
    return counted(number, "{count} hour", "{count} hours")


def _copies(number: int) -> str:
    return counted(number, "{count} copy", "{count} copies")
