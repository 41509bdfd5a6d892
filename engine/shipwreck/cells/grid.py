"""The game's part of an experiment (decks, policies, players, difficulty, options), and the cells it spans."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Annotated, Any

from pydantic import Field

from engine.content.errors import bad_field
from engine.content.fields import Between, Table, expects
from engine.errors import message
from engine.game.cell import Cell, Json
from engine.policy.compiled_game.grid import Grid, Situation, Trouble
from engine.policy.compiled_game.options import options_model
from engine.shipwreck.about import ABOUT, FEWEST_PLAYERS, MOST_PLAYERS
from engine.shipwreck.cells.learned_weights import carries_weights, with_weights
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import CHECKED, deck_from_data
from engine.shipwreck.deck.rule_tables import compile_deck

CHALLENGE_SEATS = 4
MOST_CHANGES = 16

Options = options_model(ABOUT.options)
"""The points that the rules leave open and the players decide."""


class Change(Table):
    """A player joins or leaves between turns."""

    before_turn: Annotated[int, Between(1, 10_000)]
    leave: Annotated[int, Between(1, 99)] | None = None
    """The player who leaves; players are numbered from 1 in the order they joined."""
    join_after: Annotated[int, Between(1, 99)] | None = None
    """The player after whom the new player is seated."""


class ShipwreckGrid(Grid[Deck]):
    """A grid with the two-player challenge, in which each of the two players has two seats, and with players who come
    and go."""

    @cached_property
    def own_keys(self) -> Mapping[str, Any]:
        return {
            "challenge": (Annotated[bool | list[bool], expects(message("true, false or a list of them"))], False),
            "changes": (list[Change], Field(default_factory=list)),
        }

    def resolve_content(self, word: object, source: str) -> Json:
        """A deck whose rules are too many for the kernel's tables cannot be played."""
        found = super().resolve_content(word, source)
        compile_deck(deck_from_data(found["content"], source), f"{source}: {found['name']}")
        return found

    def points(self, grid: Json) -> list[dict[str, int]]:
        """Challenge mode applies only to two players."""
        return [
            {"players": players, "challenge": challenge, "doom": doom}
            for players, challenge, doom in product(grid["players"], _challenges(grid), grid["doom"])
            if players == 2 or not challenge
        ]

    def check_together(self, grid: Json, source: str) -> None:
        """Challenge mode has two players, and joining and leaving keep the number of players from 2 to 5."""
        options, players, changes, challenges = grid["options"], grid["players"], grid["changes"], _challenges(grid)
        if not challenges or len(set(challenges)) < len(challenges):
            raise bad_field(source, ("challenge",), message("expected true, false or a list of both"))
        if (True in challenges and 2 not in players) or (challenges == [True] and players != [2]):
            raise bad_field(
                source,
                ("challenge",),
                message("expected players = 2 for challenge mode, got {players}", players=players),
            )
        if options["own_fate"] and set(players) != {2}:
            raise bad_field(
                source, ("options", "own_fate"), message("expected players = 2, got {players}", players=players)
            )
        if changes and (True in challenges or options["own_fate"]):
            raise bad_field(source, ("changes",), message("expected none in challenge mode or with own_fate"))
        if len(changes) > MOST_CHANGES:
            raise bad_field(source, ("changes",), message("expected at most {most_changes}", most_changes=MOST_CHANGES))
        for number in players:
            _check_changes(changes, number, source)

    def cells(self, grid: Json) -> list[Cell]:
        return [self.complete(cell, grid["changes"]) for cell in super().cells(grid)]

    def complete(self, cell: Cell, changes: list[Json]) -> Cell:
        """The cell with changes of players, and with the weights that its policies have learned for it."""
        spec = {**cell.spec, "changes": changes}
        if carries_weights(spec["policy"]):
            deck = self.content_in(cell)
            spec["policy"] = with_weights(spec["policy"], deck.digest, deck.cards.keys(), seats_of(spec))
        return replace(cell, spec=spec)


def _challenges(grid: Json) -> list[bool]:
    found: bool | list[bool] = grid["challenge"]
    return [found] if isinstance(found, bool) else found


def _check_changes(changes: list[Json], players: int, source: str) -> None:
    """Checks the changes of players for one number of players at the start."""
    seated, newcomers, turn = set(range(1, players + 1)), players, 0
    for change in changes:
        if change["before_turn"] < turn:
            raise bad_field(source, ("changes",), message("expected them in the order of their turns"))
        turn = change["before_turn"]
        if ("leave" in change) == ("join_after" in change):
            raise bad_field(source, ("changes",), message("expected either leave or join_after in each"))
        who = change.get("leave", change.get("join_after"))
        if who not in seated:
            raise bad_field(
                source,
                ("changes",),
                message(
                    "with {players} players, nobody has number {who} before turn {turn}",
                    players=players,
                    who=who,
                    turn=turn,
                ),
            )
        if "leave" in change:
            seated.remove(who)
        else:
            newcomers += 1
            seated.add(newcomers)
        if not FEWEST_PLAYERS <= len(seated) <= MOST_PLAYERS:
            said = message(
                "with {players} players, {left} would be left from turn {turn} on; expected 2 to 5",
                players=players,
                left=len(seated),
                turn=turn,
            )
            raise bad_field(source, ("changes",), said)


def seats_of(spec: Json) -> int:
    return CHALLENGE_SEATS if spec["challenge"] else int(spec["players"])


def trouble_with(situation: Situation) -> Trouble | None:
    """The doom at the start must not have lost the game already."""
    doom, limit = situation.numbers["doom"], situation.content.doom_limit
    return (
        (("doom",), message("expected 0 to {limit}, below the doom that loses, got {doom}", limit=limit - 1, doom=doom))
        if doom >= limit
        else None
    )


GRID = ShipwreckGrid(
    about=ABOUT,
    policies=POLICIES,
    usual_policy="certain",
    content=CHECKED,
    options=Options,
    usual_options=lambda deck, players: {},
    trouble=trouble_with,
)
