"""A text that identifies a game permanently: `euphoria:surrogate@1f0c9a3e:guardian:5p:rules1:seed1:game17`.

It has the game's name, the deck's name and the start of its content hash, who plays, how many players, the version of
the rules, the seed and the index. The policies of several seats are joined with +; a focus and its field with /.
Options follow if they are not the usual ones: `:lasers=3`, `:hide_action=off`. A policy from a user's file also has the
start of its hash: `mine@5d41402a`.
"""

import re

from engine.euphoria.cells.grid import Options, cells_of, resolve_grid, usual_counts
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.files import deck_from_data, load_deck
from engine.euphoria.table import NAME, RULES_VERSION
from engine.game.cell import Cell
from engine.policy.seats.in_ids import (
    CONTENT,
    TAIL,
    GameIds,
    check_content,
    content_word,
    option_words,
    options_in,
    seating_in,
    word_of,
)

IDS = GameIds(
    RULES_VERSION,
    re.compile(rf"{NAME}:{CONTENT}:(?P<who>[^:]+):(?P<players>\d+)p:{TAIL}"),
    f"{NAME}:DECK@HASH:POLICY:5p:rules{RULES_VERSION}:seed1:game17",
)
DEFAULTS = Options().model_dump()


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    deck = content_word(cell, "deck", deck_from_data)
    rest = option_words(spec["options"], {**DEFAULTS, **usual_counts(spec["deck"], spec["players"])})
    return ":".join([NAME, deck, word_of(POLICIES, spec), f"{spec['players']}p", *IDS.tail(seed, index), *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The deck must be found and must still have the same content."""
    match = IDS.read(text)
    check_content(match, "deck", load_deck)
    grid = {
        "decks": [match["content"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "options": options_in(match),
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], int(match["seed"]), int(match["index"])
