"""The functions of a kernel, each once for every kind of arguments it is called with."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from engine.outside.own.compiled.cards.schema import ALL_HAVE
from engine.outside.own.compiled.source import SCALARS, Function, Source
from engine.outside.own.compiled.types import CARD, MEMORY_OF, Fields, Kind, Kinds, Refused, signature

MOST_INSTANCES = 300
MOST_ROUNDS = 60
LONGEST_KERNEL = 200_000
"""Characters of its text."""
SECONDS = 10.0
"""Time of the processor for all rounds."""


@dataclass(eq=False)
class Instance:
    """A function for arguments of certain kinds."""

    function: Function
    owner: str
    """The class that it is a method of, if it is one."""
    name: str
    variables: dict[str, Kind] = field(default_factory=dict)
    parameters: list[str] = field(default_factory=list)
    result: Kind = field(default_factory=Kind)
    made: dict[tuple[int, str], Kind] = field(default_factory=dict)
    """Kinds of what is made in the function, by the place in the text."""
    unsure: set[str] = field(default_factory=set)
    """Variables that may be read before they are set."""
    inner: dict[str, Function] = field(default_factory=dict)
    """Functions that stand within it."""
    text: str = ""
    at: int = 0
    """Of a function that the author did not write: the line of his that calls it."""


class Program:
    """All functions of one kernel."""

    def __init__(self, source: Source, learns: bool = False) -> None:
        self.source = source
        self.kinds = Kinds()
        self.dicts: set[int] = set()
        """Dicts of the text, by the node: used with keys that are no texts of the file."""
        self.policies: list[Function] = []
        """Functions that decide, in the order of their numbers."""
        self.constants: dict[Any, Any] = {}
        """Lists that the pass itself makes, which must live as long as it does."""
        self.numbers: dict[int, int] = {}
        self.key_sizes: dict[int, int] = {}
        """Words of what a list is sorted by, by the node."""
        self.hands: Instance | None = None
        """What makes the hands of a game, if it has any."""
        self.has_zones = False
        """Whether it has decks, hands or piles."""
        self.no_forks = ""
        """Why what a seat is shown cannot be compared with what it was shown before, if it cannot."""
        self.learns = learns
        """Whether trained players play, or somebody wants to learn from the games."""
        self.no_features = ""
        """Why a network cannot be shown what a seat is shown, if it cannot."""
        self.is_final = False
        self.is_stuck = False
        """Whether a statement of this round was left out, as something in it was not known."""
        self.is_guessing = False
        """Whether both branches are read where the test is not known."""
        self.refusals: dict[int, str] = {}
        self.doubts: dict[int, str] = {}
        """Lines that stop the kernel, as nothing says what is in them."""
        self.decks: list[Kind] = []
        """The kinds of items that are shuffled."""
        self._deadline = process_time() + SECONDS
        self._start()

    def _start(self) -> None:
        self.source.start_again()
        self.instances: dict[Any, Instance] = {}
        self.asks: dict[Any, str] = {}
        self.kept = Fields("the game")
        """What the game keeps on `self` while it is played."""
        self.scores = self.kinds.scalar("int")
        self.roles = self.kinds.scalar("text")
        self.prepared: dict[tuple[str, str], Kind] = {}
        """Kinds of what policies work out before the first game, by their names and those of their arguments."""
        self.memories: dict[str, tuple[Kind, Mapping[str, Any]]] = {}
        """Kinds of what policies remember, by their names, and what they begin with."""
        self.waiting: list[Instance] = []
        self.seen: list[Instance] = []
        self.calls: dict[str, dict[str, Function]] = {}
        """What each function calls."""
        self.card = self._new_card()
        """The kind of cards that the game declares, if it does."""
        self.objects: dict[str, Kind] = {}
        """Of each class with methods: the kind of its objects."""
        self.extra: dict[str, str] = {}
        """Functions that are written beside those of the file."""

    def _new_card(self) -> Kind | None:
        if self.source.schema is None:
            return None
        fields = Fields(CARD)
        for name, scalar in (*ALL_HAVE, *self.source.schema):
            fields.of[name] = self.kinds.scalar(scalar)
        return self.kinds.thing(fields)

    def memory_of(self, policy: str, begins: Mapping[str, Any]) -> Kind:
        """The kind of what a policy remembers: the fields are those that it begins with."""
        if policy not in self.memories:
            fields = Fields(f"{MEMORY_OF}{policy}")
            fields.makers[0] = frozenset(begins)
            for name, value in begins.items():
                fields.of[name] = self.kinds.scalar(SCALARS[type(value)])
            self.memories[policy] = self.kinds.thing(fields), begins
        return self.memories[policy][0]

    def restart(self) -> None:
        """Forget all that was learnt, but for the dicts."""
        self.is_final = False
        self.decks.clear()
        self._start()

    def begin_round(self) -> None:
        self.is_stuck = False
        self.waiting.clear()
        self.seen.clear()
        self.extra.clear()
        self.hands = None

    def instance(self, function: Function, owner: str, given: Sequence[tuple[str, Kind]], mark: Any = None) -> Instance:
        """The function for arguments of these kinds."""
        key = (owner, function.name, mark, *(signature(kind) for _, kind in given))
        if key not in self.instances:
            if len(self.instances) >= MOST_INSTANCES:
                raise Refused.at(function, f"{function.name}: the functions of the file are called in too many ways")
            name = f"f{len(self.instances)}_{function.name}"
            self.instances[key] = made = Instance(function, owner, name)
            made.parameters = [argument for argument, _ in given]
        found = self.instances[key]
        for argument, kind in given:
            self.kinds.flow(kind, found.variables.setdefault(argument, Kind()))
        if found not in self.seen:
            self.seen.append(found)
            self.waiting.append(found)
        return found

    def used_as_dict(self, fields: Fields) -> Exception:
        """A dict of the text is no thing with fields: the rounds begin again, with that in mind."""
        makers = set(fields.makers)
        if makers <= self.dicts:
            return Refused(0, "a dict is used in two ways; use texts of the file as keys, or give it a name of its own")
        self.dicts |= makers
        return StartAgain()

    def check_recursion(self) -> None:
        """A function that calls itself without end is an error in Python, and would crash a kernel."""
        done: set[str] = set()

        def visit(name: str, above: tuple[str, ...]) -> None:
            for callee, function in self.calls.get(name, {}).items():
                if callee in (*above, name):
                    raise Refused.at(function, f"{function.name} calls itself; write a loop")
                if callee not in done:
                    visit(callee, (*above, name))
            done.add(name)

        for name in list(self.calls):
            visit(name, ())

    def refuse(self, refused: Refused) -> None:
        if self.is_final:
            self.refusals.setdefault(refused.line, refused.told)

    def check_time(self, node: ast.AST) -> None:
        if process_time() > self._deadline:
            raise Refused.at(node, "it takes too long to read the file")


class StartAgain(Exception):  # noqa: N818 - no error
    """The rounds begin anew."""
