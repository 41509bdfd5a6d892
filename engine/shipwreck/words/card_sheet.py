"""The sheet of a card before any game: its rule in words, and what follows from the rule in numbers."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.configs import unknown_word
from engine.game.sheets import Bars, Panel, PieceSheet, Shares, Sheet
from engine.language.current import percent, rules, said, word
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.sheet import card_words, header
from engine.shipwreck.words.card_numbers import CardNumbers, Estimate
from engine.shipwreck.words.positions import Positions, empty_table

NONE = "–"


class Overlap(NamedTuple):
    """How much two cards have in common: shares of the plays legal in typical positions, and the last of them in the
    empty position."""

    card: str
    legal_there: float | None
    legal_here: float | None
    at_both: float | None
    at_both_if_empty: float | None


def find_card(deck: Deck, name: str) -> str:
    """The id of a card, by its id or its title, in upper or lower case."""
    wanted = "-".join(name.lower().split())
    for key, card in deck.cards.items():
        if wanted in (key, "-".join(card.name.lower().split())):
            return key
    raise unknown_word("card", wanted, deck.cards)


def card_sheet(deck: Deck, key: str, typical: Positions, sample: str) -> PieceSheet:
    """The whole sheet of a card; `sample` says in words where the typical positions come from."""
    numbers = sorted(deck.cards)
    lying = typical.only((typical.row == numbers.index(key)).any(axis=1))
    empty, seen = CardNumbers(empty_table(deck), key), CardNumbers(lying, key)
    title, *words = card_words(deck, key, deck.cards[key])
    lines = [f"{head}: {text}" for head, text in zip(header()[2:], words[1:], strict=True) if text]
    overlaps = _overlaps(deck, key, empty, seen)
    return PieceSheet(
        f"{title} ({key}), {word(deck.name)}",
        lines,
        [_main(deck, key, empty, seen), _overlap_table(overlaps)],
        _notes(len(seen.tables.game), sample),
        _panels(deck, empty, seen, overlaps),
    )


def _main(deck: Deck, key: str, empty: CardNumbers, seen: CardNumbers) -> Sheet:
    all_empty = {name: CardNumbers(empty_table(deck), name) for name in deck.cards}

    def line(text: str, ask: Callable[[CardNumbers], Estimate], show: Callable[[float], str]) -> list[str]:
        rank = _rank(key, {name: ask(card).value for name, card in all_empty.items()})
        return [text, _shown(ask(empty), show), rank, _shown(ask(seen), show)]

    with_it, without, any_four = empty.stuck_in_random_row()
    stuck = {name: card.stuck_in_random_row()[0] for name, card in all_empty.items()}
    rows = [
        line(said("hands that can be played here"), CardNumbers.hands, _share),
        line(said("(played, kept) pairs that are legal"), CardNumbers.plays, _share),
        line(said("bits that a play here tells about the kept fate"), CardNumbers.bits, _decimal),
        line(said("values that the kept fate can have after it"), CardNumbers.values_left, _decimal),
        [
            said("hands sent to The Hours, with this card in the row"),
            _share(with_it),
            _rank(key, stuck),
            _shown(seen.stuck_in_row(), _share),
        ],
        [said("… with its slot empty"), _share(without), "", _shown(seen.stuck_in_row(without=True), _share)],
        [said("… with any card in its place"), _share(any_four), "", ""],
    ]
    return Sheet(said("In numbers"), ["", said("empty position"), said("rank"), said("typical positions (± SE)")], rows)


def _overlaps(deck: Deck, key: str, empty: CardNumbers, seen: CardNumbers) -> list[Overlap]:
    """The overlap with every other card, the largest first."""
    found = [
        Overlap(word(deck.cards[name].name), *seen.overlap(number), empty.overlap(number)[2])
        for number, name in enumerate(empty.names)
        if name != key
    ]
    return sorted(found, key=lambda each: (-(each.at_both or 0.0), -(each.at_both_if_empty or 0.0)))


def _overlap_table(overlaps: list[Overlap]) -> Sheet:
    heads = [
        word("card"),
        said("legal here, also there"),
        said("legal there, also here"),
        said("legal at both, of either"),
        said("… empty position"),
    ]
    rows = [[card, *(NONE if share is None else _share(share) for share in shares)] for card, *shares in overlaps]
    return Sheet(said("Overlap in typical positions"), heads, rows)


def _panels(deck: Deck, empty: CardNumbers, seen: CardNumbers, overlaps: list[Overlap]) -> list[Panel]:
    values = [str(value) for value in range(1, max(deck.fates) + 1)]
    both = {said("empty position"): empty, said("typical positions"): seen}
    grids = [
        Shares(title, said("played"), said("kept"), values, values, card.legal_share())
        for title, card in (
            (said("Legal plays, empty position"), empty),
            (said("Legal plays, typical positions"), seen),
        )
    ]
    bits = {name: card.bits_of_each() for name, card in both.items()}
    shares = {
        said("empty position"): [each.at_both_if_empty for each in overlaps],
        said("typical positions"): [each.at_both for each in overlaps],
    }
    names = [each.card for each in overlaps]
    return [
        *grids,
        Bars(said("What a play tells about the kept fate"), said("played"), said("bits"), values, bits),
        Bars(said("Plays legal at both cards, of those legal at either"), "", "%", names, shares, lying=True),
    ]


def _notes(tables: int, sample: str) -> list[str]:
    return [
        said(
            "A hand is two fates drawn at random from all that are not visible. Ranks are for the empty position, 1 "
            "for the largest number. SE is the standard error of the sample, omitted where it is below the last digit."
        ),
        said(
            "Typical positions: the {tables:,} with this card in the row at the start of a turn, of {sample}.",
            tables=tables,
            sample=sample,
        ),
        said("In the empty position, the rest of the row is dealt at random, and the chance is exact."),
        said(
            "Bits are what the rule and the card's own question tell; what people conclude from the choice of a card "
            "comes in addition."
        ),
    ]


def _rank(key: str, values: Mapping[str, float | None]) -> str:
    """`3 of 20`, the largest first; equal values share the better rank."""
    mine = values[key]
    if mine is None:
        return NONE
    known = [value for value in values.values() if value is not None]
    rank = 1 + sum(value > mine + 1e-12 for value in known)
    return said("{rank} of {pieces}", rank=rank, pieces=len(known))


def _shown(estimate: Estimate, show: Callable[[float], str]) -> str:
    if estimate.value is None:
        return NONE
    error = show(estimate.error)
    return show(estimate.value) + (f" ± {error}" if error != show(0.0) else "")


def _share(value: float) -> str:
    return percent(value, apart=" ")


def _decimal(value: float) -> str:
    return rules().number(f"{value:.2f}")
