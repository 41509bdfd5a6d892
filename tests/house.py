"""`python -m tests.house` counts the house: lines of Python, modules and folders, of the product without its
games, of its games and of the tests; and names the longest modules.
"""

from collections.abc import Iterable
from pathlib import Path

from tests.support import ROOT
from tests.support.words import read_words

PRODUCT = ("engine", "fatecast", "sim")
GAMES = ("shipwreck", "pig", "euphoria", "oracle", "hadal")
LONGEST = 5


def is_of_a_game(path: Path) -> bool:
    """Whether it belongs to one of the shipped games."""
    return path.relative_to(ROOT).parts[0] == "engine" and not {*GAMES}.isdisjoint(path.relative_to(ROOT).parts)


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def told(name: str, paths: Iterable[Path]) -> str:
    """A line of numbers. A module that only makes a folder a package is none."""
    files = list(paths)
    modules = [path for path in files if path.name != "__init__.py"]
    folders = {path.parent for path in files}
    return f"{name:24}{sum(map(lines_of, files)):>9,} lines{len(modules):>6} modules{len(folders):>5} folders"


def main() -> None:
    read_words("tests.house")
    product = [path for top in PRODUCT for path in sorted((ROOT / top).rglob("*.py"))]
    rooms = [path for path in product if not is_of_a_game(path)]
    print(told("product", product))
    print(told("  without its games", rooms))
    print(told("  its games", filter(is_of_a_game, product)))
    print(told("tests", (ROOT / "tests").rglob("*.py")))
    for path in sorted(rooms, key=lines_of)[: -LONGEST - 1 : -1]:
        print(f"{lines_of(path):>6} lines in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
