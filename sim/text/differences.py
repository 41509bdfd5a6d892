"""Where two pieces of plain data differ, and which differences are none."""

import re
from collections.abc import Collection, Iterator, Sequence
from math import isclose

LAST_DIGITS = 1e-12
"""Of a fraction: what the mathematics of two processors may differ by."""
PLAYERS_IN_AN_ID = re.compile("[:+/]")


def differences(where: str, found: object, expected: object, code: Collection[str] = ()) -> Iterator[str]:
    """All places where two pieces of plain data differ. `code` is what is at hand of policies from outside: hashes."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in found.keys() | expected.keys():
            yield from differences(f"{where}: {key}", found.get(key), expected.get(key), code)
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for at, (left, right) in enumerate(zip(found, expected, strict=True)):
            yield from differences(f"{where}[{at}]", left, right, code)
    elif found != expected and not nearly(found, expected) and not same_game(found, expected, code):
        yield f"{where}: {found!r}, recomputed {expected!r}"


def same_game(found: object, expected: object, code: Collection[str]) -> bool:
    """Whether two game ids differ only in that the second names more parameters of a policy from outside: it names all
    of them where the file of the policy is not at hand, which tells their defaults."""
    if not (isinstance(found, str) and isinstance(expected, str)):
        return False
    ours, theirs = (PLAYERS_IN_AN_ID.split(word) for word in (found, expected))
    return len(ours) == len(theirs) and all(
        left == right or _same_player(left.split(","), right.split(","), code)
        for left, right in zip(ours, theirs, strict=True)
    )


def _same_player(found: Sequence[str], expected: Sequence[str], code: Collection[str]) -> bool:
    _, mark, digest = found[0].partition("@")
    is_here = not mark or any(each.startswith(digest) for each in code)
    return not is_here and found[0] == expected[0] and {*found} < {*expected}


def nearly(found: object, expected: object) -> bool:
    """Whether two fractions differ in their last digits only: an interval needs roots and quantiles, of which another
    processor may have another last digit. Who edits so little is found by the checksum."""
    return isinstance(found, float) and isinstance(expected, float) and isclose(found, expected, rel_tol=LAST_DIGITS)


def nearly_same_lines(found: bytes, expected: bytes) -> bool:
    """The same of two files with a number or a word between commas."""
    pairs = zip(found.split(b"\n"), expected.split(b"\n"), strict=False)
    rows = [(left.split(b","), right.split(b",")) for left, right in pairs]
    return found.count(b"\n") == expected.count(b"\n") and all(
        len(left) == len(right)
        and all(a == b or nearly(_fraction(a), _fraction(b)) for a, b in zip(left, right, strict=True))
        for left, right in rows
    )


def _fraction(text: bytes) -> float | None:
    try:
        return float(text) if b"." in text else None
    except ValueError:
        return None
