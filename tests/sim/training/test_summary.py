"""What a training says at its end: by games that had no part in the choice of the round that is kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.play.options import PlayOptions
from sim.training import rounds
from sim.training.command import Learned
from sim.training.held_out import SURE, Gain
from sim.training.training import Training
from sim.training.words import summary
from tests.support.command_line import Fatecast
from tests.support.trained_players import NIM


def told(*gains: Gain, habit: str = "") -> list[str]:
    kept = rounds.Round(2, {}, [Gain("random", 99.0, 1.0, "")])
    return summary(Learned(Path("trained.json"), [kept] * 3, [kept], [*gains], habit), "nim")


def gain(against: str, mean: float, half: float = 1.0) -> Gain:
    return Gain(against, mean, half, "")


def test_whom_the_kept_round_beats_is_said_by_other_games() -> None:
    assert told(gain("random", 5), gain("one", 0.5), gain("two", -2)) == [
        "kept round 2 of 3",
        "judged once more, on other games: +5.0 ± 1.0 over random, +0.5 ± 1.0 over one, -2.0 ± 1.0 over two",
        "better than random, for sure",
        "not surely better than one, nor worse",
        "weaker than two: more time may help (--minutes, --games)",
    ]


def test_a_gain_that_was_luck_is_none() -> None:
    said = "it gains nothing for sure, not even over random"
    assert told(gain("random", 0.5))[-1] == f"{said}: perhaps there is nothing to learn"
    assert told(gain("random", 0.5), gain("one", -5))[2:] == [
        said,
        "weaker than one: more time may help (--minutes, --games)",
    ], "who loses to a policy could learn something"


def test_who_never_left_the_habit_plays_as_it_does() -> None:
    habit = gain("one", 0, 0)
    assert told(gain("random", 5), habit, habit="one")[1:] == ["nothing was gained: trained plays as one does"]
    assert len(told(gain("random", 5), habit)) > 2, "it has no habit, and may win as often by other ways"
    assert len(told(gain("random", 5), gain("one", 0.1), habit="one")) > 2


@pytest.fixture
def few_games() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rounds, "FEWEST_HELD_OUT", 100)
        yield


def test_it_is_judged_on_games_of_its_own(few_games: None, typed: Fatecast, tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    flags = ("--games", 100, "--minutes", 0, "--executor", "inline", "--out", tmp_path / "configs", "--json")
    found = json.loads(typed("train", "--game", tmp_path / "nim.py", *flags).stdout)
    origin = json.loads(Path(found["file"]).read_text())["origin"]
    [chosen_by], judged = origin["gains"], origin["judged"]
    assert [each["against"] for each in judged] == [each["against"] for each in chosen_by]
    assert any(one["mean"] != other["mean"] for one, other in zip(judged, chosen_by, strict=True))
    assert any(line.startswith("judged once more, on other games: ") for line in found["told"])


def test_all_intervals_of_a_judgement_hold_together() -> None:
    levels: list[float] = []
    training = Training(None, {}, ["random", "one"], 1)  # type: ignore[arg-type]
    rounds_so_far = [rounds.Round(1, {}, [gain("random", 1)])]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rounds, "gains_of", lambda *given: levels.append(given[-1]))
        patched.setattr(Training, "player", lambda self, net: net)
        found = rounds.Progress(rounds.pace_for(400), None, rounds_so_far)  # type: ignore[arg-type]
        rounds.judged_again(training, found, PlayOptions())  # type: ignore[arg-type]
    assert levels == [pytest.approx(1 - (1 - SURE) / 2)]
