"""Numba's front end, with less to do.

Most of the time in which a kernel is compiled goes into Numba's Python code. Some of its habits cost much and give
nothing to kernels:

- It looks up anew, at every `+` and every `row[slot]`, which of dozens of templates fits the types. Here the answer is
  remembered.
- It computes the lifetimes of all variables again in nearly every pass and after it. Only the last pass reads them, and
  computes them itself. Here they are computed when they are read.
- It looks for functions within the function, and then computes the lifetimes again. Kernel functions have none.
- It asks before every function whether Numba has learnt new types meanwhile.
- It writes the types of all arguments into the name of a function, and that of a record has thousands of letters. Here
  a hash stands for them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from types import CodeType
from typing import Any

from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.types import Array, BaseTuple, Boolean, IntegerLiteral, NoneType, Number, RangeType, Record, SliceType
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import Context
from numba.core.untyped_passes import DeadBranchPrune, InlineClosureLikes

PLAIN = (Array, BaseTuple, Boolean, IntegerLiteral, NoneType, Number, RangeType, Record, SliceType)
"""Types of values. What a function makes of them depends on nothing else; on functions as arguments it may."""

ENVIRONMENT = ".NumbaEnv."
"""How Numba begins the name of the place where it keeps a function's Python objects."""


class RememberingContext(Context):
    """Numba's knowledge of types, which remembers the answers to questions it was asked."""

    def refresh(self) -> None:
        """Nothing: what the code generator learns meanwhile it passes on by itself."""

    def _resolve_user_function_type(self, func: Any, args: Any, kws: Any, literals: Any = None) -> Any:
        kind = self._lookup_global(func) or func  # type: ignore[no-untyped-call]
        usual = super()._resolve_user_function_type
        return _remembered(kind, args, kws, lambda: usual(func, args, kws, literals))  # type: ignore[no-untyped-call]


def _remembered(kind: Any, args: Any, kws: Any, find_out: Callable[[], Any]) -> Any:
    """What a function of this kind makes of arguments of these types."""
    if kws or not isinstance(kind, BaseFunction) or not all(isinstance(each, PLAIN) for each in args):
        return find_out()
    question = (kind._code, *(each._code for each in args))  # type: ignore[attr-defined]
    if question not in _answers:
        _answers[question] = find_out()
    return _answers[question]


_answers: dict[tuple[int, ...], Any] = {}
"""By the numbers of the types, which Numba never gives twice."""


@cache
def remembering(context: Any) -> RememberingContext:
    """The same context, remembering: both know the same, now and later."""
    view = RememberingContext.__new__(RememberingContext)
    view.__dict__ = context.__dict__
    return view


@contextmanager
def less_to_do() -> Iterator[None]:
    """Meanwhile, Numba computes no lifetimes that nobody reads.

    That saves a tenth: 85.2 and 85.2 seconds of CPU for the kernels of the default experiment, with an empty cache,
    against 94.3 and 93.2 without it. (To remember answers while Numba writes code, too, saved too little to stay.)"""
    before, PostProcessor.run = PostProcessor.run, _process  # type: ignore[method-assign]
    try:
        yield
    finally:
        PostProcessor.run = before  # type: ignore[method-assign]


_usual_process = PostProcessor.run


def _process(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """In place of `PostProcessor.run`."""
    function = self.func_ir
    if emit_dels or function.is_generator or _is_checked():
        _usual_process(self, emit_dels, extend_lifetimes)
        return
    function.blocks = canonicalize_cfg(function.blocks)
    function.variable_lifetime = VariableLifetime(function.blocks)
    function.generator_info = None


def _is_checked() -> bool:
    """Whether what Numba compiles just now is code from outside, or belongs to it. That is compiled as Numba always
    does."""
    flags = ConfigStack.top_or_none()
    return flags is None or bool(flags.boundscheck)


class LeanPassManager(PassManager):
    """Runs the passes that a function needs, and looks at all of it again only when one has cut branches out of it."""

    def run(self, state: Any) -> None:
        with less_to_do():
            self._run(state)

    def _run(self, state: Any) -> None:
        constants = state.func_id.code.co_consts
        has_inner = any(isinstance(each, CodeType) for each in constants)
        for each, _ in self.passes:
            if each is InlineClosureLikes and not has_inner:
                continue
            instance = _pass_registry.get(each).pass_inst
            instance.analysis = self._analysis
            steps = (instance.run_initialization, instance.run_pass, instance.run_finalizer)
            changed = [step(state) for step in steps]
            if each is DeadBranchPrune and any(changed):
                PostProcessor(state.func_ir).run()


def short_name(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """In place of Numba's own name for a function: the word that a person knows it by, and a hash of everything that
    Numba would write out."""
    text = " ".join([name, *map(str, types), *map(str, abi_tags), str(uid)])
    digest = sha256(text.encode()).hexdigest()[:24]
    word = "".join(letter for letter in name.rpartition(".")[2] if letter.isalnum() or letter == "_")
    space = "08NumbaEnv" if name.startswith(ENVIRONMENT) else ""
    whole = f"{word}_{digest}"
    return f"_ZN{space}{len(whole)}{whole}E"
