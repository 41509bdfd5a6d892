"""The gate's self-test: its pools are what they are said to be, and a gate that is worse than promised is noticed."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtri

from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome, seat_shares
from engine.game.registry import GAMES
from sim.compare.gate.baseline import accept, grouping_of, read_baseline, write_baseline
from sim.compare.gate.command import GateRequest, judged
from sim.compare.gate.effort import unseen_of
from sim.compare.gate.self_test.counting import MeanSums, MomentSums, RatioSums, WholeCounts
from sim.compare.gate.self_test.drawn_runs import BUNDLE, Sums, draw_runs
from sim.compare.gate.self_test.measure import EditRates, GateErrorRates, LevelRates, ObservedShare, measure
from sim.compare.gate.self_test.output import show_error_rates
from sim.compare.gate.self_test.pools import Pool, lowered, thinned, tossed
from sim.compare.gate.stopping_rule import Claims
from sim.compare.pairs import reach_of
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.play.outcomes import outcomes_of
from sim.statistics.unseen import games_until
from tests.support import ROOT, harvest
from tests.support.dice_race import GAME
from tests.support.sample import sampled

MARGIN = 0.005
WON = GAME.outcomes[0]
LOST, GAINED, BOTH = 1, 2, 3
"""Bit 0 is set if a game was won before, bit 1 if it was won after."""
RANDOM = np.random.default_rng(1)


@pytest.fixture(autouse=True)
def luck_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on those that were played before it."""
    monkeypatch.setattr(sys.modules[__name__], "RANDOM", np.random.default_rng(1))


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    GAMES["harvest"] = harvest.ADDRESS
    yield
    del GAMES["harvest"]


def pool(lost: float, gained: float, cells: int = 4, games: int = 8192) -> Pool:
    codes = np.random.default_rng(2).choice(
        [0, LOST, GAINED, BOTH], size=(games, cells), p=[0.3, lost, gained, 0.7 - lost - gained]
    )
    return Pool([WON] * cells, codes & 1, codes >> 1)


def claimed(cells: int = 4, *groups: list[int], margin: float = MARGIN) -> Claims:
    return Claims.of([(-margin, margin)] * cells, [2 * margin] * cells, groups)


def test_gate_runs_are_drawn_from_the_pool() -> None:
    assert draw_runs(pool(0.0, 0.0), claimed(), 0.01, 8192, 100, RANDOM) == (0, 100)
    assert draw_runs(pool(0.03, 0.01), claimed(), 0.01, 16_384, 100, RANDOM) == (100, 0)
    assert draw_runs(pool(0.1, 0.1), claimed(), 0.01, 2048, 100, RANDOM).passed == 0


def test_a_gate_that_cries_wolf_is_caught() -> None:
    """The control: with a margin of next to nothing and a careless risk, chance alone breaks claims."""
    failed, _ = draw_runs(pool(0.1, 0.1), claimed(margin=1e-6), 0.9, 8192, 100, RANDOM)
    assert failed > 10


def test_where_cells_are_too_noisy_their_group_passes() -> None:
    """A tenth of the results changes, without an effect: 100,000 games are too few for every cell alone."""
    noisy = tossed(pool(0.05, 0.05))
    alone, together = claimed(4), claimed(4, [0, 1, 2, 3])
    most = 100_000
    assert draw_runs(noisy, alone, 0.001, most, 64, RANDOM).passed < 55
    assert draw_runs(noisy, together, 0.001, most, 64, RANDOM) == (0, 64)


def test_a_group_does_not_hide_a_cell() -> None:
    """One cell of four moves by a point, so the group moves by less than its margin: the cell is found all the same."""
    moved = lowered(tossed(pool(0.05, 0.05)), [2], 1.0, RANDOM)
    failed, passed = draw_runs(moved, claimed(4, [0, 1, 2, 3]), 0.01, 262_144, 64, RANDOM)
    assert failed >= 60
    assert passed <= 2


def test_a_change_that_no_cell_shows_is_found_in_the_group() -> None:
    moved = lowered(tossed(pool(0.05, 0.05)), [0, 1, 2, 3], 0.75, RANDOM)
    alone = draw_runs(moved, claimed(4), 0.0001, 100_000, 64, RANDOM).failed
    together = draw_runs(moved, claimed(4, [0, 1, 2, 3]), 0.0001, 100_000, 64, RANDOM).failed
    assert together >= alone + 15


def test_the_pools_are_what_they_are_said_to_be() -> None:
    pairs = pool(0.25, 0.2)
    both_ways = tossed(pairs)
    assert (both_ways.after - both_ways.before).sum() == 0, "without effect, exactly"
    thin = thinned(pairs, 0.1, RANDOM)
    assert thin.changed_shares() == pytest.approx(pairs.changed_shares() / 10, rel=0.2)
    assert (thin.before == pairs.before).all(), "the old side stays as it was"
    worse = lowered(both_ways, [1], 1.0, RANDOM)
    gone = (both_ways.after - worse.after).sum(axis=0)
    assert gone.tolist() == [0, round(0.01 * len(both_ways)), 0, 0]


def test_bundles_are_draws_from_the_pool() -> None:
    """Their mean and spread are those of as many single games, and turning them takes every difference away."""
    claims, pairs = claimed(4, [0, 1, 2, 3]), pool(0.06, 0.04)
    kept = Sums(pairs, claims)
    bundles = kept.bundles(len(pairs), RANDOM)
    lost, share = bundles[:, :4], ((pairs.before == 1) & (pairs.after == 0)).mean(axis=0)
    assert lost.mean(axis=0) == pytest.approx(share * BUNDLE, rel=0.02)
    assert lost.var(axis=0) == pytest.approx(share * (1 - share) * BUNDLE, rel=0.25)
    turned = kept.turned(bundles)
    assert np.array_equal(kept.turned(turned), bundles), "turned twice, they are as they were"
    assert np.array_equal(turned[:, :8], bundles[:, [4, 5, 6, 7, 0, 1, 2, 3]]), "lost is gained"
    assert np.array_equal(turned[:, 12:], bundles[:, :11:-1]), "a group steps the other way"


# Means, ratios, categories.

APPLES, PER_HOUR, HOURS, WEIGHT = harvest.GAME.outcomes


def orchard(outcome: Outcome, games: int = 8192, cells: int = 2) -> Pool:
    """The harvest of two days that share nothing, tossed."""
    days = [
        [
            outcomes_of(harvest.GAME, harvest.GAME.simulate(cell, seed, 0, games).rows)
            for cell in resolve({**harvest.APPLES, "policies": ["walker", "picker"], "trees": [1]}, "apples").cells
        ]
        for seed in (1, 2)
    ]
    return tossed(Pool.of([outcome] * cells, list(zip(*days, strict=True))[:cells]))


def claims_on(outcome: Outcome, margin: float, *groups: list[int]) -> Claims:
    return Claims.of([(-margin, margin)] * 2, [2 * margin] * 2, groups, (), [reach_of(outcome)] * 2)


@pytest.mark.full
@pytest.mark.parametrize("outcome", sampled([APPLES, PER_HOUR, WEIGHT], [WEIGHT]), ids=["bounds", "ratio", "no bounds"])
def test_a_gate_on_means_keeps_its_promises(outcome: Outcome) -> None:
    """Where a mean moved by exactly what is allowed, few runs fail; where by twice as much, nearly all do."""
    games, still = 65_536, orchard(outcome)
    claims = claims_on(outcome, outcome.margin)
    unmoved = draw_runs(still, claims, 0.05, games, 200, RANDOM, fair=True)
    assert unmoved.failed == 0
    assert unmoved.passed >= 190
    edges = [lowered(still, [0], 0.5, RANDOM) for _ in range(4)]
    at_the_edge = np.array([draw_runs(edge, claims, 0.05, games, 50, RANDOM) for edge in edges])
    failed, passed = at_the_edge.sum(axis=0)
    assert failed <= 12, "expected 5 % at most: of 200, more than 12 once in 300"
    assert passed <= 20, "expected 5 % at most, but every pool lies a little beside the edge"
    beyond = draw_runs(lowered(still, [0], 1.0, RANDOM), claims, 0.05, games, 100, RANDOM)
    assert beyond.failed >= 95


@pytest.mark.parametrize("outcome", sampled([APPLES, PER_HOUR, WEIGHT], [WEIGHT]), ids=["bounds", "ratio", "no bounds"])
def test_a_gate_on_means_that_cries_wolf_is_caught(outcome: Outcome) -> None:
    failed, _ = draw_runs(orchard(outcome), claims_on(outcome, 1e-9), 0.9, 8192, 100, RANDOM)
    assert failed > 10


@pytest.mark.parametrize("outcome", [APPLES, PER_HOUR, WEIGHT])
def test_a_planted_difference_is_as_large_as_it_is_said_to_be(outcome: Outcome) -> None:
    still = orchard(outcome)
    moved = lowered(still, [1], 1.0, RANDOM)
    assert isinstance(outcome, Mean)
    under = [1.0, 1.0] if still.under is None else still.under[1].mean(axis=0)
    change = (moved.after - still.after).mean(axis=0) / outcome.scale / under
    assert change == pytest.approx([0.0, -2 * outcome.margin], abs=1e-4)


WORTH = Mean(name="worth", meaning="worth", column="worth", unit="worth", margin=0.25, bounds=(0, 358))
NEVER = replace(WORTH, bounds=None)


def worths(outcome: Outcome, changed: float, games: int = 8192) -> Pool:
    """A share of games is worth some more or less; nothing moves on average."""
    random = np.random.default_rng(6)
    before = random.integers(10, 40, (games, 1))
    moved = np.where(random.random((games, 1)) < changed, random.integers(-6, 7, (games, 1)), 0)
    return tossed(Pool([outcome], before, before + moved))


@pytest.mark.parametrize("changed", [0.03, 0.1, 0.9])
def test_a_mean_with_bounds_that_did_not_move_passes_after_the_games_that_are_named(changed: float) -> None:
    """What no game has shown counts: fewer games are not enough, however little they vary."""
    still, claims = worths(WORTH, changed), Claims.of([(-0.25, 0.25)], [0.5], [])
    spread = float((still.after - still.before).std())
    reach = float(ndtri(1 - 0.01 / 2) + ndtri(1 - 0.05 / 2))
    needed = games_until(reach * spread, unseen_of(358.0, 0.01, one_look=False), 0.25)
    enough, few = (-(-round(games) // BUNDLE) * BUNDLE for games in (needed, needed / 2))
    assert draw_runs(still, claims, 0.01, enough, 100, RANDOM, fair=True).passed >= 95
    assert draw_runs(still, claims, 0.01, few, 100, RANDOM, fair=True).passed <= 50


def test_a_mean_without_bounds_does_not_pass_by_a_handful_of_changed_games() -> None:
    rarely, often = worths(NEVER, 0.0005), worths(NEVER, 0.1)
    claims = Claims.of([(-0.25, 0.25)], [0.5], [], reach=inf)
    assert draw_runs(rarely, claims, 0.01, 4096, 100, RANDOM, fair=True).passed == 0
    assert draw_runs(often, claims, 0.01, 16_384, 100, RANDOM, fair=True).passed >= 95


WIDE = (10.0, 10.0)


def test_sums_are_turned_with_the_sides() -> None:
    random = np.random.default_rng(3)
    x, y, later_x, later_y = (random.integers(1, 9, 4096) for _ in range(4))
    seats = np.eye(4, dtype=np.int64)[random.integers(0, 4, (2, 4096))][..., :3]
    none = np.zeros(3)
    for one, other in (
        (MeanSums(x, later_x, 1.0, 10.0), MeanSums(later_x, x, 1.0, 10.0)),
        (MomentSums(x, later_x, 1.0), MomentSums(later_x, x, 1.0)),
        (RatioSums((x, y), (later_x, later_y), 1.0, WIDE), RatioSums((later_x, later_y), (x, y), 1.0, WIDE)),
        (WholeCounts(seats[0], seats[1], none, none), WholeCounts(seats[1], seats[0], none, none)),
    ):
        rows = random.integers(4096, size=BUNDLE)
        assert one.turned(one.sums(rows)[None]) == pytest.approx(other.sums(rows)[None])
        assert not np.allclose(one.sums(rows), other.sums(rows))


def table_of(random: np.random.Generator, chances: list[float]) -> Pool:
    """Four seats, of whom one wins; a tenth of the games is played anew."""
    before = random.choice(4, 8192, p=chances)
    after = np.where(random.random(8192) < 0.1, random.choice(4, 8192, p=chances), before)
    seats = seat_shares("winners", 4, "players", 4)
    return tossed(Pool(seats, np.eye(4, dtype=np.int64)[before], np.eye(4, dtype=np.int64)[after]))


def test_a_gate_on_seats_keeps_its_promises() -> None:
    still = table_of(np.random.default_rng(5), [0.28, 0.26, 0.24, 0.22])
    claims = Claims.of([(-MARGIN, MARGIN)] * 4, [2 * MARGIN] * 4, [], [[0, 1, 2, 3]])
    unmoved = draw_runs(still, claims, 0.01, 65_536, 100, RANDOM, fair=True)
    assert unmoved.failed == 0
    assert unmoved.passed >= 95
    moved = draw_runs(lowered(still, [3], 1.0, RANDOM), claims, 0.01, 65_536, 100, RANDOM)
    assert moved.failed >= 95


def rates(passes: int = 100, alarms: int = 0, changed: float = 0.1) -> GateErrorRates:
    alarm, passed, found, missed = (ObservedShare(some, 100) for some in (alarms, passes, 99, 0))
    return GateErrorRates([LevelRates(changed, alarm, passed, found, missed, found, 1000)], [], [WON], 0.01, 1024, 0)


def test_what_counts_as_good() -> None:
    assert rates().good
    assert not rates(passes=94).good
    assert not rates(alarms=2).good
    assert rates(passes=0, changed=0.45).good, "there the table says what effort it would take"
    assert not rates(alarms=2, changed=0.45).good


def test_an_edit_that_is_beyond_doubt_must_be_found() -> None:
    for found, needed, good in ((96, 500, True), (94, 500, False), (94, 600, True), (0, inf, True)):
        edit = EditRates("an edit", 0.5, [], ObservedShare(0, 100), ObservedShare(found, 100), needed)
        assert replace(rates(), edits=[edit]).good is good


@pytest.mark.full
def test_the_self_test_of_a_small_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    race: Json = {"name": "race", "game": "dice", "dice": [6], "goals": [20, 21]}
    effective, path = resolve({**race, "seed": 5}, "race"), tmp_path / "race.json"
    options = PlayOptions("inline")
    with outcome_cache([effective], options) as played:
        write_baseline(
            path, accept(played, effective, race, {"win rate": 2.0}, 2048, grouping_of(effective, {"win rate": 6.0}))
        )
    measured = measure(read_baseline(path), 0.01, 65_536, 40, options)
    assert [round(level.changed, 2) for level in measured.levels[:2]] == [0.03, 0.1]
    assert 0.3 < measured.levels[2].changed < 0.5
    assert measured.levels[0].passes.value == measured.levels[1].passes.value == 1.0
    assert max(level.alarms.value for level in measured.levels) == 0.0
    assert measured.levels[0].cell_found.value < 0.5, "a point is within a margin of two"
    assert not measured.good
    [edit] = measured.edits
    assert edit.effects[0].mean.change == pytest.approx(-0.001, abs=0.001)
    show_error_rates(measured)
    said = capsys.readouterr().out
    assert "a stumble now and then" in said
    assert "the gate is NOT as good as promised" in said


@pytest.mark.published
def test_the_gate_of_this_repository_is_as_good_as_promised() -> None:
    baseline = read_baseline(ROOT / "configs/shipwreck/baselines/default.json")
    measured = measure(baseline, 0.01, 262_144, 500, PlayOptions())
    assert measured.good
    assert measured.edits[0].label == "dawn under another id"
    assert all(edit.passes.value >= 0.95 for edit in measured.edits if edit.changed < 0.25)


@pytest.mark.published
def test_a_card_under_another_id_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real edit without effect that changes more than a tenth of the results; `fatecast gate` takes some minutes."""
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    deck = tmp_path / "configs/shipwreck/decks/base-set.toml"
    deck.write_text(deck.read_text().replace("[cards.the-deep]", "[cards.the-depths]"))
    monkeypatch.chdir(tmp_path)
    assert judged(GateRequest([], None, None, None, 0.01, PlayOptions())).outcome == 0
