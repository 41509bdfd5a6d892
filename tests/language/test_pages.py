"""No English stands on a page of any kind, or in its Markdown, outside of the texts that catalogues translate; and no
text is glued into another one."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.language.current import speaking
from sim.share import block
from tests.language.pseudo import SILENT, WORD, Nested, Numbered, outside, unmarked
from tests.language.spoken_pseudo import CODE, pseudo_for_all
from tests.language.unmarked_lines import glued_in
from tests.support.pages import KINDS, MORE, toys

PAGES = {**KINDS, **MORE}
ASKED = (
    "contest, focus",
    "cards, cooperative",
    "a page to send",
    "several decks",
    "pig",
    "returns, focus",
    "production",
    "own, 26 cards and columns",
    "side by side",
    "dossier",
)
"""One of each kind that has texts of its own."""


NAMES = re.compile(
    r"(hold|hold at=\d\d|random|mute|guess|certain|calm|keen|blind|bold|brave|idler|picker|walker|first"
    r"|pig|mine|pirates|kuhn_poker|fatecast|Cards|Pieces|Receptacles|Base game \(base\)|Everything \(full\)|run-\d"
    r"|effect|policy\.at|[0-9a-f]{12,}|custom \([0-9a-f]{16}\)|\w+ \([0-9a-f]{16}\)"
    r"|[\w ,.]*Python [\w ,.]*|[ ,.:()→·#\d-])+"
)
"""What is no text: policies, games, runs, parameters, digests, versions of packages; and plurals of words, which
this language has not."""
MARKDOWN_DATA = re.compile(r"```.*?```|!?\[[^\]]*\]\([^)]*\)|\|", re.DOTALL)
"""Commands, links, and what stands between the cells of a table."""
VALUES = re.compile(
    r",? (?:with \{players\}|at \{level\} with \{players\}|on \{axis\} \{content\}|\{place\})"
    r"|, on the same luck\{place\}"  # where: a place begins with what joins it
    r"|\{place\}, (?:\{players\})?|\{players\} \(.*\)|all \{players\}|those who play .*|an equal share \(.*"
    r"|\{axis\} \{value\}|\{size\} \{unit\}|\{number\} \{points\}|the \{noun\}|the end “\{name\}”|seat \{seat\}"
    r"|\{points\} points(?: \(\{span\}\))?|\{games\} games in 100(?: \(\{span\}\))?|games in 100|at most \{amount\}"
    r"|between \{least\}\{at_least\} and \{most\}\{at_most\}|\{amount\} (?:everywhere|a game)|\{outcome\} \{share\}"
    r"|\{piece\} \{difference\}|\{costs\}, on average .*|\{who\} against \{other\}"
    r"|the (?:most and the least favoured seat|first seat) \{amount\} .*"  # of a list
    r"|sure|not sure yet.*|no information in .*|every game ended the same way|higher in .*|\{found\}; in the others .*"
    r"|(?:\{some\} and )?every \{kind\}|\{piece\} \{value\} \(\{content\}\)|(?:Printed rules|Assumed): .*"
    r"|artifacts|standin|True|ends|version|digest|rules|always|never"
    r"|if \{rule\}|when \{rule\} is played|steals a \{fate\}"
    r"|draw and play again|a \{fate\} counts \{hours\} h"  # of a card, in a list
)
"""Texts that are values in others, on pages: places, amounts, who is meant, verdicts, items of a list."""


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[Numbered]:
    own = Numbered("⟦⟧")
    monkeypatch.setattr(block, "languages", lambda: [CODE])
    with pseudo_for_all(own), speaking(CODE), toys():
        yield own


def english(page: str) -> list[str]:
    return [line for line in unmarked(page) if not NAMES.fullmatch(line)]


def english_in_markdown(text: str) -> list[str]:
    lines = map(str.strip, outside(MARKDOWN_DATA.sub("\n", text)).splitlines())
    return [line for line in lines if WORD.search(line) and not NAMES.fullmatch(line)]


def glued(text: str, known: list[str]) -> list[Nested]:
    shown = html.unescape(re.sub(r"<[^>]+>", "", SILENT.sub(" ", text)))
    return [pair for pair in glued_in(shown, known) if not VALUES.fullmatch(pair.inner)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ASKED)
def test_every_text_of_a_page_is_marked(kind: str, tmp_path: Path, pseudo: Numbered) -> None:
    page = PAGES[kind](tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.count("⟦") > 20
    assert english(text) == []
    assert glued(text, pseudo.known) == []
    markdown = page.parent / "report.md"
    if markdown.is_file():
        assert english_in_markdown(markdown.read_text(encoding="utf-8")) == []


def test_what_is_planted_is_found() -> None:
    known = ["{who} wins", "the deck is small: {why}", "it has few cards", " with {players}"]
    assert english("<h2>⟦0|‹seat 1› wins⟧</h2><p>the first seat ⟦0|wins⟧, random</p>") == ["the first seat , random"]
    assert english("<p>hold at=20</p> <p>Cards</p> <p>hold on</p>") == ["hold on"]
    assert glued("<p>⟦1|the deck is small: <b>⟦2|it has few cards⟧</b>⟧</p>", known) == [Nested(known[1], known[2])]
    assert english_in_markdown("| random | ⟦0|‹seat 1› wins⟧ |\n- it wins\n```sh\nls\n```\n") == ["- it wins"]
    assert glued("<p>⟦0|seat 1⟦3| with 2 players⟧ wins⟧</p>", known) == []
