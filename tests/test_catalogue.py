"""Every sentence that a page can write keeps the rules of grammar that a program can check: `tests/catalogue`."""

import re

import pytest

from tests.catalogue.book import Entry, book
from tests.catalogue.grammar import RULES, broken
from tests.catalogue.runs import ONE_OF_EACH_KIND, SAMPLE, workplace
from tests.catalogue.templates import ROOT, UNREACHED, sources, templates, unreached
from tests.catalogue.texts import Text


@pytest.fixture(scope="module")
def catalogue() -> list[Entry]:
    with workplace() as folder:
        return book(folder, SAMPLE)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_finds_its_offender(name: str) -> None:
    rule = RULES[name]
    assert name in broken(Text("sentence", rule.offender))
    assert broken(Text("sentence", "It takes 9.69 turns (9.60 to 9.78) with 2 players, in 61.2 % of the games.")) == {}


def test_equal_ends_are_noticed_where_one_has_the_unit() -> None:
    assert "between A and A" in broken(Text("sentence", "It lies between 2 and 2 gold, one in ten is at most 2."))
    assert broken(Text("sentence", "It lies between 2 and 3 gold, one in ten is at most 2.")) == {}


def test_no_text_of_a_page_breaks_a_rule() -> None:
    with workplace() as folder:
        pages = book(folder, ONE_OF_EACH_KIND, only_pages=True)
    assert len(pages) > 250
    assert [(entry, found) for entry in pages if (found := broken(entry.text))] == []


@pytest.mark.full
def test_no_text_breaks_a_rule(catalogue: list[Entry]) -> None:
    assert len(catalogue) > 1_200
    assert [(entry, found) for entry in catalogue if (found := broken(entry.text))] == []


@pytest.mark.full
def test_every_template_of_a_sentence_is_in_the_catalogue(catalogue: list[Entry]) -> None:
    texts = [entry.text.text for entry in catalogue]
    missing = {path.relative_to(ROOT): unreached(path.read_text(), texts) for path in sources()}
    assert {each for some in missing.values() for each in some} == {*UNREACHED}, missing
    assert len(sources()) > 15


def test_a_sentence_that_nothing_reaches_is_missed() -> None:
    planted = 'def told(row):\n    """Says it."""\n    return f"seat {row} hums and wins {row} of {row} songs."\n'
    assert list(templates(planted)) == ["seat ", " hums and wins ", " of ", " songs."]
    assert unreached(planted, ["Seat 1 hums and wins 2 of 3 songs."]) == []
    assert unreached(planted, ["Seat 1 wins 2 of 3 songs."]) == [" hums and wins "]


@pytest.mark.full
def test_links_are_named_like_their_sections(catalogue: list[Entry]) -> None:
    texts = {
        where: {each.text.text for each in catalogue if each.text.where == where} for where in ("index a", "index h2")
    }
    assert texts["index a"] - texts["index h2"] <= {"all of them"}
    assert len(texts["index a"]) > 8


@pytest.mark.full
def test_cases_differ(catalogue: list[Entry]) -> None:
    """A case that says nothing of its own would be none."""
    said = {entry.case for entry in catalogue}
    assert {"zero", "one", "tiny", "huge", "missing", "without intervals", "more", "less", "mixed"} <= said
    assert any(re.search(r"\d,\d{3},\d{3},\d{3} turns", entry.text.text) for entry in catalogue)
