"""The games that are played compiled and interpreted."""

from itertools import product
from random import Random
from typing import Any

import numpy as np

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import dismiss, elsewhere
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells

SEED = 7
CELLS = tuple(product((2, 3, 4, 5), (0, 2, 4, 6)))
"""Players and doom."""
TOLD = 6
"""About this many games of each deck are also compared in words."""

Results = dict[str, Any]


def plainly(deck: str, policy: str, players: int, doom: int, dice: Random) -> Cell:
    """A cell with the default options."""
    return cells.make(deck, policy, players, doom)


def with_options(deck: str, policy: str, players: int, doom: int, dice: Random) -> Cell:
    """A cell with some options changed."""
    options = {
        "fall": dice.choice(["fade-step", "announced"]),
        "imago": dice.choice(["any", "strict"]),
        "restless": dice.random() < 0.3,
        "own_fate": players == 2 and dice.random() < 0.5,
    }
    challenge = players == 2 and dice.random() < 0.5
    changes: list[dict[str, int]] = []
    if not challenge and not options["own_fate"] and players < 5:
        changes = [{"before_turn": 3, "join_after": 1}, {"before_turn": 6, "leave": 2}]
    return cells.make(deck, policy, players, doom, challenge, options=options, changes=changes)


def games(deck: str, policy: str, count: int) -> list[tuple[Cell, int]]:
    """Every cell once, with default and with changed options, then random cells; if `count` is small, a sample of
    these."""
    dice = Random(f"{deck} {policy}")
    asked = [(*cell, makes) for makes in (plainly, with_options) for cell in CELLS]
    asked = asked if count >= len(asked) else dice.sample(asked, count)
    grid = [makes(deck, policy, players, doom, dice) for players, doom, makes in asked]
    drawn = grid + [dice.choice(grid) for _ in range(count - len(grid))]
    return [(cell, dice.randrange(1 << 40)) for cell in drawn]


def play(deck: str, policy: str, count: int) -> Results:
    """Returns all rows, the card counters, and a few games in words."""
    played = games(deck, policy, count)
    batches = [SHIPWRECK.simulate(cell, SEED, index, index + 1) for cell, index in played]
    told = [SHIPWRECK.replay(cell, SEED, index).lines for cell, index in played[:: max(1, count // TOLD)]]
    rows = np.concatenate([batch.rows for batch in batches])
    return {
        "rows": rows,
        "pieces": np.stack([batch.pieces for batch in batches]),
        "told": np.array([f"{turn} {line}" for lines in told for turn, line in lines]),
    }


def differences(one: Results, other: Results) -> list[str]:
    """The columns, counters and lines in which two sets of results differ."""
    assert one["rows"].dtype == other["rows"].dtype
    found = [str(name) for name in one["rows"].dtype.names if (one["rows"][name] != other["rows"][name]).any()]
    for at, counter in enumerate(SHIPWRECK.pieces.counters):
        if (one["pieces"][..., at] != other["pieces"][..., at]).any():
            found.append(f"card counter {counter.name}")
    if one["told"].tolist() != other["told"].tolist():
        found.append("told lines")
    return found


def interpreted(deck: str, policy: str, count: int) -> Results:
    """Plays the same games as plain Python in another process."""
    return elsewhere(_play_plainly, deck, policy, count)  # type: ignore[no-any-return]


def interpreted_with_a_difference(deck: str, policy: str, count: int) -> Results:
    """The negative control: in these games a fade costs one more doom."""
    dismiss()
    try:
        elsewhere(_plant_a_difference)
        return interpreted(deck, policy, count)
    finally:
        dismiss()  # nobody else may play by that rule


def _play_plainly(deck: str, policy: str, count: int) -> Results:
    assert INTERPRETED
    cells.install_chaos()
    return play(deck, policy, count)


def _plant_a_difference() -> None:
    from engine.shipwreck.rules import fade

    fade.FADE_DOOM = 3
