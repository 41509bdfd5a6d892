"""What `fatecast policies check` plays: few agents and many, all options. No decision may depend on what nobody knows:
which cards lie unread, in which order they are taken, and the order of the Fate cards in the pile. What is in the pile
is public."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows
from engine.hadal.cells.grid import IDS
from engine.hadal.cells.play_cell import TABLES, moment
from engine.hadal.table.state import COMPLETED, World
from engine.policy.compiled_game.checking import Check


def succeeded(rows: Rows) -> NDArray[np.bool_]:
    """Completed, and not at a great price: few policies win a hard mission often, and few fail to complete one."""
    success: NDArray[np.bool_] = (rows["end"] == COMPLETED) & (rows["returned"] <= 3)
    return success


def deal_anew(world: World, random: Random) -> bool:
    """Deals the unread cards of all locations and the pile again."""
    scenario, table, hidden, book = world.scenario, world.table, world.hidden, world.book
    pile = hidden.pile[: table.pile].tolist()
    random.shuffle(pile)
    hidden.pile[: table.pile] = pile
    unread = [
        (place, card)
        for place in range(scenario.locations)
        for card in range(scenario.cards[place])
        if table.unread[place] >> card & 1
    ]
    contents = [tuple(part[at] for part in (book.kind, book.attribute, book.difficulty)) for at in unread]
    random.shuffle(contents)
    for at, content in zip(unread, contents, strict=True):
        book.kind[at], book.attribute[at], book.difficulty[at] = content
    for place in range(scenario.locations):
        order = hidden.order[place, : scenario.cards[place]].tolist()
        random.shuffle(order)
        hidden.order[place, : scenario.cards[place]] = order
    return True


CHECK = Check(
    tables=TABLES,
    ids=IDS,
    scenarios=(
        {"missions": ["A"], "players": [3]},
        {"missions": ["B"], "players": [2], "shift": [-1]},
        {"missions": ["C"], "players": [4], "options": {"bare_explore": False, "reshuffle": "round"}},
        {"missions": ["A"], "players": [2], "options": {"retry": False, "emergency_pays": True, "reshuffle": "always"}},
        {"missions": ["B"], "players": [4], "shift": [1], "options": {"surplus": False, "free_refreshes": 1}},
    ),
    elsewhere={"players": [3]},
    succeeded=succeeded,
    place=moment,
    deal_anew=deal_anew,
)
