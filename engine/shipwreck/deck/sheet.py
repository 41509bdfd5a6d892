"""A deck in words: one line per card."""

from engine.game.sheets import Sheet
from engine.shipwreck.deck.deck import Card, Deck, Effects
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
        fading_words(card),
        rule_words(card.play),
        "; ".join(word for _, *words in effect_words(card.effects) for word in words),
        power_words(deck, card.power),
    ]


def rule_words(rule: str) -> str:
    """When a fate may be played."""
    return {"true": "always", "false": "never"}.get(rule, rule)


def fading_words(card: Card) -> str:
    """When a card fades."""
    if card.moons is not None:
        return f"{card.moons} moon{'s' if card.moons > 1 else ''}"
    assert card.fades is not None
    return f"when {card.fades.on_play} is played" if card.fades.on_play else f"if {card.fades.at_end}"


def effect_words(effects: Effects) -> list[tuple[str, ...]]:
    """What a card does besides allowing plays: for each kind of effect a word for its absence, then the effects of that
    kind that it has."""
    guesses = effects.extra_guesses
    return [
        ("doom", *(["no doom"] if effects.no_doom else [])),
        ("tells nothing", *([f"tells whether {effects.tells}"] if effects.tells else [])),
        ("one draw", *(["draw and play again"] if effects.draws_again else [])),
        ("no extra guess", *([f"{guesses} extra guess{'es' if guesses > 1 else ''}"] if guesses else [])),
        ("usual hours", *(f"a {value} counts {hours} h" for value, hours in sorted(effects.hours.items()))),
        ("steals nothing", *([f"steals a {effects.steals}"] if effects.steals else [])),
    ]


def power_words(deck: Deck, key: str) -> str:
    """A power by its title, with its rule."""
    power = deck.powers[key]
    if isinstance(power, Question):
        return f"{power.name} ({power.ask})"
    return f"{power.name} ({power.discards})" if isinstance(power, Discard) else power.name
