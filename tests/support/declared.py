"""Plays games in plain Python, and compares what a game declares about its decisions with what happens at each of them:
whose it is, what is legal, what may be known, and what is hidden."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from engine.game.cell import Cell
from engine.game.registry import load_game
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.policy.checking.asked_again import plain, replaced_hooks
from engine.policy.compiled_game import records
from engine.policy.compiled_game.as_game import CompiledGame
from engine.policy.compiled_game.decisions import Decision, Decisions, decisions_of
from engine.policy.hooks import GROUP, HookSet
from engine.policy.kernel import Seeds, load_kernel
from engine.policy.policies_part import CheckedPolicies
from engine.shipwreck.cells.stepper import Sitting

SEED = 1
BY_POLICY, AT_RANDOM, ASTRAY = "by policy", "at random", "astray"
"""Who decides: the policy; nobody, so that any declared choice is made, and the game goes on with the other deal; or
the same until one choice is made that is not declared, which the rules must refuse."""
MISSING, LEAK, ILLEGAL = "missing", "leak", "illegal"
"""What is planted: the last choice of each decision is not declared, the view has what is hidden, or a choice too many
is declared."""
LENIENT = ("choose_order", "reveals")
"""Questions to be answered with yes or no: the rules take any number for one of them."""
HALF = 0.5
NUMBERS = range(64)
"""Choices that somebody could make."""


class Table(NamedTuple):
    """What plays the games of a cell."""

    hooks: HookSet
    module: ModuleType
    world: Any
    mind: Any
    dice: Any


def table_of(game: str, cell: Cell) -> Table:
    if game == "shipwreck":
        sitting = Sitting(cell, SEED)
        sitting.world.scenario.reveals = 1  # asks whether a last copy is shown, which most policies leave out
        policies = load_game(game).policies
        assert isinstance(policies, CheckedPolicies)
        module = policies.game.policy(cell)
        return Table(policies.game.policies.hooks, module, sitting.world, sitting.mind, sitting.dice)
    compiled = load_game(game)
    assert isinstance(compiled, CompiledGame)
    check, tables = compiled.check, compiled.check.tables
    sits = tables.seat(cell)
    world = tables.world_of(sits, Seeds.of(SEED))
    check.shorten(world)
    return Table(tables.hooks, tables.module_of(sits), world, tables.mind_of(sits), new(records.Dice))


def cells_of(game: str, policy: str) -> Iterator[Cell]:
    """The cells that the check of a policy plays."""
    policies = load_game(game).policies
    assert isinstance(policies, CheckedPolicies)
    return iter(policies.game.cells(policy))


class Seen(NamedTuple):
    """What was seen in some games."""

    decisions: dict[str, int]
    """How often each decision was made."""
    tried: dict[str, int]
    """How often a choice was made in it that is not declared; or what else was tried."""
    redealt: int
    wrong: list[str]


def watched(game: str, policy: str, cells: int, games: int, decided: str = BY_POLICY, planted: str = "") -> Seen:
    """Plays games of the first so many cells that the check of a policy plays."""
    if not INTERPRETED:
        seen: Seen = elsewhere(watched, game, policy, cells, games, decided, planted)
        return seen
    seen = Seen({}, {}, 0, [])
    for cell in islice(cells_of(game, policy), cells):
        seen = Watch(cell.name, table_of(game, cell), decided, planted).play(games, seen)
    return seen


@dataclass
class Watch:
    """Watches the decisions of one table."""

    name: str
    table: Table
    decides: str
    planted: str
    random: Random = field(default_factory=lambda: Random(SEED))
    decided: dict[str, int] = field(default_factory=dict)
    redealt: int = 0
    tried: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    game: int = 0
    strayed: str = ""
    """The choice of this game that was not declared."""

    def __post_init__(self) -> None:
        declared = decisions_of(self.table.hooks)
        if self.planted == LEAK:
            declared = replace(declared, view=with_hidden(declared, type(self.table.world)))
        self.declared = declared

    def play(self, games: int, before: Seen) -> Seen:
        table, kernel = self.table, load_kernel(self.table.hooks, self.table.module.__name__)
        with replaced_hooks(table.hooks, table.module, self._watching):
            for self.game in range(games):
                kept, self.strayed = self._copies(), ""
                kernel.play_game(table.world, table.mind, table.dice, self.game)
                fault = getattr(table.world.table, "fault", 0)
                if bool(fault) != bool(self.strayed):
                    self._found("the game", f"ends with fault {fault}, after {self.strayed or 'legal choices'}")
                if self.decides != BY_POLICY and "book" in self.declared.hidden:
                    overwrite(table.world.book, kept["book"])  # belongs to the cell, and not to the game
        return Seen(
            added(before.decisions, self.decided),
            added(before.tried, self.tried),
            before.redealt + self.redealt,
            [*before.wrong, *self.wrong],
        )

    def _watching(self, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        decision = self.declared.all.get(hook)
        if decision is None:
            return function

        def decide(*arguments: Any) -> Any:
            given = {name: int(value) for name, value in self.table.hooks.given(hook, arguments).items()}
            self.decided[hook] = self.decided.get(hook, 0) + 1
            self._check_owner(decision, given)
            choices = self._legal(decision, given)
            self._deal(decision, given, choices)
            if self.decides == BY_POLICY:
                answer = function(*arguments)
                if plain(answer) not in choices:
                    self._found(hook, f"chose {plain(answer)} out of {choices}")
                return answer
            if self._strays(hook, choices):
                answer = self.random.choice([number for number in NUMBERS if number not in choices])
                self.strayed = f"{hook} {answer}"
                self.tried[hook] = self.tried.get(hook, 0) + 1
                return answer
            return self._any(choices)

        return decide

    def _any(self, choices: list[Any]) -> Any:
        """The first choice half of the time: that is often to do nothing, and games last longer."""
        return self.random.choice(choices[: self.random.choice((1, len(choices)))])

    def _strays(self, hook: str, choices: list[Any]) -> bool:
        """Every game has a decision in which it goes astray, if that is about a number and can be tried."""
        turn = list(self.declared.all)[self.game % len(self.declared.all)]
        if self.decides != ASTRAY or self.strayed or hook != turn or hook in LENIENT or not isinstance(choices[0], int):
            return False
        return self.random.random() < HALF

    def _legal(self, decision: Decision, given: dict[str, int]) -> list[Any]:
        choices: list[Any] = list(decision.legal(self.table.world, given))
        again = list(decision.legal(self.table.world, given))
        if choices != again or any(later <= earlier for earlier, later in pairwise(choices)):
            self._found(decision.hook, f"is not in order: {choices}, {again}")
        if self.planted == MISSING:
            return choices[:-1]
        if self.planted == ILLEGAL and isinstance(choices[-1], int):
            return [*choices, choices[-1] + 1]
        return choices

    def _check_owner(self, decision: Decision, given: dict[str, int]) -> None:
        world, seat = self.table.world, decision.seat(self.table.world, given)
        scenario = world.table if "seats" in world.table.dtype.names else world.scenario
        players = next(scenario[name] for name in ("seats", "players", "agents") if name in scenario.dtype.names)
        if not (seat == GROUP if decision.owner == "" else 0 <= seat < players):
            self._found(decision.hook, f"belongs to seat {seat}")

    def _deal(self, decision: Decision, given: dict[str, int], choices: list[Any]) -> None:
        """Deals again, and looks at the same decision once more."""
        world, declared = self.table.world, self.declared
        seat, numbers = decision.seat(world, given), decision.numbers(world, given)
        if len(numbers) != len(decision.names):
            self._found(decision.hook, f"has {len(decision.names)} names for {len(numbers)} numbers")
        kept = self._copies()
        dealt = declared.redeal(world, self.random, seat)
        if dealt:
            self.redealt += 1
            shown = decision.numbers(world, given)
            if shown != numbers:
                names = [name for name, old, now in zip(decision.names, numbers, shown, strict=True) if old != now]
                self._found(decision.hook, f"shows another {names[0]} after another deal")
            if self._legal(decision, given) != choices:
                self._found(decision.hook, "has other choices after another deal")
            for name, old in kept.items():
                if name not in declared.hidden and getattr(world, name).tobytes() != old.tobytes():
                    self._found(decision.hook, f"deals again in {name}, which is not declared as hidden")
        if not dealt or self.decides == BY_POLICY:
            for name in declared.hidden:
                overwrite(getattr(world, name), kept[name])

    def _copies(self) -> dict[str, Any]:
        """Of the records that a game can change; the rules of a cell are large."""
        world, declared = self.table.world, self.declared
        same = {"log", "scenario", *(name for name in declared.content if name not in declared.hidden)}
        return {name: record.copy() for name, record in world._asdict().items() if name not in same}

    def _found(self, hook: str, what: str) -> None:
        self.wrong.append(f"{self.name}, game {self.game}: {hook} {what}")


def added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {hook: one.get(hook, 0) + other.get(hook, 0) for hook in {**one, **other}}


def with_hidden(declared: Decisions, world: type) -> type:
    """A view that shows the hidden records, too."""
    kinds = get_type_hints(world)
    shown = {**get_type_hints(declared.view), **{name: kinds[name] for name in declared.hidden}}
    return type("Leak", (), {"__annotations__": shown})


def overwrite(record: Any, by: Any) -> None:
    for name in record.dtype.names:
        record[name] = by[name]
