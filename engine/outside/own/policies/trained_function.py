"""The policy `trained` of a game file: a network decides by what the seat is shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import BadInput, message
from engine.outside.own.author import Decide
from engine.outside.own.files import OwnFile
from engine.outside.own.luck import Dice
from engine.outside.own.policies.function_policy import SLIPS, FunctionPolicy
from engine.players.learning.features import Pair, author_pairs, choice_pairs, shown_pairs, situation_pairs
from engine.policy.seats.trained_net import Net, Pairs
from engine.policy.seats.trained_policy import NUMBERS, TRAINED, net_in

SITUATION = "situation"
"""What comes with every view, beside the parameters of the policy."""
AuthorFeatures = Callable[[Any, Any], Any]
"""What an author says that matters, of a view and a choice."""


class LearnedIn(NamedTuple):
    """What a player that learns must know of a file."""

    rules: str = ""
    """The hash of the rules, to which belongs what is learned."""
    features: AuthorFeatures | None = None


NOTHING_LEARNED = LearnedIn()


def facts_to_learn_by(file: OwnFile) -> LearnedIn:
    """Of a game file, when it is declared."""
    features: AuthorFeatures | None = getattr(type(file.game), "features", None)
    if features is not None and not callable(features):
        expected = message("a function of a view and a choice, got {got}", got=repr(features))
        raise BadInput(source=file.where, place="features", expected=expected)
    return LearnedIn(file.learned_rules, features)


class TrainedFunction(FunctionPolicy):
    """A network in the shape of a policy's module."""

    def __init__(self, features: AuthorFeatures | None = None) -> None:
        super().__init__(_stands_in)
        self.__name__, self.__doc__ = TRAINED, f"{TRAINED}: has learned by playing"
        self.PARAMETERS = dict(NUMBERS)
        self._features = features

    def prepared(self, rules: Mapping[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
        return {SITUATION: dict(rules)}

    def decider(self, parameters: Mapping[str, Any], dice: Dice | None) -> Decide:
        raise NotImplementedError("it must know its seat")

    def decider_at(self, seat: int, parameters: Mapping[str, Any], dice: Dice | None) -> Decide:
        net: Net = net_in({"name": TRAINED, "parameters": parameters})
        asked = asker(seat, parameters[SITUATION], self._features)
        slips = parameters[SLIPS] / 100

        def decide(view: Any, choices: Sequence[Any]) -> Any:
            if dice is not None:
                dice.begin()
                if dice.chance(slips):
                    return dice.choose(choices)
            return choices[net.choose(*asked(view, choices))]

        return decide


class BrokenFeatures(Exception):  # noqa: N818 - as BrokenRule
    """What an author says about a view and a choice could not be worked out: its cause says why. It passes through
    imagined worlds, where other mistakes only end a world."""


def features_of(features: AuthorFeatures, view: Any, choice: Any) -> Any:
    """What an author says about a view and a choice."""
    try:
        return features(view, choice)
    except Exception as error:
        raise BrokenFeatures from error


def _stands_in(view: Any, choices: Any) -> Any:
    """has learned"""
    raise NotImplementedError


def asker(
    seat: int, rules: Mapping[str, Any], features: AuthorFeatures | None = None
) -> Callable[[Any, Sequence[Any]], tuple[Pairs, list[Pairs]]]:
    """What turns a view and choices into the input of a network."""
    known = dict(rules)
    players = int(known.pop("players"))
    situation: list[Pair] = situation_pairs(seat, players, known)

    def asked(view: Any, choices: Sequence[Any]) -> tuple[Pairs, list[Pairs]]:
        if features is not None:
            return situation, [author_pairs(features_of(features, view, choice), seat, players) for choice in choices]
        shown = [*situation, *shown_pairs(view, seat, players)]
        return shown, [choice_pairs(choice, seat, players) for choice in choices]

    return asked
