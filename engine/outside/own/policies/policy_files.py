"""Files with a policy of one's own, for a game of one file: a function of the view, as the game's own policies are."""

import ast
import inspect
from types import FunctionType, ModuleType
from typing import Any

from engine.errors import BadInput, BrokenRule, message
from engine.kernel.code_cache import cache_folder, load_module, write_module
from engine.kernel.compiled import from_outside
from engine.kernel.sources import SHARED
from engine.outside.own.author import Decide, Policy
from engine.outside.own.files import reason
from engine.outside.own.luck import Dice
from engine.outside.own.policies.function_policy import EXPECTED, FunctionPolicy
from engine.outside.own.policies.memory import MEMORY, BadMemory
from engine.policy.outside import OutsidePolicies, Source

OLD_ARGUMENTS = ("view", "mind")
"""The first arguments of every function of a policy file before game files had any."""


class BrokenPolicy(BrokenRule):
    """A policy of a file of its own made a mistake. The line names that file, and not the game's."""


class OutsideFunction(FunctionPolicy):
    """A function in a file of its own."""

    CODE = text = ""

    def decider(self, parameters: Any, dice: Dice | None) -> Decide:
        inner, module = super().decider(parameters, dice), self.function.__code__.co_filename

        def decide(view: Any, choices: Any) -> Any:
            try:
                answer = inner(view, choices)
            except Exception as error:
                raise BrokenPolicy(message("{reason}", reason=reason(error, module)), source=self.where) from None
            if answer not in choices:
                raise BrokenPolicy(
                    message(
                        "decides {answer}; expected one of {choices}",
                        answer=repr(answer),
                        choices=", ".join(map(repr, choices)),
                    ),
                    source=self.where,
                    place=f"line {self.function.__code__.co_firstlineno}",
                )
            return answer

        return decide


class FunctionFiles(OutsidePolicies):
    """The files of policies that were named in this call, or came with a cell."""

    def load_file(self, digest: str) -> ModuleType:
        if digest not in self._loaded:
            source = self._admitted[digest]
            _refuse_old_form(source)
            path = write_module(cache_folder(SHARED), f"own_policy_{digest[:16]}", source.text)
            try:
                with from_outside(digest[:16]):
                    function = _policy_in(load_module(path), source.name)
                found = OutsideFunction(function, f"{source.name}.py")
            except (KeyboardInterrupt, BadInput):
                raise
            except BadMemory as error:
                raise BadInput(error.said, place=f"{source.name}: {MEMORY}") from None
            except ValueError:
                raise BadInput(place=source.name, expected=EXPECTED) from None
            except BaseException as error:
                said = message("cannot be loaded: {reason}", reason=reason(error, str(path)))
                raise BadInput(said) from None
            found.CODE, found.text = digest, source.text
            self._loaded[digest] = found
        return self._loaded[digest]


def _policy_in(module: ModuleType, name: str) -> Policy:
    """The function that decides: the one that is called as the file is, or the only one."""
    own = {
        each.__name__: each
        for each in vars(module).values()
        if isinstance(each, FunctionType) and each.__module__ == module.__name__ and not each.__name__.startswith("_")
    }
    found = [own[name]] if name in own else list(own.values())
    if len(found) != 1:
        raise BadInput(
            expected=message(
                "one function of the view, or one that is called {name}, as the file is; got {got}",
                name=name,
                got=", ".join(own) or "none",
            )
        )
    inspect.signature(found[0])
    return found[0]


def _refuse_old_form(source: Source) -> None:
    """A file with hooks, as policies of Pig had before it was a game of one file."""
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError):
        return  # whoever loads it says what is wrong
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and tuple(each.arg for each in node.args.args[:2]) == OLD_ARGUMENTS:
            raise BadInput(
                message(
                    "{hook}({given}): a policy is a function of the view now: "
                    "def {name}(view, at=20): return view[...] < at",
                    hook=node.name,
                    given=", ".join(each.arg for each in node.args.args),
                    name=source.name,
                ),
                place=f"line {node.lineno}",
            )
