"""What a sweep varies: every way to write it, and every way to write it wrong."""

import pytest

from engine.errors import BadInput
from sim.experiment.value_ranges import count_points, read_settings, sweep_points, swept_axes


def changes(*texts: str) -> list[dict[str, object]]:
    return [choice.changes for choice in sweep_points(read_settings(texts, "sweep"))]


def test_ranges_and_lists_are_values() -> None:
    assert changes("a.b=2..5") == [{"a.b": 2}, {"a.b": 3}, {"a.b": 4}, {"a.b": 5}]
    assert changes("a=2..8..3") == [{"a": 2}, {"a": 5}, {"a": 8}]
    assert changes("a=-1..1") == [{"a": -1}, {"a": 0}, {"a": 1}]
    assert changes("a=0, 0.5,x") == [{"a": 0}, {"a": 0.5}, {"a": "x"}]
    assert changes("a=true,false") == [{"a": True}, {"a": False}]


def test_a_rule_has_holes() -> None:
    assert changes('a.play="sum >= <<9..10>>"') == [{"a.play": "sum >= 9"}, {"a.play": "sum >= 10"}]
    assert changes("a=x <<>,>=>> 3") == [{"a": "x > 3"}, {"a": "x >= 3"}]


def test_every_hole_is_an_axis_and_all_are_crossed() -> None:
    settings = read_settings(["a=1..2", 'b="<<3..4>> <= x <= <<7,9>>"'], "sweep")
    assert [axis.name for axis in swept_axes(settings)] == ["a", "b#1", "b#2"]
    found = list(sweep_points(settings))
    assert count_points(settings) == len(found) == 8
    assert found[0].point == {"a": 1, "b#1": 3, "b#2": 7}
    assert found[-1].changes == {"a": 2, "b": "4 <= x <= 9"}


def test_what_is_fixed_is_no_axis() -> None:
    settings = read_settings(["a=1..2", 'remove=["x", "y"]', "b=sum >= 3"], "sweep")
    assert count_points(settings) == 2
    assert next(sweep_points(settings)).changes == {"a": 1, "remove": ["x", "y"], "b": "sum >= 3"}


def test_a_billion_points_are_counted_not_listed() -> None:
    assert count_points(read_settings(["a=1..10000", "b=1..10000", "c=1..10"], "sweep")) == 10**9
    with pytest.raises(BadInput, match=r"1\.\.1000000000: expected at most 10,000 values"):
        read_settings(["a=1..1000000000"], "sweep")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a.b", "sweep: a.b: expected path=values"),
        ("=2..3", "expected path=values"),
        ("a=", "expected path=values"),
        ("a=5..2", "sweep: a=5..2: 5..2 is empty, expected a range"),
        ("a=1..9..0", "1..9..0 is empty"),
        ("a=1,,2", "'1,,2': expected a range such as"),
        ("a=1,2,", "'1,2,': expected a range such as"),
        ('a="x > <<>>"', "'': expected a range such as"),
        ('a="x > <<1..2"', "expected << and >> in pairs"),
        ('a="x > 1..2>>"', "expected << and >> in pairs"),
        ("a=2,3,2", "'2,3,2': expected each value once"),
    ],
)
def test_a_mistake_is_told_with_the_part_it_is_in(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match="sweep: ") as told:
        read_settings([text], "sweep")
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_a_path_is_set_once() -> None:
    with pytest.raises(BadInput, match=r"sweep: a=3\.\.4: a is set twice"):
        read_settings(["a=1..2", "a=3..4"], "sweep")
