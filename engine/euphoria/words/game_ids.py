"""A text that identifies a game permanently: `euphoria:surrogate@1f0c9a3e:guardian:5p:rules1:seed1:game17`.

It has the game's name, the deck's name and the start of its content hash, who plays, how many players, the version of
the rules, the seed and the index. The policies of several seats are joined with +; a focus and its field with /.
Options follow if they are not the usual ones: `:lasers=3`, `:hide_action=off`. A policy from a user's file also has the
start of its hash: `mine@5d41402a`.
"""

import re
from typing import Any

from engine.errors import BadInput, NotComparable
from engine.euphoria.cells.grid import Options, cells_of, resolve_grid, usual_counts
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.files import deck_from_data, load_deck
from engine.euphoria.table import NAME, RULES_VERSION
from engine.game.cell import Cell
from engine.kernel.rng import MAX_GAMES
from engine.policy.seats.in_ids import seating_in, word_of

SHAPE = f"{NAME}:DECK@HASH:POLICY:5p:rules{RULES_VERSION}:seed1:game17, as the commands print it"
HEAD = re.compile(
    rf"{NAME}:(?P<deck>[^@:]+)@(?P<hash>[0-9a-f]{{8}}):(?P<who>[^:]+):(?P<players>\d+)p:rules(?P<rules>\d+)"
    r":seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[a-z_]+=[a-z0-9]+)*)"
)
HASH_DIGITS = 8
DEFAULTS = Options().model_dump()
SWITCHED = {True: "on", False: "off"}
FROM_RUN = "fatecast replay RUN CELL INDEX"


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    digest = deck_from_data(spec["deck"], cell.name).digest[:HASH_DIGITS]
    usual = {**DEFAULTS, **usual_counts(spec["deck"], spec["players"])}
    rest = [
        f"{key}={SWITCHED[value] if isinstance(value, bool) else value}"
        for key, value in spec["options"].items()
        if value != usual[key]
    ]
    head = [
        NAME,
        f"{cell.labels['deck']}@{digest}",
        word_of(POLICIES, spec),
        f"{spec['players']}p",
        f"rules{RULES_VERSION}",
        f"seed{seed}",
        f"game{index}",
    ]
    return ":".join([*head, *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The deck must be found and must still have the same content."""
    match = HEAD.fullmatch(text)
    if match is None:
        raise BadInput(f"game id {text!r}: expected {SHAPE}")
    if match["rules"] != str(RULES_VERSION):
        raise NotComparable(f"game id {text!r}: played by rule version {match['rules']}, here is {RULES_VERSION}")
    try:
        deck = load_deck(match["deck"])
    except BadInput as error:
        raise BadInput(f"game id {text!r}: {error}; to replay a game with your own deck: {FROM_RUN}") from None
    if not deck.digest.startswith(match["hash"]):
        now = deck.digest[:HASH_DIGITS]
        raise BadInput(
            f"game id {text!r}: made with another version of deck {match['deck']} ({match['hash']}, here {now}); "
            f"replay it from its run: {FROM_RUN}"
        )
    seed, index = int(match["seed"]), int(match["index"])
    if seed >= 1 << 64 or index >= MAX_GAMES:
        raise BadInput(f"game id {text!r}: expected a seed below 2^64 and an index below 2^48")
    options: dict[str, Any] = dict(word.split("=") for word in match["rest"].split(":") if word)
    numbers = {key: int(value) if value.isdecimal() else value for key, value in options.items()}
    grid = {
        "decks": [match["deck"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "options": numbers,
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, index
