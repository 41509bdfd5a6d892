"""A deck in words: one line per card."""

from engine.game.sheets import Sheet
from engine.shipwreck.deck.deck import Card, Deck
from engine.shipwreck.deck.powers import Discard, Question

HEADER = ["card", "id", "ability", "fades", "may be played if", "effect", "power on the back"]


def deck_sheet(deck: Deck) -> Sheet:
    tokens = ", ".join(f"{value}×{fate.copies} ({fate.hours} h)" for value, fate in sorted(deck.fates.items()))
    title = f"{deck.name}: {deck.size} cards, rules {deck.rules}, {deck.digest[:8]}. Fates {tokens}."
    return Sheet(title, HEADER, [card_words(deck, key, card) for key, card in deck.cards.items()])


def card_words(deck: Deck, key: str, card: Card) -> list[str]:
    """The words about one card, in the order of HEADER."""
    copies = f" ×{card.copies}" if card.copies > 1 else ""
    return [
        card.name + copies,
        key,
        card.ability,
        _fades(card),
        {"true": "always", "false": "never"}.get(card.play, card.play),
        "; ".join(_effects(card)),
        _power(deck, card.power),
    ]


def _fades(card: Card) -> str:
    if card.moons is not None:
        return f"{card.moons} moon{'s' if card.moons > 1 else ''}"
    assert card.fades is not None
    return f"when {card.fades.on_play} is played" if card.fades.on_play else f"if {card.fades.at_end}"


def _effects(card: Card) -> list[str]:
    effects, words = card.effects, []
    if effects.no_doom:
        words.append("no doom")
    if effects.tells:
        words.append(f"tells whether {effects.tells}")
    if effects.draws_again:
        words.append("draw and play again")
    if effects.extra_guesses:
        words.append(f"{effects.extra_guesses} extra guess{'es' if effects.extra_guesses > 1 else ''}")
    words += [f"a {value} counts {hours} h" for value, hours in sorted(effects.hours.items())]
    if effects.steals:
        words.append(f"steals a {effects.steals}")
    return words


def _power(deck: Deck, key: str) -> str:
    power = deck.powers[key]
    if isinstance(power, Question):
        return f"{power.name} ({power.ask})"
    return f"{power.name} ({power.discards})" if isinstance(power, Discard) else power.name
