"""Characters that the output cannot encode are replaced by plain ones, so that no finished run is lost to an arrow.

A terminal or a pipe may take only ASCII or a code page such as cp1252. Rich and tqdm draw their tables and bars with
plain characters there; everything else is replaced here, at the latest when it is written.
"""

import sys
from codecs import register_error
from io import TextIOWrapper
from unicodedata import normalize

HANDLER = "fatecast-plain"

PLAIN = {
    "→": "->",
    "←": "<-",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "±": "+-",
    "×": "x",
    "·": "|",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "•": "*",
    "█": "#",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
}
"""Every special character that we write ourselves, and its plain form."""


def allow_any_encoding() -> None:
    """Let stdout and stderr write every character, in a plain form where they must."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def plain(character: str) -> str:
    """A form in ASCII: our own for the characters that we write, the letter without its accent, else an escape."""
    known = PLAIN.get(character)
    if known is None:
        known = normalize("NFKD", character).encode("ascii", "ignore").decode("ascii")
    return known or character.encode("ascii", "backslashreplace").decode("ascii")


def as_written(text: str, encoding: str) -> str:
    """Text as it will be written in this encoding: what makes columns must know how wide it is."""
    return text.encode(encoding, HANDLER).decode(encoding)


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


register_error(HANDLER, _replace)
