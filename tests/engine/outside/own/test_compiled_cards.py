"""Cards that a game declares, in its kernel: rows and counts as in plain Python, and one kernel for all decks."""

import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from engine.game.cell import Cell
from engine.game.results import Batch
from engine.outside.own.cards import exchange
from engine.outside.own.cards.played import pack_of
from engine.outside.own.compiled import kernels
from engine.outside.own.compiled.cards.schema import schema_of
from engine.outside.own.compiled.kernel_text import Written, write_kernel
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.compiled.kit import cards
from engine.outside.own.compiled.player import GivenUp, Player
from engine.outside.own.game import OwnGame
from tests.own_games.cells import cells_of, game_of, text_of
from tests.own_games.decks import DECKS, WITH_CARDS, with_deck
from tests.own_games.rows import ready, wanted
from tests.support.plainly import run_plainly
from tests.support.sample import sampled

SEED, GAMES = 3, 60


def test_rows_and_counts_are_the_same_with_every_deck() -> None:
    found = run_plainly("tests.own_games.decks", "1")
    assert "0 of " in found
    seen = literal_eval(found.splitlines()[-1])
    assert seen["left"] == 0
    assert seen["exchanged"] > seen["games"] // 3
    assert seen["came to nothing"] > 0, "somebody had seen the other card"


@cache
def kernel(name: str, how: str = "as declared", *replaced: tuple[str, str]) -> Written:
    """The kernel of a game, written for a deck."""
    text = text_of(name)
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    game = game_of(name, text)
    file, pack = game.edition.file, pack_of(with_deck(cells_of(game)[0], how))
    leads = "margin" in (game.edition.row.names or ())
    return write_kernel(text, sys.modules[type(file.game).__module__], file.game, leads, schema=schema_of(pack))


@pytest.mark.parametrize("name", sampled(WITH_CARDS, WITH_CARDS[:1]))
def test_a_changed_deck_changes_no_kernel(name: str) -> None:
    cell = cells_of(game_of(name))[0]
    assert len({schema_of(pack_of(with_deck(cell, how))) for how in DECKS}) == 1
    found = {kernel(name, how).text for how in ("as declared", "other words", "more cards")}
    assert len(found) == 1
    assert "note_in_game(rec" in found.pop() or name == "potions"


def test_a_field_more_is_another_kernel() -> None:
    more = kernel("harbour", "as declared", ('"power": 2,', '"power": 2, "age": 3,'))
    assert not more.refusals
    assert more.text != kernel("harbour").text


@pytest.mark.parametrize("power", [True, "strong", 0.5, 1 << 45, None])
def test_cards_that_are_not_as_declared_are_left_to_plain_python(power: object) -> None:
    game = game_of("harbour")
    cell = cells_of(game)[0]
    pack = pack_of(cell)
    written = kernel("harbour")
    player = Player(game.edition, written, lambda *given: 0)
    with patch.dict(vars(pack.kinds[2]), power=power), pytest.raises(GivenUp):
        player.play([cell.spec["policy"]] * 2, cell.spec["options"], SEED, np.arange(2), pack)


def test_the_draw_that_is_exchanged_is_that_of_plain_play() -> None:
    """The arithmetic of 64 bits, at its edges."""
    with np.errstate(over="ignore"):
        for word in (0, 1, 12345, (1 << 63) - 1, 1 << 63, exchange.MASK):
            scrambled = getattr(cards.scrambled, "py_func", cards.scrambled)
            assert int(scrambled(np.uint64(word))) == exchange.scrambled(word)


HERE = 'if card.kind == "crew":'
"""Where a seat has chosen a card."""
NEXT = "\n" + 12 * " "


def kernel_with(*lines: str) -> Written:
    """Of the game with some lines more."""
    return kernel("harbour", "as declared", (HERE, NEXT.join([*lines, HERE])))


def test_what_cannot_be_compiled_is_said_with_its_line() -> None:
    why = {
        "card.power = 3": ".power = …: the numbers of a card stay the same in a game",
        "x1 = card.upgraded()": "card of the game.upgraded cannot be compiled",
        "x2 = card.name + '!'": "a text that is made while a game is played",
        "x3 = len(card.name)": "len: expected a list",
        "x4 = card.name[0]": "an item of a text cannot be compiled",
        "x5 = 'a' in card.name": "in: expected a list",
        "x6 = 3 if seat else card": "sometimes a card of the game and sometimes a number",
        "table.cards.append(3)": "a tuple or a range cannot be changed",
        "table.note_left(card, 1)": "only decks, hands and piles ask this of the table",
    }
    first = text_of("harbour").splitlines().index(NEXT[1:] + HERE) + 1
    found = dict(line.split(": ", 1) for line in kernel_with(*why).refusals)
    assert list(found) == [f"line {first + at}" for at in range(len(why))]
    for told, expected in zip(found.values(), why.values(), strict=True):
        assert expected in told


# In use: compiled


@pytest.fixture(scope="module")
def harbour() -> OwnGame:
    found = game_of("harbour")
    with wanted():
        ready(found)
    return found


@contextmanager
def as_in_a_run() -> Iterator[None]:
    with wanted(), patch("engine.outside.own.compiled.kernels.COMPARED", 8):
        yield


def both(game: OwnGame, cell: Cell) -> tuple[Batch, Batch]:
    with as_in_a_run():
        compiled = game.simulate(cell, SEED, 0, GAMES)
        with plain_only():
            return compiled, game.simulate(cell, SEED, 0, GAMES)


def forget(game: OwnGame) -> None:
    """As on a machine on which its kernel was never used."""
    game.kernel._known, game.kernel._is_given_up = None, False
    for suffix in (kernels.COMPARED_FILE, kernels.DIFFERS, kernels.STOPS):
        game.kernel._file(suffix).unlink(missing_ok=True)


def test_games_that_the_kernel_leaves_are_counted_with_the_others(harbour: OwnGame) -> None:
    player = harbour.kernel._player
    usual = player.play

    def leaving(*given: Any) -> Any:
        found = usual(*given)
        found.left[::7] = True
        found.cards.notes[::7] = 0
        return found

    with patch.object(player, "play", leaving):
        compiled, plain = both(harbour, cells_of(harbour)[0])
    assert (compiled.rows == plain.rows).all()
    assert (compiled.pieces == plain.pieces).all()
    assert plain.pieces.any()


def test_a_kernel_that_counts_otherwise_is_not_used_again(harbour: OwnGame, capsys: pytest.CaptureFixture[str]) -> None:
    forget(harbour)
    player = harbour.kernel._player
    usual = player.play

    def miscounting(*given: Any) -> Any:
        found = usual(*given)
        found.cards.notes[3, 0] ^= 1
        return found

    try:
        with patch.object(player, "play", miscounting):
            compiled, plain = both(harbour, cells_of(harbour)[0])
        assert (compiled.pieces == plain.pieces).all()
        assert "games 0 to 7 of seed 3 differ when they are compiled" in capsys.readouterr().err
        assert "what is counted about cards" in harbour.kernel.differences[1]
        assert not harbour.kernel.is_ready
    finally:
        forget(harbour)
