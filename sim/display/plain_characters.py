"""What the output cannot take is replaced or dropped, so that no finished run is lost to an arrow or to a closed pipe.

A terminal or a pipe may take only ASCII or a code page such as cp1252. Rich and tqdm draw their tables and bars with
plain characters there; everything else is replaced here, at the latest when it is written. A reader may go away
(`| head`), a device may be full, and a command may be started without an output at all (`>&-`).
"""

import os
import sys
from codecs import register_error
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO
from unicodedata import normalize

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

HANDLER = "fatecast-plain"
OUTPUT, ERRORS = 1, 2
"""The numbers of stdout and stderr."""

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


class Outlet(FileIO):
    """Where stdout or stderr leads. Once it takes no more, everything is dropped, and the command goes on."""

    lost: OSError | None = None
    """Why it takes no more."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            self.lost = error
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return memoryview(data).nbytes


def hold_streams() -> None:
    """Let stdin, stdout and stderr lead somewhere, whatever becomes of them. If one of them is missing, the next file
    to be opened would take its place, and messages would be written into it."""
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # takes the lowest number that is free: this one
    if sys.stdin is None:
        sys.stdin = TextIOWrapper(FileIO(0, closefd=False))
    sys.stdout, sys.stderr = _held(OUTPUT, sys.stdout), _held(ERRORS, sys.stderr)


def _held(number: int, stream: TextIO | None) -> TextIO:
    """A stream that writes as this one does, and never fails. Messages are written line by line, also into a file:
    whoever kills the command can read what it had said."""
    usual = stream if isinstance(stream, TextIOWrapper) else None
    return TextIOWrapper(
        BufferedWriter(Outlet(number, "w", closefd=False)),
        encoding=usual.encoding if usual else "utf-8",
        errors=usual.errors if usual else "backslashreplace",
        line_buffering=number == ERRORS or usual is None or usual.line_buffering or usual.write_through,
    )


def lost_output() -> OSError | None:
    """Why stdout takes no more; None if it does."""
    outlet = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return outlet.lost if isinstance(outlet, Outlet) else None


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
