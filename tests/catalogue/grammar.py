"""What a program can find wrong in a text: each rule returns what offends, or nothing."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sim.text.number_format import MINUS, NO_BREAK
from tests.catalogue.texts import Text

NUMBER = rf"{MINUS}?[\d,]*\d(?:\.\d+)?"
SINGULAR = (
    r"games|turns|points|rounds|cells|seats|players|cards|pieces|changes|groups|parts|effects|hours|apples|runs|times|"
    r"actions|roles|minutes|fields|steps|outcomes"
)
PLURAL_SUBJECT = r"(?:games|points|rounds|cells|seats|cards|pieces|changes|groups|parts|effects|steps|outcomes)"


class Rule(NamedTuple):
    """A rule, and a text that breaks it."""

    finds: Callable[[str], str]
    offender: str
    only: tuple[str, ...] = ()
    """The places that it holds for; all, if there are none."""


def pattern(expression: str, flags: int = 0) -> Callable[[str], str]:
    """Finds what an expression matches."""
    compiled = re.compile(expression, flags)

    def found(text: str) -> str:
        match = compiled.search(text)
        return match[0] if match else ""

    return found


def spans(text: str) -> Iterator[tuple[str, float, float]]:
    """The ranges of a text, `9.6 to 9.8`, with their ends."""
    for match in re.finditer(rf"\(([+]?{NUMBER}) to ([+]?{NUMBER})\)", text):
        low, high = (float(match[at].replace(",", "").replace(MINUS, "-")) for at in (1, 2))
        yield match[0], low, high


def out_of_order(text: str) -> str:
    return next((told for told, low, high in spans(text) if low > high), "")


def beyond_all(text: str) -> str:
    """A percentage outside 0 to 100, or an interval of one."""
    for match in re.finditer(rf"({NUMBER})\s?%(?: \(({NUMBER}) to ({NUMBER})\))?", text):
        numbers = [float(each.replace(",", "").replace(MINUS, "-")) for each in match.groups() if each]
        if any(not 0 <= each <= 100 for each in numbers):
            return match[0]
    return ""


def empty_between(text: str) -> str:
    """`between A and A`, also if only the second has a unit."""
    for match in re.finditer(r"between (.+?) and (.+?)(?=[,;.]? (?:by|for|apart|depending|with|at)\b|[,;]|\.$)", text):
        if match[1] in (match[2], match[2].split(" ")[0]):
            return match[0]
    return ""


def wrong_article(text: str) -> str:
    """`a end`, `an policy`: by the letter, but for words that sound otherwise."""
    for match in re.finditer(r"(?:\b(an?)|(?:^|[.:;?] )(An?)) ([A-Za-z]+)", text):
        article, word = (match[1] or match[2]).lower(), match[3].lower()
        vowel = word[0] in "aeiou" and not word.startswith(("uni", "use", "usu", "one", "eu"))
        if word not in ("hour", "honest", "and") and (article == "an") != vowel and len(word) > 1:
            return match[0]
    return ""


SENTENCES = ("verdict", "sentence", "answer", "note", "dossier")
TYPESET = (*SENTENCES, "status", "heading")
RULES: dict[str, Rule] = {
    "no number": Rule(pattern(r"\b(None|nan|NaN|null|inf|True|False)\b"), "It takes nan turns."),
    "a computer's number": Rule(pattern(r"\d[eE][+-]\d|(?<![\w.])\d{5,}(?![\w-])"), "It takes 1e+09 turns."),
    "minus nothing": Rule(pattern(rf"(?<!\w)[-{MINUS}]0(?:\.0+)?(?![\d.])"), "It is −0.0 points."),
    "plus nothing": Rule(pattern(r"\+0(?:\.0+)?(?![\d.])"), "It is +0.0 points.", TYPESET),
    "two spaces": Rule(pattern(r"\S {2,}\S"), "It is  hard."),
    "a word twice": Rule(pattern(r"\b([A-Za-z]+) \1\b", re.IGNORECASE), "It is is hard."),
    "nothing in parentheses": Rule(pattern(r"\(\s*\)"), "It is hard ()."),
    "a stray comma": Rule(pattern(r"[,;:]\s*[.,;]|\s[,.;:](?!\d)|\.\.(?!\.)|^[,;:.]"), "It is hard, ."),
    "one of many": Rule(pattern(rf"(?<![\d.,+{MINUS}-])\b(?:1|one) (?:{SINGULAR})\b"), "It takes 1 games."),
    "many of one": Rule(
        pattern(r"\b(?:[2-9]|\d\d+) (?:game|turn|point|cell|seat|player|card|piece)\b"), "It has 2 seat."
    ),
    "many that is": Rule(
        pattern(rf"(?<!which )(?<!of all )\b{PLURAL_SUBJECT} (?:is|was|has|wins|stands|does)\b(?! in)"),
        "The games is won.",
    ),
    "one that are": Rule(
        pattern(r"(?:^|[.;:] )(?:1|[Oo]ne|[Tt]he one) [a-z]+ (?:are|were|have)\b"), "The one cell are hard."
    ),
    "an article": Rule(wrong_article, "It has a end."),
    "a name of the code": Rule(pattern(r"\b[a-z]+_[a-z_]+\b"), "The end both_leaders is rare.", TYPESET),
    "a range out of order": Rule(out_of_order, "It takes 5 turns (6 to 4)."),
    "between A and A": Rule(empty_between, "It takes between 5 turns and 5 turns, by layout."),
    "more than all": Rule(beyond_all, f"It is won by 101.0{NO_BREAK}%."),
    "no capital": Rule(pattern(r"^[a-z]"), "it is hard.", SENTENCES),
    "no full stop": Rule(pattern(r"[^.?!]$"), "It is hard", SENTENCES),
    "a place that nobody filled": Rule(pattern(r"[{}]|\0"), "It is {hard}."),
}


def broken(text: Text) -> dict[str, str]:
    """The rules that a text breaks, and where."""
    found = {}
    for name, rule in RULES.items():
        if (not rule.only or text.where in rule.only) and (offends := rule.finds(text.text)):
            found[name] = offends
    return found
