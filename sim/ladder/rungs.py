"""Who stands on a ladder: `random`, the policies of the game, levels of training; and where each of them can play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.optional_parts import PolicyKind, policies_of
from engine.game.protocol import Game
from engine.game.registry import about
from engine.language.current import said, said_as
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.typed_keys import policies as admitted_policies
from sim.experiment.values import numbers
from sim.ladder.result import MOST_RUNGS, PLAIN, RANDOM, TRAINED

WORLDS = (16, 64, 256)
"""Of the searches that are rungs."""
NOBODY: Json = {"policies": [], "tables": []}


def trained_rungs(game: Game) -> list[str]:
    """Levels of training that this game has a file for, the weakest first: the first round, one in the middle, and the
    best. More would hardly differ from each other."""
    levels = policies_of(game).levels()
    some = sorted({1, (levels + 1) // 2} - {0, levels}) if levels > 1 else []
    return [*(f"{TRAINED} level={level}" for level in some), *([TRAINED] if levels else [])]


@dataclass(frozen=True)
class Setting:
    """A game as it is set up, but for who plays and how many."""

    game: str
    data: Json
    source: str
    typed: Mapping[str, object]

    @property
    def size_key(self) -> str:
        """The key of the number of players; empty if there is no choice."""
        return next((axis.key for axis in about(self.game).axes if axis.role == "size"), "")

    @property
    def sizes(self) -> list[int]:
        """The numbers of players: those that were asked for, or all that the game has."""
        if self.size_key and self.size_key in self.data:
            return list(dict.fromkeys(self.resolved({}).grid[self.size_key]))
        known = numbers("players", about(self.game).players)
        return known if self.size_key else known[-1:]

    def resolved(self, keys: Json) -> ResolvedExperiment:
        """The experiment with these keys."""
        return resolve({**self.data, **keys}, self.source, self.typed)

    def at(self, size: int, seats: Json) -> ResolvedExperiment:
        """With so many players, of whom the keys of the seats tell who they are."""
        return self.resolved({**({self.size_key: [size]} if self.size_key else {}), **seats})


@dataclass(frozen=True)
class Rung:
    """A way of playing."""

    text: str
    """As an experiment names it."""
    name: str
    """As cells are labelled by it."""
    kind: PolicyKind
    sizes: tuple[int, ...]
    """The numbers of players with whom it can play."""
    base: str | None = None
    """Of a search over another rung: its name."""


def chosen_rungs(setting: Setting, named: Sequence[str], say: Callable[[str], None]) -> list[Rung]:
    """`random` and the policies that were named; without any, all of the game that see no more than they should, and
    the levels of training. Where their file does not fit, they are left out, and `say` hears why."""
    game = setting.resolved({}).game
    if not game.about.has_policies:
        raise BadInput(message("the game {game} has no policies to choose from", game=setting.game), source="ladder")
    own = policies_of(game).fair()
    asked: list[str] = [RANDOM] if RANDOM in own else []
    asked += admitted_policies(named, setting.game) if named else [name for name in own if name != RANDOM]
    rungs = [rung_of(setting, text, is_needed=bool(named)) for text in asked]
    if not named:
        try:
            rungs += [rung_of(setting, text, is_needed=True) for text in trained_rungs(game)]
        except BadInput as error:
            say(said("no trained player on this ladder: {why}", why=error.line))
    found: dict[str, Rung] = {}
    for rung in rungs:
        if rung is not None:
            found.setdefault(rung.name, rung)
    if len(found) > MOST_RUNGS:
        raise BadInput(
            source="ladder", expected=message("at most {most} ways of playing", most=MOST_RUNGS), got=len(found)
        )
    if len(found) < 2:
        got = ", ".join(found) or said_as("ways of playing", "none")
        raise BadInput(source="ladder", expected=message("two ways of playing or more (--policy)"), got=got)
    return list(found.values())


def rung_of(setting: Setting, text: str, is_needed: bool) -> Rung | None:
    """A policy with the numbers of players that it can play with; None if there are none, or an error that says why if
    it `is_needed`."""
    sizes: list[int] = []
    name, why, kind = "", None, PLAIN
    for size in setting.sizes:
        try:
            found = setting.at(size, {"policies": [text]})
        except BadInput as error:
            why = why or error
            continue
        sizes.append(size)
        name = str(found.cells[0].labels[found.game.about.skill])
        kind = policies_of(found.game).kind(found.grid["policies"][0])
    if not sizes and is_needed and why is not None:
        raise why
    return Rung(text, name, kind, tuple(sizes)) if sizes else None


def searches(setting: Setting, base: Rung) -> Iterator[Rung]:
    """A search over this rung with each number of worlds; none if it is no base of a search."""
    for worlds in WORLDS:
        rung = rung_of(setting, f'search base="{base.text}" worlds={worlds}', is_needed=False)
        if rung is not None:
            yield replace(rung, base=base.name)


def check_search(setting: Setting, rungs: Sequence[Rung]) -> None:
    """Refuse, before anything is played, a game in which nobody can search."""
    if not any(any(searches(setting, rung)) for rung in rungs):
        setting.at(rungs[0].sizes[0], {"policies": [f'search base="{rungs[0].text}"']})
