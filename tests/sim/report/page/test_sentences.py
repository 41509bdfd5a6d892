"""Sentences are written where the intervals carry them, and nowhere else."""

import re
from pathlib import Path

import pytest

from sim import run
from sim.report.cooperative.claims import cooperative_claims
from sim.report.cooperative.kind import all_tables
from sim.report.cooperative.sentences import cooperative_sentences, difficulty, sizes
from sim.report.cooperative.verdict import cooperative_verdict
from sim.report.shared.claims.claim import Claim, claims_table
from sim.report.shared.claims.verdict import DEPENDS, ONE_POLICY, SURE, Line
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import agreeing
from tests.support.lottery import TICKETS


def source(path: Path, **changes: object) -> tuple[RunData, Tables]:
    data = RunData(run({**TICKETS, **changes}, out=path, executor="inline").path)
    tables = all_tables(data)
    tables["claims"] = claims_table(list(cooperative_claims(data, tables)))
    return data, tables


def verdict_of(source: tuple[RunData, Tables]) -> list[Line]:
    return cooperative_verdict(*source)


def test_a_small_run_does_not(tmp_path: Path) -> None:
    """A few games cannot tell whether a step costs more than the one before, nor any card from another."""
    found = source(tmp_path / "run", games=60)
    said, (hard, long, odd) = cooperative_sentences(*found), verdict_of(found)
    assert hard.status == DEPENDS, "even so few games tell blind players from calm ones"
    assert re.fullmatch(r"not sure yet \(about \d+ games in each cell would tell\)", long.status), long
    assert re.fullmatch(r"not sure yet \(about [\d,]+ games in each cell would tell\)", odd.status)
    assert re.match(r"No card in the opening has a known effect on the win rate; one of \d+.\d points would", odd.says)
    assert "more than the one before" not in " ".join(said)
    assert "Out of line" not in odd.says


def test_equal_difficulties_cost_nothing_that_could_be_told(tmp_path: Path) -> None:
    found = source(tmp_path / "run", games=2000, fix=1)
    said, hard = " ".join(cooperative_sentences(*found)), verdict_of(found)[0]
    assert " costs " not in said
    assert "Skill" not in said
    assert hard.status == SURE, "all policies agree"
    assert "who plays" not in hard.says
    assert hard.says.endswith(" everywhere."), "the same number once"


def test_a_run_of_one_policy_says_so(tmp_path: Path) -> None:
    hard, long, _ = verdict_of(source(tmp_path / "run", games=500, policies=["calm"]))
    assert hard.status == f"not sure yet (about 1,800 games in each cell would tell), {ONE_POLICY}"
    assert long.status == f"{SURE}, {ONE_POLICY}"


def test_what_is_called_without_an_article_is_many() -> None:
    assert [agreeing(who, "win") for who in ("a table", "an Oracle", "the group", "calm players")] == [
        "a table wins",
        "an Oracle wins",
        "the group wins",
        "calm players win",
    ]


def test_that_no_game_changed_does_not_prove_that_none_would(tmp_path: Path) -> None:
    """The lottery does not ask how many play."""
    few, many = (source(tmp_path / str(games), games=games, policies=["calm"]) for games in (30, 3000))
    most = [" ".join(sizes(*each)).partition("at most ")[2].partition(" points")[0] for each in (few, many)]
    assert float(most[0]) > 10 > 0.2 > float(most[1]) > 0


STEPS = [("step", "Easy to Hard", 0.1, 0.09, 0.11), ("step", "Hard to doom 3", 0.15, 0.14, 0.16)]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunData, Tables]:
    return source(tmp_path_factory.mktemp("few") / "run", games=20)


def told_of(few: tuple[RunData, Tables], *rows: tuple[object, ...]) -> str:
    """What is said about difficulty if these are the claims of the page."""
    told = few[0], {**few[1]}
    told[1]["claims"] = claims_table([Claim(kind, of, "", None, 20, *ends, 0.05) for kind, of, *ends in rows])  # type: ignore[arg-type, call-arg]
    return " ".join(difficulty(*told))


@pytest.mark.parametrize(
    ("growth", "said"),
    [
        ((0.05, 0.04, 0.06), "costs a calm table more than the one before"),
        ((0.05, -0.01, 0.11), "costs a calm table wins"),
        ((-0.05, -0.06, -0.04), "costs a calm table less than the one before"),
    ],
)
def test_growth_is_told_by_its_interval(
    few: tuple[RunData, Tables], growth: tuple[float, float, float], said: str
) -> None:
    """Not by its estimate: the second is as large as the first, and nothing can be said of it."""
    assert said in told_of(few, *STEPS, ("growth", "Hard to doom 3", *growth))


def test_steps_are_told_only_as_far_as_all_claims_of_the_page_bear(few: tuple[RunData, Tables]) -> None:
    """An interval that excludes 0 is not enough where a page says much: one of twenty would be false."""
    barely = ("step", "Hard to doom 3", 0.15, 0.01, 0.29)
    none = [("size", str(at), 0.0, -0.1, 0.1) for at in range(9)]
    assert told_of(few, STEPS[0], barely).startswith("each step of doom costs a calm table wins")
    told = told_of(few, STEPS[0], barely, *none)
    assert told == "the step from Easy to Hard costs a calm table 10.0 points (9.0 to 11.0)."
