"""The sheet of a card before any game: its rule in words, and what follows from the rule in numbers."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.configs import unknown_word
from engine.game.sheets import Bars, Panel, PieceSheet, Shares, Sheet
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.sheet import HEADER, card_words
from engine.shipwreck.words.card_numbers import CardNumbers, Estimate
from engine.shipwreck.words.positions import Positions, empty_table

EMPTY, TYPICAL = "empty position", "typical positions"
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
    lines = [f"{head}: {text}" for head, text in zip(HEADER[2:], words[1:], strict=True) if text]
    overlaps = _overlaps(deck, key, empty, seen)
    return PieceSheet(
        f"{title} ({key}), {deck.name}",
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
        line("hands that can be played here", CardNumbers.hands, _share),
        line("(played, kept) pairs that are legal", CardNumbers.plays, _share),
        line("bits that a play here tells about the kept fate", CardNumbers.bits, _decimal),
        line("values that the kept fate can have after it", CardNumbers.values_left, _decimal),
        [
            "hands sent to The Hours, with this card in the row",
            _share(with_it),
            _rank(key, stuck),
            _shown(seen.stuck_in_row(), _share),
        ],
        ["… with its slot empty", _share(without), "", _shown(seen.stuck_in_row(without=True), _share)],
        ["… with any card in its place", _share(any_four), "", ""],
    ]
    return Sheet("In numbers", ["", EMPTY, "rank", f"{TYPICAL} (± SE)"], rows)


def _overlaps(deck: Deck, key: str, empty: CardNumbers, seen: CardNumbers) -> list[Overlap]:
    """The overlap with every other card, the largest first."""
    found = [
        Overlap(deck.cards[name].name, *seen.overlap(number), empty.overlap(number)[2])
        for number, name in enumerate(empty.names)
        if name != key
    ]
    return sorted(found, key=lambda each: (-(each.at_both or 0.0), -(each.at_both_if_empty or 0.0)))


def _overlap_table(overlaps: list[Overlap]) -> Sheet:
    header = ["card", "legal here, also there", "legal there, also here", "legal at both, of either"]
    rows = [[card, *(NONE if share is None else _share(share) for share in shares)] for card, *shares in overlaps]
    return Sheet(f"Overlap in {TYPICAL}", [*header, f"… {EMPTY}"], rows)


def _panels(deck: Deck, empty: CardNumbers, seen: CardNumbers, overlaps: list[Overlap]) -> list[Panel]:
    values = [str(value) for value in range(1, max(deck.fates) + 1)]
    both = {EMPTY: empty, TYPICAL: seen}
    grids = [
        Shares(f"Legal plays, {name}", "played", "kept", values, values, card.legal_share())
        for name, card in both.items()
    ]
    bits = {name: card.bits_of_each() for name, card in both.items()}
    shares = {EMPTY: [each.at_both_if_empty for each in overlaps], TYPICAL: [each.at_both for each in overlaps]}
    names = [each.card for each in overlaps]
    return [
        *grids,
        Bars("What a play tells about the kept fate", "played", "bits", values, bits),
        Bars("Plays legal at both cards, of those legal at either", "", "%", names, shares, lying=True),
    ]


def _notes(tables: int, sample: str) -> list[str]:
    return [
        "A hand is two fates drawn at random from all that are not visible. Ranks are for the empty position, 1 for "
        "the largest number. SE is the standard error of the sample, omitted where it is "
        "below the last digit.",
        f"Typical positions: the {tables:,} with this card in the row at the start of a turn, of {sample}.",
        "In the empty position, the rest of the row is dealt at random, and the chance is exact.",
        "Bits are what the rule and the card's own question tell; what people conclude from the choice of a card comes "
        "in addition.",
    ]


def _rank(key: str, values: Mapping[str, float | None]) -> str:
    """`3 of 20`, the largest first; equal values share the better rank."""
    mine = values[key]
    if mine is None:
        return NONE
    known = [value for value in values.values() if value is not None]
    return f"{1 + sum(value > mine + 1e-12 for value in known)} of {len(known)}"


def _shown(estimate: Estimate, show: Callable[[float], str]) -> str:
    if estimate.value is None:
        return NONE
    error = show(estimate.error)
    return show(estimate.value) + (f" ± {error}" if error != show(0.0) else "")


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _decimal(value: float) -> str:
    return f"{value:.2f}"
