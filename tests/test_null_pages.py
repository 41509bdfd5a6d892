"""Pages claim nothing where nothing differs, and see what does: a sample of `python -m tests.null_pages`."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from sim.report.shared.claims import claim
from sim.report.shared.claims.claim import UNCLEAR, Claim, claims_table
from sim.report.shared.page import estimate_sentences
from sim.statistics.intervals import z_of
from tests.null_pages.__main__ import (
    DIRECTION,
    PLANTED,
    Planted,
    false_words,
    games_that_would_tell,
    pages_seeing,
)
from tests.null_pages.pages import PAGES, page, workplace

SEED = 34
CLAIMS, FAMILIES = 40, 400


@pytest.fixture(scope="module", autouse=True)
def _workplace() -> Iterator[None]:
    with workplace():
        yield


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_of_an_even_game_claims_nothing(kind: str) -> None:
    found = page(kind, SEED, 60)
    assert found.claims.height > 3
    assert found.said.is_empty()
    assert false_words(found) == []
    assert len(found.texts) >= 3


def test_an_edge_is_seen_and_told() -> None:
    found = page("competitive", SEED, 400, {"options": {"edge": 0.5}})
    assert "first seat" in found.said["topic"].to_list()
    assert [text for text in found.texts if DIRECTION.search(text)] != []
    assert false_words(found._replace(claims=found.claims.clear())) != [], "words without a claim are noticed"


def families(risk_of_each: bool, monkeypatch: pytest.MonkeyPatch) -> float:
    """The share of pages that claim something, of claims about nothing that are independent of each other."""
    if risk_of_each:
        monkeypatch.setattr(claim, "holm", list)
    luck, reach = np.random.default_rng(SEED), z_of()
    said = 0
    for values in luck.normal(size=(FAMILIES, CLAIMS)):
        mine = [Claim("t", "s", "o", None, 100, value, value - reach, value + reach, 0.1) for value in values.tolist()]
        said += bool((claims_table(mine)["relation"] != UNCLEAR).any())
    return said / FAMILIES


def test_all_claims_of_a_page_form_one_family(monkeypatch: pytest.MonkeyPatch) -> None:
    error = (0.05 * 0.95 / FAMILIES) ** 0.5
    assert families(False, monkeypatch) <= 0.05 + 3 * error
    assert families(True, monkeypatch) > 0.7, "each by itself would be false on most pages"


def test_the_games_that_would_tell_do() -> None:
    """A claim whose error is known asks for the games that show its margin in 85 % of the cases, among its family."""
    luck, games, error, margin, reach = np.random.default_rng(SEED), 1_000, 0.5, 0.2, z_of()
    others = [Claim("t", "s", "o", None, games, 0.0, -1.0, 1.0, margin)] * 9
    asked = Claim("t", "s", "o", None, games, 0.0, -reach * error, reach * error, margin)
    needed = int(claims_table([asked, *others])["needed"][0])
    then = error * (games / needed) ** 0.5
    seen = 0
    for value in luck.normal(margin, then, size=400).tolist():
        mine = asked._replace(games=needed, value=value, low=value - reach * then, high=value + reach * then)
        seen += claims_table([mine, *others])["relation"][0] != UNCLEAR
    assert 0.79 <= seen / 400 <= 0.91


TIMES = 8
FEWEST = (0.75 - 3 * (0.75 * 0.25 / TIMES) ** 0.5) * TIMES
"""Less three standard errors of so few pages."""
STAKES = replace(PLANTED["stakes"], cells={"focus": [], "field": [], "policies": ["keen"]})


def seen(planted: Planted) -> int:
    return pages_seeing(planted, games_that_would_tell(planted, TIMES, SEED, as_often=4), SEED)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("planted", [STAKES, PLANTED["yield"]])
def test_pages_of_the_games_that_would_tell_do(planted: Planted) -> None:
    assert seen(planted) >= FEWEST


def test_too_few_games_do_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that takes the standard error for what can be seen."""
    monkeypatch.setattr(claim, "visible", lambda claim, *_: (claim.high - claim.low) / (2 * z_of()))
    assert seen(STAKES) < FEWEST


@pytest.mark.full
def test_too_few_games_are_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate_sentences, "games_to_ask_for", lambda needed, games: needed / 2)
    assert seen(PLANTED["yield"]) < FEWEST
