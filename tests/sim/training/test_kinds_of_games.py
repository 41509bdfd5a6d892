"""Games of every kind are learned: won by one seat or by all, with something made, with less of it wanted, and with
every number of players by one file."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.game.registry import admit, forget, load_game
from engine.game.seats import focus_seats
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from sim.play.options import PlayOptions
from sim.training import rounds
from sim.training.command import Budget, Learned, trained
from sim.training.held_out import differences, duels, gain_over, judged_by
from tests.training.aims import player_in

PICKS = '''"""Picks: everybody takes one of some numbers, each turn."""
from fatecast.game import Column, Game, Mean, Share


class Picks(Game):
    title = "Picks"
    open_information = True
    SETTINGS

    def play(self, table):
        sums = [0] * table.players
        for turn in range(2):
            for seat in table.seats:
                table.turn(seat)
                offered = [table.luck.die("number", 9, turn, seat, each) for each in range(4)]
                sums[seat] += table.ask(seat, {"turn": turn}, sorted({*offered}))
        END
'''
MOST = "return table.win(max(table.seats, key=lambda seat: sums[seat] * 8 - seat))"
TOGETHER = "return table.win() if sum(sums) >= 12 * table.players else None"
MADE = "table.count('made', sums[0])"
FLAWED = "table.count('flawed', int(sums[0] > 8))"
COLUMNS = "columns = {'made': Column('made', '<u4', 'what is made'), 'flawed': 'whether too much'}"
KINDS = {
    "a share of which less is wanted": (
        f"kind = 'production'; players = 1; {COLUMNS}; "
        "outcomes = [Share(name='flawed', meaning='too much', column='flawed', better='less')]",
        FLAWED,
    ),
    "all win": ("kind = 'cooperative'; players = 2", TOGETHER),
    "less is wanted": (
        f"kind = 'production'; players = 1; {COLUMNS}; "
        "outcomes = [Mean(name='made', meaning='made', column='made', unit='things', margin=0.1, better='less')]",
        MADE,
    ),
    "more is wanted": (
        f"kind = 'production'; players = 1; {COLUMNS}; "
        "outcomes = [Mean(name='made', meaning='made', column='made', unit='things', margin=0.1, better='more')]",
        MADE,
    ),
    "one wins": ("players = 2", MOST),
}


def game_of(folder: Path, settings: str, end: str) -> OwnGame:
    file = folder / "picks.py"
    file.write_text(PICKS.replace("SETTINGS", settings.replace("; ", "\n    ")).replace("END", end))
    forget()
    game = load_game(admit(str(file)))
    assert isinstance(game, OwnGame)
    return game


@pytest.fixture(autouse=True)
def quickly() -> Iterator[None]:
    """In plain Python: to compile a game takes longer than to learn this one."""
    with plain_only(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(rounds, "MOST_ROUNDS", 1)
        yield


def learned(game: OwnGame, folder: Path, games: int) -> Learned:
    return trained(game, {}, 1, Budget(games, 0), folder, PlayOptions(executor="inline"), print)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_learned(kind: str, tmp_path: Path) -> None:
    found = learned(game_of(tmp_path, *KINDS[kind]), tmp_path, 400)
    [gain] = found.judged
    assert gain.against == "random"
    assert gain.low > 0


@pytest.mark.full
def test_one_file_plays_every_number_of_players_in_every_seat(tmp_path: Path) -> None:
    game = game_of(tmp_path, "players = (2, 4)", MOST)
    player = player_in(learned(game, tmp_path, 800).path)
    for duel in duels(game, {}, player, ["random"]):
        [cell], players = duel.cells, int(duel.cells[0].labels["players"])
        outcome, seats = judged_by(game), focus_seats(7, np.arange(600), players)
        gains = differences(outcome, [game.simulate(cell, 7, 0, 600).rows[outcome.column]])
        for seat in range(players):
            assert gain_over("random", [gains[seats == seat]], "").low > 0, (players, seat)
