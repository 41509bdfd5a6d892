"""Large numbers and bounds are written as people write them, in each language, also where code has built the text."""

import pytest

from engine.game.outcomes import Mean
from engine.language.current import said, speaking
from engine.language.rules import in_full
from sim.display.outcome_format import OutcomeFormat
from sim.text.number_format import brief_number

APART = "\u202f"


@pytest.mark.parametrize(
    ("number", "full"),
    [("1e+06", "1,000,000"), ("+1.2e+04", "+12,000"), ("-3e+09", "-3,000,000,000"), ("1.2e-05", "0.000012")],
)
def test_no_number_has_an_exponent(number: str, full: str) -> None:
    assert in_full(number) == full
    assert [in_full(each) for each in ("7.5", "12,345", "inf", "nan", "hold")] == [
        "7.5",
        "12,345",
        "inf",
        "nan",
        "hold",
    ]


def test_a_template_fills_it_in_full() -> None:
    assert said("{low:g} to {high:g}", low=1, high=1_000_000) == "1 to 1,000,000"
    assert brief_number(1_000_000) == "1,000,000"
    outcome = OutcomeFormat(Mean(name="gold", meaning="gold", column="gold", unit="gold", margin=1.0))
    assert (outcome.brief_difference(12_000), outcome.margin(2_000_000)) == ("+12,000", "±2,000,000")
    with speaking("es"):
        assert said("{low:g} to {high:g}", low=0.5, high=1_000_000) == f"de 0,5 a 1{APART}000{APART}000"
        assert brief_number(1_000_000) == f"1{APART}000{APART}000"
        assert outcome.brief_difference(12_000) == f"+12{APART}000"
