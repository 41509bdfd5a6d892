"""Sums over games, in exact integers: tallies can be merged in any order, and only the summary divides."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain
from math import prod
from operator import mul
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.optional_parts import counters_of, piece_names
from engine.game.outcomes import Mean
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Rows
from engine.rows.digest import MODULUS, digest_text
from engine.rows.signed import place_of, value_at
from engine.rows.sums import Columns, CountArray, RowSums, sum_rows

EXACT_IN_FLOATS = 1 << 53
"""Sums of whole numbers below this are exact in floats, in any order."""


@dataclass
class Tally:
    """The sums over some games of one cell."""

    games: int = 0
    digest: int = 0
    histograms: dict[str, CountArray] = field(default_factory=dict)
    """For a column of small counts: the number of games with 0, 1, 2, …; for one in `signed`, as `engine.rows.signed`
    orders them."""
    signed: set[str] = field(default_factory=set)
    """The columns that can be below 0."""
    sums: dict[str, int] = field(default_factory=dict)
    """For the other columns: the sum."""
    products: dict[str, int] = field(default_factory=dict)
    """Sums of products of columns: `x*x` and `x*x*x` of a column without a histogram, `x*y` for a ratio of two."""
    pieces: CountArray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    tables: dict[str, CountArray] = field(default_factory=dict)
    """The game's count tables."""
    notable: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each kind of notable game, the rank and the index of the best; of equal ranks, the lower index."""
    skipped: int = 0
    """Games that failed and were skipped; they are in no other field."""
    first_skipped: tuple[int, str] | None = None
    """The lowest index of a skipped game, and why it failed."""

    @property
    def tried(self) -> int:
        """Games that were played or skipped."""
        return self.games + self.skipped

    def skip(self, index: int, why: str) -> None:
        """Count a game that failed."""
        self.add(Tally(skipped=1, first_skipped=(index, why)))

    def total(self, column: str) -> int:
        """The sum of a column over the games."""
        if column in self.sums:
            return self.sums[column]
        return sum(value * count for value, count in self.counted(column))

    def counted(self, column: str) -> Iterator[tuple[int, int]]:
        """The values of a column with a histogram, and how many games have each; least value first."""
        counts = enumerate(self.histograms.get(column, ()))
        if column in self.signed:
            yield from sorted((value_at(place), int(count)) for place, count in counts)
        else:
            yield from ((value, int(count)) for value, count in counts)

    def games_with(self, column: str, codes: Sequence[int]) -> int:
        """The games in which a column with a histogram has one of some values."""
        counts = self.histograms.get(column, ())
        found = map(place_of, codes) if column in self.signed else codes
        return sum(int(counts[place]) for place in found if 0 <= place < len(counts))

    def power(self, column: str, power: int, worth: Sequence[int] = ()) -> int:
        """The sum of the squares or cubes of a column; `worth` is what its codes stand for, if they are codes."""
        if column in self.sums:
            return self.products.get(product_of(*[column] * power), 0) if power > 1 else self.sums[column]
        return sum((worth[value] if worth else value) ** power * count for value, count in self.counted(column))

    def add(self, other: "Tally") -> None:
        """Add other games of the same cell."""
        self.games += other.games
        self.digest = (self.digest + other.digest) % MODULUS
        self.signed |= other.signed
        for name, counts in other.histograms.items():
            self.histograms[name] = _added(self.histograms.get(name), counts)
        for name, total in other.sums.items():
            self.sums[name] = self.sums.get(name, 0) + total
        for name, total in other.products.items():
            self.products[name] = self.products.get(name, 0) + total
        if other.pieces.size:
            self.pieces = self.pieces + other.pieces if self.pieces.size else other.pieces.copy()
        self.skipped += other.skipped
        self.first_skipped = min(filter(None, (self.first_skipped, other.first_skipped)), default=None)
        for name, counts in other.tables.items():
            self.tables[name] = self.tables[name] + counts if name in self.tables else counts.copy()
        for kind, (rank, index) in other.notable.items():
            best, at = self.notable.get(kind, (-1, -1))
            if (rank, -index) > (best, -at):
                self.notable[kind] = (rank, index)

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "games": self.games,
            "digest": digest_text(self.digest),
            "histograms": {name: counts.tolist() for name, counts in self.histograms.items()},
            "sums": self.sums,
            "products": self.products,
            "pieces": self.pieces.tolist(),
            "tables": {name: _sparse(counts) for name, counts in self.tables.items()},
            "notable": {kind: list(found) for kind, found in self.notable.items()},
            **({"skipped": self.skipped, "first_skipped": self.first_skipped} if self.skipped else {}),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], game: Game, cell: Cell) -> Self:
        """The tally in plain data, if it can be one of this cell; ValueError or the like if not."""
        games, skipped = _count(data["games"]), _count(data.get("skipped", 0))
        signed = signed_columns(game)
        tally = cls(
            games=games,
            digest=_count(int(data["digest"], 16)) % MODULUS,
            histograms={name: _counts(counts) for name, counts in data["histograms"].items()},
            signed=signed if games else set(),
            sums={name: _total(name, total, signed) for name, total in data["sums"].items()},
            products={name: _total(name, total, signed) for name, total in data["products"].items()},
            pieces=np.array(data["pieces"], np.int64),
            tables={table.name: _dense(table, **data["tables"][table.name]) for table in game.tables if games},
            notable={kind: (_count(found[0]), _count(found[1])) for kind, found in data["notable"].items()},
            skipped=skipped,
            first_skipped=(_count(data["first_skipped"][0]), str(data["first_skipped"][1])) if skipped else None,
        )
        if not tally._belongs_to(game, cell):
            raise ValueError("the sums of something else")
        return tally

    def _belongs_to(self, game: Game, cell: Cell) -> bool:
        """Whether these can be sums of this cell: the same columns, the same pieces, as many games everywhere."""
        if any(counts.sum() != self.games for counts in self.histograms.values()):
            return False
        if not self.games:
            return not (self.histograms or self.sums or self.products or self.notable or self.pieces.size)
        pieces = (len(piece_names(game, cell)), len(counters_of(game)))
        same_pieces = not all(pieces) or self.pieces.shape == pieces
        if not self._is_possible(game):
            return False
        histograms, sums, products = _summed(game)
        same_columns = (set(self.histograms), set(self.sums), set(self.products)) == (histograms, sums, products)
        return same_pieces and same_columns and self.notable.keys() <= game.notable.keys()

    def _is_possible(self, game: Game) -> bool:
        """Whether the columns can have such values, so many times."""
        most = {column.name: largest_of(column) for column in game.columns}
        places = {name: place_of(-value) + 1 if name in self.signed else value + 1 for name, value in most.items()}
        counted = all(len(counts) <= places.get(name, 1) for name, counts in self.histograms.items())
        sums = {**self.sums, **self.products}
        return counted and all(
            abs(total) <= self.games * prod(most.get(column, 0) for column in name.split("*"))
            for name, total in sums.items()
        )


def largest_of(column: Column) -> int:
    """The largest value that a column can have, without its sign: the last of its codes, or what its type holds."""
    least, most = replace(column, limits=None).span
    return max(-least, most)


def signed_columns(game: Game) -> set[str]:
    return {column.name for column in game.columns if column.is_signed}


def _summed(game: Game) -> tuple[set[str], set[str], set[str]]:
    """The columns of which a tally has histograms, those of which it has sums, and the products that it sums up. A
    column that names pieces by their number is no quantity."""
    histograms = {column.name for column in game.columns if column.histogram}
    sums = {column.name for column in game.columns if not column.by_number} - histograms
    means = [outcome for outcome in game.outcomes if isinstance(outcome, Mean)]
    products = {product_of(name, name) for name in sums}
    products |= {product_of(*[mean.column] * 3) for mean in means if mean.column in sums}
    products |= {product_of(mean.column, mean.over) for mean in means if mean.over}
    return histograms, sums, products


def product_of(*columns: str) -> str:
    """The name of a sum of products."""
    return "*".join(columns)


def sums_of(game: Game, cell: Cell, first: int | NDArray[np.uint64], rows: Rows) -> RowSums:
    """What the rows of games add up to. `first` is the index of the first game, or the indices of all."""
    return sum_rows(cell.key, first, rows, [column.name for column in game.columns if column.histogram])


def tally_batch(game: Game, first: int, batch: Batch, sums: RowSums) -> Tally:
    """The tally of consecutive games, the first of them with index `first`; `sums` are those of their rows."""
    tally = tally_sums(game, first, sums)
    tally.pieces = batch.pieces
    tally.tables = dict(batch.tables)
    return tally


def tally_rows(game: Game, cell: Cell, first: int | NDArray[np.uint64], rows: Rows) -> Tally:
    """The part of a tally that follows from the rows: everything but the pieces and the tables. `first` is the index of
    the first game, or the indices of all."""
    return tally_sums(game, first, sums_of(game, cell, first, rows))


def tally_sums(game: Game, first: int | NDArray[np.uint64], sums: RowSums) -> Tally:
    """The same, from the sums of the rows."""
    _, summed, products = _summed(game)
    found = _sums_of_products(sums.columns, sorted(summed | products))
    return Tally(
        games=len(sums.columns),
        digest=sums.digest,
        histograms=dict(sums.counts),
        signed=signed_columns(game),
        sums={name: found[name] for name in sorted(summed)},
        products={name: found[name] for name in sorted(products)},
        notable=_most_notable(game, first, sums.columns),
    )


def _sums_of_products(columns: Columns, wanted: Iterable[str]) -> dict[str, int]:
    """The exact sums, over the games, of products of columns, by their names: in the fastest numbers that hold them."""
    split = {name: name.split("*") for name in wanted}
    used = {column: columns[column] for column in dict.fromkeys(chain(*split.values()))}
    largest = {column: max(int(values.max()), -int(values.min())) for column, values in used.items()}
    as_floats = {column: values.astype(np.float64) for column, values in used.items()}
    sums = {}
    for name, factors in split.items():
        most = prod(largest[column] for column in factors) * len(columns)
        if most < EXACT_IN_FLOATS:
            numbers = as_floats
        else:
            exact = np.int64 if most < 1 << 63 else np.object_  # Python's own integers, where 64 bits overflow
            numbers = {column: used[column].astype(exact) for column in factors}
        sums[name] = int(np.asarray(reduce(mul, (numbers[column] for column in factors))).sum())
    return sums


def _sparse(counts: CountArray) -> dict[str, list[int]]:
    """A count table as plain data, without its zeros."""
    at = np.flatnonzero(counts)
    return {"shape": list(counts.shape), "at": at.tolist(), "counts": counts.ravel()[at].tolist()}


def _dense(table: CountTable, shape: list[int], at: list[int], counts: list[int]) -> CountArray:
    """A count table of the game from its plain data; the file does not decide how large it is."""
    if shape != [*table.shape, len(table.counters)]:
        raise ValueError("a table of another shape")
    filled = np.zeros(shape, np.int64)
    filled.ravel()[_counts(at)] = _counts(counts)
    return filled


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"expected a count, not {value!r}")
    return value


def _total(name: str, value: object, signed: AbstractSet[str]) -> int:
    """A sum, which is below 0 only if a column in it can be."""
    if type(value) is int and value < 0 and not signed.isdisjoint(name.split("*")):
        return value
    return _count(value)


def _counts(values: list[int]) -> CountArray:
    """Counts as an array."""
    found = np.array(values, np.int64)
    if found.ndim != 1 or (found < 0).any():
        raise ValueError("expected counts")
    return found


def _added(mine: CountArray | None, other: CountArray) -> CountArray:
    """The sum of two histograms."""
    if mine is None:
        return other.copy()
    long, short = (mine, other) if len(mine) >= len(other) else (other, mine)
    total = long.copy()
    total[: len(short)] += short
    return total


def _most_notable(game: Game, first: int | NDArray[np.uint64], columns: Columns) -> dict[str, tuple[int, int]]:
    found = {}
    for kind, notable in game.notable.items():
        best = notable.best(columns)
        if best is not None:
            rank, at = best
            found[kind] = (rank, first + at if isinstance(first, int) else int(first[at]))
    return found
