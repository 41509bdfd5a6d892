"""What `fatecast policies check` plays: cells of all kinds, and games in which what is hidden is dealt again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import names
from engine.errors import BadInput, Text
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.policy.checking.asked_again import AskedAgain, Finding
from engine.policy.checking.compliance import CheckedGame
from engine.policy.compiled_game.decisions import decisions_of
from engine.policy.compiled_game.ids import Ids
from engine.policy.compiled_game.play import Tables, found_in, is_searched
from engine.policy.kernel import Seeds


@dataclass(frozen=True, eq=False, kw_only=True)
class Check:
    """How the policies of one game are checked."""

    tables: Tables[Any]
    ids: Ids
    scenarios: Sequence[Mapping[str, Any]]
    """Grids without a policy: contents that are shipped, few players and many, usual and unusual options."""
    succeeded: Callable[[Rows], NDArray[np.bool_]]
    """For each row, whether the policy got what it wants. In its module, the check has the name `CHECK`: another
    process finds it there."""
    elsewhere: Sequence[Mapping[str, Any]] = ()
    """Grids for every other content that can be found; one that does not fit is passed over."""
    place: Callable[[Any], Text] | None = None
    """The time in a world, and whose decision it is: `turn 3, seat 2`. Only the time, if nothing is said."""
    shorten: Callable[[Any], None] = lambda world: None
    """Ends games early, if they are long."""

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        return found_in, (self.succeeded.__module__, "CHECK")

    def cells(self, policy: str) -> Iterator[Cell]:
        """The scenarios, then every other content that can be found."""
        grid, source = self.tables.grid, f"check of {policy}"
        for scenario in self.scenarios:
            yield grid.cells(grid.resolve({"policies": [policy], **scenario}, source))[0]
        shipped = {scenario[grid.key][0] for scenario in self.scenarios}
        others = [name for name in names(grid.key, self.ids.name) if name not in shipped]
        for name, scenario in product(others, self.elsewhere):
            try:
                resolved = grid.resolve({"policies": [policy], grid.key: [name], **scenario}, source)
            except BadInput:
                continue
            yield grid.cells(resolved)[0]

    def redeal(self, cell: Cell, seed: int, games: int, deals: int) -> Finding:
        """Plays some games and deals again at every decision, or at every search if somebody searches."""
        tables = self.tables
        seated, place = tables.seat(cell), self.place or tables.moment
        if tables.searched and is_searched(seated):
            return tables.searched.redeal(tables, seated, seed, games, deals, self.shorten)
        if not INTERPRETED:
            found: Finding = elsewhere(self.redeal, cell, seed, games, deals)
            return found
        world = tables.world_of(seated, Seeds.of(seed))
        self.shorten(world)
        return AskedAgain(
            tables.hooks,
            tables.module_of(seated),
            world,
            tables.mind_of(seated),
            new(tables.dice),
            where=lambda: place(world),
            deal_anew=decisions_of(tables.hooks).redeal,
            deals=deals,
            random=Random(f"{cell.name} {seed}"),
        ).play(games)

    def game(self) -> CheckedGame:
        """What the test of policies needs from the game."""
        tables = self.tables
        return CheckedGame(
            tables.grid.policies,
            cells=self.cells,
            policy=tables.deciding_policy,
            make_ready=tables.preparation.prepare_one,
            play=tables.play_batch,
            play_with_dice_of=tables.play_with_dice_of,
            succeeded=self.succeeded,
            game_id=self.ids.game_id,
            redeal=self.redeal,
        )
