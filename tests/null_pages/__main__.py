"""Do pages say what is not so, and do they see what they promise to see?

`python -m tests.null_pages` makes 300 pages of games in which nothing differs (of every kind; 60, 200 and 1,000 games a
cell), and counts those that claim a difference. It ends with exit code 1 if there are more than 26: 5 % and three
standard errors. `--power` plants differences that are as large as their margins (`PLANTED`), asks pages of few games
how many would tell, and plays so many. It ends with exit code 1 if fewer than 75 % of 200 pages see one of them, or if
more than 7 of 50 see it where none is planted: 5 % and three standard errors. It also prints how many see it in half of
the games. tests/README.md has the last results.
"""

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from sim.report.shared.claims.verdict import SURE, Line
from sim.text.number_format import rough_count
from tests.null_pages.pages import PAGES, Page, compile_games, page, workplace

SIZES = (60, 200, 1_000)
MANY, MOST_FALSE = 300, 26
TIMES, ENOUGH, RISK = 200, 0.75, 0.05
AS_OFTEN, CONTROLS = 10, 4
"""Pages for each that says how many games would tell; and for each that has half of the games, or no difference."""
DIRECTION = re.compile(
    r"\b(more|less|fewer|better|worse) (often )?than\b|stands? out:|out of line|depends on who plays|\bcosts\b|skill "
    r"matters|in all\b(?! cells)",
    re.IGNORECASE,
)
"""How a sentence says that something differs. A page without a claim has no such words."""
WOULD_TELL = re.compile(r"about ([\d,]+) games in each cell would tell")


@dataclass(frozen=True)
class Planted:
    """A difference of the size of its margin."""

    kind: str
    topic: str
    subject: str
    options: Mapping[str, float]
    """What makes the difference."""
    cells: Mapping[str, list[Any]] = field(default_factory=dict)
    """Those that are played, where not all of the kind are needed."""
    few: int = 100
    """Games of a page that says how many would tell."""

    def page(self, seed: int, games: int, there: bool = True) -> Page:
        return page(self.kind, seed, games, {**self.cells, **({"options": self.options} if there else {})})

    def needed(self, found: Page) -> int:
        """How many games in each cell would tell, in the digits that a page prints."""
        [needed] = found.claims.filter(topic=self.topic, subject=self.subject)["needed"][:1]
        return int(rough_count(needed).replace(",", ""))

    def is_seen(self, found: Page) -> bool:
        return not found.said.filter(topic=self.topic, subject=self.subject).is_empty()


class Estimated(Planted):
    """A line of the verdict that says an estimate: nothing need be planted for it to become sure."""

    def line(self, found: Page) -> Line:
        return next(line for line in found.verdict if line.question == self.topic)

    def needed(self, found: Page) -> int:
        [games] = WOULD_TELL.findall(self.line(found).status)
        return int(games.replace(",", ""))

    def is_seen(self, found: Page) -> bool:
        return self.line(found).status.startswith(SURE)


PLANTED = {
    "first seat": Planted("competitive", "first seat", "seat 1", {"edge": 0.02}, {"players": [2]}),
    "seats": Planted("competitive", "seats", "seats", {"edge": 0.02}, {"players": [4], "policies": ["left"]}),
    "limit": Planted("competitive", "a limit", "games", {"late": 0.011}, {"players": [2]}),
    "depth": Planted("cooperative", "step", "depth 0 to depth 1", {"edge": 0.1}, {"depth": [0, 1]}),
    "divers": Planted("cooperative", "who plays", "win rate", {"skill": 0.1}, {"depth": [0]}),
    "hard": Estimated("cooperative", "How hard is it?", "", {}, {"depth": [0]}),
    "ways": Planted("production", "strategies", "right", {"edge": 0.25}),
    "cards": Planted("production", "pieces", "left", {"ash": 3}, {"policies": ["left"]}),
    "yield": Estimated("production", "What does it yield?", "", {}, {"policies": ["left"]}, few=20),
    "stakes": Planted("returns", "first seat", "seat 1", {"edge": 0.15}),
    "stakes of all": Planted("returns", "seats", "seats", {"edge": 0.15}),
}


def false_words(found: Page) -> list[str]:
    """The sentences that say that something differs, on a page that claims nothing."""
    return [text for text in found.texts if DIRECTION.search(text)] if found.said.is_empty() else []


def null_pages(pages: int, seed: int) -> Iterator[tuple[str, int, Page]]:
    """Pages of games in which nothing differs, of every kind and size in turn."""
    kinds = list(product(PAGES, SIZES))
    for number in range(pages):
        kind, games = kinds[number % len(kinds)]
        yield kind, games, page(kind, MANY * seed + number, games)


def count_false(pages: int, seed: int) -> int:
    """Print what is false, and return how many pages say it."""
    wrong = 0
    for number, (kind, games, found) in enumerate(null_pages(pages, seed), 1):
        told = [f"{row['topic']}: {row['subject']}" for row in found.said.iter_rows(named=True)]
        if told := [*told, *false_words(found)]:
            wrong += 1
            print(f"{kind}, {games} games, page {number}: {'; '.join(told)}", flush=True)
    print(f"{wrong} of {pages} pages say something false")
    return wrong


class Seen(NamedTuple):
    """How often pages tell a difference."""

    games: list[int]
    """That would tell, as pages of few games say."""
    seen: int
    in_half: int
    """The same with half of the games …"""
    in_none: int
    """… and where there is no difference; each on a quarter as many pages."""


def pages_seeing(planted: Planted, games: Sequence[int], seed: int, there: bool = True) -> int:
    """How many pages tell the difference: one for each number of games."""
    return sum(planted.is_seen(planted.page(seed + at, many, there)) for at, many in enumerate(games))


def games_that_would_tell(planted: Planted, times: int, seed: int, as_often: int = AS_OFTEN) -> list[int]:
    """For each of so many pages, as pages of few games say."""
    said = [planted.needed(planted.page(seed + at, planted.few)) for at in range(max(1, times // as_often))]
    return [said[at % len(said)] for at in range(times)]


def count_seen(planted: Planted, times: int, seed: int) -> Seen:
    """How often the games that would tell a difference of the margin do."""
    first = 1_000_000 * seed
    games = games_that_would_tell(planted, times, first)
    some = games[: times // CONTROLS]
    without = [] if isinstance(planted, Estimated) else some
    return Seen(
        games,
        pages_seeing(planted, games, first + 1_000),
        pages_seeing(planted, [many // 2 for many in some], first + 2_000),
        pages_seeing(planted, without, first + 2_000, there=False),
    )


def most_seen_by_chance(pages: int) -> float:
    """A page may have one claim only, so that all of its risk is that claim's."""
    return pages * (RISK + 3 * sqrt(RISK * (1 - RISK) / max(1, pages)))


def main() -> int:
    """Count, and say whether that is too many or too few."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=MANY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--power", action="store_true")
    parser.add_argument("--only", choices=PLANTED, nargs="*", default=list(PLANTED))
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    with workplace():
        compile_games()
        if not asked.power:
            return int(count_false(asked.pages, asked.seed) > MOST_FALSE * max(1.0, asked.pages / MANY))
        wrong, few = 0, asked.times // CONTROLS
        for name in asked.only:
            found = count_seen(PLANTED[name], asked.times, asked.seed)
            games = f"{min(found.games):,} to {max(found.games):,} games"
            told = f"on {found.in_half} of {few} in half of them, on {found.in_none} of {few} where there is nothing"
            print(f"{name}: {games} see it on {found.seen} of {asked.times} pages, {told}", flush=True)
            wrong += found.seen < ENOUGH * asked.times or found.in_none > most_seen_by_chance(few)
        return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
