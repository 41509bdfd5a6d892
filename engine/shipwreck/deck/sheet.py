"""A deck in words: one line per card."""

from engine.game.sheets import Sheet
from engine.language.current import counted, said, word
from engine.shipwreck.deck.deck import Card, Deck, Effects
from engine.shipwreck.deck.powers import Discard, Question


def header() -> list[str]:
    """What heads the words about a card."""
    return [
        word("card"),
        said("id"),
        said("ability"),
        said("fades"),
        said("may be played if"),
        said("effect"),
        said("power on the back"),
    ]


def deck_sheet(deck: Deck) -> Sheet:
    tokens = ", ".join(
        said("{value}×{copies} ({hours} h)", value=value, copies=fate.copies, hours=fate.hours)
        for value, fate in sorted(deck.fates.items())
    )
    title = said(
        "{name}: {cards} cards, rules {rules}, {digest}. Fates {tokens}.",
        name=word(deck.name),
        cards=deck.size,
        rules=deck.rules,
        digest=deck.digest[:8],
        tokens=tokens,
    )
    return Sheet(title, header(), [card_words(deck, key, card) for key, card in deck.cards.items()])


def card_words(deck: Deck, key: str, card: Card) -> list[str]:
    """The words about one card, in the order of the header."""
    copies = f" ×{card.copies}" if card.copies > 1 else ""
    return [
        word(card.name) + copies,
        key,
        word(card.ability),
        fading_words(card),
        rule_words(card.play),
        "; ".join(effect for _, *effects in effect_words(card.effects) for effect in effects),
        power_words(deck, card.power),
    ]


def rule_words(rule: str) -> str:
    """When a fate may be played."""
    return said("always") if rule == "true" else said("never") if rule == "false" else rule


def fading_words(card: Card) -> str:
    """When a card fades."""
    if card.moons is not None:
        return counted(card.moons, "{count} moon", "{count} moons")
    assert card.fades is not None
    if card.fades.on_play:
        return said("when {rule} is played", rule=card.fades.on_play)
    return said("if {rule}", rule=card.fades.at_end)


def effect_words(effects: Effects) -> list[tuple[str, ...]]:
    """What a card does besides allowing plays: for each kind of effect a word for its absence, then the effects of that
    kind that it has."""
    guesses = effects.extra_guesses
    hours = [said("a {fate} counts {hours} h", fate=fate, hours=each) for fate, each in sorted(effects.hours.items())]
    return [
        (said("doom"), *([said("no doom")] if effects.no_doom else [])),
        (said("tells nothing"), *([said("tells whether {rule}", rule=effects.tells)] if effects.tells else [])),
        (said("one draw"), *([said("draw and play again")] if effects.draws_again else [])),
        (
            said("no extra guess"),
            *([counted(guesses, "{count} extra guess", "{count} extra guesses")] if guesses else []),
        ),
        (said("usual hours"), *hours),
        (said("steals nothing"), *([said("steals a {fate}", fate=effects.steals)] if effects.steals else [])),
    ]


def power_words(deck: Deck, key: str) -> str:
    """A power by its title, with its rule."""
    power = deck.powers[key]
    rule = power.ask if isinstance(power, Question) else power.discards if isinstance(power, Discard) else ""
    return f"{word(power.name)} ({rule})" if rule else word(power.name)
