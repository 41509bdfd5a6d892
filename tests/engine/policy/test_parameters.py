"""The parameters of the policies: which values are allowed, how they are named, and that each has its effect."""

from typing import Any

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from engine.policy.naming import parse_policy
from engine.policy.seats.mixed_table import policy_label
from engine.shipwreck.cells.policy_set import INSTALLED, POLICIES
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.rules.moves import look, slips_of
from engine.shipwreck.table.state import View
from tests.support import ROOT
from tests.support.sample import crossed
from tests.support.shipwreck import cells
from tests.support.shipwreck.samples import rows_of
from tests.support.shipwreck.stepping import Sitting

REFERENCE = ROOT / "docs/reference/policies.md"
PLAYERS = [name for name in INSTALLED if name != "script"]
"""Every policy that needs no file."""
USE_POWERS = [name for name in PLAYERS if "forget_powers" in POLICIES.parameters_of(POLICIES.module(name))]


# Which values are allowed.


def resolved(policy: str | dict[str, Any]) -> Json:
    """A policy as an experiment names it, checked and complete."""
    if isinstance(policy, str):
        return POLICIES.resolve(*parse_policy(policy), "test")
    return POLICIES.resolve(policy["name"], policy["parameters"], "test")


@pytest.mark.parametrize(
    ("policy", "line"),
    [
        ("pragmtic", "unknown policy 'pragmtic': did you mean 'pragmatic'?"),
        ("pragmatic dept=2", "unknown parameter 'dept': did you mean 'depth'?"),
        ("novice alpha=3", "unknown parameter 'alpha': expected one of"),
        ("mute depth=1", "unknown parameter 'depth'"),
        ("pragmatic depth=0", "parameter depth: expected a whole number from 1 to 10, got '0'"),
        ("pragmatic depth=2.5", "parameter depth: expected a whole number from 1 to 10, got '2.5'"),
        ("pragmatic depth=deep", "parameter depth: expected a whole number from 1 to 10, got 'deep'"),
        ("pragmatic alpha=-1", "parameter alpha: expected a number from 0 to 1000, got '-1'"),
        ("pragmatic alpha=nan", "parameter alpha: expected a number from 0 to 1000, got 'nan'"),
        ("pragmatic alpha=inf", "parameter alpha: expected a number from 0 to 1000, got 'inf'"),
        ("certain slip=1.01", "parameter slip: expected a number from 0 to 1, got '1.01'"),
        ("guess reveal_last_copy=2", "parameter reveal_last_copy: expected a whole number from 0 to 1, got '2'"),
        ("pragmatic depth", "expected a name and key=value pairs, got 'depth'"),
        ("pragmatic depth=", "expected a name and key=value pairs, got 'depth='"),
        ({"name": "pragmatic", "parameters": {"depth": True}}, "parameter depth: expected a whole number"),
        ({"name": "pragmatic", "parameters": {"alpha": [1]}}, "parameter alpha: expected a number"),
        ({"name": "pragmatic", "parameters": {"alpha": None}}, "parameter alpha: expected a number"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(policy: str | dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput) as error:
        resolved(policy)
    assert line in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", PLAYERS)
def test_both_ends_of_a_dial_are_allowed_and_it_is_documented(name: str) -> None:
    documented = REFERENCE.read_text(encoding="utf-8")
    for dial, parameter in POLICIES.parameters_of(POLICIES.module(name)).items():
        for value in (parameter.low, parameter.default, parameter.high):
            parameters = resolved(f"{name} {dial}={value}")["parameters"]
            assert parameters[dial] == value
            assert type(parameters[dial]) is type(parameter.default)
        for value in (parameter.low - 0.001, parameter.high + 0.001):
            with pytest.raises(BadInput, match=f"parameter {dial}"):
                resolved(f"{name} {dial}={value}")
        assert f"`{dial}`" in documented


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ("pragmatic", "pragmatic"),
        ("pragmatic depth=3 alpha=30 slip=0", "pragmatic"),
        ("pragmatic depth=1", "pragmatic depth=1"),
        ("pragmatic alpha=15.0 depth=2.0", "pragmatic depth=2 alpha=15"),
        ("certain slip=0.25", "certain slip=0.25"),
        ({"name": "literal", "parameters": {"boldness": -0.1}}, "literal boldness=-0.1"),
    ],
)
def test_a_label_shows_what_differs(given: str | dict[str, Any], label: str) -> None:
    assert policy_label(POLICIES, resolved(given)) == label


def test_the_same_parameters_are_the_same_cell() -> None:
    assert cells.make("base", "pragmatic depth=3 slip=0.0").key == cells.make("base", "pragmatic").key
    assert cells.make("base", "pragmatic depth=2").key != cells.make("base", "pragmatic").key


def test_what_is_resolved_resolves_to_itself() -> None:
    policy = resolved("pragmatic depth=2 alpha=15")
    assert resolved(policy) == policy


# What the parameters do.


@pytest.mark.parametrize("policy", ["certain", "guess", "novice", "pragmatic"])
def test_whoever_slips_always_plays_illegally_where_he_can(policy: str) -> None:
    """The played fate stays, the kept one goes back to the bag, and there is nothing to predict."""
    for deck in cells.DECKS:
        sitting = Sitting(cells.make(deck, f"{policy} slip=1 {'forget_powers=1' * (policy in USE_POWERS)}"), 1)
        world, slips, plays = sitting.world, 0, 0
        for index in range(2):
            for step in sitting.steps(index):
                if step == "draw":
                    look(View(world.book, world.table))
                    slips = slips_of(world.table, world.hidden.first, world.hidden.second)
                if step == "play" and world.table.plays == 1:
                    plays += 1
                    assert world.table.slipped == (slips != 0)
                    assert world.table.holds[world.table.seat] != world.table.slipped
                    assert world.table.visible[world.table.played] > 0
        assert plays > 5
        assert SHIPWRECK.simulate(cells.make(deck, f"{policy} slip=1"), 1, 0, 50).rows["won"].sum() == 0


@pytest.mark.parametrize("policy", PLAYERS)
def test_nobody_slips_unasked(policy: str) -> None:
    slipped = {}
    for dials in ("", " slip=0.2"):
        cell = cells.make("base", policy + dials)
        events = [event["event"] for index in range(5) for event in SHIPWRECK.replay(cell, 1, index).events]
        slipped[dials] = events.count("slipped") / (events.count("slipped") + events.count("played"))
    assert slipped[""] == 0
    assert 0.02 < slipped[" slip=0.2"] < 0.4


@pytest.mark.parametrize("policy", ["mute", "certain", "pragmatic"])
def test_last_copies_are_shown_if_so_agreed(policy: str) -> None:
    shown = {}
    for agreed in (0, 1):
        cell = cells.make("base", f"{policy} reveal_last_copy={agreed}", 5, 0)
        events = [event["event"] for index in range(30) for event in SHIPWRECK.replay(cell, 2, index).events]
        shown[agreed] = events.count("revealed")
    assert shown[0] == 0
    assert shown[1] > 0


@pytest.mark.parametrize(("deck", "policy"), crossed(cells.DECKS, USE_POWERS))
def test_who_forgets_powers_uses_none(deck: str, policy: str) -> None:
    games = 50 if policy in cells.LEARNT else 200
    assert rows_of(f"{policy} forget_powers=1", 2, deck, games=games)["powers"].sum() == 0
    if deck == "base":
        assert rows_of(f"{policy} forget_powers=0", 2, deck, games=games)["powers"].sum() > 0


@pytest.mark.parametrize("name", cells.THINKING)
def test_every_end_of_every_dial_plays(name: str) -> None:
    for dial, parameter in POLICIES.parameters_of(POLICIES.module(name)).items():
        for value in (parameter.low, parameter.high):
            rows = SHIPWRECK.simulate(cells.make("full", f"{name} {dial}={value}"), 3, 0, 10).rows
            assert (rows["stated"] <= 10_000 * rows["predictions"].astype(int)).all()


# What every installed policy is.


@pytest.mark.parametrize("name", INSTALLED)
def test_a_policy_says_what_it_is(name: str) -> None:
    words = POLICIES.module(name).__doc__ or ""
    assert words.startswith(f"{name}: ")
    assert words.split("\n")[0].endswith((".", '".'))
