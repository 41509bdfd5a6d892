"""The last digits of a fraction may be another processor's; everything before them is compared."""

import pytest

from sim.text.differences import differences, nearly_same_lines

HERE, ELSEWHERE = 4.764048386635493, 4.764048386635499


def test_last_digits_are_no_difference() -> None:
    assert list(differences("x", {"high": [HERE]}, {"high": [ELSEWHERE]})) == []
    assert nearly_same_lines(f"a,{HERE},b\n".encode(), f"a,{ELSEWHERE},b\n".encode())


@pytest.mark.parametrize(
    ("found", "expected"), [(HERE, HERE + 1e-10), (3, 4), (1.0, 1.0000001), ("1.5", "1.6"), (0.0, 1e-300)]
)
def test_other_differences_are_found(found: object, expected: object) -> None:
    assert len(list(differences("x", found, expected))) == 1


@pytest.mark.parametrize("changed", ["a,1.5001,b\n", "a,1.5,c\n", "a,1.5\n", "a,1.5,b\nc\n", "a,2,b\n"])
def test_other_lines_are_found(changed: str) -> None:
    assert not nearly_same_lines(changed.encode(), b"a,1.5,b\n")
