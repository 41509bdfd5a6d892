"""Errors that a designer can cause have no English outside of the texts that catalogues translate: those that the tests
of files, flags, games and sheets provoke, heard in the pseudo-language."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PART
from tests.language.pseudo import WORD, Nested, outside
from tests.language.texts import IN_ENGLISH
from tests.language.unmarked_lines import is_allowed
from tests.support import ROOT

PROVOKING = {
    "tests/engine/outside/own/test_declared.py": 50,
    "tests/engine/outside/own/test_memory.py": 25,
    "tests/engine/outside/program/test_process.py": 20,
    "tests/engine/content": 35,
    "tests/engine/test_configs.py": 3,
    "tests/engine/policy/test_parameters.py::test_what_is_wrong_is_said_in_one_line": 15,
    "tests/engine/shipwreck/deck/test_deck_errors.py": 70,
    "tests/sim/experiment/test_experiment.py": 15,
    "tests/sim/experiment/test_choices.py": 8,
    "tests/sim/experiment/test_cell_selectors.py": 3,
    "tests/sim/search/tune/test_search_parts.py": 12,
    "tests/sim/search/tune/test_relative_goals.py": 7,
    "tests/sim/sheets/test_hostile_sheets.py": 25,
}
"""Tests of content, games of one's own, programs, experiments, flags and sheets, which need no kernel; and how many
different messages are heard of each, or more."""
LEAST = 150
"""Different messages that are heard of all together."""
OF_SOMEBODY_ELSE = re.compile(
    r"'.*'|\".*\"|.*\b\w+Error\b.*|.*object.*|No such file.*|Too many levels.*|embedded null.*|File name too long"
    r"|No closing .*|File is .*|Is a directory|Permission denied|.*codec.*|Expected .*|Invalid .*|Unclosed .*|Cannot .*"
    r"|.*\(at line .*"
    r"|.*inside each other|a text is never closed.*",
    re.DOTALL,
)
"""What the system, Python and a TOML reader say; and data in quotes."""
TYPED = re.compile(
    r"(?:\w+: ')?(?:[\w ]+(?:, [\w ]+)*: )?(?:at (?:least|most) \d+|\d+ to \d+) points? (?:easier|harder|less|more)'?"
    r"|challenge true, false|win rate, length"
)
"""Goals and claims, labels and names of outcomes: a person types them as they are in every language."""
PROSE = re.compile(r"[a-z]{2,} [a-z]{2,}")
Heard = Mapping[str, Any]


def faults(heard: Heard) -> Iterator[str]:
    """What is English in an error, and what is glued."""
    for text in heard["texts"]:
        if WORD.search(outside(text)):
            yield f"unmarked: {text}"
    for value in heard["values"]:
        plain = outside(value) if value.count("⟦") == value.count("⟧") else value
        if PROSE.search(plain) and not is_data(value):
            yield f"unmarked value: {value}"
    for pair in heard["nested"]:
        if not is_allowed(Nested(*pair)):
            yield f"glued: {pair}"


def is_data(value: str) -> bool:
    """Whether no catalogue has a value: what somebody else says, what a person types."""
    is_command = value.startswith(("fatecast ", "pip ", "--"))
    return is_command or any(known.fullmatch(value) for known in (OF_SOMEBODY_ELSE, TYPED))


def heard_of(tests: str, place: Path) -> list[Heard]:
    """Every error that some tests provoke. They run by themselves, and all of them: no part of what is asked for."""
    file = place / "errors.jsonl"
    words = ["-q", "-p", "no:cacheprovider", "-p", "tests.language.errors_heard", "--tb=no"]
    environment = {name: value for name, value in os.environ.items() if name != PART}
    subprocess.run(
        [sys.executable, "-m", "pytest", *words, tests],
        cwd=ROOT,
        env={**environment, "ERRORS_HEARD": str(file), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.full
@pytest.mark.parametrize(("tests", "least"), PROVOKING.items())
def test_errors_have_no_english(tests: str, least: int, tmp_path: Path) -> None:
    """A case for each file of tests, so that workers and parts share them; each takes less than a minute."""
    ours = [each for each in heard_of(tests, tmp_path) if each["file"].startswith(("engine/", "sim/"))]
    translated = [each for each in ours if not each["file"].startswith(IN_ENGLISH)]
    assert sorted({fault for each in translated for fault in faults(each)}) == []
    assert len({tuple(each["texts"]) for each in translated if each["texts"]}) >= least


def test_enough_errors_are_heard() -> None:
    assert sum(PROVOKING.values()) >= LEAST
    assert [tests for tests in PROVOKING if not (ROOT / tests.partition("::")[0]).exists()] == []


@pytest.mark.parametrize(
    ("heard", "fault"),
    [
        ({"texts": ["no such game"]}, "unmarked: no such game"),
        ({"texts": ["⟦0|expected ⟧one of base"]}, "unmarked: ⟦0|expected ⟧one of base"),
        ({"values": ["the least and the most"]}, "unmarked value: the least and the most"),
        ({"nested": [["{name} has {what}", "a seat too many"]]}, "glued: ['{name} has {what}', 'a seat too many']"),
    ],
)
def test_english_is_heard(heard: Heard, fault: str) -> None:
    assert [*faults({"texts": [], "values": [], "nested": [], **heard})] == [fault]


def test_data_are_no_english() -> None:
    values = ["base", "fatecast games pig", "No such file or directory", "'two words'"]
    values += ["die 6, goal 15: at least 1 point easier", "tune: 'goal 15: 3 to 1 points harder'"]
    texts = ["⟦0|expected ⟦1|one of base, full⟧⟧", "‹seat 1›"]
    nested = [["expected {expected}", "one of {choices}"]]
    assert [*faults({"texts": texts, "values": values, "nested": nested})] == []
