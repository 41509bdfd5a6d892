"""A verb as a command of Typer, for one game: its flags, their help and its examples, made from the request."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import MISSING, replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

from engine.game.registry import GAMES, about, in_words_of, names
from engine.language.current import DEFAULT, said, speaking, translated
from sim.cli.first_look import HELP, NamedGame
from sim.cli.flags.examples import examples_for
from sim.cli.flags.help_text import PlainHelp
from sim.cli.flags.old_spellings import in_new_spelling
from sim.cli.flags.own_words import own_words, piece_flags
from sim.cli.flags.spoken import IN_LANGUAGE, placeholder
from sim.cli.flags.suggestions import suggesting_flags, words_of
from sim.cli.flags.typed_values import in_whole_numbers
from sim.verbs.request.choices import Typed
from sim.verbs.request.declaration import Field, differs_by_game, fields_for, made
from sim.verbs.request.verb import Verb, in_one_line

OF_EVERY_VERB = {"--json", "--verbose", "--quiet", "--lang", *HELP}
KINDS: Mapping[str, Any] = {"text": str, "whole": int, "number": float, "switch": bool, "path": Path, "pairs": str}
MANY: Mapping[str, Any] = {"text": list[str], "path": list[Path], "pairs": list[str]}
SHOWN = {"text": "TEXT", "whole": "NUMBER", "number": "NUMBER", "path": "PATH", "pairs": "TEXT"}
"""What a flag takes, as its help shows it."""

JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for another program.")]
VERBOSE = Annotated[bool, typer.Option("--verbose", "-v", help="Log what is being done; show tracebacks.")]


class Voice(NamedTuple):
    """How a command speaks."""

    as_data: bool
    quiet: bool


class VerbCommand(PlainHelp, TyperCommand):
    """A verb for one game."""

    verb: Verb[Any]
    game: str
    fields: Sequence[Field]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args = [*in_whole_numbers(in_new_spelling(args, self.flags), self.numbers)]
        if set(HELP) & set(args):
            self.examples = examples_for(self.verb, self.game)
            if differs_by_game(self.verb.request):
                others = ", ".join(name for name in GAMES if name != self.game)
                self.epilog = said(
                    "These are the flags for {game}. For another game ({others}): --game NAME --help",
                    game=self.game,
                    others=others,
                )
        with suggesting_flags(args, self.words):
            return super().parse_args(ctx, [*args])  # it takes words out of the list

    @property
    def numbers(self) -> dict[str, type]:
        """The flags that take a number, and of which kind."""
        return {
            flag: KINDS[each.kind] for each in self.fields if each.kind in ("whole", "number") for flag in each.flags
        }

    @property
    def flags(self) -> list[str]:
        """Every flag, however it is spelt."""
        return [flag for param in self.params for flag in (*param.opts, *param.secondary_opts) if flag.startswith("-")]

    def words(self) -> dict[str, str]:
        """The flags by the words that can stand for them: also the keys of experiments and the names of pieces."""
        keys = {axis.key: f"--{axis.name}" for axis in about(self.game).axes if f"--{axis.name}" in self.flags}
        return {**keys, **words_of([*self.flags, *piece_flags(self.fields, self.game), *HELP])}


Show = Callable[[Any, Voice], int]
"""Does what a request asks, shows the result and returns the exit code."""


def command_of(verb: Verb[Any], game: NamedGame, typed: Sequence[str], show: Show) -> VerbCommand:
    """The command of a verb for a game. `typed` are the words that follow it."""
    called, fields = function_of(verb, game, typed, show)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(verb.name.rpartition(" ")[2], cls=VerbCommand, help=translated(in_one_line(verb.help)))(called)
    command: Any = get_command(alone)
    command.verb, command.game, command.fields = verb, game.name, fields
    found: VerbCommand = command
    return found


def function_of(
    verb: Verb[Any], game: NamedGame, typed: Sequence[str], show: Show
) -> tuple[Callable[..., None], list[Field]]:
    """A function that Typer can call, with a parameter for each field that the verb has for this game."""
    with in_words_of(game.name):
        fields = _with_own_words(fields_for(verb.request, about(game.name), typed), game.name, typed)
    by_parameter = {_parameter_name(field): field for field in fields}

    def called(**given: Any) -> None:
        from sim.play.logs import log_to_terminal

        given.pop("lang")  # it was looked for before anything was imported
        verbose, voice = given.pop("verbose"), Voice(given.pop("json"), given.pop("quiet"))
        values = {
            by_parameter[name].place: _value(by_parameter[name], value, game.name if game.is_named else None)
            for name, value in given.items()
            if value is not None and value not in ((), [])
        }
        values |= _said_by_the_folder(game, fields, values)
        level = logging.INFO if verbose else logging.ERROR if voice.quiet else logging.WARNING
        with log_to_terminal(level):
            # Another program reads English; who writes a page says itself in which language it is.
            spoken = nullcontext() if verb.writes_page or not voice.as_data else speaking(DEFAULT)
            with spoken, in_words_of(game.name):
                code = show(made(verb.request, values), voice)
        if code:
            raise typer.Exit(code)

    quiet = Annotated[bool, typer.Option("--quiet", "-q", help=translated(verb.quiet))]
    of_every_verb = [_keyword(name, kind) for name, kind in (("json", JSON), ("verbose", VERBOSE), ("quiet", quiet))]
    lang = Annotated[str | None, typer.Option("--lang", metavar=placeholder("CODE"), help=IN_LANGUAGE)]
    of_every_verb.append(_keyword("lang", lang, None))
    called.__signature__ = Signature([*map(_parameter, fields), *of_every_verb])  # type: ignore[attr-defined]
    return called, fields


def _said_by_the_folder(
    game: NamedGame, fields: Sequence[Field], values: Mapping[tuple[str, ...], object]
) -> dict[tuple[str, ...], object]:
    """What the folder says about fields that nobody has typed. The game has a usual name, which counts as typed only
    if it was; `--games` says otherwise what `--minutes` says."""
    by_name = {field.name: field for field in fields}
    typed = {name for name, field in by_name.items() if values.get(field.place) and (name != "game" or game.is_named)}
    unless = {"minutes": {"minutes", "games", "self_test"}, "experiment": {"experiment", "on"}}
    return {
        by_name[name].place: value
        for name, value in game.usual.items()
        if name in by_name and by_name[name].says.is_in_folder and not unless.get(name, {name}) & typed
    }


def _keyword(name: str, annotation: Any, default: object = False) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _parameter_name(field: Field) -> str:
    return f"{field.keyword}_" if field.name in ("json", "verbose", "quiet", "lang") else field.keyword


def _parameter(field: Field) -> Parameter:
    """A field as Typer should see it."""
    says = field.says
    metavar = placeholder(says.metavar or ("" if says.is_argument else SHOWN.get(field.kind, ""))) or None
    common: dict[str, Any] = {"help": says.help, "metavar": metavar, "min": says.least, "max": says.most}
    if field.name == "game":
        common["autocompletion"] = lambda incomplete: [name for name in names() if name.startswith(incomplete)]
    declared = typer.Argument(**common) if says.is_argument else typer.Option(*field.declared_flags, **common)
    annotation = MANY[field.kind] if field.is_many else KINDS[field.kind]
    default = says.typed_default if says.typed_default is not None else field.default
    if default is MISSING:
        return _keyword(_parameter_name(field), Annotated[annotation, declared], Parameter.empty)
    if default in ((), {}, None):
        return _keyword(_parameter_name(field), Annotated[annotation | None, declared], None)
    return _keyword(_parameter_name(field), Annotated[annotation, declared], default)


def _value(field: Field, typed: Any, game: str | None) -> object:
    """What was typed, as the request takes it. `game` is the name of the game that was named."""
    if field.name == "game" and game is not None:
        return game
    if field.kind == "pairs":
        from sim.cli.parsing import settings

        return settings(field.flags[0], typed)
    if field.is_axis and not isinstance(typed, bool):
        return Typed(tuple(typed)) if field.is_many else Typed((typed,), is_one=True)
    return typed


def _with_own_words(fields: Sequence[Field], game: str, typed: Sequence[str]) -> list[Field]:
    """The fields of pieces are also understood by the game's own word: `--cards` is `--pieces` if they are cards."""
    known = {flag for field in fields for declared in field.declared_flags for flag in declared.split("/")}
    flags = {flag for word in typed if (flag := word.partition("=")[0]).startswith("--")}
    if not flags - known - OF_EVERY_VERB:
        return [*fields]  # and the game need not be loaded
    words = own_words(game)
    return [
        replace(field, says=replace(field.says, flags=[*field.flags, *piece_flags([field], game)]))
        if field.says.is_of_pieces and words
        else field
        for field in fields
    ]
