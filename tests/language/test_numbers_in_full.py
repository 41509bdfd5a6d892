"""Large numbers and bounds are written as people write them, in each language, also where code has built the text."""

import pytest

from engine.game.outcomes import Mean
from engine.game.registry import load_game
from engine.language.current import about_game, said, speaking, word
from engine.language.rules import in_full
from engine.outside.own.policies.rule_numbers import values_of
from engine.policy.parameters import Parameter
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


@pytest.mark.parametrize(
    ("parameter", "said_in_spanish"),
    [
        (Parameter(1.5, 0.5, 3.0, ""), "de 0,5 a 3; si no se dice, 1,5"),
        (Parameter(20, 1, 100, ""), "de 1 a 100, entero; si no se dice, 20"),
        (Parameter(5, 0, 10**9, ""), "0 o más, entero; si no se dice, 5"),
        (Parameter(0.5, 0, 10**9, ""), "0 o más; si no se dice, 0,5"),
        (Parameter(3, -(10**12), 10**12, ""), "cualquier número entero; si no se dice, 3"),
        (Parameter(0.5, -(10**12), 10**12, ""), "cualquier número; si no se dice, 0,5"),
    ],
)
def test_bounds_that_a_game_declares(parameter: Parameter, said_in_spanish: str) -> None:
    with speaking("es"), about_game(""):
        assert word(values_of(parameter)) == said_in_spanish


def test_the_clumps_of_the_oracle() -> None:
    values = next(each.values for each in load_game("oracle").about.options if each.name == "clump")
    with speaking("es"), about_game("engine.oracle"):
        assert (values, word(values)) == ("0 to 0.95", "de 0 a 0,95")
