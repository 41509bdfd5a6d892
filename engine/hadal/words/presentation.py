"""How reports describe Hadal Project: names, ratios and what they mean."""

from engine.game.presentation import Feature, Presentation, Ratio, Rung, Shape
from engine.hadal.mission.files import CHECKED
from engine.hadal.mission.mission import Mission
from engine.hadal.words.changes import is_version, mission_changes
from engine.hadal.words.questions import ANSWERED_BY, QUESTIONS

PRESENTATION = Presentation(
    changes=CHECKED.cell_changes(mission_changes),
    is_version=is_version,
    questions=QUESTIONS,
    answered_by=ANSWERED_BY,
    content_label=lambda spec, label: f"stand-in mission {label}" if spec["mission"]["standin"] else label,
    content_title=lambda spec: str(spec["mission"]["name"]),
    unit="shift",
    ladder=(
        Rung("random", "a party that acts at random"),
        Rung("gambler", "a party of gamblers"),
        Rung("safe", "a party that never risks a failure"),
        Rung("even", "a party that pays up to the difficulty"),
        Rung("sharp", "a party that weighs every Azrak"),
        Rung("counter", "a party that counts the Fate cards"),
        Rung("veteran", "a party of veterans"),
    ),
    focus=("veteran", "counter", "sharp", "even", "safe", "gambler", "random"),
    beginner="even",
    piece="receptacle",
    end="end",
    shape=(
        Shape("returned", "Azrak on the return card of all missions"),
        Shape("turns", "rounds of all missions"),
        Shape("points", "points of the missions lost", won=0),
    ),
    feel=(
        Ratio("returned", "return card", "Azrak on the return card, per mission", "returned"),
        Ratio("rounds", "rounds", "rounds, per mission", "turns"),
        Ratio("tests", "tests", "tests, per mission", "tests"),
        Ratio("fails", "failures", "share of tests that fail", "fails", "tests", "share"),
        Ratio("crits", "criticals", "share of tests that are critical", "crits", "tests", "share"),
        Ratio("extras", "own extras", "Azrak paid for own extras, per test", "boost", "tests"),
        Ratio("support", "support", "Azrak paid in support, per test", "support", "tests"),
        Ratio("explores", "Explores", "Azrak paid to explore, per mission", "explore"),
        Ratio("refreshes", "refreshes", "standard refreshes, per mission", "refresh_standard"),
        Ratio("emergencies", "emergencies", "emergency refreshes that cost, per mission", "emergency"),
        Ratio("lost_control", "control lost", "times that an agent loses control, per mission", "lost_control"),
    ),
    pieces=(
        Ratio("tests_a_game", "tests", "tests it takes, per game in which it plays", "tests", "games"),
        Ratio("fails", "fails", "share of its tests that fail", "fails", "tests", "share"),
        Ratio("crits", "criticals", "share of its tests that are critical", "crits", "tests", "share"),
        Ratio("spent", "spent", "Azrak it pays, per game in which it plays", "spent", "games"),
        Ratio("supported", "support", "share of its Azrak that supports others", "supported", "spent", "share"),
        Ratio("lost_control", "control lost", "times it loses control, per game", "lost_control", "games"),
    ),
)


def features_of(mission: Mission) -> list[Feature]:
    """What a receptacle can do, and the counter that shows whether it ever happened."""
    found = []
    for key in mission.seated:
        title = mission.title_of(key)
        found.append(Feature("receptacle", title, key, "games"))
        found.append(Feature("support", f"{title} supports", key, "supported"))
        found.append(Feature("lost control", f"{title} loses control", key, "lost_control"))
    return found
