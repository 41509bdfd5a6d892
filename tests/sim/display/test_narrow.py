"""Lines and tables in the width of the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from sim.display.narrow import fits, leave_out, row_by_row
from sim.text.wrapping import wrapped


def deck() -> Table:
    table = Table()
    for head in ("card", "id", "may be played if"):
        table.add_column(head)
    table.add_row("The Deep", "the-deep", "the sum of both is at most five, and nobody has said so yet")
    table.add_row("Dawn", "dawn", "")
    return table


@pytest.mark.parametrize(("width", "enough"), [(60, True), (46, True), (30, False)])
def test_a_table_needs_room_for_its_words(width: int, enough: bool) -> None:
    assert fits(deck(), width) == enough


def test_a_table_row_by_row() -> None:
    assert row_by_row(deck(), 40).splitlines() == [
        "card The Deep",
        "  id                the-deep",
        "  may be played if  the sum of both is",
        "                    at most five, and",
        "                    nobody has said so",
        "                    yet",
        "card Dawn",
        "  id                dawn",
    ]


def test_what_stands_before_the_numbers_says_what_a_row_is_about() -> None:
    table = Table()
    for head, side in (("deck", "left"), ("players", "left"), ("won", "right"), ("length\nturns", "right")):
        table.add_column(head, justify=side)  # type: ignore[arg-type]
    table.add_row("base", "2", "40.1 %", "8.3")
    assert row_by_row(table, 30).splitlines() == [
        "deck base · players 2",
        "  won            40.1 %",
        "  length, turns  8.3",
    ]


def test_a_table_of_numbers_alone_has_nothing_above_them() -> None:
    table = Table(title="literal")
    for head in ("Easy\ndoom 0", "Hard\ndoom 4"):
        table.add_column(head, justify="right")
    table.add_row("96.7 %", "75.5 %")
    assert row_by_row(table, 30).splitlines() == ["literal", "Easy, doom 0  96.7 %", "Hard, doom 4  75.5 %"]


@pytest.mark.parametrize(("width", "left"), [(80, []), (40, ["id"]), (20, [])])
def test_spare_columns_are_left_out_if_that_helps(width: int, left: list[str]) -> None:
    whole = deck()
    whole.add_column("more")
    whole.columns[3]._cells = ["a", "b"]
    shown, found = leave_out(whole, ["id"], width)
    assert found == left
    assert [column.header for column in shown.columns] == [
        head for head in ("card", "id", "may be played if", "more") if head not in left
    ]


@given(st.text(alphabet="ab -\n", max_size=200), st.integers(10, 80))
def test_no_line_is_longer_than_the_terminal_and_no_word_is_lost(text: str, width: int) -> None:
    shown = wrapped(text, width)
    assert shown.split() == text.split()
    longest = max(map(len, text.split()), default=0)
    for line in shown.split("\n"):
        assert len(line) <= max(width, longest + len(line) - len(line.lstrip()))


def test_a_path_stays_whole() -> None:
    path = "reports/runs/a-very-long-name-of-a-run-that-somebody-chose"
    assert path in wrapped(f"see {path} for more", 20).split("\n")
