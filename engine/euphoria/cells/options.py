"""The options of the rules, what they are for a number of players unless they are given, and which of them fit."""

from typing import Annotated

from engine.content.fields import Between
from engine.errors import message
from engine.euphoria.about import ABOUT
from engine.euphoria.deck.deck import MOST_PLAYERS, fewest_followers
from engine.game.cell import Json
from engine.policy.compiled_game.grid import Situation, Trouble
from engine.policy.compiled_game.options import options_model

TURNS_A_PLAYER = 60


Options = options_model(ABOUT.options, focus=(Annotated[int, Between(0, MOST_PLAYERS)], 0))
"""The points that the rules leave open. What is left out depends on the number of players, and is as in the box."""


def usual_counts(deck: Json, players: int) -> Json:
    """The options that depend on the number of players, as in the box."""
    counts = {name: deck[name][str(players)] for name in ("lasers", "followers")}
    return {**counts, "turn_cap": TURNS_A_PLAYER * players}


def trouble_with(situation: Situation) -> Trouble | None:
    """Enough Followers for all rows, enough artifacts for all hands."""
    name, deck, players, given = situation.name, situation.content, situation.numbers["players"], situation.given
    fewest = fewest_followers(players)
    if given.get("followers", fewest) < fewest:
        return ("options", "followers"), message(
            "expected at least {fewest} with {players} players, got {followers}",
            fewest=fewest,
            players=players,
            followers=given["followers"],
        )
    if not deck.artifacts:
        return None
    cards, dealt = deck.cards_with(players), players * given["start_artifacts"]
    if cards == 0:
        return ("decks",), message("{name}: no artifact is left with {players} players", name=name, players=players)
    if cards < dealt:
        return ("decks",), message(
            "{name}: {players} players need {dealt} for their first hands, the deck has {cards}",
            name=name,
            players=players,
            dealt=dealt,
            cards=cards,
        )
    return None
