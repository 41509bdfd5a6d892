"""A sentence with marks of HTML: its values are escaped, and a translation has no other marks."""

from engine.language.current import speaking_by
from sim.text.html import html
from tests.language.planted import planted

MARKED = "play <code>{command}</code> again"


def test_values_are_escaped() -> None:
    assert html(MARKED, command="<script>") == "play <code>&lt;script&gt;</code> again"


def test_a_translation_keeps_the_marks() -> None:
    with speaking_by("xx", planted({MARKED: "<code>{command}</code> noch einmal"})):
        assert html(MARKED, command="run") == "<code>run</code> noch einmal"


def test_a_translation_with_other_marks_is_not_taken() -> None:
    for other in ("<script>{command}</script>", "<code onclick=x>{command}</code>", "{command}", "<b>{command}</b>"):
        with speaking_by("xx", planted({MARKED: other})):
            assert html(MARKED, command="run") == "play <code>run</code> again"
