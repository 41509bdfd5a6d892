"""What Pig says about itself before its rules are loaded, and what only a game that comes with fatecast says."""

from engine.game.about import About
from engine.game.axes import FOCUS_SEAT, Axis, Option

ABOUT = About(
    title="Pig",
    kind="competitive",
    players="2-6",
    real="all rules of the folk game with one die",
    axes=(
        Axis("policy", "policies", "Who plays.", "policies", role="skill"),
        Axis("players", "players", "Numbers of players, 2-6.", "numbers", "2-6", "size"),
    ),
    options=(Option("goal", "How many points win.", "10 to 200, whole; by default 100"), FOCUS_SEAT),
    examples={
        "run": [
            "--players 2-4 --policy 'hold at=20' --games 10k",
            "--players 2 --focus optimal --field 'hold at=20' --games 10k",
        ],
        "try": ["policy.at=16 --policy hold"],
        "compare": ["'hold at=20' race --games 10k"],
        "ablate": ["--kind parameters"],
        "sweep": ["--set options.goal=50..100..10"],
        "tune": ["--policy hold --players 2 --goal 'length: 15 ± 1' --vary 'options.goal=50..100'"],
    },
)
