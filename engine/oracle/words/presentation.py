"""How reports describe The Oracle: names, ratios and what they mean."""

from engine.game.cell import Json
from engine.game.presentation import Feature, Presentation, Ratio, Rung, Shape
from engine.oracle.layout.files import CHECKED
from engine.oracle.layout.layout import Layout
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.oracle.words.changes import is_version, layout_changes
from engine.oracle.words.questions import ANSWERED_BY, QUESTIONS


def layout_title(spec: Json) -> str:
    """What reports call the layout of a cell."""
    return Layout.model_validate(spec["layout"]).title


def layout_label(spec: Json, label: str) -> str:
    """Tables and sentences never show a stand-in without saying so."""
    return f"stand-in layout {label}" if spec["layout"]["standin"] else label


PRESENTATION = Presentation(
    unit="rogues",
    changes=CHECKED.cell_changes(layout_changes),
    is_version=is_version,
    questions=QUESTIONS,
    answered_by=ANSWERED_BY,
    content_title=layout_title,
    content_label=layout_label,
    leading=("worth_an_hour", "worth_a_game"),
    ladder=(
        Rung("random", "an Oracle who acts at random"),
        Rung("stargazer", "a stargazer"),
        Rung("prophet", "a prophet"),
        Rung("greedy", "a greedy Oracle"),
        Rung("planner", "an Oracle who plans a turn"),
    ),
    focus=("planner", "greedy", "prophet", "stargazer", "random"),
    beginner="random",
    piece="piece",
    shape=(Shape("worth", "worth of a game"), Shape("corruption", "corruption at the end")),
    feel=(
        Ratio("worth_an_hour", "worth an hour", "worth for every hour used", "worth", "hours"),
        Ratio("from_stars", "from stars", "share of the worth that areas pay", "worth_stars", "worth", "share"),
        Ratio(
            "from_predictions",
            "from predictions",
            "share of the worth that predictions pay",
            "worth_predict",
            "worth",
            "share",
        ),
        Ratio(
            "from_horoscope",
            "from the horoscope",
            "share of the worth that boxes pay",
            "worth_horoscope",
            "worth",
            "share",
        ),
        Ratio("right_early", "early hits", "share of predictions that pay a tablet", "tier3", "predict", "share"),
        Ratio("failed", "failed", "share of predictions that fail", "failed", "predict", "share"),
        Ratio("strip_used", "strip", "icons of the strip used, per game", "strip_used"),
        Ratio("lines", "lines", "lines drawn, per game", "lines"),
        Ratio("modifiers", "±1 spent", "±1 boxes spent, per game", "plus_spent"),
        Ratio("moves", "Moves spent", "Move boxes spent, per game", "move_spent"),
        Ratio("idle", "idle hours", "hours without an action, per game", "idle_hours"),
        Ratio("clumps", "clumps", "corruption from throws into one half, per game", "corruption_clump"),
        Ratio("skulls", "skulls", "corruption from skulls, per game", "corruption_skull"),
        Ratio("crosses", "cross", "corruption from the cross, per game", "corruption_cross"),
        Ratio("turns", "turns", "turns of a game", "turns"),
    ),
    pieces=(
        Ratio("uses_a_game", "uses", "times that it was taken or used, per game", "uses"),
        Ratio("hours_a_game", "hours", "hours that it took, per game", "hours"),
        Ratio("worth_a_game", "worth a game", "worth gained by it, per game", "worth"),
        Ratio("worth_an_hour", "worth an hour", "worth for each of its hours", "worth", "hours"),
        Ratio("worth_a_use", "worth a use", "worth each time that it was taken or used", "worth", "uses"),
        Ratio("corruption_a_use", "corruption a use", "skulls and crosses each time", "corruption", "uses"),
    ),
)


def features_of(closed: list[str]) -> list[Feature]:
    """What a cell contains, and the counter that shows whether it ever happened."""
    actions = [Feature("action", name, name, "uses") for name in ACTION_NAMES if name not in closed]
    return actions + [Feature("ability", name, name, "uses") for name in ABILITY_NAMES if name not in closed]
