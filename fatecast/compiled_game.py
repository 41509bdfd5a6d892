"""What the author of a compiled game imports. See CONTRIBUTING.md, "A compiled game"."""

from engine.content.fields import Between, Id
from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Json
from engine.game.outcomes import Mean, Share, bounded, length_of
from engine.game.presentation import Presentation, Ratio, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Column, Notable
from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints, new
from engine.policy.compiled_game import records
from engine.policy.compiled_game.as_game import CompiledGame, GameWithSecrets
from engine.policy.compiled_game.axes_and_options import choice, difficulty, number, numbers, players, switch
from engine.policy.compiled_game.checking import Check
from engine.policy.compiled_game.decisions import (
    Decisions,
    Places,
    hooks_of,
    one_below,
    one_of,
    one_or_none,
    policies_of,
)
from engine.policy.compiled_game.grid import Grid
from engine.policy.compiled_game.ids import Ids
from engine.policy.compiled_game.piece_content import Content, Piece, PieceContent
from engine.policy.compiled_game.play import Tables
from engine.policy.compiled_game.records import (
    Dice,
    any_of,
    contains,
    draw_word,
    index_of,
    note,
    roll,
    shuffle,
    start_dice,
    start_luck,
)
from engine.policy.compiled_game.telling import Event, Telling, kinds
from engine.policy.parameters import Parameter

__all__ = [
    "About",
    "Axis",
    "Between",
    "Check",
    "Column",
    "CompiledGame",
    "Content",
    "Decisions",
    "Dice",
    "Event",
    "Game",
    "GameWithSecrets",
    "Grid",
    "Id",
    "Ids",
    "Ints",
    "Json",
    "Mean",
    "Notable",
    "Parameter",
    "Piece",
    "PieceContent",
    "Places",
    "Presentation",
    "Ratio",
    "Rung",
    "Shape",
    "Share",
    "Tables",
    "Telling",
    "any_of",
    "bounded",
    "choice",
    "compiled",
    "contains",
    "difficulty",
    "draw_word",
    "hooks_of",
    "index_of",
    "inlined",
    "kinds",
    "length_of",
    "new",
    "note",
    "number",
    "numbers",
    "one_below",
    "one_of",
    "one_or_none",
    "players",
    "policies_of",
    "records",
    "roll",
    "shuffle",
    "start_dice",
    "start_luck",
    "switch",
]
