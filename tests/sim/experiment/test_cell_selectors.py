"""Which cells a text names: one reader for sentences and flags."""

import pytest

from engine.errors import BadInput
from sim.experiment.cell_selectors import cells_named, cells_where, check_values, read_conditions
from sim.experiment.labels import Labels

CELLS: list[Labels] = [
    {"policy": policy, "players": players, "challenge": players == 1, "doom": doom}
    for policy in ("literal", "pragmatic depth=1")
    for players in (1, 2)
    for doom in (0, 4, 6)
]


@pytest.mark.parametrize(
    ("sentence", "flags"),
    [
        ("doom 6", ["doom=6"]),
        ("doom 4, 6", ["doom=4,6"]),
        ("doom 4-6, players 1", ["doom=4-6", "players = 1"]),
        ("policy pragmatic depth=1, doom 0", ["policy=pragmatic depth=1", "doom=0"]),
        ("challenge", ["challenge=true"]),
        ("policy literal, policy pragmatic depth=1", ["policy=literal, pragmatic depth=1"]),
    ],
)
def test_a_sentence_and_flags_name_the_same_cells(sentence: str, flags: list[str]) -> None:
    named = cells_named(sentence, CELLS, "intent.txt")
    assert named == cells_where(CELLS, read_conditions(flags, "--where"), "--where")
    assert 0 < len(named) <= len(CELLS)


@pytest.mark.parametrize(("span", "dooms"), [("4-6", {4, 6}), ("1-5", {4}), ("0-4", {0, 4}), ("6-6", {6})])
def test_a_span_has_both_its_ends(span: str, dooms: set[int]) -> None:
    assert {CELLS[at]["doom"] for at in cells_named(f"doom {span}", CELLS, "")} == dooms


def test_a_number_is_not_a_truth_value() -> None:
    """Python says 1 == True: `players 1` must not name a challenge, nor `players` one player."""
    assert [CELLS[at]["players"] for at in cells_named("challenge", CELLS, "")] == [1] * 6
    with pytest.raises(BadInput, match="names no cell"):
        cells_named("challenge 1", CELLS, "")
    with pytest.raises(BadInput, match="names no cell"):
        cells_named("players", CELLS, "")


def test_a_range_may_be_as_wide_as_one_likes() -> None:
    assert len(cells_named("doom 0-999999999999999999", CELLS, "")) == len(CELLS)
    with pytest.raises(BadInput, match="names no cell"):
        cells_named(f"doom {'9' * 5000}", CELLS, "")


def test_a_flag_must_name_values_that_there_are() -> None:
    check_values(CELLS, {"doom": ["0-5"]}, "--where")
    with pytest.raises(BadInput, match="--where: unknown doom '7': expected one of 0, 4, 6"):
        check_values(CELLS, {"doom": ["6", "7"]}, "--where")
    with pytest.raises(BadInput, match="--where: expected axis=value, not 'doom='"):
        read_conditions(["doom="], "--where")
