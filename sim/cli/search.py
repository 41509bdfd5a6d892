"""The verbs of exploring: ablate, sweep, tune. Each imports what it needs when it is called."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from sim.cli.bundles import spread
from sim.cli.shared_flags import Crew, On

if TYPE_CHECKING:
    from sim.experiment.experiment import Effective

Deck = Annotated[str | None, typer.Option(help="Deck, by name or file, instead of that of the experiment.")]
Folder = Annotated[Path | None, typer.Option("--out", help="Where tables and figures go; else under reports/.")]

GAMES = 4_096
"""Of each cell and variant, if not told otherwise."""
MOST_GAMES = 65_536
"""A candidate of a search plays no more of each cell."""


@spread
def ablate(
    *,
    cards: Annotated[list[str] | None, typer.Option(help="Only what is about these cards; repeatable.")] = None,
    powers: Annotated[bool, typer.Option("--powers", help="Also disable each power.")] = False,
    moons: Annotated[bool, typer.Option("--moons", help="Also give each card a moon less, and a moon more.")] = False,
    on: On,
    deck: Deck = None,
    games: Annotated[int, typer.Option(help="Games of each cell, with and without.")] = GAMES,
    out: Folder = None,
    crew: Crew,
) -> None:
    """What each card does: the win rate without it, on the luck that the whole deck was played with."""
    from sim.cli.parsing import words
    from sim.play.logs import console
    from sim.play.outcome_cache import arena
    from sim.search.ablation import play_ablation, read_alterations
    from sim.search.files import ablation_folder, folder_for
    from sim.search.output import show_ablation

    base = _base(on, deck, games)
    kinds = ["cards", *(["powers"] if powers else []), *(["moons"] if moons else [])]
    alterations = read_alterations(base, kinds, words(cards or []))
    path = folder_for("ablate", base, [alteration.changes for alteration in alterations], out)
    with console(logging.WARNING), arena([base], crew.how()) as played:
        found = play_ablation(played, base, alterations, games)
    ablation_folder(path, base, found)
    show_ablation(found, base, path)


@spread
def sweep(
    *,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="A field and its values, path=2..5; repeatable: all are crossed.")
    ] = None,
    on: On,
    deck: Deck = None,
    games: Annotated[int, typer.Option(help="Games of each cell and variant.")] = GAMES,
    yes: Annotated[bool, typer.Option("--yes", help="Play even very many variants.")] = False,
    out: Folder = None,
    crew: Crew,
) -> None:
    """A grid of variants on common luck: what the win rate does when settings move."""
    from sim.experiment.value_ranges import read_settings
    from sim.play.logs import console
    from sim.play.outcome_cache import arena
    from sim.search.files import folder_for, sweep_folder
    from sim.search.output import show_sweep
    from sim.search.sweep import check_sweep, play_sweep

    settings = read_settings(set_ or [], "sweep")
    base = _base(on, deck, games)
    check_sweep(base, settings, yes)
    path = folder_for("sweep", base, set_ or [], out)
    with console(logging.WARNING), arena([base], crew.how()) as played:
        found = play_sweep(played, base, settings, games)
    sweep_folder(path, base, found, set_ or [])
    show_sweep(found, base, path)


@spread
def tune(
    *,
    goal: Annotated[str, typer.Option(help="Win rates to reach: 'doom 2: 80 ± 1 %; doom 6: 40 ± 2 %'.")],
    vary: Annotated[list[str], typer.Option(help="What may change: 'cards.*.moons', or path=2..5; repeatable.")],
    reach: Annotated[int, typer.Option(help="By how many steps a number that fits a pattern may change.")] = 2,
    fields: Annotated[int, typer.Option(help="How many fields may change.")] = 5,
    on: On,
    deck: Deck = None,
    games: Annotated[int, typer.Option(help="Games of each cell and candidate, at most.")] = MOST_GAMES,
    out: Annotated[Path, typer.Option(help="The deck file to write.")] = Path("tuned.toml"),
    crew: Crew,
) -> None:
    """Search for the smallest change of the deck that reaches win rates, and write it as a deck."""
    from sim.play.logs import console
    from sim.play.outcome_cache import arena
    from sim.search.tune.candidates import Trials
    from sim.search.tune.deck_file import check_file, close, write_deck
    from sim.search.tune.goals import read_goals
    from sim.search.tune.output import show_tuned
    from sim.search.tune.search import tune as search
    from sim.search.tune.search_space import read_dials

    if fields < 1:
        raise BadInput(f"tune: --fields: expected 1 or more, not {fields}")
    base = _base(on, deck, games)
    goals = read_goals(goal, [cell.labels for cell in base.cells], base.game.rungs, "tune: --goal")
    dials = read_dials(base, vary, reach)
    check_file(base, out)
    with console(logging.WARNING), arena([base], crew.how()) as played:
        found = search(Trials(played, base, goals, dials), fields, games)
    written = write_deck(out, base, found, goals, dials, vary)
    show_tuned(found, base, goals, dials, written)
    close(found)


def register(app: typer.Typer) -> None:
    """Add the verbs to the command line."""
    app.command()(ablate)
    app.command()(sweep)
    app.command()(tune)


def _base(on: On, deck: str | None, games: int) -> "Effective":
    """The experiment that variants are played against."""
    return on.ground({"decks": [deck] if deck else None, "games": games}).effective()
