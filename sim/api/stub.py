"""`python -m sim.api.stub`: write `fatecast/__init__.pyi`, from which editors and mypy know the functions of the verbs,
and the page that lists their flags.

`make stubs` does it. A test fails if the files say something else than the requests.
"""

import types
from collections.abc import Iterator
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from sim.api import OTHER_NAMES
from sim.api.functions import docstring, signature_of
from sim.api.names import OPENED, homes, names
from sim.text.wrapping import wrapped
from sim.verbs.request.declaration import Field
from sim.verbs.request.declaration import declared as in_request
from sim.verbs.request.verb import Verb, all_verbs, modules, verb_of

FILE = Path("fatecast") / "__init__.pyi"
PAGE = Path("docs") / "reference" / "verbs" / "flags.md"
PAGE_HEAD = """# Arguments and flags of every verb

Written by `make stubs` from the requests of the verbs; a change here is lost. The axes of a game are flags, too, which
the help of a verb lists for the game: `fatecast run --game pig --help`. In Python, each is an argument of the function,
with `_` for `-`.
"""
HEAD = '''"""Written by `make stubs` from the requests of the verbs; a change here is lost."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Literal

'''
WIDTH = 120
NOTHING: dict[Any, str] = {type(None): "None", object: "object"}


def stub() -> str:
    """The text of the file."""
    classes = {**homes(), "load_run": OPENED}
    offered = [f"from {home} import {name} as {name}" for name, home in classes.items()]
    imports = sorted([*offered, "from sim.verbs.request.choices import HasPath"])
    listed = ["__all__ = [", *(f'    "{name}",' for name in names()), "]"]
    functions = {**{name: name for name in modules()}, **OTHER_NAMES}
    declared = [line for name, module in sorted(functions.items()) for line in ("", *_function(name, verb_of(module)))]
    return HEAD + "\n".join([*imports, "", *listed, *declared, ""])


def flags_page() -> str:
    """The text of the page."""
    return "\n".join([PAGE_HEAD, *(line for verb in all_verbs() for line in _section(verb))])


def _section(verb: Verb[Any]) -> list[str]:
    fields = [field for field in in_request(verb.request) if not field.says.only_python]
    rows = [f"| {_typed(field)} | {field.says.help} |" for field in fields]
    return [f"## {verb.name}", "", verb.help, "", "| argument or flag | meaning |", "|---|---|", *rows, ""]


def _typed(field: Field) -> str:
    if field.says.is_argument:
        return f"`{field.says.metavar or field.name.upper()}`"
    return ", ".join(f"`{flag}`" for flag in field.flags)


def _function(name: str, verb: Verb[Any]) -> list[str]:
    parameters = [f"    {line}," for line in _parameters(signature_of(verb))]
    lines = [
        piece
        for line in f'"""{docstring(verb)}'.splitlines()
        for piece in wrapped(f"    {line}", WIDTH).splitlines() or [""]
    ]
    stripped = [line.rstrip() for line in lines]
    return [f"def {name}(", *parameters, f") -> {verb.result_name}:", *stripped, '    """']


def _parameters(signature: Signature) -> Iterator[str]:
    is_named = False
    for parameter in signature.parameters.values():
        if parameter.kind is Parameter.KEYWORD_ONLY and not is_named:
            is_named = True
            yield "*"
        default = "" if parameter.default is Parameter.empty else " = ..."
        stars = "**" if parameter.kind is Parameter.VAR_KEYWORD else ""
        yield f"{stars}{parameter.name}: {in_words(parameter.annotation)}{default}"


def in_words(annotation: Any) -> str:
    """A type as code says it."""
    if annotation in NOTHING:
        return NOTHING[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return " | ".join(map(in_words, inner))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]".replace("'", '"')
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(in_words, inner))}]"
    return str(annotation.__name__)


if __name__ == "__main__":
    FILE.write_text(stub(), encoding="utf-8")
    PAGE.write_text(flags_page(), encoding="utf-8")
