"""What Hadal Project says about itself."""

from engine.game.about import About
from engine.game.axes import Axis, Option
from engine.policy.compiled_game.axes_and_options import choice, difficulty, number, players, switch

ABOUT = About(
    title="Hadal Project (TIME Stories Revolution)",
    kind="cooperative",
    players="1-4",
    real="the rulebook's procedures: set-up, rounds, tests, conflicts, Azrak",
    stand_in="all missions (A, B and C): locations, tests, receptacles and Fate cards are invented",
    axes=(
        Axis("mission", "missions", "Missions, by name or file.", "names", "A", "content"),
        Axis("policy", "policies", "Who plays.", "policies", role="skill"),
        players("Numbers of players, such as 3 or 2-4; 1 plays as 2.", low=1, high=4, usual=(2, 3, 4), example="2-4"),
        difficulty("shift", "Added to every difficulty, such as =-1,0,1.", low=-9, high=9, usual=(0,), example="0"),
    ),
    options=(
        number("azrak", "Crystals in the game; those of the mission, unless given.", 1, 99),
        Option("party", "The receptacles that can be drawn.", "all, or ids joined by +"),
        choice(
            "free_explores", "Who has a free Explore in each visit; by agents.", "none", "captain", "each", depends=True
        ),
        number("free_refreshes", "Free refreshes of a mission; by agents.", 0, 20),
        number("support", "What each supporter can add to a test; by agents.", 0, 20),
        switch("surplus", "Whether the Azrak in no reserve starts in the Vortex.", True),
        switch("bare_explore", "Whether an agent without a card may explore.", True),
        switch("retry", "Whether a test stays open after a failure.", True),
        choice("reshuffle", "When the Fate cards are shuffled.", "empty", "round", "always"),
        switch("emergency_pays", "Whether an emergency refresh also pays for the action.", False),
    ),
    examples={
        "run": [
            "--mission A,B,C --policy veteran --players 2-4 --shift=-1,0,1 --games 10k",
            "--mission A --policy counter --option reshuffle=round --games 10k",
            "questions --out answers",
        ],
        "try": ["options.free_refreshes=0 --mission A --players 2"],
        "compare": ["sharp counter --mission A --games 10k", "A my-mission.toml"],
        "ablate": ["--mission A,B,C --players 2 --kind patches --outcome returned"],
        "sweep": ["--set policy.rho=0.2,0.3,0.4,0.5 --policy counter"],
        "tune": ["--mission A --policy counter --players 4 --goal 'won 60 ± 2 %' --vary goal=16..24 --vary par=1..4"],
        "piece": ["tinker --mission A"],
        "pieces": ["--mission C"],
        "check": ["my-mission.toml"],
    },
)
