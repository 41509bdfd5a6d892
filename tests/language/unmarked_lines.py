"""What of a text in the pseudo-language no catalogue translates, though it is English; and what is glued."""

import re
from collections.abc import Iterator

from engine.language.kinds import KINDS
from tests.language.pseudo import WORD, Nested, nested, outside

COMMAND = re.compile(r"\b(?:fatecast|git|cd|pytest|python -m pytest)\b(?!:).*")
DATA = re.compile(
    r"^fatecast:|--?[a-z][\w-]*|[A-Z]+(?:_[A-Z]+)*(?:=[A-Z]+)?…?|[\w./-]*[/_.][\w./-]*|[0-9a-f]{8,}|'[^']*'|\"[^\"]*\"|\w+=\S+"
)
"""The beginning of an error, flags, placeholders, paths, ids, digests, what is quoted, settings."""
VALUES = re.compile(
    r"\{low\} to \{high\}|\{low\}-\{high\}|\{low:g\}.*|\{some\} (?:and|or) \{last\}|one of \{choices\}|\{count\} more"
    r"|\{number\} \{unit\}|a list|missing field|a range such as .*"
    r"|games? \{.*|exit code .*|signal .*"
    r"|points?|wins|games|blocks|questions|policy|card|deck|field|option|outcome|axis|content|column|cell|piece|verb"
    r"|unclear|held|no information|shorter|longer|harder|easier|more|less|fail|pass|inconclusive"
    r"|the one (?:cell|group)|all cells|\{some\} of \{of\} (?:cells|groups)|.* of \{of\}.*"
    r"|competitive|cooperative|production|yes|no|a number|a truth value"
    r"|did you mean \{meant!r\}\? |\{option\} \(\{values\}\): \{help\}|\{value\}×\{copies\} \(\{hours\} h\)"
    r"|the smallest|tricks, partners|a blind choice|bids|a table of cards|push your luck|all against the game"
    r"|an exact policy|pieces that a spreadsheet can hold"
)
"""Texts that are values in others: ranges, lists, units, verdicts, places, kinds of things and of games."""
FRAMES = re.compile(
    r"expected \{expected\}|, not \{got\}|\{line\} \(.*|\{said\}, not \{got!r\}|\{where\}: .*|\{told\};.*"
    r"|\{sentence\},.*|\{where\};.*|\{reasons\} of \{cell\}|\{outcome\}: \{sentence\}"
    r"|(?:turn|line) \{\w+\}: .*|cannot be loaded: \{reason\}|asked (?:to|for) .*: \{reason\}|\{error\}"
    r"|it .*\{last_words\}"
    r"|row \{row\}.*: \{reason\}|'20 ± 1 \{unit\}', .*\{changes\}|'80 ± 1 %', .*\{changes\}"
    r"|(?:expected )?(?:a list of )?\{(?:expected|what|kind)\}.*, got \{\w+(?:!r)?\}|\{(?:complaint|reason|unknown)\}"
)
"""Texts that only say where a whole one belongs, what was expected and what was found, or put a clause beside another
one."""


def english(text: str, names: frozenset[str] = frozenset()) -> list[str]:
    """The lines with words outside of all marks, without commands, data and these names."""
    lines = (DATA.sub(" ", COMMAND.sub(" ", line)) for line in outside(text).splitlines())
    return [line.strip() for line in lines if {*WORD.findall(line)} - names]


def glued_in(text: str, known: list[str]) -> Iterator[Nested]:
    """Texts in others, where they are neither values nor framed."""
    return (pair for pair in nested(text, known) if not is_allowed(pair))


def is_allowed(pair: Nested) -> bool:
    """Whether a text may stand in another one."""
    return bool(pair.inner in KINDS or VALUES.fullmatch(pair.inner) or FRAMES.fullmatch(pair.outer))
