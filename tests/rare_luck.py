"""Is what the laboratory says of means true where a few games make most of them? Simulated, as a command:

    python -m tests.rare_luck [held] [sure] [ratios] [plans] [played]

Columns are drawn from distributions that are known, and judged by the functions that judge games. No game is played but
in the last part, so that a hundred thousand comparisons take minutes. It prints tables, and ends with exit code 1 if
anything is said too often, or too seldom.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from engine.game.outcomes import Mean
from sim.play.pilot import known_spread
from sim.report.shared.numbers.outcomes import games_to_be_sure
from sim.statistics.estimates import Estimate, mean_estimate, ratio_estimate
from sim.statistics.paired_means import Moments
from sim.statistics.sample_size import games_for_half_width_mean
from sim.statistics.sequential import OneLook
from sim.statistics.unseen import Unseen

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

SEED = 51
RISK = 0.05

TRIALS, MOST_HELD = 2_000, 0.065
"""Comparisons, and how many of them may be held at the margin: 5 % and three standard errors."""
GAMES = (256, 512, 1_024, 4_096, 16_384, 65_536)
SMALL, LARGE, RARE = (0.02, 0.05, 0.1, 1.0), (100.0, 300.0, 1_000.0), (1e-4, 3e-4, 1e-3, 3e-3, 1e-2)
"""In how many games a small jump of one comes, how large the large ones are, and in how many games they come."""
SIGMAS = (1.0, 1.5, 2.0)
DIE = 5.0
"""How far the games of the base lie apart without a find."""
STILL, MARGIN, LEAST_HELD = 16_384, 0.3, 0.9

PAGES, SIZES, MOST_MISSED, LEAST_SURE = 1_000, (100, 200, 400, 1_600), 0.07, 0.95
GOLD = Mean(name="gold", meaning="gold found", column="gold", unit="gold", margin=0.5)
DIG, FIND, FOUND = 2.5, 60, 0.005
"""What a dig of a die of four yields on average; a treasure, and how often a dig finds it."""

RATIOS, LEAST_COVERED, MOST_ON_A_SIDE = 4_000, 0.93, 0.05

PLANS, LEAST_RIGHT, APART = 200, 180, 4.0

SEEDS, MOST_WRONG = 60, 4
RARE_PLAY = """table.turn(0)
table.count("gold", table.luck.die("gold", 6))
if table.luck.chance("treasure", 0.002):
    table.count("gold", 200)
if table.ask(0, {"asked": 1}):
    if table.luck.chance("coin", 0.02):
        table.count("gold", 1)
    if table.luck.chance("charmed", 0.002):
        table.count("gold", 200)
"""
DIGS_PLAY = """for number in range(4):
    table.turn(0)
    table.ask(0, {"dig": number})
    table.count("gold", table.luck.die("gold", 4, number))
    if table.luck.chance("treasure", 0.005, number):
        table.count("gold", 60)
"""


class Drawn(NamedTuple):
    """Comparisons of as many games: what their changes add up to, and how far apart their columns lie."""

    seen: Moments
    changed: Array
    span: Array
    jumped: Flags
    """Whether the column of a side shows a jump of the larger size."""

    def held(self, games: int, margin: float) -> tuple[Flags, Flags]:
        """Which of them are held, and which were when only the rule of ten counted: those alone need be judged."""
        look = self._look(games, np.ones(len(self.changed), np.bool_))
        before = np.maximum(look.more_than(-margin), look.less_than(margin)) <= RISK
        now = np.zeros(len(before), np.bool_)
        now[before] = self._look(games, before).inside(-margin, margin) <= RISK
        return now, before

    def _look(self, games: int, among: Flags) -> OneLook:
        seen = self.seen
        unseen = Unseen(inf, games, self.changed[among], self.span[among])
        return OneLook(seen.mean[among], seen.error[among], seen.lean[among], seen.games[among], True, unseen)


def two_sizes(random: np.random.Generator, games: int, small: float, large: float, rare: float) -> Drawn:
    """Small jumps in many games and large ones in few: these in the base and in the change alike."""
    values, chances = np.array([large, 1.0, 0.0]), np.array([rare, max(small - rare, 0.0), 1.0])
    chances[2] = 1 - chances[:2].sum()
    base, counts = random.binomial(games, rare, TRIALS), random.multinomial(games, chances, TRIALS).astype(np.float64)
    changed = counts[:, :2].sum(axis=1)
    usual = np.sqrt((counts * values**2).sum(axis=1) / np.maximum(changed, 1))
    highest = np.where((base > 0) | (counts[:, 0] > 0), large, np.where(changed > 0, 1.0, 0.0))
    seen = Moments.of(counts, values, np.where(changed > 0, usual, DIE))
    return Drawn(seen, changed, highest + DIE, (base > 0) | (counts[:, 0] > 0))


def lognormal(random: np.random.Generator, games: int, often: float, sigma: float) -> Drawn:
    """Finds of every size, in so many games of the base and of the change alike."""
    number = random.binomial(games, often, TRIALS)
    sums, highest = np.zeros((3, TRIALS)), np.zeros(TRIALS)
    for at, some in enumerate(number.tolist()):
        found = np.exp(sigma * random.standard_normal(some, np.float32)).astype(np.float64)
        sums[:, at] = found.sum(), (found**2).sum(), (found**3).sum()
        highest[at] = found.max(initial=0.0)
    base = random.binomial(games, often, TRIALS)
    ends = np.exp(sigma * ndtri(random.random(TRIALS) ** (1 / np.maximum(base, 1))))
    changed = number.astype(np.float64)
    usual = np.sqrt(sums[1] / np.maximum(changed, 1))
    total, squares, cubes = sums
    seen = Moments.of_sums(np.full(TRIALS, float(games)), total, squares, cubes, np.where(changed > 0, usual, DIE))
    seen = replace(seen, games=np.where(changed > 0, changed + 1, games))
    span = np.maximum(highest, np.where(base > 0, ends, 0.0)) + DIE
    return Drawn(seen, changed, span, np.ones(TRIALS, np.bool_))


def gathered(draw: Callable[[], Drawn], games: int, margin: float) -> tuple[float, float, bool]:
    """Of as many comparisons with a jump as are asked for: how many are held, and how many were before; and whether
    none without a jump is held that was not."""
    now: list[Flags] = []
    before: list[Flags] = []
    never_more = True
    while sum(map(len, now)) < TRIALS:
        drawn = draw()
        held, was = drawn.held(games, margin)
        now.append(held[drawn.jumped])
        before.append(was[drawn.jumped])
        never_more &= not (held & ~was).any()
    return float(np.concatenate(now)[:TRIALS].mean()), float(np.concatenate(before)[:TRIALS].mean()), never_more


def of_two_sizes(random: np.random.Generator) -> Iterator[tuple[str, int, float, float, bool]]:
    for games in GAMES:
        for small in SMALL:
            for large in LARGE:
                for rare in RARE:
                    margin = rare * large + max(small - rare, 0.0)
                    found = gathered(lambda: two_sizes(random, games, small, large, rare), games, margin)  # noqa: B023
                    yield f"+1 in {small:.0%}, +{large:.0f} in {rare:.2%}", games, *found


def of_lognormals(random: np.random.Generator) -> Iterator[tuple[str, int, float, float, bool]]:
    for games in GAMES:
        for often in SMALL:
            for sigma in SIGMAS:
                if often * games > 20_000:
                    continue  # as many finds as that are judged rightly by any test, and take minutes to draw
                margin = often * float(np.exp(sigma**2 / 2))
                drawn = lognormal(random, games, often, sigma)
                held, was = drawn.held(games, margin)
                yield f"finds of σ {sigma} in {often:.0%}", games, held.mean(), was.mean(), not (held & ~was).any()


def still(random: np.random.Generator) -> float:
    """How often nothing that moved is held: one in a hundred games changes by one, and the base has rare finds."""
    counts = random.multinomial(STILL, [0.005, 0.005, 0.99], TRIALS).astype(np.float64)
    base = random.binomial(STILL, 0.002, TRIALS)
    values = np.array([1.0, -1.0, 0.0])
    changed = counts[:, :2].sum(axis=1)
    drawn = Drawn(Moments.of(counts, values, np.ones(TRIALS)), changed, np.where(base > 0, 200.0, 0.0) + DIE, base > 0)
    return float(drawn.held(STILL, MARGIN)[0].mean())


def held(random: np.random.Generator) -> bool:
    worst: dict[int, tuple[float, str, float]] = {}
    right, count = True, 0
    for name, games, share, before, never_more in (*of_two_sizes(random), *of_lognormals(random)):
        worst[games] = max(worst.get(games, (-1.0, "", 0.0)), (share, name, before))
        right &= never_more and share <= MOST_HELD
        count += 1
    print(f"held at the margin, {count} kinds of change, {TRIALS:,} comparisons each (at most {MOST_HELD:.1%}):")
    for games, (share, name, before) in worst.items():
        print(f"  {games:6,} games: at most {share:.1%} ({name}; by the rule of ten alone {before:.1%})")
    quiet = still(random)
    print(f"held where nothing moved: {quiet:.1%} (at least {LEAST_HELD:.0%})")
    return right and quiet >= LEAST_HELD


def is_sure(gold: NDArray[np.int64]) -> tuple[bool, float, float]:
    """Whether a page says sure of these games, and its interval."""
    games = len(gold)
    total, squares, cubes = (int((gold**power).sum()) for power in (1, 2, 3))
    found = mean_estimate(games, total, squares, cubes)
    assert found.low is not None
    assert found.high is not None
    row = {"low": found.low, "high": found.high, "games": games, "needed": None}
    ends = float(gold.min()), float(gold.max())
    return games_to_be_sure(row, GOLD, ends) <= games, found.low, found.high


def sure(random: np.random.Generator) -> bool:
    right, truth = True, 4 * (DIG + FIND * FOUND)
    for games in SIZES:
        said = missed = 0
        for _ in range(PAGES):
            dug = random.integers(1, 5, (games, 4)) + FIND * (random.random((games, 4)) < FOUND)
            says, low, high = is_sure(dug.sum(axis=1))
            said += says
            missed += says and not low <= truth <= high
        print(
            f"digs, {games:5,} games: {said / PAGES:.1%} say sure, {missed / PAGES:.1%} say it and miss (at most 7 %)"
        )
        right &= missed <= MOST_MISSED * PAGES
    alone = sum(is_sure(random.integers(1, 7, 400))[0] for _ in range(PAGES)) / PAGES
    print(f"a die alone, 400 games: {alone:.1%} say sure (at least {LEAST_SURE:.0%})")
    return right and alone >= LEAST_SURE


def ratio_of(x: Array, y: Array) -> Estimate:
    xx, xy, yy = (float(each.sum()) for each in (x * x, x * y, y * y))
    cubes = float((x**3).sum()), float((y**3).sum())
    return ratio_estimate(len(x), float(x.sum()), float(y.sum()), xx, xy, yy, cubes=cubes)


def ratios(random: np.random.Generator) -> bool:
    right, truth = True, 20 * 0.05 / 6
    for games in (200, 1_000):
        low_misses = high_misses = 0
        for _ in range(RATIOS):
            x, y = np.where(random.random(games) < 0.05, 20.0, 0.0), random.integers(1, 12, games).astype(np.float64)
            found = ratio_of(x, y)
            assert found.low is not None
            assert found.high is not None
            low_misses += found.high < truth
            high_misses += found.low > truth
        sides = low_misses / RATIOS, high_misses / RATIOS
        print(f"ratios, {games:5,} games: {1 - sum(sides):.1%} cover; too low {sides[0]:.1%}, too high {sides[1]:.1%}")
        right &= 1 - sum(sides) >= LEAST_COVERED and max(sides) <= MOST_ON_A_SIDE
    return right


def plans(random: np.random.Generator) -> bool:
    """A die of six, and 200 in two of a thousand games, to ±0.1."""
    exact = games_for_half_width_mean(0.1, float(np.sqrt(35 / 12 + 200**2 * 0.002 * 0.998)))
    hits, widest, most = 0, 0.0, 0
    for _ in range(PLANS):
        drawn = np.zeros(0)

        def first(games: int) -> Array:
            nonlocal drawn
            more = games - len(drawn)
            drawn = np.concatenate([drawn, random.integers(1, 7, more) + 200.0 * (random.random(more) < 0.002)])
            return drawn

        found = known_spread(first)
        least, highest = (games_for_half_width_mean(0.1, end) for end in (found.low, found.high))
        hits += least <= exact <= highest
        widest, most = max(widest, highest / least), max(most, found.games)
    print(
        f"plans: {hits} of {PLANS} ranges hold {exact:,} games (at least {LEAST_RIGHT}); "
        f"the widest ends at {widest:.2f} times its beginning (at most {APART:.0f}); pilots of at most {most:,} games"
    )
    return hits >= LEAST_RIGHT and widest <= APART * 1.001


def game(title: str, margin: float, play: str) -> str:
    """The text of a game that one seat plays."""
    return f"""from fatecast.game import Game, Mean


def plain(view):
    return False


def charm(view):
    return True


class {title}(Game):
    title = "{title}"
    kind = "production"
    players = (1, 1)
    columns = {{"gold": "gold found"}}
    outcomes = [Mean(name="gold", meaning="gold found", column="gold", unit="gold", margin={margin})]
    policies = [plain, charm]

    def play(self, table):
{indent(play, " " * 8)}"""


GAMES_OF_ONE = {
    "rare": game("Rare", 0.3, RARE_PLAY),
    "digs": game("Digs", 0.5, DIGS_PLAY),
}


def played(random: np.random.Generator) -> bool:
    """Games as people write them, with the seeds of those who saw the fault. The charm does more than the margin."""
    import fatecast
    from sim.report.choice import kind_of
    from sim.report.shared.claims.claim import claims_table
    from sim.report.shared.claims.verdict import SURE
    from sim.report.shared.run_data import RunData

    says_held, says_sure = list[int](), list[bool]()
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in GAMES_OF_ONE.items():
            Path(name).mkdir()
            Path(name, "game.py").write_text(text, encoding="utf-8")
        for seed in range(8_000, 8_000 + SEEDS):
            found = fatecast.compare("plain", "charm", game="./rare", games=1_000, seed=seed, executor="inline")
            says_held += [seed] if found.verdicts["gold"] == "held" else []
        for seed in range(3_000, 3_000 + SEEDS):
            who = {"policies": ["plain"], "games": 100, "seed": seed}
            run = fatecast.run(who, game="./digs", out=f"run{seed}", executor="inline")
            data = RunData(run.path)
            kind = kind_of(data)
            tables = dict(kind.tables(data))
            tables["claims"] = claims_table(list(kind.claims(data, tables)))
            if str(kind.verdict(data, tables)[0].status).startswith(SURE):
                [row] = tables["outcomes"].filter(outcome="gold").to_dicts()
                says_sure.append(row["low"] <= 4 * (DIG + FIND * FOUND) <= row["high"])
    misses = says_sure.count(False)
    print(f"played, {SEEDS} comparisons: {len(says_held)} say held (at most {MOST_WRONG}): {says_held}")
    print(f"played, {SEEDS} pages: {len(says_sure)} say sure, {misses} of them miss (at most {MOST_WRONG})")
    return max(len(says_held), misses) <= MOST_WRONG


PARTS: dict[str, Callable[[np.random.Generator], bool]] = {
    "held": held,
    "sure": sure,
    "ratios": ratios,
    "plans": plans,
    "played": played,
}


def main(words: list[str]) -> int:
    unknown = [each for each in words if each not in PARTS]
    if unknown:
        print(f"expected some of {', '.join(PARTS)}, not {' '.join(unknown)}", file=sys.stderr)
        return 2
    found = [
        PARTS[name](np.random.default_rng([SEED, at])) for at, name in enumerate(PARTS) if name in (words or PARTS)
    ]
    return int(not all(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
