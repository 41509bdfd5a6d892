"""The list of planted mistakes: every one can be planted, every module of the rules has two, and none is called caught
that is not."""

from collections import Counter
from pathlib import Path

import pytest

from tests.mutations.listing import Mutation, all_mutations, problems_of
from tests.mutations.planting import CAUGHT, HANGS, NOT_RUN, RED_BEFORE, SURVIVED, Played, Selection, Tree, verdict_on
from tests.support import ROOT

MUTATIONS = all_mutations()
LEAST = 120
OF_A_MODULE = 2
SOUND = Mutation(
    name="a mask has no members",
    file="engine/hadal/rules/masks.py",
    find="(mask >> member) & 1 == 1",
    instead="(mask >> member) & 1 == 0",
    caught_by=("tests/engine/hadal/test_rounds.py",),
)


def rules() -> list[str]:
    """The modules of the games' rules."""
    paths = (ROOT / "engine").glob("*/rules/*.py")
    return sorted(str(path.relative_to(ROOT)) for path in paths if path.name != "__init__.py")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_every_mistake_can_be_planted(mutation: Mutation) -> None:
    assert list(problems_of(mutation)) == []


def test_there_are_enough_and_each_has_its_own_name() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) >= LEAST


def test_every_module_of_the_rules_has_two() -> None:
    number = Counter(mutation.file for mutation in MUTATIONS)
    assert [module for module in rules() if number[module] < OF_A_MODULE] == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({}, None),
        ({"find": "no such text"}, "engine/hadal/rules/masks.py has the text to find 0 times"),
        ({"find": "mask &= mask - 1"}, "engine/hadal/rules/masks.py has the text to find 2 times"),
        ({"find": "at this place, from 0 on", "instead": "at this place"}, "it changes no code"),
        ({"caught_by": ()}, "it names no test file"),
        ({"caught_by": ("tests/test_nothing.py",)}, "there is no test file tests/test_nothing.py"),
        ({"caught_by": ("tests/conftest.py",)}, "there is no test file tests/conftest.py"),
        ({"only": "captaincy or no_such_test"}, None),
        ({"only": "no_such_test"}, "tests/engine/hadal/test_rounds.py has no test no_such_test"),
        ({"play": "by hand"}, "there is no play 'by hand'"),
    ],
)
def test_what_cannot_be_planted_is_told(changes: dict[str, object], problem: str | None) -> None:
    entry = Mutation(**{**vars(SOUND), **changes})  # type: ignore[arg-type]
    assert list(problems_of(entry)) == ([problem] if problem else [])


class OneFile(Tree):
    """A tree of one file, whose tests end as they are told to."""

    def __init__(self, place: Path, code: int | None, output: str = "") -> None:
        self.place, self.code, self.output, self.played = place, code, output, ""
        (place / SOUND.file).parent.mkdir(parents=True)
        (place / SOUND.file).write_text((ROOT / SOUND.file).read_text(encoding="utf-8"), encoding="utf-8")

    def play(self, selection: Selection, seconds: float, keeps_bytecode: bool) -> Played:
        self.played = (self.place / SOUND.file).read_text(encoding="utf-8")
        return Played(self.code, self.output, 1.0)


@pytest.mark.parametrize(
    ("before", "after", "output", "word", "by"),
    [
        (
            0,
            1,
            "F\nFAILED tests/test_it.py::test_one - assert 1\nFAILED tests/x.py",
            CAUGHT,
            "tests/test_it.py::test_one",
        ),
        (0, 1, "E\nERROR tests/test_it.py::test_one - x", CAUGHT, "tests/test_it.py::test_one"),
        (0, 0, "3 passed", SURVIVED, SOUND.caught_by[0]),
        (0, None, "", HANGS, SOUND.caught_by[0]),
        (0, 2, "ERROR tests/test_it.py\nInterrupted: 1 error during collection", NOT_RUN, "tests/test_it.py"),
        (0, 4, "no tests were found", NOT_RUN, "no tests were found"),
        (1, 1, "", RED_BEFORE, "nothing"),
        (None, 1, "", RED_BEFORE, "nothing"),
    ],
)
def test_a_mistake_is_caught_only_if_a_test_fails_because_of_it(
    before: int | None, after: int | None, output: str, word: str, by: str, tmp_path: Path
) -> None:
    tree = OneFile(tmp_path, after, output)
    verdict = verdict_on(tree, SOUND, Played(before, "", 1.0))
    assert (verdict.word, verdict.by) == (word, by)
    original = (ROOT / SOUND.file).read_text(encoding="utf-8")
    assert tree.played == ("" if word == RED_BEFORE else SOUND.planted_in(original))
    assert (tmp_path / SOUND.file).read_text(encoding="utf-8") == original
