"""Which lines of kernel functions are run, in plain Python.

A line is a statement, however many lines of text it takes; of a loop or a branch, its head. Functions are found by
module and name, and lines are counted from the first line of the function: so the copy of a kernel that a policy gets
counts for the kernel itself.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from engine.kernel.purity import is_kernel


class Line(NamedTuple):
    module: str
    function: str
    text: str


class Lines:
    """The lines of the kernel functions in a folder that no game has reached yet."""

    def __init__(self, folder: Path, kernel: str) -> None:
        """`kernel` is the module of which policies get copies."""
        self._folder, self._kernel = str(folder), kernel
        self._heads: dict[tuple[str, str], dict[int, int]] = {}
        """By module and function: the statement that a line belongs to."""
        self._left: dict[tuple[str, str], dict[int, Line]] = {}
        self._functions: dict[CodeType, tuple[str, str] | None] = {}
        for path in sorted(folder.glob("*.py")):
            text = path.read_text(encoding="utf-8")
            for function in filter(is_kernel, ast.parse(text).body):
                assert isinstance(function, ast.FunctionDef)
                self._add(path.stem, function, text.splitlines())

    def _add(self, module: str, function: ast.FunctionDef, text: list[str]) -> None:
        begin = function.decorator_list[0].lineno
        heads, left = {}, {}
        for statement in _statements(function):
            inner: list[ast.stmt] = getattr(statement, "body", [])
            last = inner[0].lineno - 1 if inner else statement.end_lineno or statement.lineno
            heads.update(dict.fromkeys(range(statement.lineno - begin, last + 1 - begin), statement.lineno - begin))
            left[statement.lineno - begin] = Line(module, function.name, text[statement.lineno - 1].strip())
        self._heads[module, function.name], self._left[module, function.name] = heads, left

    @property
    def count(self) -> int:
        return sum(len(set(heads.values())) for heads in self._heads.values())

    @property
    def left(self) -> list[Line]:
        return [lines[at] for lines in self._left.values() for at in sorted(lines)]

    @contextmanager
    def watched(self) -> Iterator[None]:
        """What is run meanwhile is reached."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code not in self._functions:
            self._functions[code] = self._function_of(code)
        function = self._functions[code]
        if function is None or not self._left[function]:
            return None  # nothing is left to reach there
        heads, left, begin = self._heads[function], self._left[function], code.co_firstlineno

        def moved(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                left.pop(heads.get(frame.f_lineno - begin, -1), None)
            return moved

        return moved

    def _function_of(self, code: CodeType) -> tuple[str, str] | None:
        path = Path(code.co_filename)
        is_copy = path.stem.startswith("kernel_")
        if not is_copy and str(path.parent) != self._folder:
            return None
        found = (self._kernel if is_copy else path.stem, code.co_name)
        return found if found in self._left else None


def _statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """All statements of a function but its docstring."""
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node is not function:
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not is_text:
                yield node
