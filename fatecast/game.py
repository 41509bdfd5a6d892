"""What the author of a game imports: `from fatecast.game import Game`. See docs/how-to/write-a-game.md."""

from engine.game.outcomes import Mean, Share
from engine.game.results import Column, below_zero
from engine.kernel.compiled import compiled
from engine.outside.own.author import Game, Table
from engine.outside.own.hidden.zones import Zone
from engine.outside.own.luck import Dice, Luck
from engine.outside.own.policies.prepared import Prepared
from engine.policy.parameters import Parameter, Switch, Words

__all__ = [
    "Column",
    "Dice",
    "Game",
    "Luck",
    "Mean",
    "Parameter",
    "Prepared",
    "Share",
    "Switch",
    "Table",
    "Words",
    "Zone",
    "below_zero",
    "compiled",
]
