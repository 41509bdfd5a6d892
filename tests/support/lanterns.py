"""The game of tests/packages/lanterns: as if its package were installed, and played by a script."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.configs import look_beside
from engine.game import registry
from engine.game.registry import load_game
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import dismiss, elsewhere
from engine.kernel.records import new
from engine.policy.checking.asked_again import replaced_hooks
from engine.policy.compiled_game.as_game import CompiledGame
from engine.policy.compiled_game.records import Dice
from engine.policy.kernel import Seeds, load_kernel
from tests.support import ROOT

NAME = "lanterns"
PACKAGES = ROOT / "tests" / "packages"
JOBS = "FLG"
"""Fetch, light, guard."""
KINDS = {"b": "breeze", "c": "calm", "g": "gale"}
"""In the order of their numbers."""
NUMBERS = {"breeze": {"wind": 1, "oil": 1}, "calm": {"wind": 0, "oil": 2}, "gale": {"wind": 4, "oil": 0}}


@contextmanager
def installed(site: Path, packages: Path = PACKAGES) -> Iterator[None]:
    """While this lasts, the package can be found here and in processes that this one starts, and offers its game."""
    info = site / f"{NAME}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.OFFERED_IN}]\n{NAME} = {NAME}.game:GAME\n")
    with pytest.MonkeyPatch.context() as patch:
        dismiss()  # the process that plays plain games knows the places that were known when it started
        patch.syspath_prepend(str(packages))
        patch.syspath_prepend(str(site))
        patch.setattr(registry, "_made", {})
        yield
    dismiss()
    look_beside(NAME, None)


def lanterns() -> CompiledGame[Any]:
    game = load_game(NAME)
    assert isinstance(game, CompiledGame)
    return game


class Scripted(NamedTuple):
    """What happened in a game."""

    before: list[dict[str, Any]]
    """The table before each turn."""
    end: dict[str, Any]
    """The table at the end."""
    tally: dict[str, Any]
    given: int
    """How often somebody was chosen to pick up oil."""


def scripted(jobs: str, weather: str, keepers: str = "", **grid: Any) -> Scripted:
    """A game with these jobs (then keepers fetch oil), this weather, and these keepers (then the first) for its oil.
    It has two keepers and four lanterns, unless the grid says otherwise."""
    if not INTERPRETED:
        told: Scripted = elsewhere(_scripted, jobs, weather, keepers, grid)
        return told
    return _scripted(jobs, weather, keepers, grid)


def _scripted(jobs: str, weather: str, keepers: str, grid: dict[str, Any]) -> Scripted:
    game, copies = lanterns(), import_module(f"{NAME}.table").COPIES
    cards = {KINDS[kind]: {"copies": count, **NUMBERS[KINDS[kind]]} for kind, count in Counter(weather).items()}
    deck = {"name": "script", "content": {"name": "script", "cards": cards}}
    [cell] = game.cells(game.resolve({"decks": [deck], "policies": ["aimless"], **grid}, "script"))
    tables, seated = game.played, game.played.seat(cell)
    world, module, numbers = tables.world_of(seated, Seeds.of(1)), tables.module_of(seated), sorted(cards)
    before: list[dict[str, Any]] = []
    given: list[int] = []

    def order_the_deck(view: Any, mind: Any) -> None:
        for at, kind in enumerate(weather):
            place = world.scenario.place[numbers.index(KINDS[kind])]
            world.hidden.deck[at] = place * copies + weather[:at].count(kind)

    def choose_job(view: Any, mind: Any, dice: Any, possible: int) -> int:
        before.append(_numbers(view.table))
        return JOBS.index(jobs[len(before) - 1]) if len(before) <= len(jobs) else 0

    def choose_keeper(view: Any, mind: Any, dice: Any, possible: int) -> int:
        given.append(len(given))
        return int(keepers[given[-1]]) if len(given) <= len(keepers) else 0

    script: dict[str, Callable[..., Any]] = {
        "begin_game": order_the_deck,
        "choose_job": choose_job,
        "choose_keeper": choose_keeper,
    }
    kernel: Any = load_kernel(tables.hooks, module.__name__)
    with replaced_hooks(tables.hooks, module, lambda hook, function: script[hook]):
        kernel.play_game(world, tables.mind_of(seated), new(Dice), 0)
    return Scripted(before, _numbers(world.table), _numbers(world.tally), len(given))


def _numbers(record: Any) -> dict[str, Any]:
    return {name: record[name].tolist() for name in record.dtype.names}
