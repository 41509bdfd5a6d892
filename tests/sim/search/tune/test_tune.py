"""The smallest change that reaches the goals: found, confirmed on fresh games, the same on any number of workers."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.optional_parts import content_of
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import OutcomeCache, outcome_cache
from sim.search.tune.candidates import CandidatePlayer, Combination
from sim.search.tune.confirmation import Confirmation, confirm
from sim.search.tune.goals import read_goals
from sim.search.tune.output import reason_in_words, step_in_words
from sim.search.tune.result import OutOfReach, TuneResult
from sim.search.tune.search import tune
from sim.search.tune.search_space import read_search_space
from tests.support.command_line import RACE, Fatecast, experiment

INLINE = PlayOptions("inline")


def race(**changes: object) -> ResolvedExperiment:
    return resolve({**RACE, "dice": [6], **changes}, "race")


def tuned(
    base: ResolvedExperiment, goal: str, *vary: str, fields: int = 3, games: int = 16_384, how: PlayOptions = INLINE
) -> TuneResult:
    goals = read_goals(goal, [cell.labels for cell in base.cells], base.game.outcomes, base.game.about.skill, "tune")
    space = read_search_space(base, vary, 2)
    with outcome_cache([base], how) as played:
        return tune(CandidatePlayer(played, base, goals, space), fields, games)


def true_rate(base: ResolvedExperiment, changes: Mapping[str, object], cell: int = 0, games: int = 40_000) -> float:
    """On so many games of another seed that it is known to half a point."""
    changed = base.game.cells(content_of(base.game).changed(base.grid, changes, "x"))[cell]
    return float(base.game.simulate(changed, 99, 0, games).rows["won"].mean())


def test_one_change_is_found_where_one_does() -> None:
    """A six that moves eight instead, and nothing smaller, wins about 71 %."""
    base = race(goals=[20])
    aim = true_rate(base, {"faces.6": 8})
    found = tuned(base, f"goal 20: {aim * 100:.1f} ± 1 %", "faces.*")
    assert found.confirmation.verdict == "reached"
    assert len(found.changes) == 1
    assert abs(true_rate(base, found.changes) - aim) < 0.012


def test_two_goals_take_more_changes_and_are_both_reached() -> None:
    base = race(goals=[18, 22])
    planted = {"faces.1": 3, "faces.6": 5}
    aims = [true_rate(base, planted, cell) for cell in (0, 1)]
    goal = f"goal 18: {aims[0] * 100:.1f} ± 1 %; goal 22: {aims[1] * 100:.1f} ± 1 %"
    found = tuned(base, goal, "faces.*", fields=2)
    assert found.confirmation.verdict == "reached"
    assert len(found.changes) <= 2
    for cell in (0, 1):
        assert abs(true_rate(base, found.changes, cell) - aims[cell]) < 0.012


def test_a_deck_that_is_there_already_stays_as_it_is() -> None:
    base = race(goals=[20])
    found = tuned(base, f"goal 20: {true_rate(base, {}) * 100:.1f} ± 1.5 %", "faces.*")
    assert found.changes == {}
    assert found.confirmation.verdict == "reached"


def test_what_cannot_be_reached_says_why_and_gives_the_nearest() -> None:
    base = race(goals=[20])
    found = tuned(base, "goal 20: 5 ± 1 %", "faces.1", "faces.2")
    assert found.confirmation.verdict == "missed"
    assert found.changes == {"faces.1": 0, "faces.2": 0}
    assert isinstance(found.reasons[0], OutOfReach)
    said = reason_in_words(found.reasons[0])
    assert said.startswith("'goal 20: 5 ± 1 %': out of reach, 2 fields can move it to about ")
    assert said.endswith(
        "; it would take faces.2 below 0 (the game allows no less) or faces.1 below 0 (the game allows no less)"
    )


def test_a_search_that_may_not_go_far_enough_says_what_would_do() -> None:
    base = race(goals=[20])
    aim = true_rate(base, {"faces.1": 0, "faces.2": 0, "faces.3": 1}) * 100
    [few] = tuned(base, f"goal 20: {aim:.1f} ± 1 %", "faces.[123]", fields=1).reasons
    assert "one field can move it to about" in reason_in_words(few)
    assert "fields may do (--fields " in reason_in_words(few)
    [near] = tuned(base, "goal 20: 99 ± 0.5 %", "faces.1").reasons
    assert "it would take faces.1 above 3 (--vary and --reach end there)" in reason_in_words(near)


def test_goals_that_pull_apart_say_so() -> None:
    base = race(goals=[18, 22])
    found = tuned(base, "goal 18: 60 ± 1 %; goal 22: 60 ± 1 %", "faces.*", fields=2)
    assert found.confirmation.verdict == "missed"
    said = reason_in_words(found.reasons[0])
    first, second = "'goal 18: 60 ± 1 %'", "'goal 22: 60 ± 1 %'"
    assert said.startswith(f"{first} and {second} conflict: what reaches the first leaves the second at about ")


def test_a_goal_between_two_steps_is_not_called_a_conflict() -> None:
    base = race(goals=[20])
    now, then = true_rate(base, {}) * 100, true_rate(base, {"faces.6": 9}) * 100
    found = tuned(base, f"goal 20: {(now + then) / 2:.1f} ± 0.5 %", "faces.6=9..9")
    [said] = map(reason_in_words, found.reasons)
    assert "no combination of the allowed values comes to lie there; the nearest are about" in said
    assert "below it and" in said


def test_one_change_is_never_called_reached_on_its_own_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh games are of indices that the search never played, at whichever attempt."""
    asked: list[tuple[int, int]] = []
    play = OutcomeCache.play

    def listening(self: OutcomeCache, places: object, last: int, first: int = 0) -> object:
        asked.append((first, last))
        return play(self, places, last, first)  # type: ignore[arg-type]

    monkeypatch.setattr(OutcomeCache, "play", listening)
    base = race(goals=[20])
    found = tuned(base, f"goal 20: {true_rate(base, {'faces.6': 8}) * 100:.1f} ± 1 %", "faces.*")
    searched = max(last for first, last in asked if first == 0)
    assert found.confirmation.first >= searched
    assert all(first >= searched for first, _ in asked if first)


def test_a_larger_change_that_is_sure_goes_before_a_smaller_one_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate at the edge of its goal is held in reserve, and taken only if no other is sure."""
    told: list[Combination] = []
    unsure = 1

    def unsure_at_first(player: CandidatePlayer, combination: Combination, games: int, attempt: int) -> Confirmation:
        told.append(combination)
        confirmed = confirm(player, combination, games, attempt)
        verdict = "likely" if len(told) <= unsure and confirmed.verdict == "reached" else confirmed.verdict
        return replace(confirmed, verdict=verdict)

    monkeypatch.setattr("sim.search.tune.search.confirm", unsure_at_first)
    base, goal = race(goals=[20]), "goal 20: 60 to 80 %"
    found = tuned(base, goal, "faces.[456]", games=4096)
    assert found.confirmation.verdict == "reached"
    assert len(told) == 2
    told.clear()
    unsure = 3
    reserve = tuned(base, goal, "faces.[456]", games=4096)
    assert reserve.confirmation.verdict == "likely"
    assert len({*told}) == 3
    assert len(reserve.changes) <= len(found.changes)
    assert step_in_words(reserve.steps[-1]).startswith("3 candidates played on fresh games, none sure to reach")


def test_the_commands_to_type_next_name_an_outcome_that_is_not_the_headline(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--on", experiment(tmp_path, dice=[6], goals=[20]), "--executor", "inline", "--games", 4096)
    out = tmp_path / "tuned.toml"
    done = typed("tune", *flags, "--goal", "length: 0.1 to 2 turns shorter", "--vary", "faces.6", "--out", out)
    assert done.returncode == 0, done.stderr
    commands = [line for line in done.stdout.splitlines() if line.startswith("fatecast")]
    for verb in ("try", "compare", "baseline accept"):
        assert all("--outcome length" in line for line in commands if line.startswith(f"fatecast {verb} ")), commands
    assert any("--outcome length" in line for line in commands)


def test_the_verb_writes_a_file_with_its_evidence(typed: Fatecast, tmp_path: Path) -> None:
    aim = true_rate(race(goals=[20]), {"faces.6": 8}) * 100
    flags = ("--on", experiment(tmp_path, dice=[6], goals=[20], weights=True), "--executor", "inline")
    out = tmp_path / "tuned.toml"
    goal = f"goal 20: {aim:.1f} ± 1 %"
    done = typed("tune", *flags, "--goal", goal, "--vary", "faces.*", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "one field changed: the goals are reached · die 6\n" in done.stdout
    assert "policy not adapted" in done.stdout
    text = out.read_text()
    assert text.startswith("# fatecast tune: the goals are reached.\n")
    assert "# Played: die 6. Varied: faces.*. Changed:\n" in text
    assert "that the search did not use" in text
    assert "# policy not adapted" in text
    again = typed("tune", *flags, "--goal", goal, "--vary", "faces.*", "--out", tmp_path / "again.toml")
    assert again.returncode == 0
    assert (tmp_path / "again.toml").read_text() == text


def test_a_goal_that_is_missed_has_an_exit_code_of_its_own(typed: Fatecast, tmp_path: Path) -> None:
    flags = ("--on", experiment(tmp_path, dice=[6], goals=[20]), "--executor", "inline", "--games", 4096)
    out = tmp_path / "tuned.toml"
    done = typed("tune", *flags, "--goal", "goal 20: 5 ± 1 %", "--vary", "faces.1", "--out", out)
    assert done.returncode == 3
    assert done.stderr == "fatecast: tune: the goals were not reached\n"
    assert "out of reach" in done.stdout
    assert out.read_text().startswith("# fatecast tune: the goals are not reached; this is the nearest change")


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (["--goal", "goal 20: 80", "--vary", "faces.*"], "expected '80 ± 1 %'"),
        (["--goal", "goal 21: 80 ± 1 %", "--vary", "faces.*"], "names no cell"),
        (["--goal", "everywhere: 80 ± 1 %", "--vary", "feet.*"], "--vary feet.*: matches no number"),
        (["--goal", "everywhere: 80 ± 1 %", "--vary", "faces.6=7..12"], "faces.6: expected 0 to 9, not 10"),
        (["--goal", "everywhere: 80 ± 1 %", "--vary", "faces.6=6"], "no other value is allowed there"),
        (["--goal", "everywhere: 80 ± 1 %", "--vary", "faces.*", "--fields", "0"], "--fields: expected 1 or more"),
        (
            ["--goal", "everywhere: 80 ± 1 %", "--vary", "faces.*", "--reach", "0"],
            "--reach: expected 1 to 10,000, not 0",
        ),
        (["--vary", "faces.*"], "--goal"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    typed: Fatecast, tmp_path: Path, flags: list[str], complaint: str
) -> None:
    path = experiment(tmp_path, dice=[6])
    done = typed("tune", "--on", path, *flags, "--out", tmp_path / "tuned.toml")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["race.json"]
