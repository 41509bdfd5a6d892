"""Executes a notebook as Jupyter would, without Jupyter: `python -m tests.notebook docs/notebook.ipynb` writes its
outputs into it, and with `--check` says whether they are still the same. It works in an empty folder of its own.

It imports nothing of ours, so that it can be run by the Python of another environment. Pictures and times would differ
from one machine to the next; a notebook of ours has none.
"""

import ast
import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

KINDS = {"text/plain": "__repr__", "text/html": "_repr_html_"}


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with new outputs, in a fresh namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _outputs("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - a notebook is code
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        shown = {kind: _lines(getattr(value, how)()) for kind, how in KINDS.items() if hasattr(value, how)}
        found.append({"data": shown, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def as_file(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> int:
    *flags, name = sys.argv[1:]
    path = Path(name).resolve()
    before = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        after = as_file(executed(json.loads(before)))
    if "--check" not in flags:
        path.write_text(after, encoding="utf-8")
        return 0
    for was, now in zip(before.splitlines(), after.splitlines(), strict=False):
        if was != now:
            print(f"- {was}\n+ {now}")
    return int(before != after)


if __name__ == "__main__":
    sys.exit(main())
