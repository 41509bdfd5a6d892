"""Text of strangers in every kind of output: one escape for each kind.

The names of decks, cards, policies and files come from anybody. `engine.content.labels` refuses the worst of them where
they are read; here, whatever is left is written so that it can only be read. It cannot move the cursor of a terminal,
forge a line of a log, become a heading or a link in Markdown, break XML, or be computed by a spreadsheet. HTML is
escaped by Jinja.
"""

import re
from unicodedata import category

LONGEST_LINE = 800
"""Characters of an error message; of a longer one, the start and the end are shown."""

CUT = " … "

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute."""

MARKDOWN = re.compile(
    r"[\\`*\[\]|@]"  # code, emphasis, links and images, columns, mail addresses
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"  # emphasis; not inside a word
    r"|<(?=[A-Za-z/!?])|&(?=[A-Za-z#])"  # HTML
    r"|~(?=~)|:(?=//)|(?<=[wW]{3})\."  # struck out; addresses that become links by themselves
    r"|^[#>=~]|^[+-](?![0-9.])|^\d{1,9}[.)](?=\s|$)"  # headings, quotes, rules and lists, at the beginning
)


def visible(text: str, keep: str = "") -> str:
    """Text for a terminal, a log or XML: every character that cannot be seen is written as an escape (`\\x1b`, `\\n`),
    except those to keep."""
    if text.isprintable():
        return text
    return "".join(each if each in keep or _seen(each) else _escaped(each) for each in text)


def shortened(line: str, most: int = LONGEST_LINE) -> str:
    """A line that is not longer than a person reads. The start says what is wrong, the end what to do."""
    if len(line) <= most:
        return line
    half = (most - len(CUT)) // 2
    return f"{line[:half]}{CUT}{line[-half:]}"


def markdown(text: object) -> str:
    """Text inside a paragraph, a list item or a table: it stays on its line, and reads as it is."""
    return MARKDOWN.sub(_backslashed, visible(" ".join(str(text).split("\n")).strip()))


def markdown_code(text: object) -> str:
    """Text as code inside a line, between more backticks than it has in a row."""
    shown = visible(str(text))
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    room = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{room}{shown}{room}{fence}"


def csv_cell(value: object) -> object:
    """A cell of a CSV file: an apostrophe keeps a spreadsheet from computing a text. Numbers stay as they are."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _seen(character: str) -> bool:
    return character.isprintable() or category(character) == "Zs"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def _backslashed(found: re.Match[str]) -> str:
    """A backslash before a mark; in `1.`, before the dot."""
    return f"{found[0][:-1]}\\{found[0][-1]}"
