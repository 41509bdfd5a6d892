"""Mistakes planted into the text of zones: each scenario must find its own, in plain Python and in a kernel.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.hidden.planted
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from inspect import getsource
from unittest.mock import patch

from engine.kernel.code_cache import kernel_folder, load_module, named_by_content, write_module
from engine.outside.own import author
from engine.outside.own.compiled.writing.calling import zone_calls
from engine.outside.own.hidden import zones
from tests.own_games.hidden.scenarios import SCENARIOS, is_as_expected, seen

KIND = "numbers"


@contextmanager
def planted(old: str, new: str) -> Iterator[None]:
    """Meanwhile, zones have another text, for plain Python and for the pass."""
    text = getsource(zones)
    assert old in text, old
    text = text.replace(old, new)
    mistaken = load_module(write_module(kernel_folder("own"), named_by_content("zones", text), text))
    functions, verbs = zone_calls.read(ast.parse(text))
    with ExitStack() as stack:
        for name, value in vars(mistaken).items():
            if name in ("Zone", *functions) and name in vars(author):
                stack.enter_context(patch.object(author, name, value))
        stack.enter_context(patch.dict(zone_calls.FUNCTIONS, functions))
        stack.enter_context(patch.dict(zone_calls.VERBS, verbs))
        yield


def holds(compiled: bool, *names: str) -> bool:
    """Whether scenarios, or all, are as they were written down."""
    found = seen(KIND, compiled, *names)
    return all(is_as_expected(name, each) for name, games in found.items() for each in games)


def main() -> int:
    assert holds(False)
    assert holds(True)
    missed = 0
    for name, mistake in ((name, mistake) for name, scenario in SCENARIOS.items() for mistake in scenario.mistakes):
        with planted(*mistake):
            found = [how for how, compiled in (("plain", False), ("compiled", True)) if not holds(compiled, name)]
        print(f"{name}: {'found ' + ' and '.join(found) if found else 'NOT FOUND'}: {mistake[0].strip()!r}")
        missed += 2 - len(found)
    return missed


if __name__ == "__main__":
    sys.exit(main() > 0)
