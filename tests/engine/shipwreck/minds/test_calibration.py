"""What the group states about its predictions, compared with how often they are right: exact for a policy whose model
is how it really plays, too low for one that considers a purposeful player random."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game.results import Rows
from tests.support.shipwreck import cells
from tests.support.shipwreck.samples import batch_of, rows_of

UNIT = 10_000
Counts = NDArray[np.int64]
MOST = 4.0


def stated(rows: Rows) -> float:
    """How sure the group was, on average."""
    return float(rows["stated"].sum() / UNIT / rows["predictions"].sum())


def observed(rows: Rows) -> float:
    return float(rows["correct"].sum() / rows["predictions"].sum())


def z_score(rows: Rows) -> float:
    """Right predictions beyond what was stated, in standard errors. Games are independent; predictions of one game are
    not quite, so the error is computed from games."""
    surplus = rows["correct"] - rows["stated"] / UNIT
    return float(surplus.sum() / np.sqrt((surplus**2).sum()))


@pytest.mark.parametrize(("deck", "policy"), [("base", "pragmatic"), ("full", "pragmatic forget_powers=0.5")])
def test_an_exact_model_is_calibrated(deck: str, policy: str) -> None:
    rows = rows_of(policy, 2, deck, games=2500)
    assert rows["predictions"].sum() > 5000
    assert abs(z_score(rows)) <= MOST
    assert abs(stated(rows) - observed(rows)) < 0.01


def bin_scores(table: Counts, least: int = 25) -> dict[int, float]:
    """Right predictions beyond what was stated, in standard errors, for every tenth with enough predictions. A
    prediction stated with p has the variance p · (1 − p)."""
    scores = {}
    for tenth, (predictions, said, squares, right) in enumerate(table.tolist()):
        variance = said / UNIT - squares / UNIT**2
        if predictions >= least and variance > 0.5:
            scores[tenth] = (right - said / UNIT) / variance**0.5
    return scores


def surplus(counts: Counts) -> float:
    """The share of right predictions beyond what was stated."""
    predictions, said, _, right = counts.tolist()
    return float((right - said / UNIT) / predictions)


@pytest.mark.parametrize("policy", ["pragmatic", "pragmatic alpha=8 boldness=0.3"])
def test_every_tenth_is_calibrated(policy: str) -> None:
    table = batch_of(policy, 6).tables["calibration"]
    scores = bin_scores(table)
    assert len(scores) >= 3
    assert max(map(abs, scores.values())) <= MOST
    assert abs(surplus(table.sum(axis=0))) < 0.003


@pytest.mark.parametrize("policy", cells.LEARNT)
def test_every_tenth_of_a_code_is_calibrated(policy: str) -> None:
    table = batch_of(policy, 6, games=2000).tables["calibration"]
    scores = bin_scores(table)
    assert len(scores) >= 3
    assert max(map(abs, scores.values())) <= MOST


def test_a_literal_table_shows_in_its_tenths() -> None:
    """The negative control: the intended exception is visible in the table."""
    table = batch_of("literal", 6).tables["calibration"]
    assert max(bin_scores(table).values()) > MOST
    assert surplus(table.sum(axis=0)) > 0.02


def test_what_is_certain_is_true() -> None:
    rows = rows_of("certain", 0, games=5_000)
    assert rows["predictions"].sum() > 2_500
    assert (rows["correct"] == rows["predictions"]).all()
    assert (rows["stated"] == UNIT * rows["predictions"].astype(np.int64)).all()


def test_half_a_point_of_conceit_is_noticed() -> None:
    """The negative control: the same games, each prediction stated half a point too high."""
    rows = rows_of("pragmatic", 6).copy()
    rows["stated"] += rows["predictions"] * np.uint32(UNIT // 200)
    assert z_score(rows) < -MOST
