"""The game's part of an experiment (decks, policies, players, difficulty, options), and the cells it spans."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.content.labels import check_label
from engine.errors import BadInput
from engine.game.cell import Cell, Json, Lately, check_size, content_key
from engine.policy.compiled_game.grid import first_repeated
from engine.policy.compiled_game.options import options_model
from engine.policy.seats.mixed_table import code_in, policy_label, resolve_any_policy, resolve_table, without_labels
from engine.shipwreck.about import ABOUT
from engine.shipwreck.cells.learned_weights import carries_weights, with_weights
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import deck_from_data, load_deck
from engine.shipwreck.deck.rule_tables import compile_deck

MOST_DOOM = 98
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
CHALLENGE_SEATS = 4
MOST_CHANGES = 16
MOST_NAMES = 256
"""Decks, policies and mixed tables of one experiment. Each may stand for a file of a megabyte."""


Options = options_model(ABOUT.options)
"""The points that the rules leave open and the players decide."""


class Change(Table):
    """A player joins or leaves between turns."""

    before_turn: Annotated[int, Between(1, 10_000)]
    leave: Annotated[int, Between(1, 99)] | None = None
    """The player who leaves; players are numbered from 1 in the order they joined."""
    join_after: Annotated[int, Between(1, 99)] | None = None
    """The player after whom the new player is seated."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    decks: Annotated[list[Any], Field(min_length=1), expects("a list of deck names")] = Field(
        default_factory=lambda: ["base"]
    )
    policies: Annotated[list[Any] | None, expects("a list of policies")] = None
    """`certain`, if there are no mixed tables either."""
    tables: Annotated[list[Any] | None, expects("a list of tables")] = None
    """Mixed tables: a policy for each seat, and one for the group."""
    players: Annotated[
        list[Annotated[int, Between(FEWEST_PLAYERS, MOST_PLAYERS)]],
        Field(min_length=1),
    ] = Field(default_factory=lambda: [2, 3, 4, 5])
    doom: Annotated[list[Annotated[int, Between(0, MOST_DOOM)]], Field(min_length=1)] = Field(
        default_factory=lambda: [0, 2, 4, 6]
    )
    challenge: Annotated[bool | list[bool], expects("true, false or a list of them")] = False
    """Two-player challenge mode: each of the two players has two seats."""
    options: Options = Options()  # type: ignore[valid-type]
    changes: list[Change] = Field(default_factory=list)


def resolve_grid(data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every name replaced by its content."""
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    for key in ("decks", "policies", "tables"):
        if len(getattr(grid, key) or []) > MOST_NAMES:
            raise bad_field(source, (key,), f"expected at most {MOST_NAMES}, got {len(getattr(grid, key))}")
    decks = [_resolve_deck(deck, source) for deck in grid.decks]
    for deck in decks:
        limit = deck["content"]["doom_limit"]
        if max(grid.doom) >= limit:
            message = f"expected 0 to {limit - 1}, below the doom that loses, got {max(grid.doom)}"
            raise bad_field(source, ("doom",), message)
    _check_seats(grid, source)
    policies = [resolve_any_policy(POLICIES, policy, source) for policy in _policies_of(grid, source)]
    tables = [resolve_table(POLICIES, table, source) for table in grid.tables or []]
    _distinct_labels([deck["name"] for deck in decks], "decks", source)
    _distinct_labels([policy_label(POLICIES, policy) for policy in (*policies, *tables)], "policies", source)
    seatings = sum(len(_challenges(grid)) if players == 2 else False in _challenges(grid) for players in grid.players)
    check_size(len(decks) * (len(policies) + len(tables)) * seatings * len(grid.doom), source)
    return {
        "decks": decks,
        "policies": policies,
        **({"tables": tables} if tables else {}),
        "players": _distinct(grid.players, "players", source),
        "doom": _distinct(grid.doom, "doom", source),
        "challenge": grid.challenge,
        "options": dict(grid)["options"].model_dump(),
        "changes": [change.model_dump(exclude_none=True) for change in grid.changes],
    }


def _distinct_labels(labels: list[str], key: str, source: str) -> None:
    """Raises an error if two entries have the same name."""
    if (label := first_repeated(labels)) is not None:
        raise bad_field(source, (key,), f"expected names that differ, got {label!r} twice")


def _distinct(values: list[int], key: str, source: str) -> list[int]:
    if (value := first_repeated(values)) is not None:
        raise bad_field(source, (key,), f"expected each value only once, got {value} twice")
    return values


def _resolve_deck(deck: object, source: str) -> Json:
    """Resolves a deck given by name, or checks one that is resolved already."""
    if isinstance(deck, str):
        loaded = load_deck(deck)
        compile_deck(loaded, f"{source}: {deck}")
        name = check_label(deck.rpartition("/")[2].removesuffix(".toml"), "decks: the name of the file", source)
        return {"name": name, "content": loaded.data()}
    if isinstance(deck, dict) and deck.keys() == {"name", "content"} and isinstance(deck["name"], str):
        where = f"{source}: {check_label(deck['name'], 'decks: name', source)}"
        given = deck_from_data(deck["content"], where)
        compile_deck(given, where)
        return {"name": deck["name"], "content": given.data()}
    raise bad_field(source, ("decks",), "expected the names of decks")


def _policies_of(grid: Grid, source: str) -> list[Any]:
    """The policies named; the default if neither policies nor mixed tables are named."""
    if grid.policies or grid.tables:
        return grid.policies or []
    if grid.policies is None:
        return ["certain"]
    raise bad_field(source, ("policies",), "expected a list of policies, got an empty one")


def _challenges(grid: Grid) -> list[bool]:
    return [grid.challenge] if isinstance(grid.challenge, bool) else grid.challenge


def _check_seats(grid: Grid, source: str) -> None:
    """Checks that challenge mode has two players, and that joining and leaving keep the number of players from 2 to
    5."""
    options: Any = grid.options
    challenges = _challenges(grid)
    if not challenges or len(set(challenges)) < len(challenges):
        raise bad_field(source, ("challenge",), "expected true, false or a list of both")
    if True in challenges and 2 not in grid.players:
        raise bad_field(source, ("challenge",), f"expected players = 2 for challenge mode, got {grid.players}")
    if challenges == [True] and grid.players != [2]:
        raise bad_field(source, ("challenge",), f"expected players = 2 for challenge mode, got {grid.players}")
    if options.own_fate and set(grid.players) != {2}:
        raise bad_field(source, ("options", "own_fate"), f"expected players = 2, got {grid.players}")
    if grid.changes and (True in challenges or options.own_fate):
        raise bad_field(source, ("changes",), "expected none in challenge mode or with own_fate")
    if len(grid.changes) > MOST_CHANGES:
        raise bad_field(source, ("changes",), f"expected at most {MOST_CHANGES}")
    for players in grid.players:
        _check_changes(grid.changes, players, source)


def _check_changes(changes: list[Change], players: int, source: str) -> None:
    """Checks the changes of players for one number of players at the start."""
    seated, newcomers, turn = set(range(1, players + 1)), players, 0
    for change in changes:
        if change.before_turn < turn:
            raise bad_field(source, ("changes",), "expected them in the order of their turns")
        turn = change.before_turn
        who = change.leave if change.join_after is None else change.join_after
        if who is None or (change.leave is not None and change.join_after is not None):
            raise bad_field(source, ("changes",), "expected either leave or join_after in each")
        if who not in seated:
            raise bad_field(source, ("changes",), f"with {players} players, nobody has number {who} before turn {turn}")
        if change.leave is not None:
            seated.remove(who)
        else:
            newcomers += 1
            seated.add(newcomers)
        if not FEWEST_PLAYERS <= len(seated) <= MOST_PLAYERS:
            message = f"with {players} players, {len(seated)} would be left from turn {turn} on; expected 2 to 5"
            raise bad_field(source, ("changes",), message)


def cells_of(grid: Json) -> list[Cell]:
    """The cells of a resolved grid. Challenge mode applies only to two players."""
    challenges = grid["challenge"] if isinstance(grid["challenge"], list) else [grid["challenge"]]
    axes = product(
        grid["decks"], [*grid["policies"], *grid.get("tables", [])], grid["players"], challenges, grid["doom"]
    )
    return [
        make_cell(deck, policy, players, challenge, doom, grid["options"], grid["changes"])
        for deck, policy, players, challenge, doom in axes
        if players == 2 or not challenge
    ]


def make_cell(
    deck: Json, policy: Json, players: int, challenge: bool, doom: int, options: Json, changes: list[Json]
) -> Cell:
    """One cell with everything that it needs."""
    labels = {
        "deck": deck["name"],
        "policy": policy_label(POLICIES, policy),
        "players": players,
        "challenge": challenge,
        "doom": doom,
    }
    seats = CHALLENGE_SEATS if challenge else players
    digest = _digest_of(deck) if carries_weights(policy) else ""
    spec = {
        "deck": deck["content"],
        "policy": with_weights(without_labels(policy), digest, deck["content"]["cards"].keys(), seats),
        "players": players,
        "challenge": challenge,
        "doom": doom,
        "options": options,
        "changes": changes,
    }
    return Cell(labels, spec, code_in(POLICIES, policy))


def _digest_of(deck: Json) -> str:
    """Of a deck of the grid. Many cells play the same one."""
    content, name = deck["content"], deck["name"]
    return _digests.get(content_key(content), lambda: deck_from_data(content, name).digest)


_digests: Lately[str] = Lately()


def decks_of(grid: Json) -> Iterator[tuple[str, Deck]]:
    """The decks of a resolved grid by name."""
    for deck in grid["decks"]:
        yield deck["name"], deck_from_data(deck["content"], deck["name"])


def parse_option(key: str, value: str) -> dict[str, Any]:
    """Reads `fall=announced` or `restless` in a game id as an option."""
    options: dict[str, Any] = {key: value or True}
    try:
        Options.model_validate(options)
    except ValidationError as error:
        field, message = told(error)[0]
        raise BadInput(f"{'.'.join(field)}: {message}") from None
    return options
