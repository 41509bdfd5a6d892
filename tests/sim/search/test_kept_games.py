"""A search that is interrupted goes on with the same command, to the same bytes."""

import json
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadData, BadInput
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import Piece, SeededCell, outcome_cache
from sim.play.outcomes import Outcomes, outcome_columns
from sim.search.kept_games import ENDING, KeptGames, kept_games
from tests.support.command_line import RACE, experiment, start
from tests.support.dice_race import GAME

PIECE = Piece("0123456789abcdef", 7, 0, 100)


def base() -> ResolvedExperiment:
    return resolve(dict(RACE), "race")


def some(games: int) -> Outcomes:
    luck = np.random.default_rng(1)
    kinds = {column.name: column.dtype for column in GAME.columns}
    columns = {name: luck.integers(0, 2, games).astype(kinds[name]) for name in outcome_columns(GAME)}
    return Outcomes(columns, luck.integers(0, 2**63, games).astype(np.uint64))


def kept_in(path: Path) -> KeptGames:
    return KeptGames(path, base(), marks=True)


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    first = kept_in(tmp_path / "x")
    games = some(100)
    first.keep(PIECE, games)
    first.close()
    again = kept_in(tmp_path / "x")
    found = again.load(PIECE)
    assert found is not None
    assert again.games == 100
    assert again.load(PIECE._replace(seed=8)) is None
    assert np.array_equal(found.marks, games.marks)
    for name, column in found.columns.items():
        assert np.array_equal(column, games.columns[name])
    again.remove()
    assert not (tmp_path / "x").exists()


def test_only_games_that_fit_are_gone_on_with(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Those of another text of the game have other keys, and nobody asks for them."""
    first, other = kept_in(tmp_path / "x.unfinished"), PIECE._replace(key="fedcba9876543210")
    first.keep(PIECE, some(100))
    first.close()
    with kept_games(tmp_path / "x", base()) as kept:
        assert kept.load(other) is None
        kept.keep(other, some(100))
        assert kept.load(other) is not None
        assert caplog.messages == []
        assert kept.load(PIECE) is not None
        assert kept.load(PIECE) is not None
        assert caplog.messages == [f"going on: 100 games are kept in {tmp_path / 'x.unfinished'}"]


@pytest.mark.parametrize(("was", "now"), [(b'"seed":7', b'"seed":8'), (b'"key":"0123', b'"key":"3210')])
def test_games_cannot_be_passed_off_as_those_of_another_piece(was: bytes, now: bytes, tmp_path: Path) -> None:
    kept = kept_in(tmp_path / "x")
    kept.keep(PIECE, some(100))
    kept.close()
    whole = (tmp_path / "x").read_bytes()
    assert whole.count(was) == 1
    (tmp_path / "x").write_bytes(whole.replace(was, now))
    again = kept_in(tmp_path / "x")
    assert again.games == 0
    again.close()


@pytest.mark.parametrize("cut", [1, 50, 700])
def test_a_record_that_is_not_whole_is_cut_off(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "x"
    kept = kept_in(path)
    for number in range(3):
        kept.keep(PIECE._replace(first=100 * number, last=100 * (number + 1)), some(100))
    kept.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    again = kept_in(path)
    assert again.games == 200
    again.keep(PIECE._replace(first=200, last=300), some(100))
    again.close()
    assert path.read_bytes() == whole


def test_damage_is_played_again_and_a_strange_file_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "x"
    kept = kept_in(path)
    for number in range(3):
        kept.keep(PIECE._replace(first=100 * number, last=100 * (number + 1)), some(100))
    kept.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    again = kept_in(path)
    assert again.games == 100
    again.close()
    head, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps({**json.loads(head), "engine": "another"}).encode() + b"\n" + rest)
    anew = kept_in(path)
    assert anew.games == 0
    assert "another version of the game or the engine; starting anew" in caplog.text
    with pytest.raises(BadInput, match="in use by another search"):
        kept_in(path)
    anew.close()
    path.write_text("dear diary\n")
    with pytest.raises(BadInput, match="not the games of an unfinished search; remove it"):
        kept_in(path)
    assert path.read_text() == "dear diary\n"


def test_brackets_without_end_are_damage_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "x"
    kept = kept_in(path)
    kept.keep(PIECE, some(100))
    kept.close()
    path.write_bytes(path.read_bytes() + b"[" * 4_000)
    again = kept_in(path)
    assert again.games == 100
    again.close()
    path.write_bytes(b"[" * 5_000)
    with pytest.raises(BadInput, match="not the games of an unfinished search"):
        kept_in(path)


def test_a_full_disk_stops_no_search(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    with kept_games(tmp_path / "file" / "result", base()) as kept:
        kept.keep(PIECE, some(100))
        kept.keep(PIECE, some(100))
    assert caplog.text.count("the games from here on are not kept") == 1


SEARCH = ["tune", "--goal", "goal 20: 40 ± 3 %", "--vary", "faces.[56]", "--games", "1024"]


def played(words: list[str], *, stop: signal.Signals | None = None) -> tuple[int, str, str]:
    """The command to its end, or stopped by a signal when its file has so many bytes."""
    with start(*words, "--workers", "2") as process:
        file = Path(words[words.index("--out") + 1] + ".unfinished")
        deadline = time.monotonic() + 60
        while stop is not None and time.monotonic() < deadline and process.poll() is None:
            if file.exists() and file.stat().st_size > 20_000:
                os.kill(process.pid, stop)
                break
            time.sleep(0.02)
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.full
def test_a_search_that_was_interrupted_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    words = [*SEARCH, "--game", "dice", "--on", str(experiment(tmp_path, dice=[6], sleep=0.05)), "--out"]
    name = "x.toml"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    whole = played([*words, str(tmp_path / "a" / name)])
    words = [*words, str(tmp_path / "b" / name)]
    code, _, err = played(words, stop=signal.SIGINT)
    assert code == 130
    *_, last = err.splitlines()
    assert last.startswith("fatecast: interrupted; the games played so far are kept in ")
    assert last.endswith(f"{name}.unfinished: the same command goes on from there")
    code, out, err = played(words)
    assert code == whole[0]
    assert err.startswith("fatecast: going on: ")
    assert out.replace("/b/", "/a/") == whole[1]
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert not list(tmp_path.rglob("*.unfinished"))


def test_impossible_values_are_not_believed(tmp_path: Path) -> None:
    """Under a right checksum: no race takes 255 turns."""
    kept = kept_in(tmp_path / "x")
    kept.keep(PIECE, some(100))
    impossible = some(100)
    kept.keep(
        PIECE._replace(first=100, last=200),
        Outcomes({**impossible.columns, "turns": np.full(100, 255, np.uint8)}, impossible.marks),
    )
    kept.close()
    again = kept_in(tmp_path / "x")
    assert again.games == 100
    again.close()


def test_one_piece_is_played_again_before_any_is_believed(tmp_path: Path) -> None:
    """Values that are possible, under right checksums, and of no game that is played here."""
    experiment_, result = base(), tmp_path / "x"
    options = PlayOptions("inline")
    places = [SeededCell(cell, 7) for cell in experiment_.cells[:2]]
    with outcome_cache([experiment_], options) as played:
        honest = played.play(places, 100)
    for forged in (False, True):
        kept = kept_in(tmp_path / f"x{ENDING}")
        for seeded, outcomes in zip(places, honest, strict=True):
            said = outcomes._replace(columns={**outcomes.columns, "won": 1 - outcomes.columns["won"]})
            kept.keep(Piece(seeded.cell.key, 7, 0, 100), said if forged else outcomes)
        kept.close()
        if forged:
            wrong = pytest.raises(BadData, match="not the games that are played here")
            with wrong, kept_games(result, experiment_) as store, outcome_cache([experiment_], options, store) as found:
                found.play(places, 100)
        else:
            with kept_games(result, experiment_) as store, outcome_cache([experiment_], options, store) as found:
                assert all(map(np.array_equal, (o.marks for o in found.play(places, 100)), (o.marks for o in honest)))
