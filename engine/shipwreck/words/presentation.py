"""How reports describe The Shipwreck Arcana: names, ratios and what they mean."""

from collections.abc import Iterator

from engine.game.presentation import Calibration, Comeback, Feature, Presentation, Ratio, Rung, Shape
from engine.shipwreck.deck.deck import Card, Deck
from engine.shipwreck.deck.files import CHECKED
from engine.shipwreck.words.changes import deck_changes

PRESENTATION = Presentation(
    changes=CHECKED.cell_changes(deck_changes),
    content_title=lambda spec: str(spec["deck"]["name"]),
    unit="doom",
    levels={0: "Easy", 2: "Normal", 4: "Hard", 6: "Doomed"},
    ladder=(
        Rung("mute", "a silent group"),
        Rung("guess", "a group that guesses"),
        Rung("certain", "a group that uses plain logic"),
        Rung("novice", "a first-time group"),
        Rung("literal", "a literal-minded group"),
        Rung("pragmatic depth=1", "a listening group"),
        Rung("pragmatic", "an attentive group"),
        Rung("expert", "an expert group"),
        Rung("convention", "a group with a secret code"),
        Rung("omniscient", "an all-seeing group"),
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
        Ratio("turns_a_game", "turns", "turns per game", "turns"),
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
            "share of turns in which the active player had only one legal move",
            "undecided",
            "turns",
            "share",
        ),
        Ratio(
            "forced_plays",
            "plays on The Hours",
            "share of plays on The Hours, because no card took either fate",
            "hours_plays",
            "plays",
            "share",
        ),
    ),
    pieces=(
        Ratio("dealt", "dealt", "times it came into the row, per game", "dealt"),
        Ratio("playable", "open", "plays that could have been made on it, per time dealt", "playable", "dealt"),
        Ratio(
            "chosen",
            "chosen",
            "of the plays that could have been made on it, the share that were",
            "played",
            "playable",
            "share",
        ),
        Ratio("played", "played", "fates played on it, per game", "played"),
        Ratio("faded", "faded", "share of the times it was dealt and then faded", "faded", "dealt", "share"),
        Ratio("doom", "doom", "doom it cost, per game", "doom"),
        Ratio(
            "bits", "bits", "bits that a play on it told the group about the hidden fate", "bits", "played", scale=1000
        ),
        Ratio(
            "accuracy",
            "accuracy",
            "share of predictions after a play on it that were right",
            "right",
            "predicted",
            "share",
        ),
        Ratio("power_gained", "power gained", "times its power became available, per game", "power_gained"),
        Ratio(
            "power_used",
            "power used",
            "share of the powers gained that were used",
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
    comeback=Comeback("behind", 2, "the doom gained was at one point 2 or more ahead of the score"),
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
