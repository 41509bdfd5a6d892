"""What differs between two cells, in words."""

from engine.game.differences import plain_changes


def test_every_value_is_told_by_the_path_that_a_change_takes() -> None:
    before = {"policy": {"name": "hold", "parameters": {"at": 20}}, "options": {"goal": 100, "fast": False}}
    after = {"policy": {"name": "hold", "parameters": {"at": 25}}, "options": {"goal": 50, "fast": True}}
    assert plain_changes(before, after) == ["policy.at: 20 → 25", "options.goal: 100 → 50", "options.fast: off → on"]
    assert plain_changes(before, before) == []


def test_two_things_of_different_names_differ_as_a_whole() -> None:
    before = {"policy": {"name": "hold", "parameters": {"at": 20}}}
    after = {"policy": {"name": "race", "parameters": {"by": 3}}}
    assert plain_changes(before, after) == ["policy: hold → race"]


def test_what_is_new_or_long_is_told_in_a_few_characters() -> None:
    assert plain_changes({"a": 1}, {"b": 2}) == ["a: left out", "b: new"]
    [hashes] = plain_changes({"code": "a" * 64}, {"code": "b" * 64})
    assert hashes == "code: aaaaaaaa → bbbbbbbb"
    [long] = plain_changes({"names": ["x" * 30] * 9}, {"names": ["y" * 30] * 9})
    assert len(long) < 140
    [alike] = plain_changes({"names": ["x" * 70]}, {"names": ["x" * 70 + "y"]})
    assert alike == "names: changed", "the part that is shown does not differ"
