"""How The Shipwreck Arcana is told in a report."""

from collections.abc import Iterator

from engine.game.presentation import Calibration, Comeback, Feature, Presentation, Ratio, Rung, Shape
from engine.shipwreck.deck.deck import Card, Deck

PRESENTATION = Presentation(
    title="The Shipwreck Arcana",
    difficulty="doom",
    unit="doom",
    levels={0: "Easy", 2: "Normal", 4: "Hard", 6: "Doomed"},
    size="players",
    who="policy",
    ladder=(
        Rung("mute", "a silent table"),
        Rung("guess", "a table that guesses"),
        Rung("certain", "a table of plain logic"),
        Rung("novice", "a first table"),
        Rung("literal", "a literal-minded table"),
        Rung("pragmatic depth=1", "a listening table"),
        Rung("pragmatic", "an attentive table"),
        Rung("expert", "an expert table"),
        Rung("convention", "a table with a secret code"),
        Rung("omniscient", "an all-seeing table"),
    ),
    focus=("pragmatic", "pragmatic depth=1", "expert", "literal", "convention", "novice", "certain", "guess"),
    beginner="novice",
    piece="card",
    opening="opening",
    end="end",
    shape=(
        Shape("turns", "turns of all games"),
        Shape("score", "score of the games lost", won=0),
        Shape("doom", "doom of the games won", won=1),
    ),
    feel=(
        Ratio("turns_a_game", "turns", "turns a game takes", "turns"),
        Ratio("predictions_a_turn", "predictions a turn", "predictions made, per turn", "predictions", "turns"),
        Ratio("accuracy", "accuracy", "share of predictions that were right", "correct", "predictions", "share"),
        Ratio(
            "forced_guesses",
            "forced guesses",
            "share of predictions made because silence would have lost the game",
            "forced",
            "predictions",
            "share",
        ),
        Ratio(
            "undecided_turns",
            "turns without a decision",
            "share of turns in which the active player had one legal move only",
            "undecided",
            "turns",
            "share",
        ),
        Ratio(
            "forced_plays",
            "plays on The Hours",
            "share of plays that no card would take, so that they went to The Hours",
            "hours_plays",
            "plays",
            "share",
        ),
    ),
    pieces=(
        Ratio("dealt", "dealt", "times it came into the row, per game", "dealt"),
        Ratio("playable", "open", "plays that could have gone there, per time dealt", "playable", "dealt"),
        Ratio(
            "chosen",
            "chosen",
            "of the plays that could have gone there, the share that did",
            "played",
            "playable",
            "share",
        ),
        Ratio("played", "played", "fates played there, per game", "played"),
        Ratio("faded", "faded", "share of the times dealt after which it faded", "faded", "dealt", "share"),
        Ratio("doom", "doom", "doom it cost, per game", "doom"),
        Ratio(
            "bits", "bits", "bits about the hidden fate that a play there told the group", "bits", "played", scale=1000
        ),
        Ratio(
            "accuracy",
            "accuracy",
            "share of predictions after a play there that were right",
            "right",
            "predicted",
            "share",
        ),
        Ratio("power_gained", "power gained", "times its power became available, per game", "power_gained"),
        Ratio(
            "power_used",
            "power used",
            "share of the times it was gained that it was used",
            "power_used",
            "power_gained",
            "share",
        ),
        Ratio(
            "power_bits",
            "power bits",
            "bits that a use of its power told the group",
            "power_bits",
            "power_used",
            scale=1000,
        ),
        Ratio(
            "power_right",
            "power scored",
            "share of its uses in turns whose prediction was right",
            "power_right",
            "power_used",
            "share",
        ),
    ),
    comeback=Comeback("behind", 2, "the doom gained had run ahead of the score by 2 or more"),
    calibration=Calibration("calibration", "predictions", "correct", "stated", 10_000),
    course="course",
)


def features_of(deck: Deck) -> list[Feature]:
    """Cards, fades, effects and powers, in the order in which the results number the cards."""
    return [feature for key in sorted(deck.cards) for feature in _of_card(deck, key, deck.cards[key])]


def _of_card(deck: Deck, key: str, card: Card) -> Iterator[Feature]:
    yield Feature("card", card.name, key, "played")
    yield Feature("fade", f"{card.name} fades", key, "faded")
    yield Feature("power", deck.powers[card.power].name, key, "power_used")
    for name in type(card.effects).model_fields:
        if getattr(card.effects, name):
            yield Feature("effect", name.replace("_", " "), key, "played")
