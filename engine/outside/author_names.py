"""The names that an author may give to parameters, columns and axes, and to what a policy remembers.

They become columns of tables, keys of experiments, flags, ids and names in generated code, in which a name is what it
looks like: letters of one script, as every computer writes them.
"""

from unicodedata import name as described
from unicodedata import normalize

INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F,
            0x115F,
            0x1160,
            0x17B4,
            0x17B5,
            *range(0x180B, 0x1810),
            *range(0x200B, 0x2010),
            0x3164,
            *range(0xFE00, 0xFE10),
            0xFFA0,
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Marks that Python takes in a name although nobody sees them."""
TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK"}
"""Scripts that are written with another one."""


def is_author_name(name: object) -> bool:
    """Whether a name is made of letters, digits and _ and can be taken for no other one: Python reads some signs as two
    letters, and a Cyrillic letter beside Latin ones may look like theirs."""
    if not isinstance(name, str) or not name.isidentifier():
        return False
    if name.isascii():
        return True
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    return normalize("NFKC", name) == name and not INVISIBLE & {*name} and len(scripts) == 1


def _script(letter: str) -> str:
    word = described(letter, "").partition(" ")[0]
    return TOGETHER.get(word, word)
