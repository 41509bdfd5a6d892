"""The list of planted mistakes: every one can be planted, every module of the rules has two, and none is called caught
that is not."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mutations.listing import Mutation, all_mutations, problems_of
from tests.mutations.planting import (
    CAUGHT,
    HANGS,
    NOT_RUN,
    SURVIVED,
    Played,
    Selection,
    Tree,
    red_before,
    verdict_on,
)
from tests.support import ROOT

MUTATIONS = all_mutations()
LEAST = 120
OF_A_MODULE = 2
SOUND = Mutation(
    name="a mask has no members",
    file="engine/policy/compiled_game/records.py",
    find="(mask >> member) & 1 == 1",
    instead="(mask >> member) & 1 == 0",
    caught_by=("tests/engine/hadal/test_rounds.py",),
)


def rules() -> list[str]:
    """The modules of the games' rules."""
    paths = (ROOT / "engine").glob("*/rules/*.py")
    return sorted(str(path.relative_to(ROOT)) for path in paths if path.name != "__init__.py")


def test_every_mistake_can_be_planted() -> None:
    assert {each.name: found for each in MUTATIONS if (found := list(problems_of(each)))} == {}


def test_there_are_enough_and_each_has_its_own_name() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) >= LEAST


def test_every_module_of_the_rules_has_two() -> None:
    number = Counter(mutation.file for mutation in MUTATIONS)
    assert [module for module in rules() if number[module] < OF_A_MODULE] == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({}, None),
        ({"find": "no such text"}, "engine/policy/compiled_game/records.py has the text to find 0 times"),
        ({"find": "mask &= mask - 1"}, "engine/policy/compiled_game/records.py has the text to find 2 times"),
        ({"find": "counted from 0 in ascending order", "instead": "in ascending order"}, "it changes no code"),
        ({"caught_by": ()}, "it names no test file"),
        ({"caught_by": ("tests/test_nothing.py",)}, "there is no test file tests/test_nothing.py"),
        ({"caught_by": ("tests/conftest.py",)}, "there is no test file tests/conftest.py"),
        ({"only": "captaincy or no_such_test"}, None),
        ({"only": "no_such_test"}, "tests/engine/hadal/test_rounds.py has no test no_such_test"),
        ({"play": "by hand"}, "there is no play 'by hand'"),
    ],
)
def test_what_cannot_be_planted_is_told(changes: dict[str, Any], problem: str | None) -> None:
    entry = Mutation(**{**vars(SOUND), **changes})
    assert list(problems_of(entry)) == ([problem] if problem else [])


class OneFile(Tree):
    """A tree of one file, whose tests end as they are told to."""

    def __init__(self, place: Path, *codes: int | None, output: str = "") -> None:
        self.place, self.codes, self.output = place, list(codes), output
        self.played: list[tuple[str, tuple[str, ...]]] = []
        (place / SOUND.file).parent.mkdir(parents=True)
        (place / SOUND.file).write_text(ORIGINAL, encoding="utf-8")

    def play(self, selection: Selection, most: float = 1.0) -> Played:
        self.played.append(((self.place / SOUND.file).read_text(encoding="utf-8"), selection.files))
        return Played(self.codes.pop(0), self.output, most)


ORIGINAL = (ROOT / SOUND.file).read_text(encoding="utf-8")
ONE = "tests/test_it.py::test_one[a b-1]"
OTHER = "tests/test_it.py::test_two"
FAILS = f"F\nFAILED {ONE} - assert 1 - 1\nFAILED {OTHER}"


@pytest.mark.parametrize(
    ("code", "output", "word", "by"),
    [
        (1, FAILS, CAUGHT, ONE),
        (1, f"E\nERROR {ONE}", CAUGHT, ONE),
        (0, "3 passed", SURVIVED, SOUND.caught_by[0]),
        (None, "", HANGS, SOUND.caught_by[0]),
        (2, "ERROR tests/test_it.py\nInterrupted: 1 error during collection", NOT_RUN, "tests/test_it.py"),
        (5, "no tests ran", NOT_RUN, "no tests ran"),
    ],
)
def test_a_mistake_is_planted_and_taken_out(code: int | None, output: str, word: str, by: str, tmp_path: Path) -> None:
    tree = OneFile(tmp_path, code, output=output)
    verdict = verdict_on(tree, SOUND)
    assert (verdict.word, verdict.by) == (word, by)
    assert tree.played == [(SOUND.planted_in(ORIGINAL), SOUND.caught_by)]
    assert (tmp_path / SOUND.file).read_text(encoding="utf-8") == ORIGINAL


@pytest.mark.parametrize(
    ("codes", "red"),
    [((0,), []), ((1, 0, 1), [OTHER]), ((None, 0, 0), []), ((4, 4, 0), [ONE]), ((1, None, 1), [ONE, OTHER])],
)
def test_a_test_that_fails_anyway_catches_nothing(
    codes: tuple[int | None, ...], red: list[str], tmp_path: Path
) -> None:
    """They are played together, and one by one where that is not green."""
    tree = OneFile(tmp_path, *codes)
    assert red_before(tree, {OTHER, ONE}, "interpreted") == set(red)
    assert tree.played[0] == (ORIGINAL, (ONE, OTHER))
    assert len(tree.played) == len(codes)
