"""Our numbers beside those of the rule sheet, for five players: sections 10 and 12."""

import pytest

from engine.euphoria.cells.play_cell import TABLES
from tests.support.euphoria.cells import make, with_focus
from tests.support.euphoria.references import GAMES, RANDOM_GAMES, alike, compared_share, compared_with, ladder

FAR = 4.5
COMPARISONS = 14 * 11 + 6 * 5 * 2
FEW = 3_000


def test_all_of_the_sheet_is_here() -> None:
    assert (len(alike()), len(ladder())) == (14, 60)
    assert COMPARISONS == 214


@pytest.mark.parametrize(("deck", "policy"), alike())
def test_everybody_alike(deck: str, policy: str) -> None:
    rows = TABLES.play_batch(make(deck, policy), 21, 0, FEW).rows
    assert [each for each in compared_with(rows, deck, policy) if abs(each.z) > FAR] == []


@pytest.mark.full
def test_one_among_others() -> None:
    deck, focus, field = "surrogate", "guardian", "random"
    rows = TABLES.play_batch(with_focus(deck, focus, field), 22, 0, FEW).rows
    found = compared_share(focus, int(rows["won"].sum()), FEW, ladder()[deck, focus, field], GAMES)
    assert abs(found.z) < FAR


def test_another_policy_would_be_noticed() -> None:
    rows = TABLES.play_batch(make("none", "guardian theta=0.6"), 21, 0, FEW).rows
    assert any(abs(each.z) > 2 * FAR for each in compared_with(rows, "none", "guardian"))


@pytest.mark.published
def test_every_number_of_the_sheet() -> None:
    """All 214 comparisons, with as many games as the sheet had."""
    found = []
    for deck, policy in alike():
        games = RANDOM_GAMES if policy == "random" else GAMES
        found += compared_with(TABLES.play_batch(make(deck, policy), 7, 0, games).rows, deck, policy)
    for (deck, focus, field), reference in ladder().items():
        rows = TABLES.play_batch(with_focus(deck, focus, field), 11, 0, GAMES).rows
        share = int(rows["won"].sum())
        found.append(compared_share(f"{deck} {focus} among {field}", share, GAMES, reference, GAMES))
    assert len(found) == COMPARISONS
    assert [each for each in found if abs(each.z) > FAR] == []
    spread = (sum(each.z**2 for each in found) / len(found)) ** 0.5
    assert 0.8 < spread < 1.2
