"""A kernel is compiled as one program.

By default, Numba makes a library of every helper: linked with all that it calls, optimised, turned into machine code,
wrapped for Python and written to disk. It repeats all of that for every function that calls the helper. With hundreds
of helpers this takes minutes, and only the outermost function is ever called from Python. Here a helper stays as the
front end left it, and is linked, optimised and translated once, with the program that needs it.

This leans on how Numba is built inside, by its extension points where it has them (a dispatcher, a pipeline, a pass).
`compile_way` says what happens if Numba is built otherwise.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage, create_new_module_pass_manager, set_option
from numba.core import types
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typed_passes import NativeLowering
from numba.core.types import unliteral
from numba.np import arrayobj

from engine.kernel.numba_inside.front_end import LeanPassManager, remembering, short_name

# Loops over the four slots of the row are longer than what LLVM usually unrolls.
set_option("", "-unroll-threshold=1000")  # type: ignore[no-untyped-call]

FEW_PARTS = 16
"""A kernel with at most as many functions left is optimised twice."""

ENVIRONMENTS = "_ZN08NumbaEnv"
"""How the names of environments begin, in which Numba keeps a function's Python objects."""

at_the_link: list[Callable[[], None]] = []
"""Called, once, when all parts of a whole program are there, before they are linked."""


class PartLibrary(JITCodeLibrary):
    """The code of one helper, as it came from the front end, and tidied up."""

    def add_llvm_module(self, module: Any) -> None:
        """Numba keeps every variable in memory. To put them into registers is quick, and done here once for all
        kernels that share the part; everything else is done with the whole."""
        passes = create_new_module_pass_manager()  # type: ignore[no-untyped-call]
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.run(module, self._codegen._pass_builder())
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True  # fit to be linked, and that is all a part is for


class WholeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with every part it needs, directly or not."""

    def finalize(self) -> None:
        while at_the_link:
            at_the_link.pop()()
        self._linking_libraries = all_needed(self._linking_libraries)
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        """Nobody else links to the parts, so the optimiser may inline, change or drop each as it likes. Numba's cheap
        first round is left out: it looks for reference counts to prune, and a kernel has none. Where nearly all parts
        have become one function, a second full round finds more to do (certain: 5 % faster). Elsewhere it doubles the
        wait for nothing (literal: 1 %)."""
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        self._optimise()
        if sum(not function.is_declaration for function in self._final_module.functions) <= FEW_PARTS:
            self._optimise()

    def _optimise(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def all_needed(libraries: Iterable[Any]) -> list[Any]:
    """The libraries and what they need, each once, and before what it needs itself: the linker drops what nobody has
    asked for yet."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library in found:
            return
        if isinstance(library, PartLibrary):
            for needed in library._linking_libraries:
                visit(needed)
        found[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(found))


COUNTS_FROM_THE_START = "counts_from_the_start"
"""The mark of a function that uses no index below 0, and gives no record to a function twice."""


@contextmanager
def indices_as_they_are() -> Iterator[None]:
    """Numba adds an array's length to an index below 0, which costs a comparison at every access."""
    usual = arrayobj.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


class _Lowering(NativeLowering):
    library: type[JITCodeLibrary]

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.targetctx.mangler = short_name  # a copy that belongs to this function alone
        if not getattr(state.func_id.func, COUNTS_FROM_THE_START, False):
            return bool(super().run_pass(state))  # type: ignore[no-untyped-call]
        state.flags.noalias = True
        with indices_as_they_are():
            return bool(super().run_pass(state))  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPart(_Lowering):
    """Translate a helper for the linker."""

    _name: Any = "lower_part"
    library = PartLibrary

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        super().run_pass(state)
        handle = object()  # what Numba looks the helper up by, as there is no machine code to point at
        state.targetctx.insert_user_function(handle, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=handle)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerWhole(_Lowering):
    """Link, optimise and translate a function that Python calls."""

    _name: Any = "lower_whole"
    library = WholeLibrary

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        for variable in state.library._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENTS) and (environment := lookup_environment(variable.name)):
                state.library.codegen.set_env(variable.name, environment)
        return True


class _Compiler(CompilerBase):
    lowering: type[_Lowering]

    def __init__(self, context: Any, *others: Any) -> None:
        super().__init__(remembering(context), *others)  # type: ignore[no-untyped-call]

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager = PassManager if self.state.flags.boundscheck else LeanPassManager  # code from outside is checked
        pipeline = manager(usual.pipeline_name)  # type: ignore[no-untyped-call]
        pipeline.passes = [(self.lowering if each is NativeLowering else each, why) for each, why in usual.passes]
        pipeline.finalize()
        return [pipeline]


class PartCompiler(_Compiler):
    """Numba's passes, the last of which leaves a helper for the linker."""

    lowering = LowerPart


class WholeCompiler(_Compiler):
    """Numba's passes, the last of which links all helpers."""

    lowering = LowerWhole


class KernelCache(FunctionCache):
    """Machine code on disk, which is loaded without what only a compiler needs."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba would first load all that it can compile, half a second of work. Machine code needs only Numba's
        runtime, and the secrets of Python's hashes if a policy of somebody's own uses those. A compilation, if the code
        is not there, loads the rest."""
        import numba.cpython.hashing  # noqa: F401 - it makes the secrets known to the linker

        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


class Part(CPUDispatcher):
    """A helper, for functions that are compiled. Whoever calls it from Python calls a whole program that consists of
    it, which is compiled at its first call and cached."""

    _compiler: Any
    _insert: Any
    overloads: Any
    whole: Any

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        alone = {**options, "nopython": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions={**alone, "no_cpython_wrapper": True}, pipeline_class=PartCompiler)
        self.whole = CPUDispatcher(function, targetoptions=alone, pipeline_class=WholeCompiler)
        self.whole._cache = KernelCache(function)  # type: ignore[no-untyped-call]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called with a constant, a helper is the same as with any number. Numba would make a version for each; where
        one is worth it, the optimiser does."""
        return super().get_call_template(
            tuple(map(unliteral, args)), {name: unliteral(arg) for name, arg in kws.items()}
        )

    def compile(self, signature: Any) -> Any:
        arguments, result = normalize_signature(signature)
        if arguments not in self.overloads:
            self.overloads[arguments] = self._compiler.compile(arguments, result)
        return self.overloads[arguments].entry_point

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Numba asks for the machine code to call, as it knows of none; from now on it does."""
        machine_code = self.whole._compile_for_args(*args, **kws)
        *_, latest = self.whole.overloads.values()
        self._insert([argument._code for argument in latest.signature.args], latest.entry_point, False)
        return machine_code
