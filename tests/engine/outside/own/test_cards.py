"""Cards that a game of one's own declares: as its rules see them, in files, and what is counted about them."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.configs import look_beside
from engine.errors import BadInput, BrokenRule, FatecastError
from engine.game.cell import Cell
from engine.outside.own.author import Table
from engine.outside.own.cards.card import Card, Pack
from engine.outside.own.cards.exchange import MASK, NOTHING, Draw, chosen_draw, partner, scrambled
from engine.outside.own.cards.notes import DRAWN, HELD, IN_GAME, LEFT, USED
from engine.outside.own.cards.played import pack_of
from engine.outside.own.cards.tally import COUNTERS, Games, counted
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from engine.outside.own.play import play_batch, replay_game, tables
from tests.support.card_game import BESIDE, CARDS, REEF, as_toml, card_game, with_cards

NAMES = [column.name for column in COUNTERS]


def cell_of(game: OwnGame, players: int = 2, **grid: object) -> Cell:
    return game.cells(game.resolve({"players": [players], **grid}, "test"))[0]


def counts(game: OwnGame, cell: Cell, games: int = 200, seed: int = 3) -> dict[str, dict[str, int]]:
    with plain_only():
        batch = play_batch(game.edition, cell, seed, 0, games)
    assert game.pieces is not None
    return {
        card: dict(zip(NAMES, map(int, row), strict=True))
        for card, row in zip(game.pieces.names(cell), batch.pieces, strict=True)
    }


# As the rules see them


def test_a_card_is_known_by_its_id_and_has_its_fields() -> None:
    pack = Pack({"cards": {"rope": {"power": 1, "copies": 2}, "kraken": {"power": 9, "copies": 1, "name": "Kraken"}}})
    rope, kraken = (pack.card(key) for key in ("rope", "kraken"))
    assert (kraken.power, kraken.name, str(kraken), repr(kraken)) == (9, "Kraken", "Kraken", "kraken")
    assert rope.name == "rope"
    assert kraken < rope
    assert max([rope, kraken]) is rope
    assert kraken == Card(5, "kraken", {"power": 1})
    assert kraken != rope
    assert kraken != "kraken"
    for same in (copy.copy(kraken), copy.deepcopy(kraken), pickle.loads(pickle.dumps(kraken))):
        assert same == kraken
        assert same.power == 9
    with pytest.raises(BrokenRule, match=r"kraken[.]power: the numbers of a card stay the same in a game"):
        kraken.power = 4
    with pytest.raises(BrokenRule, match=r"kraken[.]powr: expected one of copies, id, name, power"):
        _ = kraken.powr


def test_the_table_has_all_copies_in_the_order_of_their_ids() -> None:
    game = card_game()
    cell = cell_of(game)
    table = tables(game.edition, cell, cell.spec["policy"], 1)(0, False)
    assert [card.id for card in table.cards] == [
        *["anchor"] * 3, *["dragon"] * 2, *["gull"] * 4, "kraken", *["rope"] * 4, *["whale"] * 2,
    ]  # fmt: skip
    assert table.card("rope").sort == "tool"
    assert table.card("gull").sort == ""
    with pytest.raises(BrokenRule, match=r"card 'krake': expected one of anchor, dragon"):
        table.card("krake")
    with pytest.raises(BrokenRule, match=r"use: expected one of table[.]cards, not 'kraken'"):
        table.use(0, "kraken")  # type: ignore[arg-type]
    with pytest.raises(BrokenRule, match=r"there is no seat 2"):
        table.use(2, table.card("rope"))


# In files and in the text


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"kraken": 9}, "cards: expected a table for each id, got 'kraken': 9"),
        ({"Kraken": {"power": 9}}, "expected an id of at most 40 lower-case letters, digits and hyphens"),
        ({"<script>": {"power": 9}}, "expected an id of at most 40 lower-case letters, digits and hyphens"),
        ({"kraken": {"power": [9]}}, "cards.kraken.power: expected a number, a word, or true or false, got a list"),
        (
            {"kraken": {"power": 9}, "rope": {"power": "one"}},
            'cards.rope.power: expected a number, as others have it, got "one"',
        ),
        (
            {"kraken": {"power": 9}, "rope": {"power": 1}, "gull": {"powr": 1}},
            "cards.gull.powr: only this one has it; did you mean 'power'?",
        ),
        ({"kraken": {"Power": 9}}, "cards.kraken.Power: expected a name of small letters, digits and _, such as power"),
        ({"kraken": {"class": 9}}, "cards.kraken.class: expected a name of small letters"),
        ({"kraken": {"copy": 9}}, "cards.kraken.copy: this word has another meaning here; choose another name"),
        ({"kraken": {"model_dump": 9}}, "cards.kraken.model_dump: this word has another meaning here"),
        ({"kraken": {"id": 9}}, "cards.kraken.id: every card has this already; choose another name"),
        ({"kraken": {"copies": 1_000_000}}, "cards.kraken.copies: expected an integer from 0 to 1000, got 1000000"),
        ({"kraken": {"copies": 0}}, "cards: expected 1 to 1,024 cards with all copies, got 0"),
        ({f"k{n}": {"copies": 1000} for n in range(2)}, "cards: expected 1 to 1,024 cards with all copies, got 2,000"),
        ({f"k{n}": {"power": 1} for n in range(257)}, "cards: expected at most 256 cards, got 257"),
        ({"kraken": {f"field_{'x' * n}": 1 for n in range(60)}}, "cards.kraken.field_"),
        ({"kraken": {f"f{n}x": 1 for n in range(10, 90)}}, "cards: expected at most 50 fields, got 81"),
        ({"kraken": {"power": 10**12}}, "cards.kraken.power: expected an integer from -1000000000 to 1000000000"),
        ({"kraken": {"power": 1.5}, "rope": {"power": float("inf")}}, "cards.rope.power: expected a number up to"),
        ({"kraken": {"name": "a\x1b[31m"}}, "cards.kraken.name: expected text of one line"),
    ],
)
def test_what_is_wrong_with_cards_is_said_in_one_line(cards: dict[str, Any], said: str) -> None:
    game = card_game(text=with_cards(cards).replace("inf}", "float('inf')}"))
    with pytest.raises(FatecastError) as caught:
        game.resolve({}, "test")
    assert said in str(caught.value)
    assert str(caught.value).startswith("reef.py: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ('"../cards.toml"', "cards: expected a table of cards, or the name of a file beside this one"),
        ('"/etc/passwd"', "cards: expected a table of cards, or the name of a file"),
        ('"cards.csv"', "cards: expected a table of cards, or the name of a file"),
        ("7", "cards: expected a table of cards, or the name of a file"),
        ('{"rope": {}}\n    pieces_are = "a tile"', "pieces_are: expected a word for several of them in small letters"),
        ('{"rope": {}}\n    pieces_are = "tile"', "pieces_are: expected a word for several of them in small letters"),
    ],
)
def test_what_is_wrong_with_the_declaration_is_said(declared: str, said: str) -> None:
    with pytest.raises(BadInput, match=r"^reef[.]py: ") as caught:
        card_game(text=REEF.replace("DECLARED", declared))
    assert said in str(caught.value)


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Path]:
    """The folder of a game whose cards lie beside it."""
    look_beside("reef", tmp_path)
    (tmp_path / "cards.toml").write_text(as_toml(CARDS))
    yield tmp_path
    look_beside("reef", None)


def test_a_deck_changes_adds_and_leaves_out(beside: Path) -> None:
    deck = beside / "mine.toml"
    deck.write_text('extends = "base"\nremove = ["rope"]\n[cards.kraken]\npower = 3\n[cards.shark]\npower = 5\n')
    game = card_game(text=BESIDE)
    cell = cell_of(game, decks=[str(deck)])
    assert cell.labels["deck"] == "mine"
    cards = {card.id: card for card in pack_of(cell)}
    assert [*cards] == ["anchor", "dragon", "gull", "kraken", "shark", "whale"]
    assert (cards["kraken"].power, cards["shark"].copies, cards["shark"].sort) == (3, 1, "")
    assert game.presentation.changes(cell_of(game).spec, cell.spec) == [
        "shark is new", "rope is left out", "Kraken: power 9 → 3",
    ]  # fmt: skip
    deck.write_text('extends = "base"\n[cards.kraken]\npowr = 3\n')
    with pytest.raises(BadInput, match=r"mine.toml: cards.kraken.powr: unknown key: did you mean 'power'\?"):
        cell_of(game, decks=[str(deck)])
    deck.write_text('extends = "base"\n[cards.kraken]\npower = 3.5\n')
    with pytest.raises(BadInput, match=r"mine[.]toml: cards[.]kraken[.]power: expected an integer"):
        cell_of(game, decks=[str(deck)])


def test_an_id_names_the_deck_and_its_hash(beside: Path) -> None:
    game = card_game(text=BESIDE)
    cell = cell_of(game)
    known = game.game_id(cell, 5, 17)
    assert game.find_game(known) == (cell, 5, 17)
    (beside / "cards.toml").write_text(as_toml(CARDS | {"kraken": {"power": 8}}))
    with pytest.raises(BadInput, match=r"made with another version of deck base"):
        card_game(text=BESIDE).find_game(known)


# What is counted


def test_a_game_with_known_cards_is_noted() -> None:
    text = """from fatecast.game import Game
class Known(Game):
    players = 2
    cards = {"a": {"copies": 2}, "b": {}, "c": {}, "d": {}, "e": {}}
    def play(self, table):
        a, b, c, d = (table.card(key) for key in "abcd")
        pile = table.pile([a, a, b, c, d])
        pile.give(a, 0)
        pile.give(a, 1)
        pile.give(b, 0)
        pile.give(c, 1)
        table.hand(0).give(b, 1)
        table.hand(0).play(a)
        table.hand(1).lay(c, pile)
        table.use(1, b)
        table.turn(0)
        table.win(1)
"""
    game = card_game(text=text, name="known")
    cell = cell_of(game)
    table = replay_game(game.edition, cell, 1, 0).table

    def seats(bits: int, *which: int) -> int:
        return sum(1 << bits + seat for seat in which)

    assert table.notes() == [
        IN_GAME | seats(DRAWN, 0, 1) | seats(LEFT, 0) | seats(HELD, 1),
        IN_GAME | seats(DRAWN, 0) | seats(LEFT, 0) | seats(HELD, 1) | seats(USED, 1),
        IN_GAME | seats(DRAWN, 1) | seats(LEFT, 1),
        IN_GAME,
        0,
    ]
    assert table.decided_by() == ["b"]
    found = counts(game, cell, 10)
    assert {name: found["a"][name] for name in ("in_game", "drawn", "drawn_won", "left_won", "held_won", "unused")} == {
        "in_game": 10, "drawn": 20, "drawn_won": 10, "left_won": 0, "held_won": 10, "unused": 10,
    }  # fmt: skip
    assert (found["b"]["used"], found["b"]["used_won"], found["b"]["unused"]) == (10, 10, 0)
    assert (found["e"]["in_game"], found["e"]["unused"]) == (0, 0)


def test_counts_are_sums_over_games() -> None:
    notes = np.array([[IN_GAME | 3 << DRAWN, 0], [IN_GAME | 1 << DRAWN | 2 << USED, IN_GAME]])
    found = counted(Games(notes, np.array([1, 2]), np.array([4, 2]), np.array([0, 1]), np.array([1, -3])))
    first, second = (dict(zip(NAMES, map(int, row), strict=True)) for row in found)
    assert [first[name] for name in ("drawn", "drawn_won", "drawn_seats2", "drawn_mixed", "drawn_won2")] == [
        3,
        1,
        5,
        2,
        1,
    ]
    assert (first["used"], first["used_won"], first["unused"], second["unused"]) == (1, 1, 1, 1)
    told = ("", "_weight", "_gained", "_lost", "_weight2", "_gained2", "_lost2", "_moved2")
    assert [first[f"exchanged{name}"] for name in told] == [1, 4, 4, 0, 16, 16, 0, 16]
    assert [second[f"exchanged{name}"] for name in told] == [1, 2, 0, 6, 4, 0, 12, 36]


# The draw that is exchanged


def test_scrambled_words_are_those_of_split_mix() -> None:
    """The first words of SplitMix64 from the seed 0, as published with it."""
    assert [scrambled(0), scrambled(0x9E3779B97F4A7C15)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
    assert scrambled(MASK) <= MASK


def test_every_draw_and_every_card_is_chosen_about_as_often() -> None:
    for found, most in (
        ([chosen_draw(7, index, [0, 9, 1, 0, 3]).draw.card for index in range(6000)], 3),
        ([chosen_draw(7, index, [0, 5]).draw.time - 1 for index in range(6000)], 5),
        ([partner(7, index, 5) for index in range(6000)], 5),
    ):
        often = np.unique(found, return_counts=True)[1]
        assert len(often) == most
        expected = 6000 / most
        assert ((often - expected) ** 2 / expected).sum() < 25  # 5 degrees of freedom: 0.0001
    assert {chosen_draw(7, index, [0, 9, 1, 0, 3]).weight for index in range(60)} == {27, 3, 9}
    assert chosen_draw(7, 0, [0, 0]) == NOTHING


def _dealt(table: Table) -> list[str]:
    """The ids of the cards that are drawn from now on."""
    order: list[str] = []
    note = table.note_drawn

    def noted(card: Card, seat: int) -> None:
        order.append(card.id)
        note(card, seat)

    table.note_drawn = noted  # type: ignore[method-assign]
    return order


def test_one_draw_is_another_card_and_both_have_changed_places() -> None:
    game = card_game()
    cell = cell_of(game)
    new_table = tables(game.edition, cell, cell.spec["policy"], 3)
    for index in range(30):
        first = new_table(index, False)
        plain = _dealt(first)
        game.edition.file.game.play(first)
        fourth = Draw(pack_of(cell).card(plain[3]).number, plain[:4].count(plain[3]))
        second = new_table(index, False, fourth, 99)
        other = _dealt(second)
        game.edition.file.game.play(second)
        assert sum(first.draws) == sum(second.draws) == 6
        assert first.exchanged.card == -1
        assert second.exchanged == (fourth.card, 1)
        assert plain[:3] == other[:3]
        changed = [at for at in range(6) if plain[at] != other[at]]
        assert len(changed) <= 2
        if len(changed) == 2:
            assert changed[0] == 3
            assert plain[3] == other[changed[1]]


def test_a_card_that_somebody_has_seen_is_not_exchanged() -> None:
    text = """from fatecast.game import Game
class Seen(Game):
    players = 2
    cards = {"a": {"copies": 3}, "b": {"copies": 3}}
    def play(self, table):
        deck = table.deck("deck", table.cards)
        deck.look(0, 5)
        deck.deal(0)
        deck.deal(1)
        table.turn(0)
        table.win(0)
"""
    for shown, draws in (("", 0), ("        deck.shuffle()\n", 2)):
        game = card_game(text=text.replace("        deck.deal(0)\n", f"{shown}        deck.deal(0)\n"), name="seen")
        table = replay_game(game.edition, cell_of(game), 1, 0).table
        assert sum(table.draws) == draws
    game = card_game(
        text=text.replace("deck.look(0, 5)", "deck.draw(); deck.look(0, 1); deck.bury(deck[-1])"), name="seen2"
    )
    cell = cell_of(game)
    new_table, fails = tables(game.edition, cell, cell.spec["policy"], 3), 0
    for index in range(40):
        first = new_table(index, False)
        game.edition.file.game.play(first)
        for draw in (Draw(0, 1), Draw(1, 1)):  # of each card, whichever comes first
            table = new_table(index, False, draw, 5)
            game.edition.file.game.play(table)
            fails += table.exchanged.card == -1 and first.draws[draw.card] > 0
    assert 3 < fails < 20  # one of four cards below the top was seen


def test_a_new_card_that_may_be_a_slip_needs_a_name(beside: Path) -> None:
    game, deck = card_game(text=BESIDE), beside / "mine.toml"
    deck.write_text('extends = "base"\n[cards.krakn]\npower = 3\n')
    with pytest.raises(BadInput, match=r"mine[.]toml: cards[.]krakn: is new; did you mean 'kraken'"):
        cell_of(game, decks=[str(deck)])
    deck.write_text('extends = "base"\n[cards.krakn]\nname = "Krakn"\npower = 3\n')
    assert "krakn" in cell_of(game, decks=[str(deck)]).spec["deck"]["cards"]


@pytest.mark.parametrize("cards", ["cards = 5", "cards = []", "cards.kraken = 5"])
def test_a_deck_that_is_no_table_is_one_line(beside: Path, cards: str) -> None:
    game, deck, above = card_game(text=BESIDE), beside / "mine.toml", beside / "above.toml"
    deck.write_text(f'extends = "base"\n{cards}\n')
    with pytest.raises(BadInput, match=r"^[^\n]*mine[.]toml: cards[^\n]*: expected [^\n]*$"):
        cell_of(game, decks=[str(deck)])
    above.write_text('extends = "mine.toml"\n[cards.kraken]\npower = 3\n')
    assert pack_of(cell_of(game, decks=[str(above)])).card("kraken").power == 3, "the last file counts"
