"""What `fatecast games` says of our games, in Spanish: the part of each axis, and how many play."""

import pytest

from engine.language.current import speaking
from sim.inspect.games import all_games, one_game, players_word
from tests.language.words_of_games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_described_without_codes(name: str) -> None:
    with speaking("es"):
        axes = one_game(name)[0]
        assert axes.header[2] == "papel"
        assert {row[2] for row in axes.rows} <= {"contenido", "pericia", "tamaño", "dificultad", "–"}
        assert {"pericia", "tamaño"} <= {row[2] for row in axes.rows}
        assert ", de " in axes.title
        assert " jugadores)" in axes.title


def test_how_many_play() -> None:
    assert [players_word(each) for each in ("2-5", "2 or 4")] == ["2-5", "2 or 4"]
    with speaking("es"):
        assert [players_word(each) for each in ("2-5", "2 or 4")] == ["de 2 a 5", "2 o 4"]
        assert {row[3] for row in all_games().rows[: len(GAMES)]} >= {"de 2 a 5", "de 4 a 8", "de 1 a 4"}
