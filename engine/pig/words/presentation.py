"""How reports describe Pig: names, ratios and what they mean."""

from engine.game.presentation import Contest, Presentation, Ratio, Rung, Shape
from engine.game.seats import FOCUS_COLUMN
from engine.pig.table.state import TIME_OUT

PRESENTATION = Presentation(
    ladder=(
        Rung("random", "players who hold at random"),
        Rung("hold", "players who hold at a number"),
        Rung("hold at=20", "players who hold at 20"),
        Rung("race", "players who race or keep pace"),
        Rung("optimal", "perfect players"),
    ),
    end="end",
    shape=(Shape("turns", "turns of all games"), Shape("margin", "points between the first two")),
    contest=Contest(
        winners="winners",
        time_outs=(TIME_OUT,),
        turns="turns",
        decided_turns="decided_turns",
        decisions="decisions",
        choices="choices",
        behind="behind",
        behind_most="behind_most",
        lead_changes="lead_changes",
        margin="margin",
        focus=FOCUS_COLUMN.name,
    ),
    feel=(
        Ratio("turns_a_game", "turns", "turns of all players, per game", "turns"),
        Ratio("rolls_a_turn", "rolls a turn", "rolls of the die, per turn", "rolls", "turns"),
        Ratio(
            "decided_turns",
            "turns with a choice",
            "share of turns in which the player could choose at least once",
            "decided_turns",
            "turns",
            "share",
        ),
    ),
)
