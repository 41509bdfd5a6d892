"""What `--help` prints: plain text that fits the terminal, with an example."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from typer import Exit
from typer.core import TyperGroup

from engine.errors import BadInput
from engine.language.current import said
from sim.cli.flags.spoken import behind_help, of_every_command, placeholder
from sim.cli.flags.suggestions import suggesting_flags, suggesting_verbs, words_of
from sim.display.messages import continued, say

WIDEST = 100
"""Characters of a line: longer ones are hard to read."""
ROOMY, WIDE, NARROW = 76, 30, 18
"""From this width on, flags of up to so many characters have their text beside them; else fewer, and the text of longer
ones begins in the next line."""
HELP = "help"


class Summary(NamedTuple):
    """What a verb does, and the heading under which it is listed."""

    heading: str
    help: str


class PlainHelp:
    """Replaces how a command of Typer describes itself."""

    examples: Sequence[str] = ()

    def collect_usage_pieces(self: Any, ctx: Any) -> list[str]:
        words = [placeholder("[OPTIONS]"), *(_in_usage(param) for param in self.params if _is_argument(param))]
        return [*words, placeholder("COMMAND")] if isinstance(self, TyperGroup) else words

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), said("Usage: "))

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        shown = [param for param in self.get_params(ctx) if not getattr(param, "hidden", False)]
        arguments = [(_name(param), param.help or "") for param in shown if _is_argument(param)]
        options = [_record(param, ctx) for param in shown if not _is_argument(param)]
        for title, rows in ((said("Arguments"), arguments), (said("Options"), options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=WIDE if formatter.width >= ROOMY else NARROW)
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_commands(self: Any, ctx: Any, formatter: Any) -> None:
        """The verbs under their headings, each with its whole first sentence."""
        by_heading: dict[str, list[tuple[str, str]]] = {}
        for name, (heading, summary) in self.summaries().items():
            by_heading.setdefault(heading, []).append((name, " ".join(summary.split("\n\n")[0].split())))
        for heading, rows in by_heading.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def format_epilog(self: Any, ctx: Any, formatter: Any) -> None:
        if self.examples:
            with formatter.section(said("Examples") if len(self.examples) > 1 else said("Example")):
                for example in self.examples:
                    lines = continued(example, formatter.width - formatter.current_indent).splitlines()
                    formatter.write("".join(f"{' ' * formatter.current_indent}{line}\n" for line in lines))
        if self.epilog:
            formatter.write_paragraph()
            formatter.write_text(self.epilog)


class PlainGroup(PlainHelp, TyperGroup):
    """A verb with verbs of its own, such as `fatecast baseline accept`. Without one of them it shows its help; so does
    `help`, also of one of its verbs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            say(ctx.get_help())
            raise Exit(BadInput.exit_code)
        while args[:1] == [HELP]:
            args = [*args[1:], f"--{HELP}"]
        flags = [flag for param in self.get_params(ctx) for flag in (*param.opts, *param.secondary_opts)]
        with suggesting_flags(args, lambda: words_of(flags)):
            return super().parse_args(ctx, [*args])  # it takes words out of the list

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.suggest_commands = False  # we have better ones
        with suggesting_verbs(args[0], lambda: self.known_verbs(args)):
            return super().resolve_command(ctx, args)

    def summaries(self) -> Mapping[str, Summary]:
        """What each verb does."""
        raise NotImplementedError

    def known_verbs(self, args: Sequence[str]) -> list[str]:
        """Every word that is understood as a verb."""
        return [*self.commands, HELP]


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _name(param: Any) -> str:
    return str(param.metavar or placeholder(param.name.upper()))


def _in_usage(param: Any) -> str:
    name = _name(param) + ("..." if param.nargs == -1 and "…" not in _name(param) else "")
    return name if param.required else f"[{name}]"


def _record(param: Any, ctx: Any) -> tuple[str, str]:
    """A flag and its help, and behind that what Typer adds: its default, its bounds."""
    flags, help_text = param.get_help_record(ctx)
    own = param.help or ""
    notes = help_text.removeprefix(own).strip().removeprefix("[").removesuffix("]")
    told = of_every_command(own)
    return flags.strip(), f"{told}  [{behind_help(notes)}]" if notes else told
