"""A syntax tree as a text that is the same in every version of Python."""

import ast
from collections.abc import Iterator

SAYS_NOTHING = {"ctx", "kind", "type_comment", "lineno", "col_offset", "end_lineno", "end_col_offset"}


def canonical(node: ast.AST) -> str:
    """The node and all that is in it. Empty fields are left out: later versions of Python have more of them."""
    return "".join(_written(node))


def _written(value: object) -> Iterator[str]:
    if isinstance(value, ast.AST):
        yield f"({type(value).__name__}"
        for name, inner in ast.iter_fields(value):
            if name not in SAYS_NOTHING and inner is not None and inner != []:
                yield f" {name}="
                yield from _written(inner)
            elif inner is None and isinstance(value, ast.Constant) and name == "value":
                yield " None"
        yield ")"
    elif isinstance(value, list):
        yield "["
        for inner in value:
            yield from _written(inner)
        yield "]"
    elif type(value) is int:
        yield f"int {value:x}"  # in tens, a long one would be refused
    else:
        yield f"{type(value).__name__} {value!a}"  # which letters are shown as they are depends on the version


def depth_of(node: ast.AST, most: int) -> int:
    """How many levels a tree has; it is not looked at beyond `most`, and nothing calls itself here."""
    level, depth = [node], 0
    while level and depth <= most:
        level = [inner for each in level for inner in ast.iter_child_nodes(each)]
        depth += 1
    return depth
