"""The page of a game whose seats draw cards: which card is too strong? Nothing is said that the numbers do not say."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from engine.game.registry import GAMES
from sim import run
from sim.report.shared.claims.claim import Claim, claims_table
from sim.report.shared.files import ReportFiles
from sim.report.shared.pieces.fate_sentences import FateSource, answer, notes, pieces_line
from sim.report.shared.pieces.fates import fates
from sim.report.shared.pieces.figures import fates_figure
from sim.report.shared.run_data import RunData
from sim.statistics.intervals import wilson
from tests.support.draws import ADDRESSES, ALL_ALIKE, NAMES, STRONG_DRAGON, WEAK_ANCHOR
from tests.support.undrawn import build_words

HOSTILE = ["<b>Dragon</b>", "**Griffin**", "a|b", "[Knight](x)", *NAMES[4:]]

Made = Callable[..., ReportFiles]


@pytest.fixture(autouse=True, scope="module")
def games_of_draws() -> Iterator[None]:
    GAMES.update(ADDRESSES)
    yield
    for name in ADDRESSES:
        del GAMES[name]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The files of a report, made once for each experiment."""

    @cache
    def of(powers: tuple[int, ...] = STRONG_DRAGON, **more: Any) -> ReportFiles:
        given = {key: list(value) if isinstance(value, tuple) else value for key, value in more.items()}
        experiment = {"game": "draws", "games": 4000, "seed": 3, "powers": list(powers), **given}
        return build_words(run(experiment, out=tmp_path_factory.mktemp("draws") / "run", executor="inline").path)

    return of


def page_of(files: ReportFiles) -> str:
    page = re.sub(r"<(svg|style|script).*?</\1>", "", files["index.html"].decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


def answer_of(files: ReportFiles) -> str:
    """The sentence that answers, and it comes before everything else."""
    found = re.search(r'id="fates-answer"><li><strong>(.*?)</strong>(.*?)</li>', files["index.html"].decode())
    assert found is not None
    return "".join(found.groups()).replace("\N{NO-BREAK SPACE}", " ")


def test_the_card_that_stands_out_is_named_first_with_what_it_does(made: Made) -> None:
    told = answer_of(made())
    found = re.fullmatch(
        r"Dragon stands out: drawing it wins ([\d.]+) \(([\d.]+) to ([\d.]+)\) more games in 100 than the card drawn "
        r"in its place. On the weak side: Anchor −([\d.]+).",
        told,
    )
    assert found is not None, told
    value, low, high, weak = map(float, found.groups())
    assert low < 64.7 < high
    assert low < value < high
    assert 22 < weak < 36
    assert "Which card is too strong?" in page_of(made())
    first = made()["index.html"].decode()
    assert first.index("fates-answer") < first.index("Who wins?"), "what a designer asks comes first"
    assert f"**Dragon stands out**{told.removeprefix('Dragon stands out')}" in made()["report.md"].decode().replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_where_only_a_weak_card_stands_out_no_card_is_called_strong(made: Made) -> None:
    told = answer_of(made(WEAK_ANCHOR))
    assert re.match(r"Anchor stands out: drawing it wins [\d.]+ \([\d.]+ to [\d.]+\) fewer games in 100 than", told)
    assert told.endswith("No card stands out as strong.")


def test_where_none_stands_out_the_page_says_what_could_have_been_seen(made: Made) -> None:
    few = answer_of(made(ALL_ALIKE, games=400))
    assert few.startswith("No card stands out: no effect can be told from 0; about ")
    assert few.endswith(" games would show one of 5 games in 100.")
    needed = int(re.sub(r"\D", "", few.split("about ")[1].split(" games")[0]))
    assert needed > 100
    many = answer_of(made(ALL_ALIKE, games=4 * needed))
    assert many.endswith("one of 5 games in 100 would probably have been seen.")


def source_with(table: pl.DataFrame, *claims: Claim, tmp_path: Path) -> FateSource:
    """What is said of this table of pieces, if these are the claims of the page."""
    data = RunData(run({"game": "draws", "games": 20, "seed": 3}, out=tmp_path / "run", executor="inline").path)
    return FateSource(data, {"fates": table, "claims": claims_table(claims)}, data.layout.even_focus, table)


def test_no_piece_is_named_if_the_page_may_not_say_that_some_has_an_effect(made: Made, tmp_path: Path) -> None:
    """The claim is one of all claims of the page; what the table marks is not enough."""
    table = pl.read_parquet(made()["tables/fates.parquet"])
    claim = Claim("pieces", "calm", "no effect", None, 4000, 0.1, 0.0, 0.2, 0.05, 0.04, 12)
    sure = source_with(table, claim, tmp_path=tmp_path / "sure")
    assert answer(sure).claim == "Dragon stands out"
    assert pieces_line(sure) == ("What stands out?", "Dragon is strong; Anchor is weak.", "sure")
    many = source_with(table, claim, claim._replace(topic="another"), tmp_path=tmp_path / "many")
    assert answer(many).claim == "No card stands out"
    assert answer(many).says.startswith(": no effect can be told from 0; about ")
    assert pieces_line(many).says == "No card that is drawn, as far as is known."
    assert pieces_line(many).status.startswith("not sure yet (about ")


def test_cards_that_are_hardly_ever_used_are_named(made: Made, tmp_path: Path) -> None:
    table = pl.read_parquet(made()["tables/fates.parquet"]).sort("title")
    rare = table.with_columns(most_used=pl.when(pl.col("title").is_in(["Goat", "Monk"])).then(0.009).otherwise(0.5))
    said = " ".join(notes(source_with(rare, tmp_path=tmp_path)))
    assert said == "Hardly ever used (in less than 1 % of the games with it): Goat and Monk."
    assert table["most_used"].to_list() == pytest.approx(
        [wilson(there - unused, there)[1] for there, unused in table.select("in_game", "unused").rows()]
    )


def test_cards_that_nobody_used_are_named(made: Made) -> None:
    files = made(games=5)
    table = pl.read_parquet(files["tables/fates.parquet"])
    *names, last = table.filter(used=0)["title"].sort().to_list()
    assert f"Never used: {', '.join(names)} and {last}." in page_of(files)
    assert "Never used:" not in page_of(made())
    assert answer_of(files) == "Which card is too strong cannot be told yet: too few games were played."


def test_the_page_says_what_was_counted_and_what_was_not(made: Made) -> None:
    used = page_of(made(zones=False))
    assert "Only what table.use says is counted here. table.deck and table.hand would also count what is drawn" in used
    assert "when used" in used
    assert "when drawn" not in used
    told = answer_of(made(zones=False))
    assert told.startswith(
        "Which card is too strong is not measured here, but Dragon goes with wins: if a seat used it"
    )
    drawn = page_of(made(uses=False))
    assert "table.use would also count what is used." in drawn
    assert "when used" not in drawn
    assert "would also count" not in page_of(made())


def test_a_production_game_speaks_of_what_it_yields(made: Made) -> None:
    files = made(game="draws-for-gold")
    assert re.match(
        r"Dragon stands out: drawing it yields [\d.]+ gold \([\d.]+ to [\d.]+\) more than", answer_of(files)
    )
    assert not re.search(r"\b(win|wins|won|win rate)\b", page_of(files))


def test_names_of_strangers_stay_names(made: Made) -> None:
    files = made(names=tuple(HOSTILE))
    page, text = files["index.html"].decode(), files["report.md"].decode()
    assert "<b>Dragon</b>" not in page
    assert "&lt;b&gt;Dragon&lt;/b&gt; stands out" in page
    assert "**\\<b>Dragon\\</b> stands out**" in text
    assert not re.search(r"(?<!\\)(<b>|\*\*Griffin|\[Knight|a\|b)", text)


def test_the_figure_of_a_deck_of_very_many_cards_has_the_ends_of_the_list(tmp_path: Path) -> None:
    experiment = {"game": "draws", "games": 3000, "seed": 3, "powers": [1 + at % 7 for at in range(60)]}
    data = RunData(run(experiment, out=tmp_path / "run", executor="inline").path)
    figure = fates_figure(data, {"fates": fates(data)})
    assert figure is not None
    assert "the strongest and the weakest of 60" in figure.axes[0].get_xlabel()
    assert len(figure.axes[0].get_yticklabels()) == 40
