"""Errors that a designer can cause have no English outside of the texts that catalogues translate: those that the tests
of files, flags, games and sheets provoke, heard in the pseudo-language."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.language.pseudo import WORD, Nested, outside
from tests.language.texts import IN_ENGLISH
from tests.language.unmarked_lines import is_allowed
from tests.support import ROOT

PROVOKING = (
    "tests/engine/outside/own/test_declared.py",
    "tests/engine/outside/own/test_memory.py",
    "tests/engine/content",
    "tests/engine/test_configs.py",
    "tests/engine/policy/test_parameters.py",
    "tests/engine/shipwreck/deck/test_deck_errors.py",
    "tests/sim/experiment/test_experiment.py",
    "tests/sim/experiment/test_choices.py",
    "tests/sim/experiment/test_cell_selectors.py",
    "tests/sim/search/tune/test_search_parts.py",
    "tests/sim/search/tune/test_relative_goals.py",
    "tests/sim/sheets/test_hostile_sheets.py",
)
"""Tests of content, games of one's own, experiments, flags and sheets."""
LEAST = 150
"""Different messages that are heard."""
OF_SOMEBODY_ELSE = re.compile(
    r"'.*'|\".*\"|.*\b\w+Error\b.*|.*object.*|No such file.*|Too many levels.*|embedded null.*|File name too long"
    r"|File is .*|Is a directory|Permission denied|.*codec.*|Expected .*|Invalid .*|Unclosed .*|Cannot .*"
    r"|.*\(at line .*"
    r"|.*inside each other|a text is never closed.*",
    re.DOTALL,
)
"""What the system, Python and a TOML reader say; and data in quotes."""
PROSE = re.compile(r"[a-z]{2,} [a-z]{2,}")
Heard = Mapping[str, Any]


def faults(heard: Heard) -> Iterator[str]:
    """What is English in an error, and what is glued."""
    for text in heard["texts"]:
        if WORD.search(outside(text)):
            yield f"unmarked: {text}"
    for value in heard["values"]:
        plain = outside(value) if value.count("⟦") == value.count("⟧") else value
        if PROSE.search(plain) and not OF_SOMEBODY_ELSE.fullmatch(value) and not is_command(value):
            yield f"unmarked value: {value}"
    for pair in heard["nested"]:
        if not is_allowed(Nested(*pair)):
            yield f"glued: {pair}"


def is_command(value: str) -> bool:
    return value.startswith(("fatecast ", "pip ", "--"))


@pytest.fixture(scope="module")
def all_heard(tmp_path_factory: pytest.TempPathFactory) -> list[Heard]:
    file = tmp_path_factory.mktemp("heard") / "errors.jsonl"
    words = ["-q", "-p", "no:cacheprovider", "-p", "tests.language.errors_heard", "--tb=no"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *words, *PROVOKING],
        cwd=ROOT,
        env={**os.environ, "ERRORS_HEARD": str(file), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.full
def test_errors_have_no_english(all_heard: list[Heard]) -> None:
    ours = [each for each in all_heard if each["file"].startswith(("engine/", "sim/"))]
    translated = [each for each in ours if not each["file"].startswith(IN_ENGLISH)]
    assert len({tuple(each["texts"]) for each in translated if each["texts"]}) >= LEAST
    assert sorted({fault for each in translated for fault in faults(each)}) == []


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
    texts = ["⟦0|expected ⟦1|one of base, full⟧⟧", "‹seat 1›"]
    nested = [["expected {expected}", "one of {choices}"]]
    assert [*faults({"texts": texts, "values": values, "nested": nested})] == []
