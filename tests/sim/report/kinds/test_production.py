"""The page of a production game: what does it yield? Nothing on it speaks of winning."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from sim import run
from sim.report.shared.files import ReportFiles
from sim.runs.run import load_run
from tests.support.harvest import APPLES
from tests.support.undrawn import build_drawn, build_several, build_words

OF_WINNING = re.compile(
    r"(?<![a-z])(win|wins|won|winner|winners|winning|win_rate|win_rates|lose|loses|lost|loss|losses|defeat|defeats|beat|"
    r"beats|harder|easier|victory|comeback|comebacks)(?![a-z])",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(APPLES, out=tmp_path_factory.mktemp("harvest") / "apples", executor="inline").path


@pytest.fixture(scope="module")
def built(played: Path) -> ReportFiles:
    return build_drawn(played)


def words_of(files: ReportFiles) -> str:
    """Everything that a person could read: names of files, pages, tables, figures with their texts."""
    texts = [*files]
    for name, data in files.items():
        if name.endswith((".html", ".md", ".csv", ".svg", ".json")):
            texts.append(data.decode())
        elif name.endswith(".parquet"):
            texts += pl.read_parquet(data).columns
    return "\n".join(texts)


def test_no_word_of_winning(built: ReportFiles) -> None:
    assert OF_WINNING.findall(words_of(built)) == []
    assert OF_WINNING.findall(words_of({"tables/win_rates.csv": b"games,wins\n"})), "the negative control"


def test_the_page_asks_its_own_question(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    assert "What does it yield?" in page
    assert "How hard is it?" not in page
    assert 'id="coverage"' not in page, "nothing is covered: no empty frame"
    assert built["report.md"].decode().startswith("# The Harvest: what does it yield?")
    for name in ("means", "spread", "distributions"):
        assert f"figures/{name}.svg" in built


def test_the_first_lines_say_what_is_real(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    stand_in = "<strong>Real:</strong> nothing. <strong>Stand-in:</strong> the whole orchard."
    assert page.index(stand_in) < page.index("<h2>What does it yield?")
    assert "Real: nothing. Stand-in: the whole orchard." in built["report.md"].decode()


def test_outcomes_are_those_of_the_summary(played: Path, built: ReportFiles) -> None:
    table = pl.read_parquet(built["tables/outcomes.parquet"])
    for number, cell in enumerate(load_run(played).cells):
        for name, found in cell["outcomes"].items():
            row = table.filter(cell=number, outcome=name).row(0, named=True)
            assert [row[key] for key in ("value", "low", "high")] == [found[key] for key in ("value", "low", "high")]


def test_spreads_are_those_of_the_games(played: Path, built: ReportFiles) -> None:
    games = load_run(played).games.collect()
    table = pl.read_parquet(built["tables/spreads.parquet"])
    assert set(table["outcome"]) == {"apples", "hours", "weight"}, "a ratio has no value in a single game"
    for cell in range(6):
        mine = games.filter(cell=cell)
        for outcome, column, scale in (("apples", "apples", 1), ("weight", "weight", 1000)):
            values = mine[column].to_numpy() / scale
            row = table.filter(cell=cell, outcome=outcome).row(0, named=True)
            for name, share in (("decile_1", 0.1), ("quartile_1", 0.25), ("median", 0.5), ("decile_9", 0.9)):
                assert row[name] == np.quantile(values, share, method="inverted_cdf")
            assert row["least"] == values.min()
            assert row["most"] == values.max()
            assert row["sd"] == pytest.approx(values.std(ddof=1))


def test_strategies_are_compared_on_the_same_luck(played: Path, built: ReportFiles) -> None:
    games = load_run(played).games.collect()
    table = pl.read_parquet(built["tables/strategies.parquet"])
    assert set(table["compared"]) == {"paired"}
    row = table.filter(table="walker", size="1", outcome="apples").row(0, named=True)
    apples = [games.filter(cell=cell).sort("game")["apples"].to_numpy().astype(float) for cell in (0, 2)]
    steps = apples[1] - apples[0]
    assert row["difference"] == pytest.approx(steps.mean())
    reach = 1.96 * steps.std() / np.sqrt(len(steps))
    assert (row["high"] - row["low"]) / 2 == pytest.approx(reach, rel=0.05)
    unpaired = 1.96 * np.sqrt(sum(side.var() for side in apples) / len(steps))
    assert reach < 0.9 * unpaired, "the same luck tells more"


def test_a_single_strategy_has_no_section_of_differences(tmp_path: Path) -> None:
    files = build_words(
        run({**APPLES, "policies": ["picker"], "trees": [1]}, out=tmp_path / "run", executor="inline").path
    )
    page = files["index.html"].decode()
    assert 'id="strategies"' not in page
    assert "#strategies" not in page
    assert "tables/strategies.csv" not in files


@pytest.mark.full
def test_a_poor_run_gives_a_correct_page(tmp_path: Path) -> None:
    files = build_drawn(run({**APPLES, "games": 1}, out=tmp_path / "run", executor="inline").path)
    text = re.sub(r"<(svg|style|script).*?</\1>", "", files["index.html"].decode(), flags=re.DOTALL)
    assert not re.search(r"(?<![A-Za-z])(nan|inf|None)(?![A-Za-z])", text)


def test_runs_side_by_side_speak_of_the_headline(played: Path, tmp_path: Path) -> None:
    other = run({**APPLES, "baskets": 5}, out=tmp_path / "smaller", executor="inline").path
    files = build_several([played, other])
    assert OF_WINNING.findall(words_of(files)) == []
    table = pl.read_parquet(files["tables/comparison.parquet"])
    assert set(table["outcome"]) == {"apples"}
    games = [load_run(path).games.collect().sort("cell", "game") for path in (played, other)]
    steps = games[1]["apples"].cast(pl.Int64) - games[0]["apples"].cast(pl.Int64)
    first = table.filter(run="smaller", cell=0).row(0, named=True)
    assert first["compared"] == "paired"
    assert first["verdict"] == "less"
    assert first["difference"] == pytest.approx(steps.head(2000).mean())
    assert "Apples in smaller against apples: lower in 6 of 6 cells." in files["report.md"].decode()
    others = pl.read_parquet(files["tables/other_outcomes.parquet"])
    assert set(others["outcome"]) == {"apples per hour", "hours", "weight"}
    assert set(others.filter(outcome="hours", run="smaller")["verdict"]) == {"unclear"}
