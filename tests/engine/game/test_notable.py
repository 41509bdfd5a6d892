"""Of all games, the one that is worth a look."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from engine.game.results import RANKS, Notable, Rows

SMALL = st.integers(0, 3)
TYPES = [("won", "<u1"), ("score", "<u1"), ("turns", "<u2"), ("worth", "<i4")]


def some_rows(data: list[tuple[int, int, int, int]]) -> Rows:
    return np.array(data, TYPES)


@given(st.lists(st.tuples(st.integers(0, 1), SMALL, SMALL, st.integers(-2, 2)), min_size=1, max_size=12).map(some_rows))
@example(some_rows([(0, 255, 65_535, 0), (1, 255, 65_534, 0), (1, 254, 65_535, 0)]))
def test_the_best_of_those_that_qualify_and_of_equals_the_first(rows: Rows) -> None:
    games = [dict(zip(rows.dtype.names or (), row.tolist(), strict=True)) for row in rows]
    won = [at for at, game in enumerate(games) if game["won"]]

    def first(places: list[int], ranks: list[int]) -> tuple[int, int] | None:
        best = max((ranks[at] for at in places), default=-1)
        return None if best < 0 else (best, next(at for at in places if ranks[at] == best))

    everyone = list(range(len(games)))
    by_both = [game["score"] * RANKS + game["turns"] for game in games]
    assert Notable(("turns",)).best(rows) == first(everyone, [game["turns"] for game in games])
    assert Notable(("worth",)).best(rows) == first(everyone, [game["worth"] for game in games])
    assert Notable(("score", "turns"), lambda rows: rows["won"] == 1).best(rows) == first(won, by_both)
    fewest = Notable(("turns",), lambda rows: rows["won"] == 1, least=65_535)
    assert fewest.best(rows) == first(won, [65_535 - game["turns"] for game in games])
