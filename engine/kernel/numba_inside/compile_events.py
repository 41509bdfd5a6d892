"""When this process compiles: Numba tells those who listen. A call of a game that compiles first takes long, and does
not hang."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from engine.kernel.compiled import INTERPRETED
from engine.kernel.numba_inside.settings_files import load_numba

_listeners: list[object] = []


def compile_within(context: Callable[[], AbstractContextManager[None]], is_needed: bool) -> None:
    """From now on, this process compiles within such a context. Numba is loaded for that only if it will be needed."""
    if _listeners or INTERPRETED or not (is_needed or "numba" in sys.modules):
        return
    load_numba()
    from numba.core import event

    depth, within = 0, ExitStack()

    class Listener(event.Listener):
        """A function may need others to be compiled: the first to begin ends last."""

        def on_start(self, event: Any) -> None:
            nonlocal depth
            depth += 1
            if depth == 1:
                within.enter_context(context())

        def on_end(self, event: Any) -> None:
            nonlocal depth
            depth -= 1
            if not depth:
                within.close()

    _listeners.append(Listener())
    event.register("numba:compile", _listeners[0])
