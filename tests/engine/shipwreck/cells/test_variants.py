"""A changed experiment: every kind of change, and what shares no luck."""

import pytest

from engine.errors import BadInput
from engine.shipwreck.game import SHIPWRECK as GAME

BASE = GAME.resolve({"policies": ["certain", "novice"], "players": [2, 3], "doom": [0, 6]}, "base")


@pytest.mark.parametrize(
    "change",
    [
        {"remove": "the-deep"},
        {"remove": ["the-deep", "dawn"]},
        {"cards.new": {"name": "New", "moons": 2, "play": "played > 2", "power": "twice"}},
        {"cards.leviathan.play": "sum >= 10"},
        {"fates.7.hours": 2},
        {"cards.dawn.power": "twice"},
        {"goal": 6},
        {"policy.slip": 0.01},
        {"options.restless": True},
    ],
)
def test_every_kind_of_change_compares(change: dict[str, object]) -> None:
    after = GAME.cells(GAME.content.changed(BASE, change, "try"))
    for before, now in zip(GAME.cells(BASE), after, strict=True):
        assert before.key != now.key
        assert GAME.incomparable(before, now) is None


def test_a_parameter_goes_to_the_policies_that_have_it() -> None:
    certain, novice = GAME.content.changed(BASE, {"policy.forget_lines": 0.5}, "try")["policies"]
    assert "forget_lines" not in certain["parameters"]
    assert novice["parameters"]["forget_lines"] == 0.5
    with pytest.raises(BadInput, match=r"try: policy\.depht: unknown parameter 'depht'"):
        GAME.content.changed(BASE, {"policy.depht": 2}, "try")


def test_a_parameter_goes_to_everybody_at_a_mixed_table() -> None:
    grid = GAME.resolve({"policies": ["certain"], "tables": ["novice,certain"], "players": [2], "doom": [0]}, "base")
    before = GAME.cells(grid)
    after = GAME.cells(GAME.content.changed(grid, {"policy.slip": 0.5}, "try"))
    assert len(before) == len(after) == 2
    assert all(was.key != now.key for was, now in zip(before, after, strict=True))
    same = GAME.cells(GAME.content.changed(grid, {"cards.the-deep.moons": 3}, "try"))
    assert [cell.key for cell in before] == [cell.key for cell in same]


def test_another_table_or_another_bag_says_why_not() -> None:
    two, _, three, _ = GAME.cells(BASE)[:4]
    assert "2 seats against 3" in str(GAME.incomparable(two, three))
    other = GAME.cells(GAME.content.changed(BASE, {"fates.7.copies": 5}, "try"))[0]
    assert "fates against" in str(GAME.incomparable(two, other))


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("cards.the-depe.moons", 2, "unknown card 'the-depe'"),
        ("cards.the-deep.moons", 99, "an integer from 1 to 30, got 99"),
        ("remove", "the-depe", "unknown card 'the-depe'"),
        ("policy.slip", 7, "from 0 to 1"),
        ("options.restles", True, "unknown key"),
        ("doom_limit", 5, "doom"),
    ],
)
def test_a_wrong_change_is_one_line(path: str, value: object, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as caught:
        GAME.content.changed(BASE, {path: value}, "try")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("try:")
