"""The functions of Python: one for each verb, made from its request. They take what the flags say, by the same names,
and return frozen data with Polars frames."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import MISSING
from functools import cache
from inspect import Parameter, Signature
from keyword import iskeyword
from typing import Any

from engine.errors import BadInput, message
from engine.game.registry import about, one_call
from engine.language.current import speaking
from sim.api import OTHER_NAMES
from sim.folder.language import known_language
from sim.play.logs import log_to_terminal
from sim.verbs.request.choices import game_or_default
from sim.verbs.request.declaration import Field, axis_like, declared, fields_for, made, others
from sim.verbs.request.keys import refuse_keywords
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import Verb, verb_of

OF_EVERY_VERB = (
    "    progress: Show how far it is, and warnings.",
    "    lang: The language of pages and of what is printed: `es`; by default that of the call around it, or English.",
)
PROGRESS, LANG = "progress", "lang"
AXES = "axes"


class Script(Progress):
    """A script: it shows how far it is only if asked to."""

    def __init__(self, shows_bar: bool) -> None:
        self.shows_bar = shows_bar


@cache
def function_of(name: str) -> Callable[..., Any]:
    """The function of a verb."""
    verb = verb_of(OTHER_NAMES.get(name, name))

    def called(*arguments: object, **keywords: object) -> Any:
        shows = bool(keywords.pop(PROGRESS, False))
        lang = keywords.pop(LANG, None)
        spoken = nullcontext() if lang is None else speaking(known_language(str(lang), LANG))
        with one_call(), heard(shows), spoken:
            return verb(request_of(name, *arguments, **keywords), Script(shows))

    called.__name__ = called.__qualname__ = name
    called.__doc__ = docstring(verb)
    called.__signature__ = signature_of(verb)  # type: ignore[attr-defined]
    return called


def request_of(name: str, /, *arguments: object, **keywords: object) -> Any:
    """What a call of a function asks for."""
    verb = verb_of(OTHER_NAMES.get(name, name))
    return made(verb.request, _values(name, verb, arguments, keywords))


def signature_of(verb: Verb[Any]) -> Signature:
    """The arguments of a verb's function."""
    parameters = [
        Parameter(field.keyword, _kind(field), default=_default(field), annotation=field.annotation)
        for field in _in_order(in_python(verb))
    ]
    parameters.append(Parameter(PROGRESS, Parameter.KEYWORD_ONLY, default=False, annotation=bool))
    parameters.append(Parameter(LANG, Parameter.KEYWORD_ONLY, default=None, annotation=str | None))
    if others(verb.request) is not None or axis_like(verb.request):
        parameters.append(Parameter(AXES, Parameter.VAR_KEYWORD, annotation=object))
    return Signature(parameters, return_annotation=verb.result_class)


def docstring(verb: Verb[Any]) -> str:
    """What the verb does, and what each argument means."""
    lines = [f"    {field.keyword}: {field.says.help}" for field in _in_order(in_python(verb))]
    return "\n".join([verb.help, "", "Arguments:", *lines, *OF_EVERY_VERB])


def in_python(verb: Verb[Any]) -> list[Field]:
    """The fields of a request that Python has, too."""
    return [field for field in declared(verb.request) if not field.says.only_typed] + axis_like(verb.request)


@contextmanager
def heard(progress: bool) -> Iterator[None]:
    """Print warnings only to a person who wants to see how it goes; without any handler, Python would print them."""
    with log_to_terminal(logging.WARNING if progress else logging.ERROR):
        yield


def _values(
    name: str, verb: Verb[Any], arguments: Sequence[object], keywords: Mapping[str, object]
) -> dict[tuple[str, ...], object]:
    """What was given, by its place in the request."""
    fields = _fields(verb, keywords)
    given = {**_by_position(name, fields, arguments), **keywords}
    known = _by_every_name(fields)
    values: dict[tuple[str, ...], object] = {}
    for word, value in given.items():
        if word in known:
            field = known[word]
            if field.place in values:
                raise BadInput(
                    source=name,
                    expected=message("{name} or {word}, which mean the same, not both", name=field.name, word=word),
                )
            if value is not None:
                values[field.place] = value
    rest = {word: value for word, value in given.items() if word not in known}
    place = others(verb.request)
    if place is not None and rest:
        values[place] = rest
    elif rest:
        refuse_keywords(name, rest, known)
    for field in fields:
        if field.is_needed and field.place not in values:
            raise TypeError(f"{name}() missing a required argument: {field.keyword!r}")
    return values


def _fields(verb: Verb[Any], keywords: Mapping[str, object]) -> list[Field]:
    """The fields of a verb. Some go by the name that the game has for them, too."""
    fields = in_python(verb)
    if not axis_like(verb.request):
        return fields
    game = keywords.get("game")
    named = fields_for(verb.request, about(game_or_default(game)))  # type: ignore[arg-type]
    return [next((other for other in named if other.name == field.name), field) for field in fields]


def _by_position(name: str, fields: Sequence[Field], arguments: Sequence[object]) -> dict[str, object]:
    names = [field.keyword for field in fields if _kind(field) is Parameter.POSITIONAL_OR_KEYWORD]
    if len(arguments) > len(names):
        raise TypeError(f"{name}() takes {len(names)} positional arguments but {len(arguments)} were given")
    return dict(zip(names, arguments, strict=False))


def _by_every_name(fields: Sequence[Field]) -> dict[str, Field]:
    """Fields by their names, and by the words of their other flags: `on` is `experiment`."""
    names = {field.keyword: field for field in fields}
    words = {flag.lstrip("-").replace("-", "_"): field for field in fields for flag in field.flags}
    return {**{word: field for word, field in words.items() if not iskeyword(word)}, **names}


def _in_order(fields: Sequence[Field]) -> list[Field]:
    """Those that need no name first."""
    return sorted(fields, key=lambda field: _kind(field))


def _kind(field: Field) -> Any:
    named = not (field.says.is_argument or field.says.is_first)
    return Parameter.KEYWORD_ONLY if named else Parameter.POSITIONAL_OR_KEYWORD


def _default(field: Field) -> object:
    return Parameter.empty if field.default is MISSING else field.default
