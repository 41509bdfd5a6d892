"""What The Oracle says about itself."""

from engine.game.about import About
from engine.game.axes import Axis, Option
from engine.policy.compiled_game.axes_and_options import choice, difficulty, number, players, switch

ABOUT = About(
    title="Merchants Cove: The Oracle",
    kind="production",
    players="1-4",
    real="all procedures of the rulebook for one merchant: throws, actions, predictions, corruption",
    stand_in="everything printed on the board (layouts A, B and C), marks of the clock and hours of actions; no gold",
    axes=(
        Axis("layout", "layouts", "Layouts of the board, by name or file.", "names", "A", "content"),
        Axis("policy", "policies", "Who plays.", "policies", role="skill"),
        players("The Oracle and its rivals: 1, 1-4 or 2,4.", low=1, high=4, usual=(1,), example="1-4"),
        difficulty("rogues", "Rogues in the bag, such as 4 or 2,4,6,8.", low=0, high=8, usual=(4,), example="2,4,6,8"),
    ),
    options=(
        number("supply_amulets", "Amulets of each colour.", 0, 20, 3),
        number("supply_tablets", "Tablets of each colour.", 0, 20, 2),
        number("days", "Days of a game.", 1, 10, 3),
        number("hours", "Hours of a day.", 2, 24, 12),
        Option("marks", "Hours at which a clock draws; by number of players, unless given.", "hours such as 4,8,12"),
        number("draw", "Adventurers drawn together at a mark; by number of players, unless given.", 1, 2),
        number("clump", "The chance of a rune to land in the favoured half of a throw.", 0.0, 0.95, 0.0),
        switch("every_market", "Whether a market icon pays at every market, and not only once.", False),
        switch("goods_return", "Whether sold goods go back to the supply.", True),
        switch("no_repeat", "Whether the figure must move to another space.", True),
        choice("change_spaces", "Whether the three changes share one space.", "one", "three"),
        Option("closed", "Actions and abilities that do not exist.", "names such as predict,warden"),
        choice("plus_rune", "The rune that the coin must lie with to fill ±1 boxes.", "bone", "doll"),
    ),
    examples={
        "run": [
            "--layout A,B,C --policy planner --players 1-4 --rogues 2,4,6,8 --games 10k",
            "--layout A --policy prophet,greedy,planner --option no_repeat=off --games 10k",
        ],
        "plan": ["--half-width 0.5", "--detect '1 worth'"],
        "piece": ["stars --layout B"],
        "try": ["strip=24 --policy planner"],
        "compare": ["greedy planner --games 10k"],
        "ablate": ["--layout A,B,C --policy planner --kind actions --players 1"],
        "sweep": ["--set strip=0,8,16,24,32,48,64 --policy planner"],
        "tune": ["--layout B --policy planner --goal 'worth per hour 0.65 ± 0.02' --vary strip=8..40"],
    },
)
