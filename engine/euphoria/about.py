"""What Leaders of Euphoria says about itself."""

from engine.game.about import About
from engine.game.axes import FOCUS_SEAT, Axis
from engine.policy.compiled_game.axes_and_options import choice, number, players, switch

ABOUT = About(
    title="Leaders of Euphoria",
    kind="competitive",
    players="4-8",
    real="all rules of the printed game without artifacts (deck none)",
    stand_in="numbers of recruits and lasers; all artifacts but one (decks surrogate, no-barter and wide)",
    axes=(
        Axis("deck", "decks", "Artifact decks, by name or file.", "names", "none", "content"),
        Axis("policy", "policies", "Who plays.", "policies", role="skill"),
        players("Numbers of players, such as 5, 4-8 or 4,6.", low=4, high=8, usual=(5,), example="4-8"),
    ),
    options=(
        number("lasers", "Lasers in play; by number of players, unless given.", 1, 8),
        number("followers", "Followers of each side in play; by number of players, unless given.", 1, 60),
        number("start_artifacts", "Artifacts that each player is dealt.", 0, 60, 2),
        number("arm_cost", "Recruits that a player exposes to take a laser.", 0, 1, 1),
        switch("hide_action", "Whether a turn can be used to hide an exposed Follower.", True),
        choice("aim_trigger", "Which aims can be reacted to: at a new target, or every one.", "changed", "every"),
        switch("anarchists", "Whether a player shot without a Leader becomes an Anarchist.", True),
        number("turn_cap", "Turns after which nobody wins; 60 a player, unless given.", 1, 10000),
        FOCUS_SEAT,
    ),
    examples={
        "run": [
            "--deck none,surrogate,no-barter --players 4-8 --policy guardian --games 10k",
            "--focus guardian --field random --games 10k",
        ],
        "piece": ["barter --deck surrogate"],
        "pieces": ["--deck surrogate"],
        "try": ["options.lasers=3 --deck none"],
        "compare": ["hunter guardian --games 10k"],
        "ablate": ["--deck surrogate --kind artifacts"],
        "sweep": ["--set options.lasers=1..4"],
        "tune": ["--policy guardian --players 8 --goal 'anarchists win 2 ± 0.5 %' --vary options.lasers=1..8"],
    },
)
