"""The documents in Spanish say what the English ones say: the same code, links and numbers, in one neutral Spanish."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.written_spanish import BADLY_WRITTEN, THIN, TO_SOMEBODY

SPANISH = ROOT / "docs/es"
PAGES = {
    "README.md": ROOT / "README.md",
    "tutorial.md": ROOT / "docs/tutorial.md",
    "write-a-card.md": ROOT / "docs/how-to/write-a-card.md",
    "write-a-game.md": ROOT / "docs/how-to/write-a-game.md",
}
"""The documents in Spanish, and the English ones that they follow."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"(?<=\S) +# .*$", flags=re.MULTILINE)
"""What stands behind a command; the name of a file, in the first line of a block, is no comment."""
WITH_COMMENTS = ("sh", "python")
"""What the others show is typed, written and printed as it stands there, and a comment says how a command ends."""


def both(name: str) -> tuple[str, str]:
    """A document in Spanish, and the English one."""
    return (SPANISH / name).read_text(encoding="utf-8"), PAGES[name].read_text(encoding="utf-8")


def way_back(name: str) -> str:
    """The link to the English document."""
    return Path(os.path.relpath(PAGES[name], SPANISH)).as_posix()


def code(text: str) -> list[tuple[str, str]]:
    """The blocks of a document, without comments."""
    return [(kind, COMMENT.sub("", block) if kind in WITH_COMMENTS else block) for kind, block in BLOCK.findall(text)]


def comments(text: str) -> list[str]:
    return [found for kind, block in BLOCK.findall(text) if kind in WITH_COMMENTS for found in COMMENT.findall(block)]


def headings(text: str) -> list[int]:
    """The levels of all headings."""
    return [len(marks) for marks in re.findall(r"^(#+) ", BLOCK.sub("", text), flags=re.MULTILINE)]


def rows(text: str) -> list[int]:
    """How many cells each row of a table has."""
    return [line.count("|") for line in BLOCK.sub("", text).splitlines() if line.startswith("|")]


def names(text: str) -> set[str]:
    """What stands in backticks."""
    return set(re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)))


def prose(text: str) -> str:
    """A document without code and the targets of links."""
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", BLOCK.sub("", text))


def numbers(text: str, thousands: str = ",", decimal: str = ".") -> Counter[str]:
    """Every number of the prose, written alike."""
    found = re.findall(rf"\d+(?:{thousands}\d{{3}})*(?:[{decimal}.]\d+)?", prose(text))
    return Counter(number.replace(thousands, "").replace(decimal, ".") for number in found)


def targets(text: str, path: Path) -> set[str]:
    """The files that a document links to; one that is there in Spanish under its English name."""
    in_english = {SPANISH / name: english for name, english in PAGES.items()}
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", BLOCK.sub("", text))
    files = [(path.parent / link).resolve() for link in links]
    return {str(in_english.get(file, file).relative_to(ROOT)) for file in files}


def differences(spanish: str, english: str, name: str) -> list[str]:
    """In what a document in Spanish differs from the English one."""
    same = {
        "code": (code(spanish), code(english)),
        "headings": (headings(spanish), headings(english)),
        "rows of tables": (rows(spanish), rows(english)),
        "numbers": (numbers(spanish, THIN, ","), numbers(english)),
    }
    # Each names the other on top; the README in Spanish also lists the others, and says how to choose a language.
    itself = {str(PAGES[name].relative_to(ROOT))}
    missing = {
        "names": names(english) - names(spanish),
        "links": targets(english, PAGES[name]) - targets(spanish, SPANISH / name) - itself,
        "comments in English": set(comments(english)) & set(comments(spanish)),
    }
    return [
        *(what for what, (one, other) in same.items() if one != other),
        *(what for what, lost in missing.items() if lost),
    ]


def badly_written(text: str) -> list[str]:
    """What in a text is not written as our Spanish is."""
    read = "\n".join([prose(text), *comments(text)])
    bad = [what for what, pattern in BADLY_WRITTEN.items() if pattern.search(read)]
    return bad + sorted({f"{word} addresses somebody" for word in TO_SOMEBODY.findall(read)})


def unmarked(text: str, name: str) -> list[str]:
    """Paragraphs and rows with a link to a page in English that do not say so; of a picture nobody need say it."""
    elsewhere = re.compile(r"(?<!\))\]\(\.\./[^)#]*\.md")
    marked = re.compile(r"en\s+inglés", flags=re.IGNORECASE)
    parts = re.split(r"\n\n|\n(?=[|-])", BLOCK.sub("", text))
    return [
        part
        for part in parts
        if elsewhere.search(part) and not marked.search(part) and part != f"[English]({way_back(name)})"
    ]


def test_every_document_in_spanish_follows_an_english_one() -> None:
    assert sorted(path.name for path in SPANISH.iterdir()) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_document_in_spanish_says_what_the_english_one_says(name: str) -> None:
    assert differences(*both(name), name) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_document_in_spanish_is_in_neutral_spanish(name: str) -> None:
    assert badly_written(both(name)[0]) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_only_in_english_is_said_to_be(name: str) -> None:
    text = both(name)[0]
    assert unmarked(text, name) == []
    assert unmarked(text.replace("inglés", "otra lengua"), name)


@pytest.mark.parametrize("name", PAGES)
def test_each_document_leads_to_the_other(name: str) -> None:
    spanish, english = both(name)
    assert spanish.splitlines()[2] == f"[English]({way_back(name)})"
    there = re.findall(r"^\[Español\]\((.*)\)$", english, flags=re.MULTILINE)
    assert [(PAGES[name].parent / way).resolve() for way in there] == [SPANISH / name]


PLANTED = {
    "code": ("make report    #", "make reprot    #"),
    "headings": ("\n## Jugar\n", "\n"),
    "rows of tables": ("| 4 | no concluyente |\n", ""),
    "numbers": ("40,6\u202f%", "40,7\u202f%"),
    "names": ("`./pirates`", "`./piratas`"),
    "links": ("](../how-to/cluster.md)", "](../how-to/seats.md)"),
    "comments in English": ("# los juegos del laboratorio", "# the games of the laboratory"),
}


@pytest.mark.parametrize(("what", "change"), PLANTED.items(), ids=PLANTED)
def test_a_planted_difference_is_found(what: str, change: tuple[str, str]) -> None:
    spanish, english = both("README.md")
    assert change[0] in spanish
    changed = spanish.replace(*change)
    assert differences(changed, english, "README.md") == ([what] if what != "rows of tables" else [what, "numbers"])


@pytest.mark.parametrize(
    "wrong",
    [
        "61.2",
        "20.000",
        "20 000",
        "20000",
        f"2{THIN}000",
        "61,2 %",
        "61,2%",
        "12-15",
        "7 o 8",
        '"así"',
        "si quieres",
        "roles de",
    ],
)
def test_a_planted_mistake_of_writing_is_found(wrong: str) -> None:
    assert badly_written(f"Son {wrong} partidas.")
    right = f"Con Python 3.11, el 61,2{THIN}% de 20{THIN}000 partidas: de 12 a 15, 7 u 8, 2000, «así»."
    assert not badly_written(right)
    assert badly_written(f"```sh\nfatecast run   # son {wrong} partidas\n```\n")
