"""All verbs as groups of commands of Typer. A command is made when it is asked for, for the game that is named."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import Parameter, signature
from typing import Any

import typer
from typer.main import get_command

from engine.language.current import said, translated
from sim.cli.command import command_of, function_of
from sim.cli.first_look import NamedGame, game_here, game_in
from sim.cli.flags.examples import examples_for
from sim.cli.flags.help_text import PlainGroup, Summary
from sim.cli.flags.own_words import own_words
from sim.cli.shown import shown
from sim.verbs.request.declaration import declared
from sim.verbs.request.verb import GROUPS, Verb, all_verbs, in_one_line, module_of, verb_of

CHECK = "check"
"""The verb whose arguments are games."""


class Commands(Mapping[str, Any]):
    """The commands that follow some words, by their names."""

    def __init__(self, before: str = "") -> None:
        self.before = f"{before} " if before else ""

    def __iter__(self) -> Iterator[str]:
        return iter(self.summaries())

    def __len__(self) -> int:
        return len(self.summaries())

    def __contains__(self, name: object) -> bool:
        path = f"{self.before}{name}"
        return path in GROUPS or module_of(path) is not None

    def __getitem__(self, name: str) -> Any:
        return self.made(name)

    def made(self, name: str, typed: Sequence[str] | None = None) -> Any:
        """A command for the game that is meant by the words that follow it; without words, for its help alone."""
        path = f"{self.before}{name}"
        module = module_of(path)
        if path in GROUPS:
            return _group(path, module, typed)
        if module is None:
            raise KeyError(name)
        verb = verb_of(module)
        return command_of(verb, _game_of(verb, typed), typed or (), partial(shown, verb))

    def summaries(self) -> dict[str, Summary]:
        """What each command does; none is made."""
        inside = [verb for verb in all_verbs() if verb.name.startswith(self.before)]
        summaries: dict[str, Summary] = {}
        for verb in inside:
            name, _, rest = verb.name.removeprefix(self.before).partition(" ")
            heading = said("Commands") if self.before else translated(verb.heading)
            what = GROUPS[name].help if rest or name in GROUPS else in_one_line(verb.help)
            summaries.setdefault(name, Summary(heading, translated(what)))
        return summaries


class VerbGroup(PlainGroup):
    """A group whose commands are made for the game that is named."""

    commands: Any

    def summaries(self) -> Mapping[str, Summary]:
        summaries: dict[str, Summary] = self.commands.summaries()
        return summaries

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in self.commands:
            return args[0], self.commands.made(args[0], args[1:]), args[1:]
        return super().resolve_command(ctx, args)


class AllVerbs(VerbGroup):
    """The verbs of the command itself. What a game calls its pieces is understood, too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"commands": Commands()})

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            args = [own_words(game_here(args[1:]).name).get(args[0], args[0]), *args[1:]]
        return super().resolve_command(ctx, args)

    def known_verbs(self, args: Sequence[str]) -> list[str]:
        return [*super().known_verbs(args), *own_words(game_here(args).name)]


def _game_of(verb: Verb[Any], typed: Sequence[str] | None) -> NamedGame:
    """The game that is meant: that of the folder, too, where a verb asks for a game at all."""
    asks = typed is not None and any(field.name == "game" for field in declared(verb.request)) and not verb.names_folder
    return game_here(typed or (), verb.name == CHECK) if asks else game_in(typed or ())


def _group(path: str, module: str | None, typed: Sequence[str] | None) -> Any:
    """A verb with verbs of its own. Without one of them it is a verb itself, or shows its help."""
    inner = Commands(path)
    group = typer.Typer(
        cls=VerbGroup,
        rich_markup_mode=None,
        add_completion=False,
        invoke_without_command=module is not None,
        help=translated(GROUPS[path].help),
    )
    if module is None:
        group.callback()(lambda: None)
    else:
        verb = verb_of(module)
        follows = typed is None or any(word in inner for word in typed)
        game = _game_of(verb, None if follows else typed)
        called, _ = function_of(verb, game, typed or (), partial(shown, verb))
        group.callback()(_unless_another_follows(called))
    made: Any = get_command(group)
    made.name, made.commands = path.rpartition(" ")[2], inner
    if module is not None:
        made.examples = examples_for(verb, game.name)
    return made


def _unless_another_follows(called: Callable[..., None]) -> Callable[..., None]:
    """A verb that is left out where one of its own verbs was typed."""

    def called_alone(context: typer.Context, **given: Any) -> None:
        if context.invoked_subcommand is None:
            called(**given)

    first = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    called_alone.__signature__ = signature(called).replace(  # type: ignore[attr-defined]
        parameters=[first, *signature(called).parameters.values()]
    )
    return called_alone
