"""Every sentence that a page can write, once, for a person to read.

`python -m tests.catalogue` prints them by run, each with the case that made it: what was played, other relations of its
claims, and tables with one, two, many, zero, missing, huge and tiny values. With a word it prints the runs whose names
have it: `python -m tests.catalogue returns`. It ends with exit code 1 if a text breaks a rule of grammar.py.
"""

import sys
from argparse import ArgumentParser

from tests.catalogue.book import book
from tests.catalogue.grammar import broken
from tests.catalogue.runs import workplace


def main() -> int:
    """Print, and count what is broken."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="?", default="", help="a part of the names of the runs to print")
    asked = parser.parse_args()
    with workplace() as folder:
        found = [entry for entry in book(folder) if asked.runs in entry.run]
    wrong, run = 0, ""
    for entry in found:
        if entry.run != run:
            run = entry.run
            print(f"\n# {run}\n")
        print(f"{entry.case} · {entry.text.where}: {entry.text.text}")
        for rule, offends in broken(entry.text).items():
            wrong += 1
            print(f"    BROKEN, {rule}: {offends}")
    print(f"\n{len(found):,} texts, {wrong} broken rules")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
