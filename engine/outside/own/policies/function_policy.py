"""A function that decides, in the shape of a policy's module."""

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from engine.errors import BadInput, BadText, Message, message
from engine.language.current import word
from engine.outside.own.author import Decide, Policy
from engine.outside.own.files import reason
from engine.outside.own.luck import Dice
from engine.outside.own.policies.memory import MEMORY, Memory, beginning_of, is_memory
from engine.outside.own.policies.prepared import Prepared, shape_of
from engine.outside.own.policies.shown_views import watched
from engine.policy.parameters import Choice, Parameter, RuleParameter, Switch, Words

CHOICES, DICE, SLIPS = "choices", "dice", "slips"
GIVEN = (CHOICES, DICE)
"""Arguments of a policy that are no parameters."""
COMMON = {SLIPS: Parameter(0, 0, 100, "per cent of the decisions that are taken at random, by mistake")}
FARTHEST = 1_000_000
"""How far a number can go whose author names no limits."""
EXPECTED = message(
    "a function of the view, whose other arguments are choices, dice, memory, and parameters: numbers with a default"
)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
NO_WORDS = ("true", "false", "inf", "nan")
"""What a file takes for something else."""
MOST_WORDS = 40
UNSAID = "(the file of the game does not say what it means)"


@dataclass(frozen=True)
class OwnParameter(Parameter):
    """A parameter of a function: an error says what it means, and names no limits that its author did not."""

    def read(self, name: str, value: object) -> int | float:
        try:
            return super().read(name, value)
        except BadInput as error:
            if self.meaning == UNSAID:
                raise
            error.expected = message("{expected} ({meaning})", expected=error.expected, meaning=word(self.meaning))
            raise

    def expected(self, whole: bool) -> Message:
        if self.high < FARTHEST:
            return super().expected(whole)
        if self.low <= -FARTHEST:
            return message("a whole number") if whole else message("a number")
        least = f"{self.low:g}"
        if whole:
            return message("a whole number of {least} or more", least=least)
        return message("a number of {least} or more", least=least)


def random(view: Any, choices: Sequence[Any], dice: Dice) -> Any:
    """takes every choice with the same chance"""
    return dice.choose(choices)


class FunctionPolicy(ModuleType):
    """A function in the shape of a policy's module."""

    def __init__(self, function: Policy, where: str = "") -> None:
        name = function.__name__
        told = (function.__doc__ or "(says nothing of itself)").strip().partition("\n")[0]
        super().__init__(name, f"{name}: {told}")
        _view, *others = inspect.signature(function).parameters.values()
        self.function = function
        self.where = where
        """The file that it stands in, as a person knows it."""
        memories = [each for each in others if is_memory(each.name, each.default)]
        self.MEMORY = beginning_of(function, memories[0].default) if memories else None
        """What its memory begins with in every game; None if it remembers nothing."""
        others = [each for each in others if each not in memories]
        self.given = [each.name for each in others if each.name in GIVEN]
        self.PREPARED = {each.name: each.default for each in others if isinstance(each.default, Prepared)}
        self.PARAMETERS: dict[str, Parameter] = {
            each.name: _own(number(each.default))
            for each in others
            if each.name not in GIVEN and each.name not in self.PREPARED
        }
        self.SHOWN = [each.name for each in others if isinstance(each.default, Parameter) and each.default.shown]
        self.ARGUMENTS = [each.name for each in others if each.name not in GIVEN]
        """All but the view, choices, dice and memory, in order."""
        self._check_prepared()
        self._has_one_number = (
            len(self.PARAMETERS) == len(others) == 1
            and others[0].kind is others[0].POSITIONAL_OR_KEYWORD
            and not memories
        )

    def _check_prepared(self) -> None:
        for name, prepared in self.PREPARED.items():
            for needed in prepared.parameters:
                if needed not in self.PARAMETERS:
                    raise BadText(
                        message("{name} is prepared from {needed}, which is no parameter", name=name, needed=needed)
                    )

    @property
    def only_for(self) -> int:
        """The only number of players that it can play with; 0 for any."""
        return max((prepared.players for prepared in self.PREPARED.values()), default=0)

    def prepared(self, rules: Mapping[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
        """What is worked out before the first game, by the arguments."""
        found = {}
        for name, each in self.PREPARED.items():
            try:
                found[name] = each.value(rules, parameters)
            except Exception as error:
                said = message("{reason}", reason=reason(error, self.function.__code__.co_filename))
                raise BadInput(said, source=self.where, place=f"policy {self.__name__}: {name}") from None
        return found

    def shapes(self, rules: Mapping[str, Any]) -> dict[str, str]:
        """Of what is prepared, by the arguments, for an example; see `shape_of`."""
        usual = {name: each.default for name, each in self.PARAMETERS.items()}
        players = {"players": self.only_for} if self.only_for else {}
        return {name: shape_of(found) for name, found in self.prepared({**rules, **players}, usual).items()}

    def decider(self, parameters: Mapping[str, Any], dice: Dice | None) -> Decide:
        """What decides for a seat. Policies that draw need dice, new for each game, and those that remember are made
        anew for each. What they prepare is among the parameters."""
        function = watched(self.function, self.where)
        own = {name: parameters[name] for name in (*self.PARAMETERS, *self.PREPARED)}
        if self.MEMORY is not None:
            own[MEMORY] = Memory(self.MEMORY)
        if dice is None:
            if CHOICES in self.given:
                return lambda view, choices: function(view, choices=choices, **own)
            if self._has_one_number and function is self.function:  # the most usual, without a dict
                (only,) = own.values()
                return lambda view, choices: function(view, only)
            return lambda view, choices: function(view, **own)
        slips = parameters[SLIPS] / 100

        def decide(view: Any, choices: Sequence[Any]) -> Any:
            dice.begin()
            if dice.chance(slips):
                return dice.choose(choices)
            given = {CHOICES: choices, DICE: dice}
            return function(view, **{name: given[name] for name in self.given}, **own)

        return decide

    def decider_at(self, seat: int, parameters: Mapping[str, Any], dice: Dice | None) -> Decide:
        """The same for one that knows its seat."""
        return self.decider(parameters, dice)

    def draws(self, parameters: Mapping[str, Any]) -> bool:
        """Whether it decides at random, at least sometimes."""
        return DICE in self.given or parameters[SLIPS] > 0


def number(given: object) -> Parameter:
    """A parameter, of which its author may name the default only."""
    if isinstance(given, Parameter):
        return given
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise BadText(
            message(
                "expected a number, or Parameter(default, lowest, highest, meaning), got {given}", given=repr(given)
            )
        )
    low = -FARTHEST if given < 0 else 0
    return Parameter(given, low, max(FARTHEST, given), "")


def rule_parameter(given: object) -> RuleParameter:
    """A parameter of the rules, of which its author may name the default only: a number, a switch, some words."""
    if isinstance(given, bool):
        return Switch(given)
    found = Words(tuple(given)) if isinstance(given, tuple | list) else given
    if not isinstance(found, int | float | Parameter | Choice):
        raise BadText(
            message(
                "expected a number, or Parameter(default, lowest, highest, meaning), a switch, or words, got {given}",
                given=repr(given),
            )
        )
    if not isinstance(found, Choice):
        return _within(number(found))
    if found.is_switch and set(found.values) == {True, False}:
        return found
    words = found.values
    if not isinstance(words, tuple | list) or not isinstance(found.meaning, str):
        raise BadText(message('expected Words(("one", "other"), meaning), got {got}', got=repr(found)))
    if not 2 <= len(words) <= MOST_WORDS or len(set(words)) < len(words):
        raise BadText(message("expected 2 to {most} words, each once, got {got}", most=MOST_WORDS, got=repr(words)))
    for each in words:
        if not isinstance(each, str) or not WORD.fullmatch(each) or each in NO_WORDS:
            raise BadText(
                message(
                    "expected words of letters, digits, _ and - that begin with a letter, got {got}", got=repr(each)
                )
            )
    return found


def _within(found: Parameter) -> Parameter:
    if not found.low <= found.default <= found.high:
        raise BadText(message("expected a default from {low:g} to {high:g}", low=found.low, high=found.high))
    return found


def _own(given: Parameter) -> OwnParameter:
    return OwnParameter(given.default, given.low, given.high, given.meaning or UNSAID)
