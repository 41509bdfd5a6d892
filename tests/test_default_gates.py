"""The default gates of one's own games, on a small sample; the whole measurement is `python -m tests.default_gates`."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import fatecast
from engine.game.outcomes import length_of, seat_shares, win_rate
from sim.compare.gate.cell_evidence import CheckedCell
from sim.compare.gate.gate import say_nothing
from tests.default_gates import WANTED, edited, games, gates


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("how", WANTED)
def test_every_edit_finds_its_place(name: str, how: str) -> None:
    game = games()[name]
    assert edited(game, how) != game.text


@pytest.mark.full
def test_what_moves_by_twice_its_margin_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Means are judged at the last look: the end of a gate must not wait for the end of the minutes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.compare.gate.game_check.games_in", lambda *asked: 10**9)
    monkeypatch.setattr("sim.compare.gate.game_check.MOST_OF_OWN", 1024)
    [found] = gates("market", games()["market"], "length", iter([7]))
    assert found.verdict == "fail"
    baseline = json.loads((tmp_path / "configs/market/baselines/default.json").read_text())
    seats = {f"seat {seat}": 0.5 for seat in range(1, 5)}
    assert baseline["margins"] == {**seats, "deals": 0.3, "length": 0.25}


def test_a_length_that_the_game_fixes_keeps_no_edit_from_passing() -> None:
    cell = object.__new__(CheckedCell)
    table = SimpleNamespace(informative=False)
    vars(cell).update(now=None, table=table, diverged=6_000, outcome=length_of("turns of a game", bounds=(0, 100)))
    assert not cell.silent
    vars(cell).update(outcome=win_rate())
    assert cell.silent


def test_a_draw_that_never_happens_keeps_no_edit_from_passing() -> None:
    seats, match = seat_shares("winner", 2, "players", 2), SimpleNamespace()
    told, untold = (
        {"now": None, "diverged": 9, "match": match, "table": SimpleNamespace(informative=how)} for how in (1, 0)
    )
    one, other, alone = (object.__new__(CheckedCell) for _ in range(3))
    vars(one).update(told, outcome=seats[0])
    vars(other).update(untold, outcome=seats[1])
    vars(alone).update(untold, outcome=win_rate())
    assert say_nothing([one, other, alone]) == [False, False, True]
    assert say_nothing([other, alone]) == [True, True]


@pytest.mark.full
def test_what_is_asked_for_is_checked_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "market").mkdir()
    (tmp_path / "market" / "game.py").write_text(games()["market"].text)
    accepted = fatecast.baseline_accept(game="./market", games=1024, players=2, outcome="deals", workers=1)
    assert accepted.data["outcomes"] == ["deals"]
    again = fatecast.baseline_accept(game="./market", games=1024, workers=1)
    assert again.data["outcomes"] == ["deals"], "as the last baseline did"
    one = fatecast.baseline_accept("other", game="./market", games=1024, players=2, margin="1", workers=1)
    assert one.data["outcomes"] == ["seat 1", "seat 2"], "a margin without a name is one of the headline"
    pig = fatecast.baseline_accept(game="pig", games=1024, players=2, policy="hold", workers=1)
    assert pig.data["outcomes"] == ["seat 1", "seat 2"], "a game that comes with fatecast"
