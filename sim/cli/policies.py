"""`fatecast policies`, `fatecast policies check` and `fatecast train`: who can play."""

from pathlib import Path
from typing import Annotated

import typer

from engine.game.registry import DEFAULT_GAME
from sim.cli.flags.axes import ContentFlag, SizeFlag, default_content
from sim.cli.flags.help import GameCommand
from sim.cli.flags.help_text import PlainGroup
from sim.cli.flags.voice import with_voice
from sim.cli.shared_flags import AsJson, GameName
from sim.display.messages import complain, say, say_data

policies = typer.Typer(cls=PlainGroup, invoke_without_command=True, help="List the policies, or check one.")


@policies.callback()
@with_voice
def list_policies(context: typer.Context, game: GameName = DEFAULT_GAME, json: AsJson = False) -> None:
    """List the policies and their parameters."""
    if context.invoked_subcommand is not None:
        return
    from engine.game.parts import policies_of
    from engine.game.registry import load_game
    from sim.display.terminal import console, sheet_table

    out, sheets = console(), policies_of(load_game(game)).sheets()
    if json:
        say_data([sheet.data() for sheet in sheets])
        return
    for sheet in sheets:
        out.print(sheet.title, soft_wrap=True)
        out.print(sheet_table(sheet))


@policies.command("check", cls=GameCommand)
@with_voice
def check_policy(
    policy: Annotated[str, typer.Argument(help="A file of your own (./mine.py), or a name; with parameters.")],
    game: GameName = DEFAULT_GAME,
    seed: Annotated[
        int, typer.Option(min=0, max=(1 << 64) - 1, help="Play games of this seed, such as that of a run.")
    ] = 1,
) -> None:
    """Test a policy: legal moves, no hidden information, the same games again, speed."""
    from engine.game.parts import policies_of
    from engine.game.registry import load_game
    from sim.experiment.values import admitted

    found = load_game(game)
    failures = policies_of(found).check(admitted(found, policy), say, seed)
    for failure in failures:
        complain(failure)
    if failures:
        raise typer.Exit(1)


def train(
    policy: Annotated[
        str | None, typer.Option(help="The policy to train; by default the game's strongest that learns.")
    ] = None,
    content: ContentFlag = None,
    size: SizeFlag = None,
    games: Annotated[int, typer.Option(min=100, help="Games in a round.")] = 40_000,
    seed: Annotated[int, typer.Option(help="The random seed of the games to learn from.")] = 1,
    out: Annotated[Path, typer.Option(help="The config folder; the file goes to its GAME/policies.")] = Path("configs"),
    game: GameName = DEFAULT_GAME,
    json: AsJson = False,
) -> None:
    """Train a policy: play, learn what positions are worth, play again, until it no longer improves."""
    from engine.game.parts import learning_of
    from engine.game.registry import about, load_game
    from sim.experiment.values import numbers
    from sim.play.logs import LOGGER
    from sim.play.progress import Progress
    from sim.runs.atomic_files import write_file
    from sim.text.json_text import readable

    learning, chosen = learning_of(load_game(game)), content or default_content(game)
    learner, known = policy or learning.learner, about(game)
    sizes = numbers(f"--{known.size}", size or known.players)
    told: list[str] = []

    def hear(line: str) -> None:
        told.append(line)
        LOGGER.warning(line)

    with Progress() as progress:
        path, learnt = learning.train(learner, chosen, sizes, games, seed, hear, progress.reached)
    target = out / path
    write_file(target, readable(learnt))
    if json:
        say_data({"file": str(target), "policy": learner, "told": told})
    else:
        say(f"{target}: {learner} uses these values from now on when it plays with this content")
