"""Text in lines of a given width. A word that is longer stays whole: a path can then still be copied."""

from textwrap import wrap


def wrapped(text: str, width: int) -> str:
    """The text in lines that fit, each as far indented as it was."""
    return "\n".join(piece for line in text.split("\n") for piece in _pieces(line, width))


def _pieces(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
