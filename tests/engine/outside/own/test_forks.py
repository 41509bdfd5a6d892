"""Games of a file that go on from a decision in another way, and the search that stands on that."""

from typing import Any

import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.game.protocol import Forks
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks.fork import Fork
from engine.outside.own.hidden.forks.search_seat import SearchSeat
from tests.search.hidden import as_they_lie
from tests.support.hidden_games import BOTTOM, COIN, FIVE, HIDDEN_GAMES, PICKS, SECRET_COIN, SECRET_DECK
from tests.support.own_file import PLAIN_PIG, own_game, written

OPEN_PIG = written(("    parameters", "    open_information = True\n    parameters"))


def cell_of(game: OwnGame, players: int, **who: Any) -> Cell:
    return game.cells(game.resolve({"players": [players], **who}, "test"))[0]


def searching(name: str, worlds: int) -> tuple[OwnGame, Cell]:
    _, text, base, players, _ = HIDDEN_GAMES[name]
    game = own_game(text, name)
    return game, cell_of(game, players, policies=[f"search base={base} worlds={worlds} caution=0"])


@pytest.mark.parametrize(("text", "players"), [(OPEN_PIG, 2), (FIVE, 2), (BOTTOM, 1), (PICKS, 2)])
def test_the_true_choice_on_the_true_luck_is_the_true_game(text: str, players: int) -> None:
    game = own_game(text, "forked")
    assert isinstance(game, Forks)
    for policy in (next(iter(game.edition.policies.installed)), "random"):
        cell = cell_of(game, players, policies=[policy])
        for index in range(3):
            row = game.simulate(cell, 1, index, index + 1).rows
            for at, made in enumerate(game.decided(cell, 1, index)):
                assert game.forked(cell, 1, index, at, made.chosen) == row


def test_a_decision_that_there_is_not_is_refused() -> None:
    game = own_game(OPEN_PIG)
    cell = cell_of(game, 2, policies=["hold"])
    with pytest.raises(BadInput, match="expected a decision below"):
        game.forked(cell, 1, 0, 10_000, 0)
    with pytest.raises(BadInput, match="expected a decision below"):
        game.forked(cell, 1, 0, 0, 2)


def test_what_nobody_has_seen_is_dealt_again_and_other_hands_are_not() -> None:
    bottom, five = own_game(BOTTOM, "bottom"), own_game(FIVE, "five")
    cell = cell_of(bottom, 1, policies=["lowest"])
    assert {int(bottom.forked(cell, 1, 0, 0, 0, luck)["won"][0]) for luck in range(20)} == {0, 1}
    cell = cell_of(five, 2, policies=["lowest"])
    assert len({int(five.forked(cell, 1, 0, 0, 0, luck)["won"][0]) for luck in range(20)}) == 1


@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_who_searches_cannot_see_what_is_hidden(name: str) -> None:
    """Without caution it would take any advantage; the interval is of 4 standard errors."""
    games, chance = 60, HIDDEN_GAMES[name].chance
    game, cell = searching(name, 12)
    won = game.simulate(cell, 1, 0, games).rows["won"].mean()
    assert abs(won - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.parametrize("name", ["coin", "five", "bottom"])
def test_one_that_sees_the_true_cards_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fork, "shuffled", as_they_lie)
    game, cell = searching(name, 2)
    assert game.simulate(cell, 1, 0, 30).rows["won"].all()
    assert any(line.startswith("hidden") for line in check(name))


def test_one_that_knows_the_picks_of_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchSeat, "hidden", lambda self, past: frozenset())
    game, cell = searching("picks", 2)
    assert game.simulate(cell, 1, 0, 30).rows["won"].all()


def check(name: str) -> list[str]:
    _, text, base, _, _ = HIDDEN_GAMES[name]
    failures = own_game(text, name).policies.check(f"search base={base} worlds=2 caution=0", lambda line: None)
    return [*map(str, failures)]


@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_the_check_of_policies_passes(name: str) -> None:
    assert check(name) == []


def test_secrets_in_plain_lists_and_searches_of_searches_are_refused() -> None:
    with pytest.raises(BadInput, match=r"search: what the file hides lies in plain lists.*open_information = True"):
        cell_of(own_game(PLAIN_PIG), 2, policies=["search base=hold"])
    game = own_game(OPEN_PIG)
    for typed, told in {
        "search": "parameter base: expected a policy of the game",
        "search base=search": "cannot be the base",
        'search base="search base=hold"': "cannot be the base",
        "search base=fold": "unknown policy 'fold'",
        "search base=hold worlds=1": "expected a whole number from 2",
        "search base=hold depth=1": "unknown parameter",
        'search base="hold at=20': "expected a second quotation mark",
    }.items():
        with pytest.raises(BadInput, match=told):
            cell_of(game, 2, policies=[typed])


LUCK = '        coin = table.luck.choose("coin", ["heads", "tails"])\n'


@pytest.mark.parametrize(
    ("text", "base", "secret"),
    [
        (SECRET_COIN, "heads", "luck 'coin', which seat 1 is not shown"),
        (SECRET_COIN.replace('["heads", "tails"])\n', '["heads"] * 49 + ["tails"])\n'), "heads", "luck 'coin', which"),
        (SECRET_DECK, "lowest", "luck 'deck', which seat 1 is not shown"),
        (SECRET_COIN.replace('{"coins": 1}', '{"coins": coin}'), "heads", ""),
        (SECRET_COIN.replace("        said", '        table.tell("It shows {}.", coin)\n        said'), "heads", ""),
        (SECRET_COIN.replace(LUCK, "").replace("        if coin", f"{LUCK}        if coin"), "heads", ""),
        (SECRET_COIN.replace('    kind = "coop', '    open_information = True\n    kind = "coop'), "heads", ""),
        (COIN, "heads", ""),
    ],
    ids=["number", "rare", "list", "shown", "told", "later", "said to lie open", "deck"],
)
def test_luck_that_is_drawn_beside_decks_and_not_shown_is_refused(text: str, base: str, secret: str) -> None:
    game = own_game(text, "secret")
    cell = cell_of(game, 1, policies=[f"search base={base} worlds=2"])
    if not secret:
        assert len(game.simulate(cell, 1, 0, 2).rows) == 2
        return
    with pytest.raises(BrokenRule, match=f"search would know {secret}"):
        game.simulate(cell, 1, 0, 2)


def test_a_search_is_plain_data_that_labels_and_ids_name() -> None:
    game = own_game(OPEN_PIG)
    grid = game.resolve({"focus": ['search base="hold at=25" worlds=16'], "field": ["hold"], "players": [2]}, "test")
    assert game.resolve(grid, "test") == grid
    cell = game.cells(grid)[0]
    assert cell.labels["focus"] == 'search base="hold at=25" worlds=16'
    assert game.game_id(cell, 1, 5).split(":")[2] == "search,base=hold;at=25,worlds=16/hold"
    found = game.find_game(game.game_id(cell, 1, 5))
    assert (found[0].spec, found[0].labels) == (cell.spec, cell.labels)
