"""The numbers of a card before any game, each recomputed token by token, with legality from the kernel's tables."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import log2
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import load_deck
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.rules.moves import look
from engine.shipwreck.table.state import SLOTS, View
from engine.shipwreck.words.card_numbers import CardNumbers
from engine.shipwreck.words.card_sheet import card_sheet, find_card
from engine.shipwreck.words.positions import Positions, empty_table, tables_of_games
from tests.support.shipwreck import cells
from tests.support.shipwreck.boards import Rows, lay
from tests.support.shipwreck.stepping import Sitting

FULL = load_deck("full")
BASE = load_deck("base")
GAMES = 15

Hand = tuple[int, int]


class ByTheKernel:
    """Legality and answers from the kernel's tables."""

    def __init__(self, cell: Cell) -> None:
        self.sitting = Sitting(cell, 1)
        self.sitting.set_up(0)
        self.names = self.sitting.compiled.cards

    def legal(self, row: list[int], board: Rows) -> list[dict[Hand, bool]]:
        """For each slot, which (played, kept) pairs are legal."""
        table, top = self.sitting.world.table, self.sitting.book.top
        table.row[:] = row
        table.plays = 0
        lay(table, board)
        look(View(self.sitting.world.book, table))
        pairs = [(played, kept) for played in range(1, top + 1) for kept in range(1, top + 1)]
        return [{(p, k): bool(table.forward[slot][p] >> k & 1) for p, k in pairs} for slot in range(SLOTS)]


@pytest.fixture(scope="module")
def kernel() -> ByTheKernel:
    return ByTheKernel(cells.make("full", "mute", doom=0))


@pytest.fixture(scope="module")
def tables() -> Positions:
    return tables_of_games(FULL, cells.make("full", "mute", doom=0), 5, GAMES)


def board_of(tables: Positions, lane: int) -> Rows:
    return [[v for v, n in enumerate(front) for _ in range(n)] for front in tables.fates[lane].tolist()]


def hands(deck: Deck, board: Rows) -> list[Hand]:
    """Every way to draw two of the tokens that are not visible."""
    tokens = Counter({value: fate.copies for value, fate in deck.fates.items()})
    tokens.subtract(value for front in board for value in front)
    return [*permutations(sorted(tokens.elements()), 2)]


def told_bits(drawn: list[Hand], legal: dict[Hand, bool], answer: Any) -> Iterator[tuple[float, int]]:
    """For every legal play, the bits it tells and the number of values it leaves."""
    for played, kept in drawn:
        if legal[played, kept]:
            others = [k for p, k in drawn if p == played]
            agree = [k for k in others if legal[played, k] and answer(played, k) == answer(played, kept)]
            yield -log2(Fraction(len(agree), len(others))), len(set(agree))


def answer_of(name: str) -> Any:
    """The answer of the only card in the box that gives one."""
    return (lambda played, kept: kept > played) if name == "the-chalice" else (lambda played, kept: None)


def mean(values: list[Any]) -> float:
    return float(sum(values)) / len(values)


def close(found: float | None, expected: float) -> None:
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", ["the-deep", "the-chalice", "the-thief", "fortune", "the-north-wind"])
def test_a_card_on_the_empty_table(name: str, kernel: ByTheKernel) -> None:
    card = CardNumbers(empty_table(FULL), name)
    board: Rows = [[], [], [], []]
    legal = kernel.legal([kernel.names.index(name)] * SLOTS, board)[0]
    drawn = hands(FULL, board)
    close(card.hands().value, mean([legal[p, k] or legal[k, p] for p, k in drawn]))
    close(card.plays().value, mean([legal[hand] for hand in drawn]))
    told = [*told_bits(drawn, legal, answer_of(name))]
    if told:
        close(card.bits().value, mean([bits for bits, _ in told]))
        close(card.values_left().value, mean([left for _, left in told]))
    else:
        assert (card.bits().value, card.values_left().value) == (None, None)


@pytest.mark.parametrize("name", ["the-chalice", "iron"])
def test_a_card_on_tables_of_games(name: str, kernel: ByTheKernel, tables: Positions) -> None:
    """The mean over all positions with the card in the row; for a legal play, over all legal plays of all positions."""
    number = kernel.names.index(name)
    lying = tables.only((tables.row == number).any(axis=1))
    card = CardNumbers(lying, name)
    shares, plays, stuck, stuck_without, bits, weight = [], [], [], [], 0.0, 0.0
    for lane, row in enumerate(lying.row.tolist()):
        board, slot = board_of(lying, lane), row.index(number)
        legal, drawn = kernel.legal(row, board), hands(FULL, board_of(lying, lane))
        goes = [[at[p, k] or at[k, p] for at in legal] for p, k in drawn]
        shares.append(mean([places[slot] for places in goes]))
        plays.append(mean([legal[slot][hand] for hand in drawn]))
        stuck.append(mean([not any(places) for places in goes]))
        stuck_without.append(mean([not any(places[:slot] + places[slot + 1 :]) for places in goes]))
        told = [*told_bits(drawn, legal[slot], answer_of(name))]
        bits += sum(each for each, _ in told) / len(drawn)
        weight += len(told) / len(drawn)
    assert len(shares) > 5
    close(card.hands().value, mean(shares))
    close(card.plays().value, mean(plays))
    close(card.stuck_in_row().value, mean(stuck))
    close(card.stuck_in_row(without=True).value, mean(stuck_without))
    if weight:
        close(card.bits().value, bits / weight)


def test_the_tables_are_those_of_the_replay(tables: Positions) -> None:
    cell, names = cells.make("full", "mute", doom=0), sorted(FULL.cards)
    shown = []
    for index in range(GAMES):
        slots = [event for event in SHIPWRECK.replay(cell, 5, index).events if event["event"] == "slot"]
        for at in range(0, len(slots), SLOTS):
            four = slots[at : at + SLOTS]
            shown.append((index, [slot["card"] for slot in four], [slot["fates"] for slot in four]))
    found = [
        (int(game), [names[card] if card >= 0 else None for card in row], board_of(tables, lane))
        for lane, (game, row) in enumerate(zip(tables.game, tables.row.tolist(), strict=True))
    ]
    assert found == shown


def test_numbers_anybody_can_check() -> None:
    """The Deep takes sums up to 5: 42 of 210 hands. Of the 20 tokens besides the played one, The Mirror leaves 2."""
    assert CardNumbers(empty_table(BASE), "the-deep").hands().value == pytest.approx(42 / 210)
    assert CardNumbers(empty_table(BASE), "the-mirror").bits().value == pytest.approx(log2(10))
    assert CardNumbers(empty_table(BASE), "the-mirror").values_left().value == pytest.approx(1)
    assert CardNumbers(empty_table(BASE), "the-blind-man").bits().value == 0


def test_grids_and_bars_are_those_of_the_rule() -> None:
    card = CardNumbers(empty_table(BASE), "dawn")
    assert card.legal_share() == [[float(played > kept) for kept in range(1, 8)] for played in range(1, 8)]
    expected = [None, *(-log2(3 * (played - 1) / 20) for played in range(2, 8))]
    assert card.bits_of_each() == pytest.approx(expected)


def test_a_card_is_found_by_id_or_title() -> None:
    assert find_card(BASE, "the-deep") == find_card(BASE, "The Deep") == find_card(BASE, "the deep") == "the-deep"
    with pytest.raises(BadInput, match="unknown card 'the-dep': did you mean 'the-deep'"):
        find_card(BASE, "The Dep")


def test_the_sheet_is_complete_and_always_the_same(tables: Positions) -> None:
    sheet = card_sheet(FULL, "the-deep", tables, "some games")
    assert sheet == card_sheet(FULL, "the-deep", tables, "some games")
    numbers, overlap = sheet.tables
    assert numbers.rows[0][:3] == ["hands that can be played here", "20.0 %", "29 of 36"]
    assert [len(row) for table in sheet.tables for row in table.rows] == [4] * 7 + [5] * 35
    assert {row[0] for row in overlap.rows} == {card.name for card in FULL.cards.values()} - {"The Deep"}
    assert any("some games" in note for note in sheet.notes)
    assert len(sheet.panels) == 4
    thief = card_sheet(FULL, "the-thief", tables, "some games")
    assert thief.tables[0].rows[2] == ["bits that a play here tells about the kept fate", "–", "–", "–"]
    never_dealt = card_sheet(FULL, "the-deep", tables.only(np.zeros(len(tables.game), np.bool_)), "no games")
    assert {row[3] for row in never_dealt.tables[0].rows} == {"–", ""}


def test_the_game_samples_its_own_tables() -> None:
    sheet = SHIPWRECK.pieces.piece_sheet("The Deep", "base", print)
    assert sheet.title == "The Deep (the-deep), Base game"
    assert "may be played if: sum <= 5" in sheet.lines
    assert any("of 400 games of base/novice/players3/doom0, seed 1" in note for note in sheet.notes)
    share, error = sheet.tables[0].rows[0][3].split(" ± ")
    assert 10 < float(share.removesuffix(" %")) < 30
    assert 0 < float(error.removesuffix(" %")) < 1
