"""White ink on dark colours, black ink on light ones."""

import pytest

from sim.display.figure_parts import ink_at
from sim.display.figure_style import CHANGE_SCALE, SCALE
from sim.display.ink import ink_on
from sim.display.terminal import SCALE as TERMINAL_SCALE
from sim.display.terminal import cell_colours


@pytest.mark.parametrize(("colour", "ink"), [("#000000", "white"), ("#00224e", "white"), ("#fee838", "black")])
def test_ink_that_can_be_read(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink


def test_the_terminal_and_the_figures_change_ink_at_the_same_win_rate() -> None:
    for rate in (0.0, 0.3, 0.54, 0.56, 0.8, 1.0):
        assert cell_colours(rate).split()[0] == ink_at(SCALE, rate)
    assert len(TERMINAL_SCALE) == 11


def test_a_large_change_either_way_is_dark() -> None:
    assert [ink_at(CHANGE_SCALE, share) for share in (0.0, 0.5, 1.0)] == ["white", "black", "white"]
