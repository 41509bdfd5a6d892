"""The decisions and the policies of a compiled game: which module has them (`Places`), whose each decision is, what can
be chosen, and how what nobody knows is dealt again."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from itertools import product
from random import Random
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text
from engine.kernel.records import dtype_of, new
from engine.policy.compiled_game.records import Dice
from engine.policy.hooks import GROUP, HookSet
from engine.policy.registry import PolicySet
from engine.policy.seats.search_policy import NO_FORKS

Choice = int | tuple[int, ...]
"""What a hook returns; a truth value as 0 or 1."""
Given = Mapping[str, int]
"""What a hook is given beside view, mind and dice, by name: the cards to choose from, a hand."""
Legal = Callable[[Any, Given], Sequence[Choice]]
"""The legal choices of a decision in a world, in ascending order."""
ACTION = "choose_action"
NONE = -1
"""As a choice: none of them. In a list: nothing stands there."""


@dataclass(frozen=True)
class Places:
    """Where a game has its parts: modules of its package. One module can be several of them."""

    package: str
    kernel: str = "rules.turn"
    defaults: str = "rules.decisions"
    choices: str = "cells.choices"
    policies: str = "policies"
    """The package of the policies; empty if they are modules of the game's own."""
    for_authors: str = "for_policies"

    def module(self, part: str) -> str:
        return f"{self.package}.{part}" if part else self.package


def hooks_of(
    game: str,
    view: type,
    parts: Sequence[str] = (),
    *,
    player: Mapping[str, str] | None = None,
    group: Sequence[str] = (),
    required: Sequence[str] = (),
    places: Places | None = None,
) -> HookSet:
    """See `HookSet`. `view` is what a policy is shown, a named tuple of records; `parts` are the modules of the rules,
    apart from the kernel, that ask policies. If nothing is `required`, `choose_action` is, or in a game without it the
    first decision."""

    def examples() -> Mapping[str, Any]:
        return {"view": view(*map(new, get_type_hints(view).values())), "dice": new(Dice)}

    places = places or Places(f"engine.{game}")
    decisions = (*(player or ()), *group)
    return HookSet(
        game=game,
        defaults_in=places.module(places.defaults),
        kernel_in=places.module(places.kernel),
        kernel_parts=tuple(places.module(f"rules.{part}") for part in parts),
        begin="begin_game",
        player=player or {},
        news=(),
        group=tuple(group),
        choices_in=places.module(places.choices),
        required=tuple(required) or (ACTION if ACTION in decisions else decisions[0],),
        for_authors=places.module(places.for_authors),
        offered_in=(f"fatecast.policies.{game}",),
        examples=examples,
    )


def policies_of(
    hooks: HookSet,
    ladder: Sequence[str],
    places: Places | None = None,
    no_search: Text = NO_FORKS,
    habit: str = "",
    rules: int = 0,
) -> PolicySet:
    """The policies by name, in the order in which they are listed. If players can learn the game, `habit` is the policy
    that they begin with, and `rules` the version of the rules."""
    places = places or Places(f"engine.{hooks.game}")
    package = places.module(places.policies)
    installed = {name: f"{package}.{name}" for name in ladder}
    learns = learned_by(hooks, habit, rules) if habit else {}
    return PolicySet(hooks, installed, common={}, no_search=no_search, **learns)


def learned_by(hooks: HookSet, habit: str, rules: int) -> dict[str, Any]:
    """What a `PolicySet` says of players that learn: which rules, and by which policy kernels play on."""
    told = [hooks.game, rules, {hook: hooks.own_arguments(hook) for hook in (*hooks.player, *hooks.group)}]
    return {
        "no_learning": "",
        "learned_rules": sha256(json.dumps(told).encode()).hexdigest(),
        "habit": habit,
    }


class Field(NamedTuple):
    """A number of the view, or an array of them."""

    record: str
    name: str
    shape: tuple[int, ...]
    length: Callable[[Any], int] | None
    """For a list in an array: how many of its places count in a world."""

    @property
    def label(self) -> str:
        return f"{self.record}.{self.name}"

    def labels(self) -> list[str]:
        """A name for each number: `table.reserve[0]`."""
        if not self.shape:
            return [self.label]
        return [f"{self.label}[{', '.join(map(str, at))}]" for at in product(*map(range, self.shape))]

    def numbers(self, world: Any) -> list[float]:
        value = getattr(world, self.record)[self.name]
        if not self.shape:
            return [value.item()]
        found: list[float] = value.ravel().tolist()
        if self.length:
            length = int(self.length(world))
            found[length:] = [NONE] * (len(found) - length)
        return found


@dataclass(frozen=True, eq=False)
class Decision:
    """One decision of a game: whose it is, what can be chosen, and what may be known when it is made."""

    hook: str
    hooks: HookSet
    legal: Legal
    fields: tuple[Field, ...]
    given: tuple[str, ...]
    """What the hook is given, which whoever decides knows, too."""

    @property
    def owner(self) -> str:
        """An expression of the hook's arguments that gives the seat; empty if the decision is the group's."""
        return self.hooks.player.get(self.hook, "")

    def seat(self, world: Any, given: Given) -> int:
        """Whose decision it is: a seat, or GROUP."""
        return self.hooks.seat_of(self.hook, world, given)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the numbers of the view."""
        return (*(label for each in self.fields for label in each.labels()), *self.given)

    def numbers(self, world: Any, given: Given) -> list[float]:
        """The view: all that whoever decides may know, and that can change within a game. Sets are masks."""
        seen = [number for each in self.fields for number in each.numbers(world)]
        return [*seen, *(int(given[name]) for name in self.given)]


WORD_BITS = 32
"""Of a word of luck."""


class Spots(NamedTuple):
    """Some numbers of a field of a record of the world."""

    record: str
    field: str
    at: Any
    """An index of the field's array."""


class Shuffled(NamedTuple):
    """Things that lie in an unknown order: any may be at any of the spots."""

    spots: tuple[Spots, ...]
    """For each number that a thing has, where that of each thing lies."""
    things: NDArray[np.int64]
    """A row for each of these numbers. The things are sorted, so that nothing of the true order comes through."""

    @property
    def draws(self) -> int:
        """How many random numbers they take."""
        return len(self.things[0])

    def deal(self, world: Any, random: Random) -> None:
        order = list(range(self.draws))
        random.shuffle(order)
        for spots, numbers in zip(self.spots, self.things, strict=True):
            getattr(world, spots.record)[spots.field][spots.at] = numbers[order]


class Words(NamedTuple):
    """Words of luck that nobody has used yet."""

    spots: Spots
    draws: int

    def deal(self, world: Any, random: Random) -> None:
        drawn = [random.getrandbits(WORD_BITS) for _ in range(self.draws)]
        getattr(world, self.spots.record)[self.spots.field][self.spots.at] = drawn


Pool = Shuffled | Words


def shuffled(spots: Sequence[Spots], things: Sequence[tuple[int, ...]]) -> Shuffled:
    """A pool of things, each with a number for each of the spots."""
    return Shuffled(tuple(spots), np.array(sorted(things), np.int64).reshape(len(things), len(spots)).T)


def nothing(world: Any, seat: int) -> list[Pool]:
    """For a game in which only luck to come is unknown: there is nothing to deal again."""
    return []


@dataclass(frozen=True, eq=False, kw_only=True)
class Decisions:
    """What a game declares about its decisions. In `cells.choices`, it has the name `DECISIONS`."""

    hooks: HookSet
    view: type
    """What a policy is shown: a named tuple of records, whose names are those of the world."""
    choices: Mapping[str, Legal]
    """For each decision, its legal choices."""
    content: Collection[str] = ()
    """Records of the view with printed things: cards, a board. They are large and the same in all games of a cell, and
    so no part of the numbers."""
    left_out: Collection[str] = ()
    """Fields of the view that are no information: notes of a policy, or what only one that sees all is told."""
    for_group: Collection[str] = ()
    """Fields that are for the group alone: left out of what a player knows."""
    lists: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    """Arrays of which only the first places count, and how many do in a world. What lies behind them is left over."""
    hidden: tuple[str, ...] = ("luck",)
    """The records of the world that the redeal writes into: who plays on from another deal needs copies of them."""
    unknown: Callable[[Any, int], list[Pool]] = nothing
    """The pools of all that a seat (or GROUP) cannot know in a world, if it is no more than that."""
    deal_anew: Callable[[Any, Random, int], bool] | None = None
    """Where it is more: deals again, in the records of a world, all that a seat (or GROUP) cannot know; False if no
    other deal was found. The game can go on with it."""
    deal_unseen: Callable[[Any, Random], None] | None = None
    """Deals again only what nobody has seen. Without it, that is all that is dealt again."""

    def __post_init__(self) -> None:
        assert self.choices.keys() == {*self.hooks.player, *self.hooks.group}, "every decision has its choices"

    @cached_property
    def all(self) -> dict[str, Decision]:
        """The decisions by their hooks."""
        return {hook: self._decision(hook, legal) for hook, legal in self.choices.items()}

    def _decision(self, hook: str, legal: Legal) -> Decision:
        hidden = {*self.left_out, *(self.for_group if hook in self.hooks.player else ())}
        fields = tuple(each for each in self._fields if each.label not in hidden)
        return Decision(hook, self.hooks, legal, fields, self.hooks.own_arguments(hook))

    @cached_property
    def _fields(self) -> list[Field]:
        layouts = {name: dtype_of(kind) for name, kind in get_type_hints(self.view).items() if name not in self.content}
        return [
            Field(record, name, layout[name].shape, self.lists.get(f"{record}.{name}"))
            for record, layout in layouts.items()
            for name in layout.names or ()
        ]

    def redeal(self, world: Any, random: Random, seat: int) -> bool:
        """Deals again what a seat (or GROUP) cannot know, luck to come included. Returns False if no other deal was
        found."""
        if not self._dealt(world, random, seat):
            return False
        _give_luck(world, random)
        return True

    def _dealt(self, world: Any, random: Random, seat: int) -> bool:
        if self.deal_anew is not None:
            return self.deal_anew(world, random, seat)
        for pool in self.unknown(world, seat):
            pool.deal(world, random)
        return True

    def turn_luck(self, world: Any, random: Random) -> None:
        """Deals again what nobody has seen, luck to come included."""
        if self.deal_unseen:
            self.deal_unseen(world, random)
        else:
            self._dealt(world, random, GROUP)
        _give_luck(world, random)


def _give_luck(world: Any, random: Random) -> None:
    world.luck.key0, world.luck.key1 = random_word(random), random_word(random)


def decisions_of(hooks: HookSet) -> Decisions:
    """What a game declares about its decisions, found when it is needed: the rules take a while to load."""
    found: Decisions = import_module(hooks.choices_in).DECISIONS
    return found


def random_word(random: Random) -> np.uint64:
    """A word of luck."""
    return np.uint64(random.getrandbits(WORD_BITS))


def members(mask: int) -> list[int]:
    """The members of a set, in ascending order."""
    return [member for member in range(int(mask).bit_length()) if mask >> member & 1]


def one_of(name: str) -> Legal:
    """One member of the set that the hook is given by this name: the rules have put there what is legal."""
    return lambda world, given: members(given[name])


def one_or_none(name: str) -> Legal:
    return lambda world, given: [NONE, *members(given[name])]


def one_below(number: int) -> Legal:
    """A number from 0 on."""
    return lambda world, given: range(number)
