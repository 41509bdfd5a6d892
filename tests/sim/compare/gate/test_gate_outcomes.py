"""The gate on any outcome: means with and without bounds, ratios, categories, and intents that name them."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadData, BadInput
from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome, seat_shares
from engine.game.registry import GAMES
from sim.compare.claimed_change import Claim, claim_text
from sim.compare.gate.baseline import accept, load_baseline, read_baseline, write_baseline
from sim.compare.gate.command import AcceptRequest, accept_now
from sim.compare.gate.gate import GateOutcome, GateResult, cells_to_check, check_engine, decide
from sim.compare.gate.intent import claims_of, outcomes_in
from sim.compare.gate.stored import StoredSums, sums_of, unpaired_change, value_of
from sim.compare.gate.telling.output import as_json, junit, markdown, show_gate
from sim.compare.gate.telling.sentences import sentences
from sim.compare.tested_outcomes import tested_outcomes as outcomes_to_test
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.play.outcomes import Outcomes
from tests.support import harvest

INLINE = PlayOptions("inline")
ORCHARD: Json = {"name": "orchard", "game": "harvest", "policies": ["walker"], "trees": [1, 2]}
APPLES, PER_HOUR, HOURS, WEIGHT = harvest.GAME.outcomes
EVERYTHING = {"apples": 0.25, "apples per hour": 0.05, "hours": 0.1, "weight": 0.05}
WINNING = re.compile(r"\b(win|wins|won|winner|lose|lost|loses|harder|easier|points?)\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    GAMES["harvest"] = harvest.ADDRESS
    yield
    del GAMES["harvest"]


def accepted(tmp_path: Path, margins: dict[str, float], **changes: object) -> Path:
    """A baseline of two orchards, and what is compared with it now."""
    effective, path = resolve({**ORCHARD, "seed": 5}, "orchard"), tmp_path / "orchard.json"
    with outcome_cache([effective], INLINE) as played:
        data = accept(played, effective, ORCHARD, margins, 4096)
    data["experiment"] |= changes
    write_baseline(path, data)
    return path


def gate(path: Path, intent: str = "", most: int = 16_384, names: list[str] | None = None) -> GateResult:
    sides = read_baseline(path)
    asked = outcomes_to_test(sides.before.game.outcomes, [cell.labels for cell in sides.before.cells], names or [])
    with outcome_cache([sides.before, sides.after], INLINE) as played:
        cells = cells_to_check(sides, intent, "intent", asked if names else ())
        check_engine(played, cells)
        return decide(played, cells, most=most)


def test_the_same_game_passes_in_every_outcome(tmp_path: Path) -> None:
    found = gate(accepted(tmp_path, EVERYTHING))
    assert found.outcome is GateOutcome.PASS
    assert len(found.cells) == 8
    assert found.played == 2 * 1024


def test_smaller_baskets_break_what_they_lessen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = accepted(tmp_path, EVERYTHING, baskets=5)
    found = gate(path)
    assert found.outcome is GateOutcome.FAIL
    assert {cell.outcome.name for cell in found.with_status("broken")} >= {"apples"}
    for text in (markdown(found), as_json(found).decode(), junit(found).decode(), "\n".join(sentences(found))):
        assert "walker/trees1" in text or "walker" in text
        assert "apples" in text
        assert not WINNING.search(text)
    show_gate(found, quiet=False)
    assert not WINNING.search(capsys.readouterr().out)
    names = [case.get("name") for case in ET.fromstring(junit(found)).findall("testcase")]
    assert "walker/trees1, apples" in names
    data = json.loads(as_json(found))
    assert data["cells"][0]["outcome"] == "apples"
    assert data["cells"][0]["table"].keys() == {"before", "after", "fell", "rose"}
    assert all(value not in (float("inf"), float("-inf")) for cell in data["cells"] for value in cell.values())


def test_what_was_intended_passes(tmp_path: Path) -> None:
    path = accepted(tmp_path, EVERYTHING, baskets=5)
    intent = """
        trees 1: 1 to 2 apples less            # the headline
        trees 2: apples 2 to 4 apples less
        apples per hour: at least 0.1 apples an hour less
        everywhere else: weight 0.1 to 0.4 kg less
    """
    found = gate(path, intent)
    assert found.outcome is GateOutcome.PASS
    hours = [cell for cell in found.cells if cell.outcome.name == "hours"]
    assert [cell.status for cell in hours] == ["kept", "kept"], "no statement names them"
    assert gate(path, intent.replace("0.4 kg", "0.2 kg")).outcome is GateOutcome.FAIL


def test_an_outcome_that_an_intent_names_is_checked(tmp_path: Path) -> None:
    path = accepted(tmp_path, {"hours": 0.1}, baskets=5)
    assert {cell.outcome.name for cell in gate(path).cells} == {"hours"}
    assert gate(path).outcome is GateOutcome.PASS
    found = gate(path, "apples: within 0.5")
    assert {cell.outcome.name for cell in found.cells} == {"apples", "hours"}
    assert found.outcome is GateOutcome.FAIL


def test_outcomes_can_be_asked_for(tmp_path: Path) -> None:
    path = accepted(tmp_path, {"hours": 0.1}, baskets=5)
    assert gate(path, names=["weight"]).outcome is GateOutcome.FAIL
    assert gate(path, names=["hours"]).outcome is GateOutcome.PASS


def test_a_mean_without_bounds_is_judged_at_the_last_look(tmp_path: Path) -> None:
    path = accepted(tmp_path, EVERYTHING, baskets=5)
    bounded, unbounded = gate(path, names=["apples"]), gate(path, names=["weight"])
    assert bounded.played < unbounded.played
    assert {cell.games for cell in unbounded.cells} == {16_384}
    assert all(np.isfinite(cell.interval).all() for cell in unbounded.cells)
    early = gate(path, names=["apples", "weight"])
    weight = next(cell for cell in early.cells if cell.outcome.name == "weight")
    assert weight.games < 16_384
    assert not np.isfinite(weight.interval).any(), "the gate stopped before its only look"
    assert weight.status == "open"
    assert "inf" not in markdown(early)


def test_means_are_grouped_only_where_they_are_tested_at_every_look(tmp_path: Path) -> None:
    path = accepted(tmp_path, EVERYTHING, baskets=5)
    data = json.loads(path.read_bytes())
    data["grouping"] = {"axis": "trees", "margins": {"apples": 1.0}}
    write_baseline(path, data)
    found = gate(path)
    assert [group.outcome.name for group in found.groups] == ["apples", "hours"]
    assert found.groups[0].broken
    assert found.groups[0].change == pytest.approx(
        np.mean([cell.change for cell in found.cells if cell.outcome is APPLES]), rel=1e-9
    )
    assert found.groups[1].change == 0.0


def test_another_engine_is_compared_with_the_stored_sums(tmp_path: Path) -> None:
    path = accepted(tmp_path, EVERYTHING)
    data = json.loads(path.read_bytes())
    for cell in data["cells"]:
        cell["digest"] = "0" * 16
    write_baseline(path, data)
    wide = "apples: within 2; apples per hour: within 0.2; hours: within 1; weight: within 0.3"
    assert gate(path, wide).outcome is GateOutcome.PASS
    moved = json.loads(path.read_bytes())
    moved["cells"][0]["outcomes"]["hours"]["sum"] += 4096
    write_baseline(path, moved)
    found = gate(path, wide.replace("hours: within 1", "hours: within 0.5"))
    assert found.outcome is GateOutcome.FAIL
    assert [cell.outcome.name for cell in found.with_status("broken")] == ["hours"]


def test_what_a_baseline_does_not_store_stays_open(tmp_path: Path) -> None:
    path = accepted(tmp_path, {"apples": 0.25})
    data = json.loads(path.read_bytes())
    for cell in data["cells"]:
        cell["digest"] = "0" * 16
        del cell["outcomes"]["hours"]
    write_baseline(path, data)
    found = gate(path, names=["hours"])
    assert found.outcome is GateOutcome.INCONCLUSIVE
    assert {cell.status for cell in found.cells} == {"open"}
    assert "–" in markdown(found)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"margins": {}}, "margins: "),
        ({"margins": {"pears": 1.0}}, "margins: unknown outcome 'pears': expected one of apples"),
        ({"margins": {"apples": 0.0}}, "margins.apples: expected greater than 0"),
        ({"grouping": {"axis": "trees", "margins": {"apples": 0.1}}}, "apples: expected at least the margin of 0.25"),
    ],
)
def test_a_baseline_that_cannot_be_used(tmp_path: Path, change: Json, complaint: str) -> None:
    path = accepted(tmp_path, {"apples": 0.25})
    write_baseline(path, json.loads(path.read_bytes()) | change)
    with pytest.raises(BadData) as caught:
        load_baseline(path)
    assert complaint in str(caught.value)


def test_sums_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = accepted(tmp_path, {"apples": 0.25})
    data = json.loads(path.read_bytes())
    del data["cells"][0]["outcomes"]["apples"]["squares"]
    write_baseline(path, data)
    with pytest.raises(BadData, match="apples: not the sums that this outcome has"):
        load_baseline(path)


def test_accepting_keeps_the_outcomes_and_their_margins(tmp_path: Path) -> None:
    file, path = tmp_path / "orchard.toml", str(tmp_path / "kept.json")
    file.write_text('game = "harvest"\npolicies = ["walker"]\ntrees = [1, 2]\n')
    said = accept_now(
        path, str(file), AcceptRequest(1024, outcomes=["apples", "hours"], margins=["hours: 0.4"]), INLINE
    )
    assert str(said).endswith("seed 1, apples and hours")
    assert load_baseline(Path(path)).margins == {"apples": 0.25, "hours": 0.4}
    grouping = load_baseline(Path(path)).grouping
    assert grouping is not None
    assert (grouping.axis, grouping.margins) == ("trees", {"apples": 0.75, "hours": pytest.approx(1.2)})
    accept_now(path, None, AcceptRequest(1024), INLINE)
    assert load_baseline(Path(path)).margins == {"apples": 0.25, "hours": 0.4}
    with pytest.raises(BadInput, match="expected the outcome that is meant, too"):
        accept_now(path, None, AcceptRequest(1024, margins=["0.5"]), INLINE)
    accept_now(path, None, AcceptRequest(1024, outcomes=["hours"], margins=["0.5"]), INLINE)
    assert load_baseline(Path(path)).margins == {"hours": 0.5}


# Stored sums.


def test_unpaired_changes_cover_the_truth() -> None:
    """By simulation: a mean, a mean in parts, a ratio. The control: half of the error."""
    random = np.random.default_rng(6)

    def played(games: int) -> Outcomes:
        hours = random.integers(1, 12, games)
        apples = random.poisson(3 * hours)
        columns = {"apples": apples, "hours": hours, "weight": 100 * apples + 7}
        return Outcomes(
            {name: column.astype(np.uint32) for name, column in columns.items()}, np.zeros(games, np.uint64)
        )

    for outcome in (APPLES, PER_HOUR, WEIGHT):
        inside, narrow = [], []
        for _ in range(600):
            sides = [(sums_of(outcome, played(games)), games) for games in (150, 250)]
            change, error = unpaired_change(outcome, sides[0], sides[1])
            inside.append(abs(change) < 1.96 * error)
            narrow.append(abs(change) < 0.98 * error)
        assert np.mean(inside) == pytest.approx(0.95, abs=0.025)
        assert np.mean(narrow) < 0.75


def test_the_value_of_stored_sums() -> None:
    assert value_of(WEIGHT, StoredSums(sum=5000, squares=0), 10) == 0.5
    assert value_of(PER_HOUR, StoredSums(sum=30, squares=0, over=10, over_squares=0, products=0), 5) == 3.0


# Intents.

CELLS = [{"policy": policy, "players": players} for policy in ("hold", "race") for players in (2, 3, 4)]
SEATS = seat_shares("winners", 4, "players", 2)
LENGTH = Mean(name="length", meaning="", column="turns", unit="turns", margin=0.25, more="longer", less="shorter")
DECLARED: list[Outcome] = [*SEATS, LENGTH]


def meant(text: str) -> dict[str, list[Claim]]:
    return claims_of(text, CELLS, DECLARED, list(SEATS), lambda outcome: outcome.margin, "intent.txt")


def test_statements_may_name_an_outcome() -> None:
    found = meant("players 2: length 1 to 3 turns longer; seat 1: within 0.75 points; policy race, seat 2: within 2")
    assert found["length"][0] == Claim(1.0, 3.0)
    assert found["length"][1] == Claim(-0.25, 0.25)
    assert found["seat 1"] == [Claim(-0.0075, 0.0075)] * 6
    assert found["seat 2"][:3] == [Claim(-0.005, 0.005)] * 3
    assert found["seat 2"][3:] == [Claim(-0.02, 0.02)] * 3
    assert found["seat 3"] == [Claim(-0.005, 0.005)] * 6


def test_a_statement_without_an_outcome_is_about_the_headline_and_its_family() -> None:
    found = meant("everywhere: within 2; everywhere else: length at most 1 turn shorter")
    assert {tuple(claims) for name, claims in found.items() if name != "length"} == {(Claim(-0.02, 0.02),) * 6}
    assert found["length"] == [Claim(-1.0, 0.25)] * 6
    assert outcomes_in("everywhere: length within 1", CELLS, DECLARED, list(SEATS), "intent") == [LENGTH]


def test_claims_are_told_in_their_unit() -> None:
    found = meant("players 2: length at least 1 turn longer; players 3: length 0 to 2 turns shorter")
    assert [claim_text(claim, LENGTH) for claim in found["length"][:3]] == [
        "at least 1 longer",
        "2 shorter to 0.25 longer",
        "within ±0.25",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("players 2: seat 4 within 1", "'players 2' names no cell that has seat 4"),
        ("players 2: length 1 to 3 points longer", "expected '1 to 3 turns shorter'"),
        ("players 2: length 1 to 3 turns harder", "expected '1 to 3 turns shorter'"),
        ("players 2: 1 to 3 points longer", "expected '1 to 3 points less'"),
        ("length: within 0", "expected a range that is more than one number"),
        ("length: within 1; everywhere: length within 2", "contradicts"),
        ("lenght: within 1", "unknown axis 'lenght'"),
    ],
)
def test_a_mistake_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        meant(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
