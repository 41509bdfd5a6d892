"""The verdict of a production game: what it yields, how long it takes, what is left unused; and what depends on who
plays."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from engine.game.outcomes import Mean, Share
from sim import run
from sim.display.outcome_format import OutcomeFormat
from sim.report.production.kind import PRODUCTION
from sim.report.production.sentences import everywhere, production_sentences, strategies
from sim.report.production.verdict import production_verdict
from sim.report.shared.claims.claim import Claim, claims_table
from sim.report.shared.claims.verdict import DEPENDS, Line
from sim.report.shared.run_data import RunData, Tables
from tests.support import harvest
from tests.support.harvest import APPLES
from tests.support.undrawn import build_words

COVERED = {"kind": pl.String, "name": pl.String, "times": pl.Int64, "games": pl.Int64}


def judged(tmp_path: Path, **changes: object) -> tuple[RunData, Tables]:
    data = RunData(
        run({**APPLES, "trees": [1], "games": 5000, **changes}, out=tmp_path / "run", executor="inline").path
    )
    tables = dict(PRODUCTION.tables(data))
    return data, {**tables, "claims": claims_table(list(PRODUCTION.claims(data, tables)))}


def of(lines: list[Line], question: str) -> Line:
    return next(line for line in lines if line.question == question)


def test_it_depends_on_who_plays_and_the_ends_are_named(tmp_path: Path) -> None:
    data, tables = judged(tmp_path, policies=["picker", "idler", "walker"])
    line = of(production_verdict(data, tables), "What does it yield?")
    assert line.status == DEPENDS
    ends = "between 21 apples (idler) and 39 apples (picker)."
    assert line.says == f"The picker: 39 apples; {ends}"
    assert of(production_verdict(data, tables), "How long?").status == DEPENDS
    assert sum(" more than the " in sentence for sentence in production_sentences(data, tables)) == 2


def test_where_all_who_play_are_alike_nothing_depends_on_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in harvest.IDLE:
        monkeypatch.setitem(harvest.IDLE, name, 3)
    data, tables = judged(tmp_path)
    assert set(tables["claims"]["relation"]) == {"unclear"}
    yields, long, out = production_verdict(data, tables)
    assert yields.says.startswith("The picker: 32 apples.")
    assert (yields.status, long.status) == ("sure", "sure")
    assert out == Line("What stands out?", "The game counts nothing about its parts.", "not measured")
    assert not any(" than the " in sentence for sentence in production_sentences(data, tables))
    assert sum("It is unclear which yields more" in sentence for sentence in production_sentences(data, tables)) == 2


def test_a_difference_within_the_margin_or_doubtful_is_nothing_to_depend_on(tmp_path: Path) -> None:
    data, tables = judged(tmp_path, policies=["walker", "picker"])
    assert of(production_verdict(data, tables), "What does it yield?").status == DEPENDS
    for claims in (
        tables["claims"].with_columns(value=pl.lit(0.2)),
        tables["claims"].with_columns(relation=pl.lit("unclear")),
    ):
        assert of(production_verdict(data, {**tables, "claims": claims}), "What does it yield?").status == "sure"


def test_few_games_are_not_sure_and_say_how_many_would_be(tmp_path: Path) -> None:
    data, tables = judged(tmp_path, games=50, policies=["picker"])
    line = of(production_verdict(data, tables), "What does it yield?")
    needed = tables["outcomes"].filter(outcome="apples")["needed"][0]
    assert 1000 < needed < 4000, "to within the margin"
    assert line.status == "not sure yet (about 130 games in each cell would tell), asked of one policy only", (
        "to within five"
    )
    more, then = judged(tmp_path / "more", games=150, policies=["picker"])
    assert of(production_verdict(more, then), "What does it yield?").status == "sure, asked of one policy only"


@pytest.mark.parametrize(
    ("rows", "says", "status"),
    [
        (
            [
                ("action", "sing", 0, 900),
                ("action", "dance", 8, 900),
                ("ability", "fly", 9, 900),
                ("end", "night", 0, 9),
            ],
            "Never used: sing. Hardly ever used: dance.",
            "sure",
        ),
        ([("action", "sing", 0, 900), ("action", "hum", 0, 900)], "Never used: sing and hum.", "sure"),
        ([("action", "sing", 0, 200)], "Never used: sing.", "not sure yet (about 300 games in each cell would tell)"),
        (
            [("action", "sing", 70, 900), ("ability", "fly", 90, 900)],
            "Nothing: every action and every ability was used in at least 1 % of the games.",
            "sure",
        ),
    ],
)
def test_what_is_never_or_hardly_ever_used_is_said(
    tmp_path: Path, rows: list[tuple[object, ...]], says: str, status: str
) -> None:
    data, tables = judged(tmp_path, games=20)
    table = pl.DataFrame(rows, COVERED, orient="row")
    assert production_verdict(data, {**tables, "coverage": table})[-1][1:] == (says, status)


def changed(*found: tuple[float, float, float]) -> str:
    """The sentence on an axis that changes the headline so much on each content."""
    claims = [
        Claim("contents", "trees 1 to 2", at, None, 900, *each, 0.25) for at, each in zip("ABC", found, strict=False)
    ]
    nothing: Any = SimpleNamespace(pieces=(), leading=())
    layout = SimpleNamespace(
        focus=SimpleNamespace(who="x"), content="layout", difficulty="", size="trees", levels=[""], sizes=[1, 2]
    )
    data = SimpleNamespace(layout=layout, presentation=nothing, headline=harvest.GAME.outcomes[0])
    [sentence] = everywhere(cast(RunData, data), {"claims": claims_table(claims)})
    return sentence


def test_a_range_over_contents_is_worded_as_one_and_says_what_holds_in_all() -> None:
    up, down, doubtful = (2.0, 1.8, 2.2), (-2.0, -2.2, -1.8), (0.1, -0.1, 0.3)
    assert changed(up, (3.0, 2.8, 3.2)) == (
        "trees 1 to 2: the change of apples lies between +2.00 (+1.80 to +2.20) and +3.00 (+2.80 to +3.20), by "
        "layout; more in all."
    )
    assert changed(down, down).endswith("; less in all.")
    assert changed(up, down).endswith("; not the same in all.")
    assert changed(up, doubtful).endswith("; not known in all.")


def test_a_direction_is_corrected_over_the_page() -> None:
    """An interval that excludes 0 alone is not enough among ten."""
    claims = [Claim("strategies", "b", "a", 0, 900, 1.0, 0.1, 1.9, 0.25), *[Claim("x", "", "", 0, 9, 0, -1, 1, 1)] * 9]
    group = [SimpleNamespace(name=each, called=f"the {each}", version="", shown_version="") for each in "ab"]
    layout: Any = SimpleNamespace(groups=group, places=[SimpleNamespace(level="", size="", group=group[1])])
    layout.levels, layout.sizes, layout.contents, layout.shown_contents = [""], [""], [""], [""]
    layout.difficulty, layout.size, layout.content = "", "", ""
    layout.level_name = layout.size_name = str
    data = cast(RunData, SimpleNamespace(layout=layout, headline=harvest.GAME.outcomes[0]))
    compared = pl.DataFrame({"compared": ["paired"]})
    alone = "the b yields 1.0 apples (0.1 to 1.9) more than the a, on the same luck."
    for family, says in (
        (claims[:1], alone),
        (claims, "unclear which yields more, the b or the a, on the same luck: +0.1"),
    ):
        [told] = strategies(data, {"claims": claims_table(family), "strategies": compared})
        assert says in told


def test_a_stand_in_bears_three_digits(tmp_path: Path) -> None:
    mean = cast(Mean, harvest.GAME.outcomes[0])
    assert OutcomeFormat(mean, typeset=True, most=3).estimate(28.9481, (28.9461, 28.9501)) == "28.9 (28.9 to 29.0)"
    assert OutcomeFormat(mean, typeset=True).estimate(28.9481, (28.9461, 28.9501)) == "28.9481 (28.9461 to 28.9501)"
    share = Share(name="par", meaning="", column="par")
    assert (
        OutcomeFormat(share, typeset=True, most=3).estimate(0.98853, (0.9883, 0.9887))
        == "98.9\N{NO-BREAK SPACE}% (98.8 to 98.9)"
    )
    assert OutcomeFormat(mean, typeset=True, most=3).estimate(0, (0, 0)) == "0.00 (0.00 to 0.00)"
    files = build_words(run({**APPLES, "trees": [1]}, out=tmp_path / "run", executor="inline").path)
    told = [line for line in files["report.md"].decode().splitlines() if line.startswith(("- **", "| picker |"))]
    assert max(len(found.replace(".", "")) for line in told[:4] for found in re.findall(r"\d+\.\d+", line)) == 3
