"""The hash of the rules in a game file: equal for two texts that play the same games with the same policies.

It is taken of the syntax tree. Comments and layout are not in it. Left out of it is what can be proved to decide
nothing: docstrings, the text in `table.tell`, how `draw` shows the table, policies that nobody plays, and the
functions, plain values and imports that only they need. Whatever cannot be proved so is a rule; in a file that looks at
its own code, every letter is.
"""

import ast
import builtins
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from hashlib import sha256
from string import Formatter

from engine.outside.own.editions.canonical import canonical, depth_of
from engine.outside.own.editions.drawn import leave_out_drawing

TELL, LINES, POLICIES, FUTURE = "tell", "lines", "policies", "__future__"
KIT = "fatecast.game"
"""What a game file is written against: what it offers is made without a trace."""
PLAIN_MODULES = {
    KIT,
    FUTURE,
    "bisect",
    "collections",
    "collections.abc",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "typing",
}
"""Modules that do nothing when they are imported, and do not look at the file."""
LOOKS_AT_CODE = {
    *("__import__", "breakpoint", "compile", "delattr", "dir", "eval", "exec", "getattr", "globals", "hasattr"),
    *("help", "locals", "open", "setattr", "vars"),
}
"""Functions by which a file could find what it never names."""
COMMON_METHODS = {"__init__", "__post_init__", "__new__", "__eq__", "__lt__", "__hash__", "__len__", "__getitem__"}
"""Of the names with double underscores, those that tell nothing about code."""
BUILT_IN = frozenset(vars(builtins))
DEEPEST = 200
"""Levels of a syntax tree; a deeper one is compared letter by letter."""
REMEMBERED = 512
"""Hashes that are kept: one for each text and set of policies."""

Statement = ast.stmt


@lru_cache(REMEMBERED)
def rules_digest(text: str, played: frozenset[str]) -> str:
    """The SHA-256 of the rules in a text, if these policies play; that of the whole text if it cannot be told apart."""
    tree = _parsed(text)
    if tree is None or _looks_at_itself(tree):
        return sha256(text.encode()).hexdigest()
    kept = [statement for statement in _needed(tree, played) if not _does_nothing(statement)]
    tells = _tells_are_the_tables(tree)
    for statement in kept:
        _strip(statement, tells)
    return sha256("\n".join(canonical(statement) for statement in kept).encode()).hexdigest()


def _parsed(text: str) -> ast.Module | None:
    """The syntax tree, unless there is none, or one too deep to walk."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes: the file says so when it is loaded
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if depth_of(tree, DEEPEST) <= DEEPEST else None


def _looks_at_itself(tree: ast.Module) -> bool:
    """Whether a file may find something out about its own code, so that even a comment could matter."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                if name in LOOKS_AT_CODE or (_is_special(name) and name not in COMMON_METHODS):
                    return True
            case ast.Constant(value=str(text)):
                if "__" in text:
                    return True
            case ast.Import(names=names):
                if any(each.name not in PLAIN_MODULES for each in names):
                    return True
            case ast.ImportFrom(module=module, names=names, level=level):
                if level or module not in PLAIN_MODULES or any(each.name == "*" for each in names):
                    return True
    return False


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


# What decides


def _needed(tree: ast.Module, played: frozenset[str]) -> list[Statement]:
    """The statements of a file that can matter, in their order. What is spare is among them only if something needed
    names it. The list of policies needs those that are played, and those that may go by another name."""
    statements = list(_one_by_one(tree.body))
    spare = _spare(statements)
    leave_out_drawing(statements, spare, _games_of_kit(statements), _bound_by)
    wanted: set[str] = set()
    if listed := _listed_policies(statements):
        assigned, names = listed
        assigned.value = ast.Constant(value=None)
        wanted = {name for name in names if name in played or not isinstance(spare.get(name), ast.FunctionDef)}
    is_spare = {id(statement) for statement in spare.values()}
    for statement in statements:
        if id(statement) not in is_spare:
            wanted |= _names_in(statement)
    known: set[str] = set()
    while new := wanted - known:
        known |= new
        wanted = set().union(*(_names_in(spare[name]) for name in new if name in spare))
    left_out = {id(statement) for name, statement in spare.items() if name not in known}
    return [statement for statement in statements if id(statement) not in left_out]


def _games_of_kit(statements: Collection[Statement]) -> frozenset[str]:
    """The names that the file has for what its class derives from."""
    times = Counter(name for statement in statements for name in _bound_by(statement))
    imported = [
        each.asname or each.name
        for statement in statements
        if isinstance(statement, ast.ImportFrom) and statement.module == KIT
        for each in statement.names
        if each.name == "Game"
    ]
    return frozenset(name for name in imported if times[name] == 1)


def _one_by_one(body: Collection[Statement]) -> Iterator[Statement]:
    """The statements of a file, with an import of several names as several imports."""
    for statement in body:
        if isinstance(statement, ast.Import):
            yield from (ast.Import(names=[each]) for each in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module != FUTURE:
            yield from (ast.ImportFrom(module=statement.module, names=[each], level=0) for each in statement.names)
        else:
            yield statement


def _listed_policies(statements: Collection[Statement]) -> tuple[ast.Assign, list[str]] | None:
    """Where the class lists its policies, and their names; None if they are not a plain list of names, or if the file
    looks at that list."""
    found: list[ast.Assign] = []
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and node.attr == POLICIES:
                return None
            if isinstance(node, ast.Constant) and node.value == POLICIES:
                return None
            if isinstance(node, ast.Name) and node.id == POLICIES and isinstance(node.ctx, ast.Load | ast.Del):
                return None
        if isinstance(statement, ast.ClassDef):
            found += [each for each in statement.body if isinstance(each, ast.Assign) and _is_policies(each)]
    if len(found) != 1:
        return None
    value = found[0].value
    listed = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    names = [each.id for each in listed if isinstance(each, ast.Name)]
    return (found[0], names) if len(names) == len(listed) else None


def _is_policies(statement: ast.Assign) -> bool:
    match statement.targets:
        case [ast.Name(id=name)]:
            return name == POLICIES
    return False


def _spare(statements: Collection[Statement]) -> dict[str, Statement]:
    """Statements that do nothing but give a name to something, by that name: what nobody names can be left out. A name
    that is given twice is not among them, and none of Python's own."""
    times = Counter(name for statement in statements for name in _bound_by(statement))
    from_kit = {
        name
        for statement in statements
        if isinstance(statement, ast.ImportFrom) and statement.module == KIT
        for name in _bound_by(statement)
        if times[name] == 1
    }
    found: dict[str, Statement] = {}
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name, decorator_list=[]) if _leaves_no_trace(statement, from_kit):
                found[name] = statement
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_plain(value, from_kit):
                found[name] = statement
            case ast.Import() | ast.ImportFrom() if getattr(statement, "module", "") != FUTURE:
                found |= dict.fromkeys(_bound_by(statement), statement)
    return {name: each for name, each in found.items() if times[name] == 1 and name not in BUILT_IN}


def _bound_by(top: Statement) -> Iterator[str]:
    """Every name of the file that a statement may give or take away."""
    todo: list[ast.AST] = [top]
    while todo:
        node = todo.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
                yield from _bound_inside(node)
                continue  # what else is named inside is its own
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.partition(".")[0]
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name
        todo += ast.iter_child_nodes(node)


def _bound_inside(node: ast.AST) -> Iterator[str]:
    """The names of the file that a function or a class may give or take away."""
    for inner in ast.walk(node):
        match inner:
            case ast.Global(names=names):
                yield from names
            case ast.NamedExpr(target=ast.Name(id=name)):
                yield name


def _leaves_no_trace(function: ast.FunctionDef, from_kit: Collection[str]) -> bool:
    """Whether to define a function does nothing else: its defaults and annotations are worked out then."""
    given = function.args
    defaults = [*given.defaults, *(each for each in given.kw_defaults if each is not None)]
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    said = [each.annotation for each in arguments if each is not None and each.annotation is not None]
    said += [function.returns] if function.returns is not None else []
    return all(_is_plain(each, from_kit) for each in defaults) and all(map(_is_plain_type, said))


def _is_plain(value: ast.expr, from_kit: Collection[str]) -> bool:
    """Whether to work a value out changes nothing: numbers and texts, lists of them, names, and what the kit offers."""
    match value:
        case ast.Constant() | ast.Name():
            return True
        case ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return all(_is_plain(each, from_kit) for each in parts)
        case ast.Dict(keys=keys, values=values):
            return all(each is not None and _is_plain(each, from_kit) for each in (*keys, *values))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if name in from_kit:
            given = [*arguments, *(each.value for each in keywords)]
            return all(each.arg is not None for each in keywords) and all(_is_plain(each, from_kit) for each in given)
    return False


def _is_plain_type(said: ast.expr) -> bool:
    match said:
        case ast.Constant() | ast.Name():
            return True
        case ast.Subscript(value=ast.Name(), slice=inner):
            return _is_plain_type(inner)
        case ast.Tuple(elts=parts):
            return all(map(_is_plain_type, parts))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_plain_type(left) and _is_plain_type(right)
    return False


def _names_in(statement: Statement) -> set[str]:
    """Every name that a statement mentions, in the texts of annotations as well; whether it means that of the file or
    one of its own does not matter."""
    found = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    for node in ast.walk(statement):
        match node:
            case ast.AnnAssign(annotation=said) | ast.arg(annotation=ast.expr() as said):
                texts = (each.value for each in ast.walk(said) if isinstance(each, ast.Constant))
                found |= {word for text in texts if isinstance(text, str) for word in re.findall(r"\w+", text)}
    return found


# What only people read


def _tells_are_the_tables(tree: ast.Module) -> bool:
    """Whether `.tell` can only be that of the table, as no other thing in the file has one, and whether nobody looks at
    what was told."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                if name == TELL:
                    return False
            case ast.Attribute(attr=attribute, ctx=how):
                if attribute == LINES or (attribute == TELL and not isinstance(how, ast.Load)):
                    return False
            case ast.keyword(arg=name):
                if name == TELL:
                    return False
            case ast.Constant(value=str(text)):
                if _names_fields(text, TELL):
                    return False
            case ast.alias(name=name, asname=asname):
                if TELL in (name, asname):
                    return False
    return True


def _names_fields(text: str, name: str) -> bool:
    """Whether a text can be the names of fields, as `namedtuple` takes them, with this one among them."""
    words = text.replace(",", " ").split()
    return name in words and all(word.isidentifier() for word in words)


def _strip(statement: Statement, tells: bool) -> None:
    """Take out of a statement what only people read."""
    for node in ast.walk(statement):
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                setattr(node, field, [each for each in inner if not _does_nothing(each)])
        match node:
            case ast.Call(func=ast.Attribute(attr="tell"), args=[told, *_]) if tells:
                _strip_text(told)


def _does_nothing(statement: object) -> bool:
    """Docstrings, other texts that stand alone, and `pass`."""
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


def _strip_text(told: ast.expr) -> None:
    """Take the letters out of a text. The places for values stay: they can fail."""
    match told:
        case ast.Constant(value=str(text)):
            told.value = _places(text)
        case ast.JoinedStr(values=parts):
            told.values = [each for each in parts if not isinstance(each, ast.Constant)]


def _places(text: str) -> str:
    """A text without its letters: `{} pays {:>3}` is `{}{:>3}`. What is no such text stays as it is."""
    try:
        found = list(Formatter().parse(text))
    except ValueError:
        return text
    return "".join(
        "{" + name + (f"!{how}" if how else "") + (f":{spec}" if spec else "") + "}"
        for _, name, spec, how in found
        if name is not None
    )
