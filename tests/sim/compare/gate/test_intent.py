"""What a change is meant to do: read, or refused in one line."""

from pathlib import Path

import pytest

from engine.configs import read_text
from engine.errors import BadInput
from engine.shipwreck.table.results import OUTCOMES
from sim.compare.claimed_change import Claim, claim_text
from sim.compare.gate.intent import claims_of

WON, LENGTH = OUTCOMES
CELLS = [
    {"policy": policy, "players": players, "challenge": players == 2, "doom": doom}
    for policy in ("literal", "pragmatic depth=1")
    for players in (2, 4, 5)
    for doom in (0, 4, 6)
]


def of_wins(text: str, margin: float) -> list[Claim]:
    return claims_of(text, CELLS, OUTCOMES, [WON], lambda _: margin, "intent.txt")[WON.name]


def claims(text: str) -> dict[str, int]:
    """How many cells each claim is made of."""
    found = [claim_text(claim, WON) for claim in of_wins(text, 0.005)]
    return {claim: found.count(claim) for claim in dict.fromkeys(found)}


def test_the_sentence_of_the_manual() -> None:
    text = "doom 6, players 4-5: 1 to 3 points harder; everywhere else within ±0.5"
    found = of_wins(text, 0.02)
    for cell, claim in zip(CELLS, found, strict=True):
        named = cell["doom"] == 6 and cell["players"] != 2
        assert claim == (Claim(-0.03, -0.01) if named else Claim(-0.005, 0.005))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {"within ±0.5": 18}),
        ("# nothing is meant\n\n", {"within ±0.5": 18}),
        ("everywhere: within ±2", {"within ±2": 18}),
        ("doom 4, 6: at most 2 points easier", {"within ±0.5": 6, "0.5 harder to 2 easier": 12}),
        ("doom 4, 6: 0 to 2 points harder", {"within ±0.5": 6, "2 harder to 0.5 easier": 12}),
        ("policy pragmatic depth=1: at least 1 point harder", {"within ±0.5": 9, "at least 1 harder": 9}),
        ("challenge: within +-1\nplayers 4-5, doom 0: 0.5 to 1.5 points easier  # both", None),
        ("players 9, 2: within 3 points", {"within ±3": 6, "within ±0.5": 12}),
    ],
)
def test_statements(text: str, expected: dict[str, int] | None) -> None:
    assert claims(text) == (expected or {"within ±1": 6, "0.5 to 1.5 easier": 4, "within ±0.5": 8})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("doom 7: within 1", "'doom 7' names no cell; there are: doom 0, 4, 6"),
        ("doom 0, players 3: within 1", "names no cell"),
        ("dooom 6: within 1", "unknown axis 'dooom': did you mean 'doom'"),
        ("6: within 1", "unknown axis '6'"),
        ("doom 6: 3 to 1 points harder", "contradicts itself"),
        ("doom 6: within 1; players 4: within 2", "contradicts an earlier statement about policy literal, players 4"),
        ("everywhere else within 1; everywhere within 2", "contradicts"),
        ("doom 6: harder", "expected '1 to 3 points harder'"),
        ("doom 6: 2 points harder", "expected '1 to 3 points harder'"),
        ("doom 6", "expected 'cells: range'"),
        ("doom 6: within ±0", "more than one number"),
        ("doom 6: within 100", "more than one number"),
        ("doom 6: at most 0 points harder", "more than one number"),
        ("doom 6: 1 to 300 points harder", "within 0 to 100 points"),
        ("everywhere", "expected '1 to 3 points harder'"),
    ],
)
def test_a_mistake_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        claims(text)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("intent.txt: ")
    assert "\n" not in str(caught.value)


def test_the_same_said_twice_is_no_contradiction() -> None:
    assert claims("doom 6: within 1; players 4, doom 6: within 1")["within ±1"] == 6


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_text(tmp_path / "none.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="expected UTF-8"):
        read_text(tmp_path / "bytes.txt")
