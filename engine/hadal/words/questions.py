"""What the page of Hadal Project answers beside how hard it is. Each answer is shown for every mission of a run."""

from engine.content.option_variants import USUAL
from engine.game.axes import VARIANT
from engine.game.presentation import Contrast, Question

ANSWERED_BY = "questions"


def _agents(number: int) -> Contrast:
    return Contrast(f"{number} agents in place of 4", {"players": 4}, {"players": number})


def _without(title: str, options: str) -> Contrast:
    return Contrast(title, {VARIANT: USUAL}, {VARIANT: options})


def _plays(title: str, before: str, after: str) -> Contrast:
    return Contrast(title, {"policy": before}, {"policy": after})


QUESTIONS = (
    Question(
        "How do completion and cost scale with the number of agents?",
        "Parties of two and three against the party of four, which has no patches. Fewer Azrak on the return card "
        "(returned) are better",
        ("returned", "won", "completed"),
        (_agents(2), _agents(3)),
    ),
    Question(
        "What is each patch for small parties worth?",
        "Each patch is switched off alone, on the same luck. More Azrak on the return card: what it was worth",
        ("returned", "wiped"),
        (
            _without("without free refreshes", "free_refreshes=0"),
            _without("without free Explores", "free_explores=none"),
            _without("without the surplus in the Vortex", "surplus=off"),
            _without("without the second support", "support=1"),
        ),
    ),
    Question(
        "What is counting Fate cards worth?",
        "counter against sharp, who plays alike but does not count, on the same luck. It depends on when the "
        "cards are shuffled, which the rulebook leaves open: when the pile is empty (usual), also every round, or "
        "after each card",
        ("returned", "won"),
        (_plays("counting", "sharp", "counter"),),
        (VARIANT,),
    ),
    Question(
        "When to refresh?",
        "counter refreshes when the reserves are at most half of the levels; here at another share of them, on the "
        "same luck",
        ("returned", "won"),
        tuple(
            _plays(title, "counter", f"counter rho={share}")
            for title, share in (("at a fifth", "0.2"), ("at three tenths", "0.3"), ("at every chance", "1"))
        ),
    ),
    Question(
        "Emergency refresh, or lose control?",
        "An agent at its last Azrak loses control while a companion stays, in place of an emergency refresh, on "
        "the same luck",
        ("returned", "won"),
        (_plays("losing control", "counter", "counter broken=lose"),),
    ),
    Question(
        "Is it worth its price never to fail?",
        "safe pays until no Fate card can fail a test; sharp pays what is worth most. On the same luck",
        ("returned", "won"),
        (_plays("never to fail", "sharp", "safe"),),
    ),
)
