"""A text that identifies a game permanently: `shipwreck:base@1f0c9a3e:certain:3p:doom4:rules3:seed1:game17`.

It has the name of the game (ids of version 0.3 and before do without), the deck's name and the start of its content
hash, the policy with its parameters, the scenario, the version of the rules, the seed and the index. A policy from a
user's file also has the start of its hash: `mine@5d41402a`. The policies of a mixed group are joined with +. Options
and changes of players follow if there are any: `:challenge`, `:restless`, `:fall=announced`, `:5leave2` (before turn 5,
player 2 leaves), `:8join1` (before turn 8, a player joins after player 1).
"""

import re
from typing import Any

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell, Json
from engine.kernel.rng import MAX_GAMES
from engine.policy.naming import NEXT_SEAT
from engine.policy.seats.mixed_table import id_of_policy
from engine.shipwreck.cells.grid import Options, cells_of, parse_option, resolve_grid
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.files import deck_from_data, load_deck
from engine.shipwreck.table import NAME, RULES_VERSION

SHAPE = f"{NAME}:DECK@HASH:POLICY:3p:doom4:rules{RULES_VERSION}:seed1:game17, as the commands print it"
HEAD = re.compile(
    rf"(?:{NAME}:)?"
    r"(?P<deck>[^@:]+)@(?P<hash>[0-9a-f]{8}):(?P<policy>[^:]+):(?P<players>\d+)p:doom(?P<doom>\d+)"
    r"(:rules(?P<rules>\d+))?:seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[^:]+)*)"
)
UNNAMED = "1"
"""The version of the rules in ids that name none."""
CHANGE = re.compile(r"(\d+)(leave|join)(\d+)")
HASH_DIGITS = 8
FROM_RUN = "fatecast replay RUN CELL INDEX"
DEFAULTS = Options().model_dump()


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    digest = deck_from_data(spec["deck"], cell.name).digest[:HASH_DIGITS]
    policy = id_of_policy(POLICIES, spec["policy"])
    head = f"{NAME}:{cell.labels['deck']}@{digest}:{policy}:{spec['players']}p:doom{spec['doom']}"
    return ":".join([head, f"rules{RULES_VERSION}", f"seed{seed}", f"game{index}", *_rest(spec)])


def _rest(spec: Json) -> list[str]:
    rest = ["challenge"] if spec["challenge"] else []
    for key, value in spec["options"].items():
        if value != DEFAULTS[key]:
            rest.append(key if value is True else f"{key}={value}")
    for change in spec["changes"]:
        verb, who = ("leave", change["leave"]) if "leave" in change else ("join", change["join_after"])
        rest.append(f"{change['before_turn']}{verb}{who}")
    return rest


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The deck must be found and must still have the same content."""
    match = HEAD.fullmatch(text)
    if match is None:
        raise BadInput(f"game id {text!r}: expected {SHAPE}")
    if (rules := match["rules"] or UNNAMED) != str(RULES_VERSION):
        raise NotComparable(f"game id {text!r}: played by rule version {rules}, here is {RULES_VERSION}")
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
    seed = int(match["seed"])
    if seed >= 1 << 64 or int(match["index"]) >= MAX_GAMES:
        raise BadInput(f"game id {text!r}: expected a seed below 2^64 and an index below 2^48")
    grid: dict[str, Any] = {
        "decks": [match["deck"]],
        **_read_policy(match["policy"]),
        "players": [int(match["players"])],
        "doom": [int(match["doom"])],
        "changes": [],
        "options": {},
    }
    for word in filter(None, match["rest"].split(":")):
        _read_word(grid, word)
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, int(match["index"])


def _read_policy(word: str) -> dict[str, Any]:
    """Reads `pragmatic,depth=1`, or a mixed group, `literal/pragmatic,depth=1+novice`."""
    group, _, seats = word.rpartition("/")
    named = [seat.replace(",", " ") for seat in NEXT_SEAT.split(seats)]
    if not group and len(named) == 1:
        return {"policies": named}
    return {"policies": [], "tables": [{"group": group.replace(",", " "), "seats": named}]}


def _read_word(grid: dict[str, Any], word: str) -> None:
    """Reads one of the words after the index."""
    if word == "challenge":
        grid["challenge"] = True
    elif change := CHANGE.fullmatch(word):
        verb = "leave" if change[2] == "leave" else "join_after"
        grid["changes"].append({"before_turn": int(change[1]), verb: int(change[3])})
    else:
        key, _, value = word.partition("=")
        grid["options"] |= parse_option(key, value)
