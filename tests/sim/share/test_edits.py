"""Every edit of a page is found; a page that nobody edited is right."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import FatecastError
from fatecast import try_change
from sim.share.block import as_text, sealed
from sim.share.games import Packed
from tests.support.shared_pages import SMALL, block_of, edited, forged, leaves, outside, recomputed, verdict, with_block

RIGHT, WRONG = 0, 6
EVERY = 24
"""Of many words of a page, one in so many is changed; of its claims, every other one."""


def test_a_page_that_nobody_edited_is_right(page: bytes, file: Path) -> None:
    code, said = verdict(file, page, sample=80)
    assert code == RIGHT, said
    assert said == (
        f"{file}: correct: every number computed again from 80 games, 80 of them played again; not checked: who made it"
    )
    assert forged(block_of(page)) == page, "what the tests below forge is what is written"


def words_outside(page: bytes) -> list[tuple[int, int]]:
    """Where words and numbers stand that are not in the block: also those of the style and of the script."""
    before, _ = outside(page)
    start = before.index(b"<head>")
    return [found.span() for found in re.finditer(rb"[A-Za-z]+|[0-9]+", before) if found.start() > start]


def check_words(page: bytes, file: Path, spans: list[tuple[int, int]]) -> None:
    for first, last in spans:
        sign = page[last - 1 : last]
        edit = page[: last - 1] + (b"x" if sign != b"x" else b"y") + page[last:]
        code, said = verdict(file, edit)
        assert code == WRONG, page[first - 20 : last + 20]
        assert said.splitlines()[0].startswith(f"{file}: line "), said


def test_every_word_and_number_that_is_shown(page: bytes, file: Path) -> None:
    start = page.index(b"<body>")
    shown = [span for span in words_outside(page) if span[0] > start]
    assert len(shown) > 200
    check_words(page, file, shown[::EVERY])


@pytest.mark.parametrize("what", [b"</section>", b"<li>", b"</html>\n"])
def test_parts_that_are_added_or_taken_away(page: bytes, file: Path, what: bytes) -> None:
    assert verdict(file, page.replace(what, b"", 1))[0] == WRONG
    assert verdict(file, page.replace(what, what + b"<p>50 points harder</p>", 1))[0] == WRONG
    assert verdict(file, page + b" ")[0] == WRONG


def test_every_field_of_the_block(page: bytes, file: Path) -> None:
    places = [*leaves(block_of(page))]
    of_contents = [path for path in places if path[:2] == ("asked", "sides")]
    others = [path for path in places if path not in of_contents]
    assert len(others) > 40
    check_fields(page, file, [*others, *of_contents[::EVERY]])


def check_fields(page: bytes, file: Path, places: list[tuple[str | int, ...]]) -> None:
    data = block_of(page)
    for path in places:
        code, said = verdict(file, with_block(page, edited(data, path)))
        assert code == WRONG, path
        assert len(said.splitlines()) == 1, said


def test_a_right_checksum_does_not_help(page: bytes, file: Path) -> None:
    """Somebody who makes the checksum right, but not the page."""
    data = block_of(page)
    for path, expected in {("found", "groups", 0, "difference"): WRONG, ("asked", "seed"): WRONG, ("tool",): 4}.items():
        code, _ = verdict(file, with_block(page, sealed(edited(data, path))))
        assert code == expected, path


def of_claims(data: dict[str, Any]) -> list[tuple[str | int, ...]]:
    return [path for path in leaves(data) if path[0] == "found"]


def test_every_claim_of_a_forged_page(page: bytes, file: Path) -> None:
    """Somebody who makes all of the page from other claims."""
    data = block_of(page)
    for path in of_claims(data)[::2]:
        code, said = verdict(file, forged(edited(data, path)))
        assert code == WRONG, path
        assert "found: " in said, said


def test_a_number_of_another_type(page: bytes, file: Path) -> None:
    code, said = verdict(file, forged(edited(block_of(page), ("found", "games"), 40.0)))
    assert (code, "found: a number or a word of another type" in said) == (WRONG, True)


def test_a_page_of_another_version(page: bytes, file: Path) -> None:
    """Another version may have other words for the same numbers; the numbers are checked all the same."""
    data = edited(block_of(page), ("tool",), "0.1.0")
    assert verdict(file, forged(data))[0] == RIGHT
    code, said = verdict(file, forged(data).replace(b"<h2>What changed", b"<h2>The change"))
    assert (code, said) == (
        4,
        f"{file}: made by another version of fatecast; its numbers are right; fatecast 0.1.0 tells whether it shows "
        "them",
    )
    claim = edited(data, ("found", "groups", 0, "difference"))
    assert verdict(file, forged(claim))[0] == WRONG


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("asked", "command", 0), "sudo", "command: expected fatecast try"),
        (("asked", "command", 1), "tune", "command: expected fatecast try"),
        (("asked", "command", 2), "cards.the-deep.moons=1", "command: its changes are not those of the page"),
        (("asked", "command", -1), "41", "command: expected --games 40"),
        (("asked", "command", -3), "2", "command: expected --seed 1"),
        (("asked", "tested", "margins", "win rate"), 0.2, "command: asks for other outcomes, margins or risks"),
        (("asked", "tested", "risk"), 0.5, "command: asks for other outcomes, margins or risks"),
        (("asked", "tested", "told"), 3, "command: asks for other outcomes, margins or risks"),
        (("asked", "plan"), "runs", "plan: expected fixed, for a quick look"),
        (("asked", "games"), 39, "has another number of games than it says"),
        (("asked", "seed"), 2, "another game or seed than the page"),
        (("asked", "game", "name"), "pig", "another game or seed than the page"),
    ],
)
def test_what_a_forged_page_says_was_asked(
    page: bytes, file: Path, path: tuple[str | int, ...], value: object, says: str
) -> None:
    data = edited(block_of(page), path, value)
    try:
        edit = forged(data)
    except FatecastError:
        edit = with_block(page, sealed(data))
    code, said = verdict(file, edit)
    assert code == WRONG, said
    assert says in said


def test_a_command_says_each_number_once(page: bytes, file: Path) -> None:
    """Typed, the last one would hold."""
    data = block_of(page)
    code, said = verdict(file, forged(edited(data, ("asked", "command"), [*data["asked"]["command"], "--games", "41"])))
    assert code == WRONG
    assert "command: expected --games 40" in said


def test_what_was_pinned(file: Path) -> None:
    try_change("cards.the-deep.moons=2", pin={"cards.the-mirror.moons": 2}, **SMALL, page=file)
    page = file.read_bytes()
    assert verdict(file, page)[0] == RIGHT
    data = block_of(page)
    place = data["asked"]["command"].index("--pin") + 1
    code, said = verdict(file, forged(edited(data, ("asked", "command", place), "cards.the-mirror.moons=3")))
    assert code == WRONG
    assert "what it pins is not what both sides of the page have" in said


def test_a_forged_content(page: bytes, file: Path) -> None:
    """Another content, with the games of the old one."""
    path = ("asked", "sides", 1, "decks", 0, "content", "cards", "the-deep", "moons")
    code, said = verdict(file, with_block(page, sealed(edited(block_of(page), path, 1))))
    assert code == WRONG
    assert "games of other cells than its experiments" in said


def test_forged_games(page: bytes, file: Path) -> None:
    """One game that was lost counts as won, and everything follows from that: only to play it again tells."""
    data = block_of(page)
    won = Packed.model_validate(data["games"]["columns"]["won"])
    numbers = np.array(won.numbers(80))
    numbers[17] = 1 - numbers[17]
    data["games"]["columns"]["won"] = Packed.of(numbers).model_dump()
    data["found"] = {}
    edit = recomputed(data)
    assert verdict(file, edit)[0] == RIGHT, "the page fits its games"
    code, said = verdict(file, edit, sample=80)
    assert code == WRONG
    assert "played again, the games differ" in said


@pytest.mark.parametrize("what", ["same_as", "digests"])
def test_forged_marks(page: bytes, file: Path, what: str) -> None:
    """Other games diverged, or other rows were left, than the page says."""
    data = block_of(page)
    if what == "digests":
        data["games"]["cells"][0]["digests"][0] = "0" * 16
    else:
        same = np.array(Packed.model_validate(data["games"]["same_as"]).numbers(80))
        same[40:60] = 1 - same[40:60]
        data["games"]["same_as"] = Packed.of(same).model_dump()
    edit = recomputed(data)
    assert verdict(file, edit)[0] == RIGHT
    assert verdict(file, edit, sample=80)[0] == WRONG


def test_no_sign_of_the_block_ends_it() -> None:
    assert not re.search(r"[<>&]", as_text({"a": "</script><!-- &lt;"}))
