"""The outcomes of a run in its summary: the value and the interval of each, for any kind of game."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.outcomes import Mean, Share, headline_of, outcome_named, seat_shares
from engine.game.registry import GAMES
from sim import Run, run
from sim.experiment.experiment import resolve
from sim.inspect.verify import verify_run
from sim.play.outcomes import Outcomes
from sim.runs.summary import estimated
from sim.runs.tally import Tally
from tests.support.command_line import Fatecast
from tests.support.harvest import ADDRESS, APPLES, GAME


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "harvest", ADDRESS)


@pytest.fixture
def day(tmp_path: Path) -> Run:
    return run(APPLES, out=tmp_path / "run", executor="inline", block=500)


def test_every_outcome_of_every_cell_is_that_of_the_rows(day: Run) -> None:
    for number, cell in enumerate(day.cells):
        rows = day.games.filter(cell=number).collect()
        assert list(cell["outcomes"]) == ["apples", "apples per hour", "hours", "weight"]
        assert cell["outcomes"]["apples"]["value"] == rows["apples"].mean()
        assert cell["outcomes"]["apples per hour"]["value"] == int(rows["apples"].sum()) / int(rows["hours"].sum())
        assert cell["outcomes"]["weight"]["value"] == pytest.approx(int(rows["weight"].sum()) / len(rows) / 1000)
        assert cell["outcomes"]["hours"]["median"] == rows["hours"].quantile(0.5, "lower")
        for outcome in cell["outcomes"].values():
            assert outcome["low"] < outcome["value"] < outcome["high"]


def test_every_column_has_its_mean_and_its_spread(day: Run) -> None:
    """With a histogram or without."""
    for number, cell in enumerate(day.cells):
        rows = day.games.filter(cell=number).collect()
        for column in ("apples", "hours", "weight"):
            assert cell[f"mean_{column}"] == pytest.approx(rows[column].mean(), rel=1e-12)
            assert cell[f"sd_{column}"] == pytest.approx(rows[column].std(), rel=1e-12)


def test_blocks_add_up_to_the_same_outcomes_and_can_be_verified(day: Run, tmp_path: Path) -> None:
    other = run(APPLES, out=tmp_path / "other", executor="inline", block=137, detail="cells")
    assert other.cells == day.cells
    assert list(verify_run(day.path, 100))[-1].endswith(f"correct, digest {day.digest}")


def test_the_sums_of_products_of_a_ratio_are_exact(day: Run) -> None:
    """Its interval needs them; a wrong one is found by verify, not only by the eye."""
    record = sorted((day.path / "blocks").iterdir())[0]
    tally = json.loads(record.read_bytes())["tally"]
    rows = day.games.filter(cell=0).collect().head(500)
    assert tally["products"] == {
        "apples*hours": (rows["apples"].cast(int) * rows["hours"].cast(int)).sum(),
        "weight*weight": (rows["weight"].cast(int) ** 2).sum(),
        "weight*weight*weight": (rows["weight"].cast(int) ** 3).sum(),
    }


def test_codes_are_worth_what_the_outcome_says() -> None:
    gain = Mean(name="gain", meaning="", column="pair", values=(0, -1, 1, 0), unit="points", margin=0.1)
    tally = Tally(games=10, histograms={"pair": np.array([4, 1, 3, 2])})
    assert estimated(gain, tally).value == pytest.approx(0.2)
    assert estimated(Share(name="focus", meaning="", column="pair", codes=(2, 3)), tally).value == 0.5


def test_codes_that_are_all_alike_prove_little() -> None:
    """A hundred games without a gain do not exclude one in a hundred."""
    gain = Mean(name="gain", meaning="", column="pair", values=(0, -100, 100, 0), unit="wins", margin=0.5)
    found = estimated(gain, Tally(games=100, histograms={"pair": np.array([60, 0, 0, 40])}))
    assert found.value == 0
    assert 1 < found.half_width < 5


def test_seats_win_by_their_bit() -> None:
    first, second, third = seat_shares("winners", 3, "players", 2)
    tally = Tally(games=10, histograms={"winners": np.array([1, 2, 3, 0, 0, 4])})
    assert [estimated(seat, tally).value for seat in (first, second, third)] == [0.6, 0.3, 0.4]
    assert not third.applies({"players": 2})
    assert third.applies({"players": 3})


def test_a_headline_is_the_first_outcome_that_all_cells_have() -> None:
    focus = Share(name="focus wins", meaning="", column="pair", needs={"focus": 0})
    seat = Share(name="seat 1", meaning="", column="winners")
    assert headline_of([focus, seat], [{"focus": "hunter"}, {"focus": "random"}]) == focus
    assert headline_of([focus, seat], [{"focus": "hunter"}, {"policy": "random"}]) == seat


def test_a_stop_rule_watches_the_outcome_it_names(tmp_path: Path) -> None:
    until = {"outcome": "apples per hour", "half_width": 0.03, "every": 500, "max_games": 20_000}
    played = run({**APPLES, "games": None, "until": until}, out=tmp_path / "run", executor="inline")
    for cell in played.cells:
        found = cell["outcomes"]["apples per hour"]
        assert (found["high"] - found["low"]) / 2 <= 0.03 or cell["games"] == 20_000
        assert cell["games"] >= 1000
    assert len({cell["games"] for cell in played.cells}) > 1


@pytest.mark.parametrize(
    ("until", "line"),
    [
        ({"half_width": 0.1, "outcome": "pears"}, "until.outcome: unknown outcome 'pears'"),
        ({"half_width": float("inf")}, "until.half_width"),
    ],
)
def test_a_stop_rule_that_makes_no_sense_is_refused(until: dict[str, object], line: str) -> None:
    with pytest.raises(BadInput, match=line):
        resolve({"game": "harvest", "until": until}, "here")


def test_a_share_needs_a_half_width_below_one_half() -> None:
    with pytest.raises(BadInput, match=r"until.half_width: expected less than 0.5, not 0.7"):
        resolve({"game": "dice", "until": {"half_width": 0.7}}, "here")


def test_an_outcome_is_found_by_its_name_however_it_is_joined() -> None:
    assert outcome_named(GAME.outcomes, "apples-per_hour", "here") == GAME.outcomes[1]
    with pytest.raises(BadInput, match="here: unknown outcome 'aples'"):
        outcome_named(GAME.outcomes, "aples", "here")


def test_a_run_of_a_game_without_a_win_has_no_word_of_winning(typed: Fatecast, tmp_path: Path) -> None:
    done = typed("run", "--set", "game=harvest", "--games", 300, "--executor", "inline", "--out", tmp_path / "run")
    assert done.returncode == 0
    assert "Apples with its 95 % interval" in done.stdout
    assert "mean, median, 95 %" in done.stdout
    files = [path.read_text() for path in (tmp_path / "run").glob("summary.*")]
    for text in (done.stdout, done.stderr, *files):
        assert not any(word in text.lower() for word in ("win", "won", "lost", "lose", "harder", "easier"))


def test_an_offset_moves_a_mean_and_nothing_else() -> None:
    """Columns are not negative, but what they stand for can be."""
    plain = Mean(name="plain", meaning="", column="got", unit="points", margin=0.1, scale=10)
    moved = Mean(name="moved", meaning="", column="got", unit="points", margin=0.1, scale=10, offset=-35)
    rows = np.array([(20,), (40,), (50,), (10,)], [("got", "<u2")])
    tally = Tally(games=4, sums={"got": 120}, products={"got*got": 4_600, "got*got*got": 198_000})
    old, new = estimated(plain, tally), estimated(moved, tally)
    assert new.value == pytest.approx(-0.5)
    for before, after in zip(old, new, strict=True):
        assert before is not None
        assert after == pytest.approx(before - 3.5)
    played = Outcomes({"got": rows["got"]}, np.arange(4, dtype=np.uint64))
    assert played.of(moved).tolist() == [-15, 5, 15, -25] == [moved.worth(int(value)) for value in rows["got"]]
    with pytest.raises(ValueError, match="an offset is for the plain mean of a column"):
        Mean(name="m", meaning="", column="got", over="hours", unit="points", margin=0.1, offset=-1)
