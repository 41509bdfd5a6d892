"""Whatever leans on Numba's inside stands in one room. So whoever tries a new Numba knows where to look."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.support import ROOT

ROOM = ROOT / "engine/kernel/numba_inside"
MODULES = [path for top in ("engine", "sim", "fatecast") for path in sorted((ROOT / top).rglob("*.py"))]
OUTSIDE = [path for path in MODULES if path.parent != ROOM]

OFFERED = {"__version__", "config", "errors", "njit", "typeof"}
"""What we use of all that Numba offers everybody."""

SUSPECT = re.compile(r"numba|llvmlite|\._[a-z]|[\"']_[a-z]")
"""What a module that leans must contain; to parse all others takes long."""

ASKED = "_numba_type_"
"""Numba asks this of any object. To answer leans on nothing."""


@cache
def private_names() -> frozenset[str]:
    """Names that Numba keeps to itself, in the modules and classes that a compiler has to do with."""
    from llvmlite import binding
    from numba.core import caching, codegen, compiler, compiler_machinery, config, dispatcher, registry, types, typing
    from numba.np import arrayobj

    modules: tuple[Any, ...] = (caching, codegen, compiler, compiler_machinery, config, dispatcher, registry, typing)
    places = [binding, types, arrayobj, *modules]
    classes = [each for place in places for each in vars(place).values() if isinstance(each, type)]
    names = {name for place in (*places, *classes) for name in dir(place)}
    fields = {"_cache", "_code", "_codegen", "_compiler", "_final_module", "_finalized", "_linking_libraries"}
    return frozenset(name for name in names | fields if is_private(name)) - {ASKED, *dir(NamedTuple("Any", []))}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def own_names(tree: ast.Module) -> set[str]:
    """The names that a module defines, and the fields that it writes."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def leanings(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of everything in a module that leans on Numba's inside."""
    tree = ast.parse(source)
    theirs = private_names() - own_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, each.name) for each in names if is_inside(each.name))
            case ast.ImportFrom(module=str(module), names=names):
                if is_inside(module):
                    yield node.lineno, module
                    yield from ((node.lineno, each.name) for each in names if is_private(each.name))
                elif module == "numba":
                    yield from ((node.lineno, each.name) for each in names if each.name not in OFFERED)
            case ast.Constant(value=str(text)) if (is_inside(text) and "." in text) or text in theirs:
                yield node.lineno, text
            case ast.Attribute(value=ast.Name(id="numba") | ast.Call(func=ast.Name(id="load_numba")), attr=name):
                if name not in OFFERED:
                    yield node.lineno, name
            case ast.Attribute(attr=name) if name in theirs:
                yield node.lineno, name


def is_inside(module: str) -> bool:
    """Whether this is the name of a module that Numba or llvmlite does not offer by name."""
    top, _, inner = module.partition(".")
    return top == "llvmlite" or (top == "numba" and inner.partition(".")[0].isidentifier())


def test_no_other_module_leans_on_numbas_inside() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in OUTSIDE}
    suspects = {name: text for name, text in texts.items() if SUSPECT.search(text)}
    assert len(suspects) > 50
    assert [(name, *found) for name, text in suspects.items() for found in leanings(text)] == []


def test_the_room_does() -> None:
    """So the test above sees what it looks for, in each way in which the room leans."""
    found = {
        path.stem: {name for _, name in leanings(path.read_text(encoding="utf-8"))} for path in ROOM.glob("[a-z]*.py")
    }
    assert {"numba.core.config", "_config_fname", "_env_reloader"} <= found["settings_files"]
    assert {"numba.core.postproc", "_pass_registry", "_code", "_lookup_global"} <= found["front_end"]
    whole = {"llvmlite.binding", "numba.np", "_codegen", "_final_module", "_cache", "_load_overload"}
    assert whole <= found["whole_program"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import numba.core.types", "numba.core.types"),
        ("from numba.core.errors import NumbaError", "numba.core.errors"),
        ("from numba import core", "core"),
        ("from llvmlite import binding", "llvmlite"),
        ("numba.core.types.int64", "core"),
        ("load_numba().core", "core"),
        ("import_module('numba.core.types')", "numba.core.types"),
        ("kernel.dispatcher._cache", "_cache"),
        ("number = kind._code", "_code"),
        ("setattr(config, '_config_fname', '')", "_config_fname"),
    ],
)
def test_a_planted_leaning_is_noticed(line: str, name: str) -> None:
    assert SUSPECT.search(line)
    assert list(leanings(f"def f(kernel, kind, config):\n    {line}\n")) == [(2, name)]


def test_what_numba_offers_and_what_is_our_own_is_none() -> None:
    ours = (
        "class Store:\n    def fill(self):\n        self._cache = {}\n    def get(self):\n        return self._cache\n"
    )
    offered = "import numba\nkind = numba.typeof(1)\nwarned = load_numba().errors.NumbaWarning\n"
    assert list(leanings(ours + offered)) == []
