"""Functions for the process in which the engine runs uncompiled: a game told, and a game watched at every decision."""

import sys
from typing import Any

from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.cells.policy_set import HOOKS
from engine.euphoria.game import EUPHORIA
from engine.euphoria.table.state import NONE, ROW, Dice, Log, World
from engine.euphoria.words.known import Known
from engine.game.cell import Cell
from engine.game.results import Replay
from engine.kernel.compiled import INTERPRETED
from engine.kernel.records import new
from engine.policy.kernel import Seeds, load_kernel, write_copies


def told(cell: Cell, seed: int, index: int) -> Replay:
    return EUPHORIA.replay(cell, seed, index)


class Watch:
    """What must hold whenever a player decides, and after every turn."""

    def __init__(self, world: World) -> None:
        self.world: Any = world
        self.decisions = 0
        self.open_leaders = 0
        self.faults: list[str] = []

    def begin(self) -> None:
        self.subterra, self.open_leaders = NONE, 0

    def look(self, where: str) -> None:
        """`where` is the question, or the end of a turn."""
        world, table, hidden = self.world, self.world.table, self.world.hidden
        players = int(world.scenario.players)
        everything = (1 << ROW * players) - 1
        subterra = bin(int(hidden.subterra)).count("1")
        self.subterra = subterra if self.subterra == NONE else self.subterra
        exposed = int(table.exposed)
        self.check(where, "two Leaders", bin(int(hidden.leaders) & everything).count("1") == 2)
        self.check(where, "as many recruits of Subterra", subterra == self.subterra)
        self.check(
            where, "no recruit elsewhere", (int(hidden.subterra) | int(hidden.leaders) | exposed) & ~everything == 0
        )
        in_hands = [int(table.aim[player]) for player in range(players) if table.aim[player] != NONE]
        taken = where == "choose_target"  # a laser that is just being aimed
        self.check(where, "lasers", int(world.scenario.lasers) - table.middle - len(in_hands) in (0, int(taken)))
        self.check(where, "no laser at its holder", all(table.aim[player] != player for player in range(players)))
        cards = [card for player in range(players) for card in hidden.hand[player, : table.held[player]].tolist()]
        cards += [*hidden.deck[: table.deck_left].tolist(), *table.discard[: table.discarded].tolist()]
        self.check(where, "every artifact once", sorted(cards) == list(range(world.book.cards)))
        for player in range(players):
            known, own = int(table.known[player]), 7 << ROW * player
            self.check(where, "exposed recruits are known to all", exposed & ~known == 0)
            self.check(where, "own recruits are known", own & ~known == 0)
        leaders_open = bin(exposed & int(hidden.leaders)).count("1")
        self.check(where, "no exposed Leader is hidden again", leaders_open >= self.open_leaders)
        self.open_leaders = leaders_open

    def check(self, where: str, what: str, holds: bool) -> None:
        if not holds:
            self.faults.append(f"turn {self.world.table.turn}, {where}: {what}")


def watched(cell: Cell, seed: int, games: int, plant: str = "") -> tuple[int, list[str]]:
    """Plays games and looks at every decision. Returns how many there were, and what did not hold. With `plant`, a
    rule is broken on purpose."""
    assert INTERPRETED
    seated = TABLES.seat(cell)
    log: Any = new(Log)
    world = TABLES.world_of(seated, Seeds.of(seed), log)
    mind, dice, module = TABLES.mind_of(seated), new(Dice), TABLES.module_of(seated)
    kernel: Any = load_kernel(HOOKS, module.__name__)
    watch = Watch(world)
    copies = [sys.modules[path.stem] for path in write_copies(HOOKS, module)]
    replaced = [(copy, hook, getattr(copy, hook)) for copy in copies for hook in HOOKS.player if hook in vars(copy)]

    def watching(hook: str, function: Any) -> Any:
        def ask(*given: Any) -> Any:
            watch.decisions += 1
            watch.look(hook)
            return function(*given)

        return ask

    for copy, hook, function in replaced:
        setattr(copy, hook, watching(hook, function))
    try:
        for index in range(games):
            watch.begin()
            log.listens, log.count = 1, 0
            if plant == "laser":
                world.scenario.lasers += 1
            kernel.play_game(world, mind, dice, index)
            watch.look("the end")
            if plant == "knowledge":
                world.table.known[0] ^= 1 << 3 * (int(world.scenario.players) - 1)
            watch.faults += remembered_otherwise(world, log, index)
            if plant == "laser":
                world.table.middle -= 1
                watch.look("planted")
    finally:
        for copy, hook, function in replaced:
            setattr(copy, hook, function)
    return watch.decisions, watch.faults


def remembered_otherwise(world: Any, log: Any, index: int) -> list[str]:
    """Who knows what, by the events of the game, and by the rules."""
    known = Known()
    for kind, *numbers in log.event[: log.count].tolist():
        known.hear(kind, numbers)
    faults = []
    for recruit in range(ROW * world.scenario.players):
        by_rules = {player for player in range(world.scenario.players) if int(world.table.known[player]) >> recruit & 1}
        kind = 2 * (int(world.hidden.leaders) >> recruit & 1) + (int(world.hidden.subterra) >> recruit & 1)
        if by_rules != known.seats[recruit] or kind != known.kinds[recruit]:
            faults.append(
                f"game {index}, recruit {recruit}: {known.seats[recruit]} by the events, {by_rules} by the rules"
            )
    return faults
