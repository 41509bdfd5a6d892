"""A text that identifies a game permanently: `shipwreck:base@1f0c9a3e:certain:3p:doom4:rules3:seed1:game17`.

It has the name of the game (ids of version 0.3 and before do without), the deck's name and the start of its content
hash, the policy with its parameters, the scenario, the version of the rules, the seed and the index. A policy from a
user's file also has the start of its hash: `mine@5d41402a`. The policies of a mixed group are joined with +. Options
and changes of players follow if there are any: `:challenge`, `:restless`, `:fall=announced`, `:5leave2` (before turn 5,
player 2 leaves), `:8join1` (before turn 8, a player joins after player 1).
"""

import re
from typing import Any

from engine.game.cell import Cell, Json
from engine.policy.naming import NEXT_SEAT
from engine.policy.seats.in_ids import CONTENT, GameIds, check_content, content_word, seed_and_index
from engine.policy.seats.mixed_table import id_of_policy
from engine.shipwreck.cells.grid import Options, cells_of, parse_option, resolve_grid
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.files import deck_from_data, load_deck
from engine.shipwreck.table import NAME, RULES_VERSION

IDS = GameIds(
    RULES_VERSION,
    re.compile(
        rf"(?:{NAME}:)?{CONTENT}:(?P<policy>[^:]+):(?P<players>\d+)p:doom(?P<doom>\d+)"
        r"(:rules(?P<rules>\d+))?:seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[^:]+)*)"
    ),
    f"{NAME}:DECK@HASH:POLICY:3p:doom4:rules{RULES_VERSION}:seed1:game17",
)
UNNAMED = "1"
"""The version of the rules in ids that name none."""
CHANGE = re.compile(r"(\d+)(leave|join)(\d+)")
DEFAULTS = Options().model_dump()


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    deck = content_word(cell, "deck", deck_from_data)
    head = [NAME, deck, id_of_policy(POLICIES, spec["policy"]), f"{spec['players']}p", f"doom{spec['doom']}"]
    return ":".join([*head, *IDS.tail(seed, index), *_rest(spec)])


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
    match = IDS.read(text, UNNAMED)
    seed, index = seed_and_index(match, text)
    check_content(match, "deck", load_deck)
    grid: dict[str, Any] = {
        "decks": [match["content"]],
        **_read_policy(match["policy"]),
        "players": [int(match["players"])],
        "doom": [int(match["doom"])],
        "changes": [],
        "options": {},
    }
    for word in filter(None, match["rest"].split(":")):
        _read_word(grid, word)
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, index


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
