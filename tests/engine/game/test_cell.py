"""What a process remembers of cells."""

from functools import partial

from engine.game.cell import Cell, RecentlyMade, content_key


def test_a_key_names_the_content_whatever_the_order() -> None:
    assert content_key({"a": 1, "b": {"c": 2, "d": 3}}) == content_key({"b": {"d": 3, "c": 2}, "a": 1})
    assert content_key({"a": 1}) != content_key({"a": 2})
    assert Cell({}, {"a": 1}).key == content_key({"a": 1})


def test_what_was_made_lately_is_not_made_again() -> None:
    made: list[str] = []
    lately: RecentlyMade[str] = RecentlyMade(most=2)

    def make(key: str) -> str:
        made.append(key)
        return key

    for key in ("a", "b", "a", "c", "b", "a"):
        assert lately.get(key, partial(make, key)) == key
    assert made == ["a", "b", "c", "a"], "only two are kept: the first one was forgotten"
