"""What the page of The Oracle answers beside what the game yields. Each answer is shown for every layout of a run."""

from engine.content.option_variants import USUAL
from engine.game.axes import VARIANT
from engine.game.presentation import Contrast, Question
from engine.oracle.table.results import ABILITY_NAMES

ANSWERED_BY = "questions"
"""The experiment that plays everything that is asked."""
PLANNER, HIRES = "planner", "planner eta=4"


def _option(title: str, options: str, who: str = PLANNER) -> Contrast:
    usual = {"policy": who, VARIANT: USUAL}
    return Contrast(title, usual, {**usual, VARIANT: options})


def _plays(title: str, before: str, after: str) -> Contrast:
    return Contrast(title, {"policy": before}, {"policy": after})


def _at(axis: str, word: str, usual: int, numbers: tuple[int, ...]) -> tuple[Contrast, ...]:
    return tuple(Contrast(f"{number} {word} in place of {usual}", {axis: usual}, {axis: number}) for number in numbers)


QUESTIONS = (
    Question(
        "Is predicting dominant until the strip runs out?",
        "What an hour of each action yields is above. Here the game is played without one of them, on the same luck: "
        "if predicting were the plan, the game without it would lose most. The strip is the limit in the games that "
        "use it up (an outcome below); sweep --set strip=0,16,32,64 shows where it binds",
        ("worth",),
        (
            _option("without predict", "closed=predict"),
            _option("without stars", "closed=stars"),
            _option("without the horoscope", "closed=horoscope"),
            _option("repeating allowed", "no_repeat=off"),
        ),
        at_first=True,
    ),
    Question(
        "What is a modifier worth?",
        "planner plays like greedy, but spends modifiers. Or one kind of box, or both, cannot be filled, on the same "
        "luck",
        ("worth", "corruption"),
        (
            _plays("spending modifiers", "greedy", PLANNER),
            _option("without change-plus", "closed=change-plus"),
            _option("without change-move", "closed=change-move"),
            _option("without both", "closed=change-plus,change-move"),
        ),
        at_first=True,
    ),
    Question(
        "What is a staff member worth?",
        "planner hires hardly ever; with eta=4 it hires early. Then each ability in turn does not exist, on the same "
        "luck",
        ("worth", "corruption"),
        (
            _plays("hiring early", PLANNER, HIRES),
            *(_option(f"without the {name}, hiring early", f"closed={name}", HIRES) for name in ABILITY_NAMES),
        ),
        at_first=True,
    ),
    Question(
        "What does a rogue cost?",
        "Other numbers of rogues in the bag, with the same adventurers",
        ("worth", "worth of predictions"),
        _at("rogues", "rogues", 4, (2, 6, 8)),
        at_first=True,
    ),
    Question(
        "What do rivals change?",
        "Rivals are clocks that draw from the bag. With four players adventurers are drawn one by one, and the free "
        "order of two is lost",
        ("worth", "worth of predictions"),
        _at("players", "players", 1, (2, 3, 4)),
        at_first=True,
    ),
    Question(
        "What is counting the bag worth?",
        "planner predicts the colour that is commonest in the bag, or always red, on the same luck",
        ("worth",),
        (_plays("not counting", PLANNER, "planner counting=false"),),
        at_first=True,
    ),
)
