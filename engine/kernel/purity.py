"""Finds what a kernel function must not contain. Such arithmetic differs between compiled and interpreted code, or
between machines; see `floats`."""

import ast
from collections.abc import Callable, Iterator

DECORATORS = {"compiled", "inlined"}
ARRAY_MODULES = {"np", "numpy"}
REDUCTIONS = {"sum", "dot", "mean", "prod", "std", "var", "average", "cumsum", "matmul", "inner", "vdot", "einsum"}
TRANSCENDENTAL = {
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "power", "cbrt", "hypot", "fsum", "logaddexp"),
    *("sin", "cos", "tan", "tanh", "sinh", "cosh", "arctan", "atan", "atan2", "erf", "gamma", "lgamma"),
}


def is_kernel(function: ast.AST) -> bool:
    """Whether a function is decorated as a kernel function."""
    if not isinstance(function, ast.FunctionDef):
        return False
    return any(isinstance(mark, ast.Name) and mark.id in DECORATORS for mark in function.decorator_list)


def faults_of(tree: ast.Module, concerned: Callable[[ast.AST], bool] = is_kernel) -> Iterator[tuple[int, str]]:
    """Line and name of everything in these functions that must not be there."""
    from_math = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "math"
        for name in node.names
    }
    for function in filter(concerned, ast.walk(tree)):
        for node in ast.walk(function):
            yield from _faults_at(node, from_math)
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("fastmath", "parallel"):
            yield node.value.lineno, node.arg


def _home_of(call: ast.Attribute) -> str:
    return call.value.id if isinstance(call.value, ast.Name) else ""


def _faults_at(node: ast.AST, from_math: set[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.BinOp(op=ast.Pow()) | ast.AugAssign(op=ast.Pow()):
            yield node.lineno, "**"
        case ast.BinOp(op=ast.MatMult()) | ast.AugAssign(op=ast.MatMult()):
            yield node.lineno, "@"
        case ast.Name(id="sum" | "pow" | "prange" as name):
            yield node.lineno, name
        case ast.Name(id=name) if name in from_math - {"sqrt"}:
            yield node.lineno, f"math.{name}"
        case ast.Attribute(attr=name) if _home_of(node) == "math" and name != "sqrt":
            yield node.lineno, f"math.{name}"
        case ast.Attribute(attr=name) if _home_of(node) in ARRAY_MODULES and name in REDUCTIONS | TRANSCENDENTAL:
            yield node.lineno, f"np.{name}"
        case ast.Attribute(attr=name) if name in REDUCTIONS:
            yield node.lineno, f".{name}()"
