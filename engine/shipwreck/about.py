"""What The Shipwreck Arcana says about itself."""

from engine.game.about import About
from engine.game.axes import Axis
from engine.policy.compiled_game.axes_and_options import choice, difficulty, players, switch

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5

ABOUT = About(
    title="The Shipwreck Arcana",
    kind="cooperative",
    players="2-5",
    real="all printed rules, cards and powers",
    axes=(
        Axis("deck", "decks", "Deck, by name or file; repeatable.", "names", "base", "content"),
        Axis("policy", "policies", "Who plays.", "policies", role="skill"),
        players(
            "Numbers of players, such as 3, 2-5 or 2,4.",
            low=FEWEST_PLAYERS,
            high=MOST_PLAYERS,
            usual=(2, 3, 4, 5),
            example="2-5",
        ),
        difficulty(
            "doom", "Starting doom, such as 0, 0-6 or 0,2,4,6.", low=0, high=98, usual=(0, 2, 4, 6), example="0,2,4,6"
        ),
        Axis("challenge", "challenge", "Two-player challenge.", "switch"),
    ),
    options=(
        choice("fall", "When the group learns whether a card fades.", "fade-step", "announced"),
        choice("imago", "Whether a card's hours apply to any fate in front of it.", "any", "strict"),
        switch("restless", "The Restless Hours: used powers and replaced cards leave the game.", False),
        switch("own_fate", "The one predictor of two players also uses the fates in hand.", False),
    ),
    examples={
        "run": ["--players 3 --doom 0,6 --games 10k", "default --report"],
        "pieces pull": ["my-cards.csv --to my-deck.toml"],
        "pieces push": ["my-cards.csv --from my-deck.toml"],
        "try": ["cards.the-deep.moons=2"],
        "compare": ["base my-deck.toml", 'literal "literal slip=0.01" --until-decided'],
        "ablate": ["--players 3"],
        "sweep": ["--set cards.the-deep.moons=2..5"],
        "tune": ["--policy literal --players 3 --goal 'doom 2: 80 ± 1 %' --vary 'cards.*.moons'"],
        "piece": ["the-deep --out the-deep.svg"],
        "pieces": ["--deck full"],
        "train": ["--policy expert --deck base --games 40k"],
        "check": ["my-deck.toml"],
    },
)
