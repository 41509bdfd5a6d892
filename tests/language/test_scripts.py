"""The scripts and templates of the studio say nothing but what they mark, as far as their syntax shows it."""

import re
from pathlib import Path

import pytest
from babel.messages.jslexer import Token, tokenize

from sim.studio.doors.wording import texts_in, texts_of_scripts
from tests.language.texts import in_script
from tests.support import ROOT

STATIC, TEMPLATES = ROOT / "sim/studio/static", ROOT / "sim/studio/templates"
SCRIPTS, PAGES = sorted(STATIC.glob("*.js")), sorted(TEMPLATES.glob("*.html"))
MARKS = ("said", "saidWith")
CALL = re.compile(r"\b(?:said|saidWith)\(")
NO_TEXT = re.compile(r'[a-z0-9_./:#=?*-]*|[a-z-]*\[[a-z-]+(=".*")?\]|/games\?.*')
"""An id, a class, a key, an address, a place in the page, a command: small letters, hardly ever a space."""
TECHNICAL = (
    "POST",
    "PageUp",
    "PageDown",
    "T",
    "Content-Type",
    "Accept",
    "Fatecast-Language",
    "NFD",
    "button, summary, input, pre, a",
)
"""Words of the browser's own: methods, keys, headers, a form of letters; and one list of elements."""
COMMAND = re.compile("fatecast [a-z]+ ?")
SHOWN = ("textContent", "aria-label", "aria-valuetext", "title", "placeholder", "alt")
"""What a person reads of an element; a text that stands there is marked, even if it is one small word."""
READ = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")
CONDITION = re.compile(r"^\w+=\d+$")


def unmarked_in_script(source: str) -> list[str]:
    """Texts that stand in a script as they are."""
    tokens = [each for each in tokenize(source) if "comment" not in each.type]
    found = []
    for at, token in enumerate(tokens):
        if token.type not in ("string", "template_string") or is_marked(tokens, at):
            continue
        text = re.sub(r"\$\{[^}]*\}", "", token.value[1:-1])
        if not re.search("[A-Za-z]", text) or text in TECHNICAL or COMMAND.fullmatch(text) or is_class(tokens, at):
            continue
        if is_shown(tokens, at) or not NO_TEXT.fullmatch(text):
            found.append(text)
    return found


def is_marked(tokens: list[Token], at: int) -> bool:
    return at > 1 and tokens[at - 1].value == "(" and tokens[at - 2].value in MARKS


def is_class(tokens: list[Token], at: int) -> bool:
    return tokens[at - 1].value in (":", "=") and given_to(tokens, at) in ("class", "className")


def given_to(tokens: list[Token], at: int) -> str:
    """The attribute that a text is given to."""
    return str(tokens[at - 2].value).strip("\"'").rpartition(".")[2]


def is_shown(tokens: list[Token], at: int) -> bool:
    """Whether a text stands where a person reads it: in an attribute, as what is in an element, as its child."""
    before = tokens[at - 1].value
    if before in (":", "="):
        return given_to(tokens, at) in SHOWN
    return before == "," and tokens[at - 2].value == "}" and tokens[at + 1].value in (")", ",")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_nothing_but_what_it_marks(path: Path) -> None:
    assert unmarked_in_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "planted",
    [
        'at("told").textContent = "Looking";',
        'at("told").textContent = "looking";',
        "const line = `${name} goes on`;",
        'made("button", { type: "button" }, "stop")',
        'made("button", { "aria-label": "stop" })',
        'const TITLES = { options: "Options" };',
        'throw new Refused({ error: "it has ended" });',
    ],
)
def test_a_planted_text_is_found(planted: str) -> None:
    assert unmarked_in_script(planted) != []
    assert unmarked_in_script('made("p", { class: "sub" }, said("Stop"), at("told"))') == []


@pytest.mark.parametrize("path", [path for path in SCRIPTS if path.name != "said.js"], ids=lambda path: path.name)
def test_the_server_sends_each_text_that_a_script_marks(path: Path) -> None:
    """It finds them by their letters, the catalogue by the syntax: both find the same, and no marked text is put
    together."""
    source = path.read_text(encoding="utf-8")
    marked = [text.one for text, _ in in_script(path)]
    assert texts_in(source) == marked
    assert len(calls_in(source)) == len(marked)
    assert set(marked) <= texts_of_scripts()


def calls_in(source: str) -> list[str]:
    """What the marking functions are called with first, also inside of a text."""
    tokens = [each for each in tokenize(source) if "comment" not in each.type]
    inside = [each.value for each in tokens if each.type == "template_string" and CALL.search(each.value)]
    return inside + [
        tokens[at + 2].value
        for at, each in enumerate(tokens[:-2])
        if each.value in MARKS and tokens[at + 1].value == "("
    ]


@pytest.mark.parametrize(
    "planted", ["said(name)", "said(`${name} ends`)", "`${said('turn')}: ${text}`", "said('turn')"]
)
def test_a_text_that_the_server_does_not_find_is_found_here(planted: str) -> None:
    assert len(calls_in(planted)) > len(texts_in(planted))


def unmarked_in_template(source: str) -> list[str]:
    """Texts that stand in a template as they are, also in attributes."""
    plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", source, flags=re.DOTALL)
    texts = [*re.sub(r"<[^>]+>", "\n", plain).splitlines(), *READ.findall(plain)]
    return [
        text.strip()
        for text in texts
        if re.search("[A-Za-z]{2,}", text)
        and not text.startswith(("fatecast studio", " · fatecast studio"))
        and not CONDITION.match(text)
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_template_says_nothing_but_what_it_marks(path: Path) -> None:
    assert unmarked_in_template(path.read_text(encoding="utf-8")) == []


def test_a_planted_text_of_a_template_is_found() -> None:
    planted = '<p>{{ said("Games") }} in all</p><input aria-label="a name" placeholder="players=3">'
    assert unmarked_in_template(planted) == ["in all", "a name"]
