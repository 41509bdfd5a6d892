"""`--help` of a verb for one game: its axes, its options, and whether policies sit in its seats.

Every flag of every game is understood, so that a wrong one can be answered in one line. But a person who asks about one
game (`fatecast run --game pig --help`) sees only what that game has.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any

from typer.core import TyperCommand

from engine.game.about import About
from engine.game.registry import DEFAULT_GAME, GAMES, about, load_game
from sim.cli.flags.axes import INSTEAD, NAMES, NUMBERS, REPEATABLE, SWITCHES, help_of
from sim.cli.flags.examples import examples_of
from sim.cli.flags.help_text import PlainHelp
from sim.cli.flags.old_spellings import in_new_spelling
from sim.cli.flags.own_axes import AXIS, in_general_words, own_axes, with_flags_of, without_flags
from sim.cli.flags.suggestions import suggesting_flags, words_of
from sim.cli.flags.typed_values import in_whole_numbers, number_flags

GAME, OPTION = "--game", "--option"
HELP = ("-h", "--help")
PIECE = "piece"
PIECE_FLAGS = {f"--{PIECE}", f"--{PIECE}s"}
OF_POLICIES, OF_SEATS = ("--policy", "--table"), ("--focus", "--field")


def game_in(arguments: Sequence[str]) -> str:
    """The game that is named among the arguments of a verb; the default game if none is."""
    for at, word in enumerate(arguments):
        if word.startswith(f"{GAME}="):
            return word.partition("=")[2]
        if word == GAME and at + 1 < len(arguments):
            return arguments[at + 1]
    return DEFAULT_GAME


def common_word(word: str, game: str) -> str:
    """`piece` and `pieces` for what the game calls them; any other word as it is."""
    return _common_words(game).get(word, word) if game in GAMES else word


def own_words(game: str) -> list[str]:
    """What a game calls its pieces: `card`, `cards`."""
    return [*_common_words(game)] if game in GAMES else []


def _common_words(game: str) -> dict[str, str]:
    piece = load_game(game).presentation.piece
    return {piece: PIECE, f"{piece}s": f"{PIECE}s"}


class GameCommand(PlainHelp, TyperCommand):
    """A verb whose help is about the game that was named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args = [*in_new_spelling(args, [flag for param in self.params for flag in param.opts])]
        args = [*in_whole_numbers(self.in_common_words(args), number_flags(self.params))]
        args = self.with_axes_of_its_own(args, game_in(args))
        if set(HELP) & set(args):
            game = game_in(args)
            if any(GAME in param.opts for param in self.params):
                self.explain(game)
            self.examples = examples_of(ctx.command_path, game, about(game))
        with suggesting_flags(args, lambda: self.flags_for(game_in(args))):
            return super().parse_args(ctx, [*args])  # it takes words out of the list

    def flags_for(self, game: str) -> dict[str, str]:
        """The flags of this verb for one game, by the words that can stand for them: also the keys of experiments."""
        known = {flag for param in self.params for flag in param.opts}
        if GAME in known:
            self.explain(game)
        shown = [param for param in self.params if not getattr(param, "hidden", False)]
        flags = [flag for param in shown for flag in (*param.opts, *param.secondary_opts) if flag.startswith("-")]
        pieces = [f"--{word}" for word in own_words(game) if f"--{common_word(word, game)}" in known]
        keys = {axis.key: f"--{axis.name}" for axis in about(game).axes if f"--{axis.name}" in flags}
        return {**keys, **words_of([*flags, *pieces, *HELP])}

    def in_common_words(self, args: Sequence[str]) -> Iterator[str]:
        """The arguments with the game's own word for its pieces replaced: `--cards` is `--pieces` if they are cards."""
        known = {flag for param in self.params for flag in (*param.opts, *param.secondary_opts)}
        for word in args:
            flag, equals, value = word.partition("=")
            if known & PIECE_FLAGS and flag.startswith("--") and flag not in known:
                flag = "--" + common_word(flag[2:], game_in(args))
            yield f"{flag}{equals}{value}"

    def with_axes_of_its_own(self, args: list[str], game: str) -> list[str]:
        """A game from outside decides how its axes are read, even those that have a flag for another game. The axes of
        other games are read as usual; a verb without a flag for one of them reads it as `--axis`."""
        if not any(AXIS in param.opts for param in self.params):
            return args
        if game in GAMES:
            return [*in_general_words(args, without_flags(self.params))]
        known = about(game)
        args = [*in_general_words(args, own_axes(self.params, known))]
        self.params = with_flags_of(self.params, known)  # so that a mistyped one gets a hint
        return args

    def explain(self, game: str) -> None:
        """Show and describe the flags as this game has them."""
        known = about(game)
        self.params = [_of_this_game(param, known) for param in with_flags_of(self.params, known)]
        instead = INSTEAD if any("--on" in param.opts for param in self.params) else "."
        told = [_explain(param, known, instead) for param in self.params]
        if any(told):
            others = ", ".join(name for name in GAMES if name != game)
            self.epilog = f"These are the flags for {game}. For another game ({others}): --game NAME --help"


def _explain(param: Any, game: About, instead: str) -> bool:
    """Whether a flag is one that differs between games; if so, it is now described for this one. `instead` is how the
    help of a name ends that replaces the one of an experiment."""
    flag = next(iter(param.opts))
    if name := _axis_of(param.opts, game):
        axis = next((axis for axis in game.axes if axis.name == name), None)
        param.hidden = axis is None
        if axis:
            suffix = "." if axis.values in ("numbers", "switch") else REPEATABLE if param.multiple else instead
            param.help = help_of(axis, suffix)
    elif flag == OPTION:
        param.hidden = not game.options
        told = (f"{option.name} ({option.values}): {option.help.rstrip('.')}" for option in game.options)
        param.help = f"An option, NAME=VALUE; repeatable. {'; '.join(told)}."
    elif flag in OF_POLICIES and not param.required:
        param.hidden = not game.has_policies
    elif flag in OF_SEATS:
        param.hidden = not game.has_focus
    else:
        return False
    return True


def _of_this_game(param: Any, game: About) -> Any:
    """A flag that goes by the words of all games, by the one of this game."""
    name = _axis_of(param.opts, game)
    if len(param.opts) == 1 or f"--{name}" not in param.opts or name not in _names(game):
        return param
    made = copy(param)
    made.opts = [f"--{name}"]
    return made


def _axis_of(flags: Iterable[str], game: About) -> str:
    """The axis that a flag is for: of this game, or else of another one."""
    names = [flag[2:] for flag in flags]
    known = (_names(game), {*NUMBERS, *NAMES, *SWITCHES})
    return next((name for axes in known for name in names if name in axes), "")


def _names(game: About) -> set[str]:
    return {axis.name for axis in game.axes if axis.values != "policies"}
