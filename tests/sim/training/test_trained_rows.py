"""Runs in which trained players play are runs like any other: the same bytes, resumed, replayed, in any seat."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from sim import run
from sim.verbs.request.choices import game_named
from tests.support.command_line import Fatecast
from tests.support.own_file import own_game
from tests.support.trained_players import NIM, data_of, write_trained

KEPT = Path("configs/nim/policies/trained.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and what was learned of it, in which one works."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim.py").write_text(NIM)
    write_trained(KEPT)
    return tmp_path


SEATINGS: dict[str, Json] = {
    "all seats, several levels": {"policies": ["trained", "trained level=1", "random"]},
    "a mixed table": {"tables": ["trained,one", "trained level=1,trained level=2 slips=20"]},
    "a focus": {"focus": ["trained", "trained level=1"], "field": ["one"]},
    "a field": {"focus": ["one"], "field": ["trained"]},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SEATINGS)
def test_the_same_bytes_on_any_number_of_workers(name: str, folder: Path) -> None:
    experiment = {"game": game_named("./nim.py"), "games": 12, "seed": 3, **SEATINGS[name]}
    inline = run(experiment, out=folder / "inline", executor="inline", block=5).digest
    assert run(experiment, out=folder / "two", workers=2, block=5).digest == inline
    write_trained(KEPT, levels=data_of(own_game(NIM, "nim"))["levels"][::-1])
    assert run(experiment, out=folder / "other", executor="inline", block=5).digest != inline


def rows_of(who: str, games: int = 200, seed: int = 1) -> np.ndarray:
    game = own_game(NIM, "nim")
    grid = {"tables" if "," in who else "policies": [who]}
    return game.simulate(game.cells(game.resolve(grid, "test"))[0], seed, 0, games).rows


def test_levels_and_slips_play_differently(folder: Path) -> None:
    first, best = rows_of("trained level=1"), rows_of("trained")
    assert not np.array_equal(first, best)
    assert np.array_equal(best, rows_of("trained level=2"))
    assert np.array_equal(best, rows_of("trained slips=0"))
    assert not np.array_equal(best, rows_of("trained slips=30"))
    by_chance = rows_of("trained slips=100")
    won = float(np.mean(by_chance["winners"] == 1))
    assert abs(won - np.mean(rows_of("random")["winners"] == 1)) < 0.15, "who always slips plays as random does"


def test_a_run_needs_no_file_to_be_resumed_and_replayed(folder: Path, typed: Fatecast) -> None:
    flags = ("--policy", "trained", "--games", 30, "--seed", 3, "--executor", "inline", "--block", 10)
    done = typed("run", "--game", "./nim.py", *flags, "--out", "whole")
    assert done.returncode == 0, done.stderr
    KEPT.unlink()
    for verb in ("verify", "resume"):
        done = typed(verb, "whole", "--game", "./nim.py")
        assert done.returncode == 0, done.stderr
    done = typed("replay", "whole", 0, 4, "--game", "./nim.py")
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout


def test_a_game_id_names_the_network(folder: Path) -> None:
    game = own_game(NIM, "nim")
    cells = game.cells(game.resolve({"policies": ["trained", "trained level=1", "trained slips=5"]}, "test"))
    ids = [game.game_id(cell, 7, 4) for cell in cells]
    assert len(set(ids)) == 3
    for cell, game_id in zip(cells, ids, strict=True):
        found, seed, index = own_game(NIM, "nim").find_game(game_id)
        assert (found.spec["policy"], seed, index) == (cell.spec["policy"], 7, 4)
    write_trained(KEPT, levels=data_of(game)["levels"][:1])
    with pytest.raises(BadInput, match="another network than that of the file") as caught:
        own_game(NIM, "nim").find_game(ids[0])
    assert "\n" not in caught.value.line
    KEPT.unlink()
    with pytest.raises(BadInput, match="nobody has learned this game here yet"):
        own_game(NIM, "nim").find_game(ids[0])


def test_a_replay_by_game_id_is_the_game_of_the_run(folder: Path) -> None:
    game = own_game(NIM, "nim")
    (cell,) = game.cells(game.resolve({"tables": ["trained,trained level=1 slips=50"]}, "test"))
    rows = game.simulate(cell, 7, 0, 6).rows
    for index in range(6):
        found, seed, number = game.find_game(game.game_id(cell, 7, index))
        assert np.array_equal(game.simulate(found, seed, number, number + 1).rows, rows[index : index + 1])
        assert game.replay(found, seed, number) == game.replay(cell, 7, index)


def test_a_search_over_what_was_learned(folder: Path) -> None:
    game = own_game(NIM, "nim")
    (cell,) = game.cells(game.resolve({"policies": ["search base=trained worlds=4 caution=0"]}, "test"))
    assert cell.spec["policy"]["parameters"]["base"]["name"] == "trained"
    rows = game.simulate(cell, 1, 0, 12).rows
    assert not np.array_equal(rows, rows_of("trained", 12)), "it leaves its base"
    found, _, _ = game.find_game(game.game_id(cell, 1, 3))
    assert found.spec == cell.spec
    careful = "search base=trained worlds=2 caution=9"
    assert np.array_equal(rows_of(careful, 12), rows_of("trained", 12)), "who is never sure keeps to the base"
