"""A game of OpenSpiel as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence

from engine.game.about import About
from engine.game.axes import FOCUS_SEAT, Axis
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.outside.openspiel import results, words
from engine.outside.openspiel.grid import cells_of, resolve_grid
from engine.outside.openspiel.loading import SCHEME, Loaded, library, load
from engine.outside.openspiel.parts import PolicyContent
from engine.outside.openspiel.play import play_batch, replay_game
from engine.outside.openspiel.policy_set import POLICIES
from engine.outside.openspiel.solving import how_good, solution_of
from engine.policy.part import ListedPolicies
from engine.policy.seats.changes import everybody_by
from engine.policy.seats.seating import everybody, policies_in


class OpenSpielGame:
    """Implements the protocol `engine.game.protocol.Game`."""

    version = words.RULES_VERSION
    schema = results.SCHEMA
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    notable: Mapping[str, Notable] = results.NOTABLE
    pieces = None
    policies = ListedPolicies(POLICIES, "OpenSpiel's games")
    learning = None
    files = None
    editions = None

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.content = PolicyContent(loaded)
        self.layout = results.ResultLayout(loaded)
        self.name = f"{SCHEME}:{loaded.name}"
        self.about = about_game(loaded)
        self.columns: Sequence[Column] = self.layout.columns
        self.outcomes: Sequence[Outcome] = self.layout.outcomes
        self.presentation = words.presentation_of(self.layout)

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_grid(self.loaded, grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return cells_of(self.loaded, grid)

    def part(self, word: str) -> Json | None:
        """A policy by name with its parameters. It takes the place of everybody who plays."""
        return everybody_by(POLICIES, word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Luck belongs to the number of a chance event, whoever plays."""
        return None

    def provenance(self, grid: Json) -> Json:
        solved = {
            part["parameters"]["iterations"]: solution_of(self.loaded, part["parameters"]["iterations"]).exploitability
            for _, part in everybody(grid)
            if part["name"] == "solved"
        }
        found: Json = {"game": self.loaded.name, "version": library().__version__}
        if solved:
            found["exploitability"] = {f"solved iterations={rounds}": value for rounds, value in solved.items()}
        return {"openspiel": found}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        """The same bytes on every machine are promised for `random` only."""
        parts = [part for cell in cells for part in policies_in(cell.spec)]
        names = dict.fromkeys(part["name"] for part in parts if part["name"] != "random")
        rounds = dict.fromkeys(part["parameters"]["iterations"] for part in parts if part["name"] == "solved")
        floats = "decides by floats of OpenSpiel, so another machine may play other games"
        return [
            *(f"{name} {floats}" for name in names),
            *(how_good(self.loaded, iterations) for iterations in rounds),
        ]

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        for part in (part for cell in cells for part in policies_in(cell.spec)):
            module = POLICIES.module(part["name"])
            if hasattr(module, "prepare"):
                module.prepare(self.loaded, part["parameters"], say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(self.layout, cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return words.tell(self.layout, replay_game(self.layout, cell, seed, index))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return words.game_id(self.loaded, cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return words.find_game(self.loaded, game_id)


def about_game(loaded: Loaded) -> About:
    """What OpenSpiel says about a game."""
    return About(
        title=loaded.title,
        kind=words.kind_of(loaded),
        players=str(loaded.seats),
        real="the rules as OpenSpiel implements them",
        axes=(Axis("policy", "policies", "Who plays.", "policies", role="skill"),),
        options=(FOCUS_SEAT,) if loaded.is_competitive else (),
    )


def game_named(text: str, code: Mapping[str, str]) -> Game:
    """The game that a name such as `leduc_poker` or `hanabi(players=3)` stands for."""
    return OpenSpielGame(load(text))
