"""Training: the same file whoever plays and however often it was interrupted; and what cannot be learned."""

import errno
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psutil
import pytest

import fatecast as library
from engine.errors import BadInput
from engine.game.registry import load_game
from engine.players.learning.learner import Learner
from engine.players.learning.lessons import ANYONE
from sim.errors import Interrupted
from sim.play.outcomes import play_outcomes
from sim.training import command, kept_state, rounds
from sim.training.held_out import Gain
from sim.training.training import begin
from tests.support.command_line import Fatecast, start
from tests.support.own_file import own_game
from tests.support.programs import forking
from tests.support.runs import until
from tests.support.trained_players import NIM, nim


@contextmanager
def few_games() -> Iterator[pytest.MonkeyPatch]:
    """Three rounds, and few games to try a player on."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rounds, "MOST_ROUNDS", 3)
        patched.setattr(kept_state, "MOST_ROUNDS", 3)
        patched.setattr(rounds, "FEWEST_HELD_OUT", 50)
        patched.setattr(rounds, "BLOCK", 2)
        yield patched


@pytest.fixture
def patched() -> Iterator[pytest.MonkeyPatch]:
    with few_games() as found:
        yield found


def learn(folder: Path, text: str = NIM, **options: Any) -> library.Trained:
    """What Python does, in a folder of its own."""
    game = folder / "nim.py"
    game.write_text(text)
    options = {"executor": "inline", "games": 60, "seed": 3, **options}
    return library.train(game=game, policy="trained", out=folder / "configs", **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a training that nobody interrupted."""
    with few_games():
        return learn(tmp_path_factory.mktemp("whole")).file.read_bytes()


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "configs").rglob("*") if path.is_file())


def test_the_same_file_on_any_number_of_workers(whole: bytes, patched: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = learn(tmp_path, executor="processes", workers=2)
    assert found.file.read_bytes() == whole
    assert left_in(tmp_path) == ["trained.json"], "what it kept on the way is gone"
    assert [line.partition(":")[0] for line in found.lines if line.startswith("round")] == [
        "round 1",
        "round 2",
        "round 3",
    ]


def test_interrupted_between_rounds_it_goes_on_to_the_same_file(
    whole: bytes, patched: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual, written = kept_state.write_state, 0

    def write_state(*given: Any) -> None:
        nonlocal written
        usual(*given)
        if (written := written + 1) == 3:
            raise KeyboardInterrupt

    with patched.context() as inner:
        inner.setattr(command, "write_state", write_state)
        with pytest.raises(Interrupted, match="the same command goes on"):
            learn(tmp_path)
    assert left_in(tmp_path) == ["trained.progress.json"]
    again = learn(tmp_path)
    assert "goes on after round 2, which was kept" in again.lines
    assert again.file.read_bytes() == whole


def test_interrupted_within_a_round_it_goes_on_to_the_same_file(
    whole: bytes, patched: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual, played = play_outcomes, 0

    def interrupted(*given: Any) -> Any:
        nonlocal played
        if (played := played + 1) == 4:
            raise KeyboardInterrupt
        return usual(*given)

    with patched.context() as inner:
        inner.setattr(rounds, "play_outcomes", interrupted)
        with pytest.raises(Interrupted):
            learn(tmp_path)
    assert learn(tmp_path).file.read_bytes() == whole


@pytest.mark.parametrize("at", [1, 5])
def test_a_full_disk_leaves_nothing_half_written(
    at: int, whole: bytes, patched: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At the first state, and at the file itself."""
    usual, synced = os.fsync, 0

    def fsync(handle: int) -> None:
        nonlocal synced
        if (synced := synced + 1) == 2 * at - 1:  # of each file, then of its folder
            raise OSError(errno.ENOSPC, "No space left on device")
        usual(handle)

    with patched.context() as inner:
        inner.setattr(os, "fsync", fsync)
        with pytest.raises(BadInput, match="cannot be written") as caught:
            learn(tmp_path)
    assert "\n" not in caught.value.line
    if at == 1:
        assert left_in(tmp_path) == []
    else:
        assert left_in(tmp_path) == ["trained.progress.json"]
        assert learn(tmp_path).file.read_bytes() == whole


# Which rounds are kept


def progress(*scores: float, half: float = 1.0) -> rounds.Progress:
    """Rounds that gained so much over the policies of a game, and nothing over `random`."""
    found = [
        rounds.Round(at, {}, [Gain("random", -at, half, ""), Gain("one", score, half, "")])
        for at, score in enumerate(scores, 1)
    ]
    return rounds.Progress(rounds.pace_for(400), Learner(), found)


def numbers(found: rounds.Progress) -> list[int]:
    return [each.number for each in found.kept]


def test_the_best_round_is_kept_and_those_on_the_way_to_it() -> None:
    assert numbers(progress(1, 5, 3, 7, 6)) == [1, 2, 4]
    assert numbers(progress(1)) == [1]
    assert progress(1, 5, 3, 7, 6).best.number == 4


def test_of_rounds_that_are_about_as_good_the_last_is_kept() -> None:
    assert numbers(progress(1, 5, 3, 4.9)) == [1, 3, 4]
    assert numbers(progress(1, 5, 3, 4.4)) == [1, 2]
    assert numbers(progress(1, 5, 3, 4.4, half=2)) == [1, 3, 4]
    assert numbers(progress(5, 4.9, 4.6, 4.3)) == [3], "all are compared with the highest"
    assert numbers(progress(3, 3)) == [2]


def test_the_kept_round_is_judged_on_games_that_had_no_part_in_its_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    training: Any = SimpleNamespace(others=(), player=lambda net: net)
    found: Any = SimpleNamespace(best=SimpleNamespace(net=0), pace=SimpleNamespace(held_out=9))
    asked: list[object] = []
    monkeypatch.setattr(rounds, "gains_of", lambda *given: asked.extend(given))
    rounds.judged_again(training, found, cast(Any, None))
    assert rounds.JUDGED_SEED in asked


def test_later_rounds_ask_about_more_decisions() -> None:
    pace = rounds.Pace(1_000, 400)
    assert [pace.positions_of(number) for number in (0, 1, 4, 15)] == [1_000, 1_250, 2_000, 4_750]
    assert rounds.Pace(150_000, 400).positions_of(15) == rounds.MOST, "they lie in memory"
    assert rounds.Pace(300_000, 400).positions_of(15) == 300_000, "as somebody has asked for"


def test_it_is_over_when_rounds_become_worse() -> None:
    assert not progress(*[5] * 6).is_over
    assert not progress(5, *[1] * 4).is_over
    assert progress(5, *[1] * 5).is_over
    assert progress(*[5] * rounds.MOST_ROUNDS).is_over


# By the command line


FLAGS = ("--policy", "trained", "--games", 100, "--seed", 3, "--workers", 2)


@pytest.mark.full
@pytest.mark.parametrize("mischief", ["SIGINT", "worker"])
def test_ctrl_c_and_a_killed_worker(mischief: str, tmp_path: Path) -> None:
    def command_in(folder: Path) -> subprocess.Popen[str]:
        folder.mkdir(exist_ok=True)
        (folder / "nim.py").write_text(NIM)
        return start("train", "--game", folder / "nim.py", *FLAGS, "--out", folder / "configs")

    with command_in(tmp_path / "whole") as process:
        process.communicate(timeout=300)
    whole = (tmp_path / "whole/configs/nim/policies/trained.json").read_bytes()

    folder = tmp_path / "broken"
    state = folder / "configs/nim/policies/trained.progress.json"
    with command_in(folder) as process:
        until(lambda: state.exists() and len(json.loads(state.read_text())["rounds"]) >= 1, 120)
        children = psutil.Process(process.pid).children()
        if mischief == "SIGINT":
            process.send_signal(signal.SIGINT)
        else:
            children[0].kill()
        _, err = process.communicate(timeout=60)
    assert process.returncode == (130 if mischief == "SIGINT" else 1), err
    assert "Traceback" not in err
    assert not any(child.is_running() for child in children)
    if mischief == "SIGINT":
        assert err.splitlines()[-1].endswith("the same command goes on from there")
    assert not state.with_name("trained.json").exists()
    with command_in(folder) as process:
        _, err = process.communicate(timeout=300)
    assert "goes on after round" in err
    assert state.with_name("trained.json").read_bytes() == whole


def test_json_of_the_command(typed: Fatecast, patched: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    flags = ("--games", 100, "--minutes", 0, "--executor", "inline", "--out", tmp_path / "configs", "--json")
    done = typed("train", "--game", tmp_path / "nim.py", *flags)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["policy"] == "trained"
    assert found["file"] == str(tmp_path / "configs/nim/policies/trained.json")
    assert sum(line.startswith("round ") for line in found["told"]) == 1, "no round begins after so many minutes"


# What cannot be learned


def wrong(typed: Fatecast, folder: Path, text: str, *flags: object) -> str:
    (folder / "nim.py").write_text(text)
    done = typed("train", "--game", folder / "nim.py", "--policy", "trained", "--executor", "inline", *flags)
    assert done.returncode in (1, 2), done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_it_learns_by_turns_from_itself_and_among_players_of_each_policy() -> None:
    training = begin(own_game(nim(), "nim"), {"players": [2]}, 1)
    found = training.seatings("random")
    assert {str(each.table) for each in found if each.seat == ANYONE} == {str(found[0].table)}
    others: dict[str, list[int]] = {}
    for each in found:
        if each.seat != ANYONE:
            (other,) = {part["name"] for at, part in enumerate(each.table["seats"]) if at != each.seat}
            assert each.table["seats"][each.seat]["name"] == "random"
            others.setdefault(other, []).append(each.seat)
    assert others == {name: [0, 1] for name in training.others if name != "random"}
    assert [each.seat == ANYONE for each in found] == [True, False] * (len(found) // 2)


def test_at_tables_where_a_policy_cannot_play_it_learns_among_the_others() -> None:
    """`optimal` plays Pig with two players only."""
    training = begin(load_game("pig"), {}, 1)._replace(others=["random", "hold", "optimal"])
    found = [(each.cell.spec["players"], each) for each in training.seatings("random")]
    assert [players for players, _ in found] == [2] * 8 + [3] * 6 + [4] * 8 + [5] * 10 + [6] * 12
    mixed = [(players, each.table["seats"]) for players, each in found if each.seat != ANYONE]
    assert {players for players, seats in mixed if "optimal" in {part["name"] for part in seats}} == {2}


def test_nobody_has_a_choice(typed: Fatecast, tmp_path: Path) -> None:
    alone = nim(("[take for take in (1, 2) if take <= left]", "[1]"))
    out = ("--games", 100, "--out", tmp_path / "configs")
    assert "nobody has a choice in the games of nim" in wrong(typed, tmp_path, alone, *out)
    assert left_in(tmp_path) in ([], ["trained.progress.json"])


def test_a_game_that_breaks_is_told_in_a_line(typed: Fatecast, tmp_path: Path) -> None:
    broken = nim(
        ("                table.turn(seat)", "                table.turn(seat)\n                left // (left - 2)")
    )
    told = wrong(typed, tmp_path, broken, "--games", 100, "--out", tmp_path / "configs")
    assert "nim.py" in told
    assert "ZeroDivisionError" in told


def test_a_program_cannot_be_learned_and_one_line_says_why(typed: Fatecast) -> None:
    done = typed("train", "--game", f"cmd:{forking()}", "--policy", "trained", "--games", 100)
    assert done.returncode == 2
    told = " ".join(done.stderr.split())
    assert "a program decides for all seats itself, and never tells what a seat is shown: nobody can learn it" in told


def test_a_game_that_cannot_be_learned(typed: Fatecast) -> None:
    done = typed("train", "--game", "dice", "--policy", "trained", "--games", 100)
    assert done.returncode == 2
    assert "cannot" in done.stderr.splitlines()[-1]
