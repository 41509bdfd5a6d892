"""Do pages say what is not so, and do they see what they promise to see?

`python -m tests.null_pages` makes 300 pages of games in which nothing differs (three kinds; 60, 200 and 1,000 games a
cell), and counts those that claim a difference. It ends with exit code 1 if there are more than 26: 5 % and three
standard errors. `--power` plays as many games as a page says would tell a difference of its margin, in games that have
one, 200 times; it ends with exit code 1 if fewer than 75 % of the pages see it. tests/README.md has the last results.
"""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import product

from tests.null_pages.pages import GAMES, Page, page, workplace

SIZES = (60, 200, 1_000)
PAGES, MOST_FALSE = 300, 26
TIMES, ENOUGH = 200, 0.75
DIRECTION = re.compile(
    r"\b(more|less|fewer|better|worse) (often )?than\b|stands? out:|out of line|depends on who plays|\bcosts\b|skill "
    r"matters|in all\b(?! cells)",
    re.IGNORECASE,
)
"""How a sentence says that something differs. A page without a claim has no such words."""
POWER = {"even_race": ("first seat", 0.02), "even_dive": ("who plays", 0.0), "even_harvest": ("strategies", 0.25)}


def false_words(found: Page) -> list[str]:
    """The sentences that say that something differs, on a page that claims nothing."""
    return [text for text in found.texts if DIRECTION.search(text)] if found.said.is_empty() else []


def null_pages(pages: int, seed: int) -> Iterator[tuple[str, int, Page]]:
    """Pages of games in which nothing differs, of every kind and size in turn."""
    kinds = list(product(GAMES, SIZES))
    for number in range(pages):
        game, games = kinds[number % len(kinds)]
        yield game, games, page(game, seed + number, games)


def count_false(pages: int, seed: int) -> int:
    """Print what is false, and return how many pages say it."""
    wrong = 0
    for number, (game, games, found) in enumerate(null_pages(pages, seed), 1):
        told = [f"{row['topic']}: {row['subject']}" for row in found.said.iter_rows(named=True)]
        if told := [*told, *false_words(found)]:
            wrong += 1
            print(f"{game}, {games} games, page {number}: {'; '.join(told)}")
    print(f"{wrong} of {pages} pages say something false")
    return wrong


def count_seen(game: str, topic: str, edge: float, times: int, seed: int) -> tuple[int, int]:
    """How many games a page of 200 says would tell a difference of the margin, and how often they do."""
    [needed] = page(game, seed, 200, most_cells=False).claims.filter(topic=topic)["needed"][:1]
    seen = 0
    for number in range(times):
        found = page(game, seed + 1 + number, needed, edge, most_cells=False)
        seen += not found.said.filter(topic=topic).is_empty()
    return needed, seen


def main() -> int:
    """Count, and say whether that is too many or too few."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--power", action="store_true")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    with workplace():
        if not asked.power:
            return int(count_false(asked.pages, asked.seed) > MOST_FALSE * max(1.0, asked.pages / PAGES))
        poor = 0
        for game, (topic, edge) in POWER.items():
            needed, seen = count_seen(game, topic, edge, asked.times, asked.seed)
            print(f"{game}: {needed:,} games see {topic} on {seen} of {asked.times} pages", flush=True)
            poor += seen < ENOUGH * asked.times
        return poor


if __name__ == "__main__":
    sys.exit(main())
