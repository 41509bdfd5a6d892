"""The game's part of an experiment (decks, who plays, how many, options), and the cells it spans."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.content.labels import check_label
from engine.errors import BadInput
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.deck import FEWEST_PLAYERS, MOST_FOLLOWERS, MOST_LASERS, MOST_PLAYERS, Deck, fewest_followers
from engine.euphoria.deck.files import deck_from_data, load_deck
from engine.euphoria.table.state import CARDS
from engine.game.cell import MOST_CELLS, Cell, Json
from engine.game.seats import FOCUS
from engine.policy.seats.seating import check_tables, code_of_seating, resolve_seating, seatings_of

MOST_TURNS = 10_000
TURNS_A_PLAYER = 60
MOST_NAMES = 256
"""Decks of one experiment."""
Names = Annotated[list[Any] | None, expects("a list of policies")]


def _switched(value: object) -> object:
    """On and off are what a person says."""
    return {"on": True, "off": False}.get(value, value) if isinstance(value, str) else value


Switch = Annotated[bool, BeforeValidator(_switched), expects("on or off")]


class Options(Table):
    """The points that the rules leave open. What is left out depends on the number of players, and is as in the box."""

    lasers: Annotated[int, Between(1, MOST_LASERS)] | None = None
    """Lasers in play."""
    followers: Annotated[int, Between(1, MOST_FOLLOWERS)] | None = None
    """Followers of each side in play."""
    start_artifacts: Annotated[int, Between(0, CARDS)] = 2
    """Artifacts that each player is dealt."""
    arm_cost: Annotated[int, Between(0, 1)] = 1
    """Recruits that a player exposes for a laser from the middle."""
    hide_action: Switch = True
    """Whether a turn can be used to hide an exposed Follower."""
    aim_trigger: Annotated[str, Field(pattern="^(changed|every)$"), expects('"changed" or "every"')] = "changed"
    """Whether aiming at the same player again can be reacted to."""
    anarchists: Switch = True
    """Whether a player who is shot without a Leader becomes an Anarchist."""
    turn_cap: Annotated[int, Between(1, MOST_TURNS)] | None = None
    """The turns after which nobody wins; 60 a player."""
    focus: Annotated[int, Between(0, MOST_PLAYERS)] = 0
    """The focus seat, from 1 on; 0 draws it for each game."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    decks: Annotated[list[Any], Field(min_length=1), expects("a list of deck names")] = Field(
        default_factory=lambda: ["none"]
    )
    policies: Names = None
    tables: Annotated[list[Any] | None, expects("a list of tables")] = None
    focus: Names = None
    field: Names = None
    players: Annotated[list[Annotated[int, Between(FEWEST_PLAYERS, MOST_PLAYERS)]], Field(min_length=1)] = Field(
        default_factory=lambda: [5]
    )
    options: Options = Options()


def resolve_grid(data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every name replaced by its content."""
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    if len(grid.decks) > MOST_NAMES:
        raise bad_field(source, ("decks",), f"expected at most {MOST_NAMES}, got {len(grid.decks)}")
    decks = [_resolve_deck(deck, source) for deck in grid.decks]
    resolved = {
        "decks": decks,
        **resolve_seating(POLICIES, dict(grid), ["guardian"], source),
        "players": grid.players,
        "options": grid.options.model_dump(exclude_none=True),
    }
    if len(set(grid.players)) < len(grid.players):
        raise bad_field(source, ("players",), "expected each number only once")
    names = [deck["name"] for deck in decks]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise bad_field(source, ("decks",), f"expected names that differ, got {name!r} twice")
    if grid.options.focus > min(grid.players):
        raise bad_field(source, ("options", FOCUS), f"expected a seat from 1 to {min(grid.players)}, or 0")
    check_tables(POLICIES, resolved, min(grid.players), source)
    if len(seatings_of(POLICIES, resolved)) * len(grid.players) * len(decks) > MOST_CELLS:
        raise BadInput(f"{source}: expected at most {MOST_CELLS:,} cells")
    for name, deck in decks_of(resolved):
        for players in grid.players:
            _check_counts(deck, name, players, grid.options, source)
    return resolved


def _resolve_deck(deck: object, source: str) -> Json:
    """Resolves a deck given by name, or checks one that is resolved already."""
    if isinstance(deck, str):
        loaded = load_deck(deck)
        name = check_label(deck.rpartition("/")[2].removesuffix(".toml"), "decks: the name of the file", source)
        return {"name": name, "content": loaded.data()}
    if isinstance(deck, dict) and deck.keys() == {"name", "content"} and isinstance(deck["name"], str):
        where = f"{source}: {check_label(deck['name'], 'decks: name', source)}"
        return {"name": deck["name"], "content": deck_from_data(deck["content"], where).data()}
    raise bad_field(source, ("decks",), "expected the names of decks")


def _check_counts(deck: Deck, name: str, players: int, options: Options, source: str) -> None:
    """Enough Followers for all rows, enough artifacts for all hands."""
    if options.followers is not None and options.followers < fewest_followers(players):
        message = f"expected at least {fewest_followers(players)} with {players} players, got {options.followers}"
        raise bad_field(source, ("options", "followers"), message)
    if not deck.artifacts:
        return
    cards, dealt = deck.cards_with(players), players * options.start_artifacts
    if cards == 0:
        raise bad_field(source, ("decks",), f"{name}: no artifact is left with {players} players")
    if cards < dealt:
        hands = f"{players} players need {dealt} for their first hands"
        raise bad_field(source, ("decks",), f"{name}: {hands}, the deck has {cards}")


def cells_of(grid: Json) -> list[Cell]:
    """The cells of a resolved grid."""
    return [
        make_cell(deck, labels, who, players, grid["options"])
        for deck, (labels, who), players in product(grid["decks"], seatings_of(POLICIES, grid), grid["players"])
    ]


def usual_counts(deck: Json, players: int) -> Json:
    """The options that depend on the number of players, as in the box."""
    counts = {name: deck[name][str(players)] for name in ("lasers", "followers")}
    return {**counts, "turn_cap": TURNS_A_PLAYER * players}


def make_cell(deck: Json, labels: dict[str, str], who: Json, players: int, options: Json) -> Cell:
    """One cell with everything that it needs."""
    complete = {**usual_counts(deck["content"], players), **options}
    spec = {"deck": deck["content"], **who, "players": players, "options": complete}
    return Cell({"deck": deck["name"], **labels, "players": players}, spec, code_of_seating(POLICIES, spec))


def decks_of(grid: Json) -> Iterator[tuple[str, Deck]]:
    """The decks of a resolved grid by name."""
    for deck in grid["decks"]:
        yield deck["name"], deck_from_data(deck["content"], deck["name"])
