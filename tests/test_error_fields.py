"""Errors have fields: their text is read only where somebody reads it, and no code takes it apart."""

import ast
import copyreg
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput, NotComparable, first_line, message
from tests.language.plain_errors import plain_errors
from tests.language.texts import IN_ENGLISH
from tests.support import ROOT
from tests.support.raises import Raises

EDGE = ("sim/cli", "sim/api", "sim/play/logs.py", "engine/errors.py", "fatecast")
"""Where lines are shown, and the ground floor, which makes them."""


NAMED = re.compile(r"except .* as (\w+):")


def caught(tree: ast.Module) -> Iterator[tuple[str, ast.ExceptHandler]]:
    """Every name of a caught error, with its block."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name, node


def readings(source: str) -> list[int]:
    """The lines that read the text of a caught error: `str(error)`, `error.args`."""
    found: list[int] = []
    if not any(f"str({name})" in source or f"{name}.args" in source for name in NAMED.findall(source)):
        return found  # quicker than to parse it
    for name, block in caught(ast.parse(source)):
        for node in ast.walk(block):
            is_text = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "str"
                and len(node.args) == 1
                and isinstance(node.args[0], ast.Name)
                and node.args[0].id == name
            )
            is_args = (
                isinstance(node, ast.Attribute)
                and node.attr == "args"
                and isinstance(node.value, ast.Name)
                and node.value.id == name
            )
            if isinstance(node, ast.expr) and (is_text or is_args):
                found.append(node.lineno)
    return found


def files() -> list[Path]:
    found = [path for top in ("engine", "sim", "fatecast") for path in sorted((ROOT / top).rglob("*.py"))]
    return [path for path in found if not str(path.relative_to(ROOT)).startswith(EDGE)]


def test_the_text_of_an_error_is_read_only_at_the_edge() -> None:
    wrong = {str(path.relative_to(ROOT)): readings(path.read_text(encoding="utf-8")) for path in files()}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


@pytest.mark.parametrize("reading", ["str(error)", "error.args", "str(error).removeprefix('x')"])
def test_a_reading_is_seen(reading: str) -> None:
    assert readings(f"try:\n    f()\nexcept ValueError as error:\n    g({reading})\n") == [4]
    assert readings("try:\n    f()\nexcept ValueError as error:\n    g(error.line, str(other))\n") == []


def test_no_error_is_given_a_finished_or_a_plain_sentence() -> None:
    paths = [path for top in ("engine", "sim", "fatecast") for path in sorted((ROOT / top).rglob("*.py"))]
    sources = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    raises = Raises(sources)
    assert {"BadInput", "BrokenRule", "ExpressionError", "bad_field", "bad_variant"} <= raises.makers.keys()
    assert raises.finished() == []
    asked = {name: text for name, text in sources.items() if not name.startswith(IN_ENGLISH)}
    assert [each for each in plain_errors(raises, asked) if "seats/trained_" not in each[0]] == []


@pytest.mark.parametrize(
    "planted",
    [
        'raise BadInput(f"no {name}")',
        'raise BadInput("no " + name, source=name)',
        'raise BadInput(expected="a name, not %s" % name)',
        'raise BadInput(source=name, hint="say {}".format(name))',
        'said = f"no {name}"; raise BadInput(said)',
        'raise BadInput("no name" if name else f"no {name}")',
        'raise bad(name, f"no {name}")',
        'raise through(f"no {name}")',
        'raise NoGame(f"no {name}")',
        'raise within(f"no {name}")',
        'raise BadInput(message(f"no {name}"))',
    ],
)
def test_a_finished_sentence_is_seen(planted: str) -> None:
    source = f"""
class BadInput(FatecastError): pass
class NoGame(BadInput): pass
def bad(where, text): return BadInput(text, source=where)
def through(what): return bad("here", what)
def within(said: Text): return BadInput(message("here: {{said}}", said=said))
def f(name):
    {planted}
"""
    assert Raises({"planted": source}).finished() == [("planted", 8)]
    told = source.replace(planted, 'raise bad(f"file {name}", message("no {name}", name=name))')
    assert Raises({"planted": told}).finished() == []


def plain_in(source: str) -> list[str]:
    """The plain sentences of a module."""
    return [text for _, _, text in plain_errors(Raises({"planted": source}), {"planted": source})]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('f"{name}, the least of all"', "{}, the least of all"),
        ('name + " of all the others"', "{} of all the others"),
        ('" and also ".join(name)', "{} and also {}"),
        ('"{} of all the others".format(name)', "{} of all the others"),
    ],
)
def test_a_sentence_that_is_glued_for_a_place_is_found(value: str, text: str) -> None:
    source = "class BadInput(FatecastError): pass\ndef f(name):\n    "
    assert plain_in(f"{source}raise BadInput(message('{{got}}', got={value}))") == [text]
    assert plain_in(f"{source}told = {value}\n    raise BadInput(message('{{got}}', got=told))") == [text]


@pytest.mark.parametrize(
    "planted",
    [
        'raise BadInput(expected="the least of all")',
        'what = "the least of all"; raise BadInput(expected=what)',
        "raise BadInput(expected=WHAT)",
        'raise BadInput(message("expected {what}", what=WHAT))',
        'raise BadInput(message("{got}", got=name if name else "the least of all"))',
    ],
)
def test_a_plain_sentence_in_an_error_is_found(planted: str) -> None:
    source = f'class BadInput(FatecastError): pass\nWHAT = "the least of all"\ndef f(name):\n    {planted}\n'
    assert plain_in(source) == ["the least of all"]
    assert plain_in(source.replace('"the least of all"', 'message("the least of all")')) == []


def test_an_error_that_moves_leaves_the_other_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a library (Dask is one) teaches `copy` to hand the fields of an exception on as they are."""

    def shared(error: BadInput) -> tuple[object, ...]:
        return _with_fields, (error.__dict__,)

    monkeypatch.setitem(copyreg.dispatch_table, BadInput, shared)
    error = BadInput("wrong", source="mine.toml")
    assert error.moved(source="command line").line == "command line: wrong"
    assert error.line == "mine.toml: wrong"


def _with_fields(fields: dict[str, object]) -> BadInput:
    error = BadInput()
    error.__dict__ = fields
    return error


def test_a_line_is_made_from_the_fields() -> None:
    error = BadInput(
        source="mine.toml",
        place="players",
        expected=message("{least} to {most}", least=2, most=5),
        got=9,
        hint=message("the game seats no more"),
    )
    assert error.line == str(error) == "mine.toml: players: expected 2 to 5, not 9; the game seats no more"
    assert error.moved(source="command line").line.startswith("command line: players: expected 2 to 5")
    assert error.within("run", "deck").line.startswith("run: deck: mine.toml: players: expected")
    assert error.data() == {
        "kind": "BadInput",
        "exit_code": 2,
        "line": error.line,
        "source": "mine.toml",
        "place": "players",
        "expected": {"template": "{least} to {most}", "values": {"least": 2, "most": 5}},
        "hint": {"template": "the game seats no more", "values": {}},
        "got": 9,
    }


def test_an_old_sentence_is_a_line() -> None:
    assert NotComparable("two different games").line == "two different games"
    assert first_line(ValueError("one\ntwo")) == "one"
    assert first_line(BadInput("one")) == "one"


def test_several_mistakes_are_told_one_by_one() -> None:
    first, second = BadInput(source="a", expected="one"), BadInput("wrong", source="b")
    both = BadInput.of_all([first, second])
    assert both.line == "a: expected one (and 1 more)"
    assert both.each_line == ["a: expected one", "b: wrong"]
    assert both.moved(source="c").each_line == ["c: expected one", "c: wrong"]
    assert len(BadInput.of_all([str(at) for at in range(300)]).each_line) == 101
