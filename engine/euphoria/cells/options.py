"""The options of the rules, what they are for a number of players unless they are given, and which of them fit."""

from typing import Annotated

from pydantic import Field

from engine.content.fields import Between, Table, expects
from engine.euphoria.deck.deck import MOST_FOLLOWERS, MOST_LASERS, MOST_PLAYERS, fewest_followers
from engine.euphoria.table.state import CARDS
from engine.game.cell import Json
from engine.policy.compiled_game.grid import Situation, Trouble
from engine.policy.compiled_game.options import Switch

MOST_TURNS = 10_000
TURNS_A_PLAYER = 60


class Options(Table):
    """The points that the rules leave open. What is left out depends on the number of players, and is as in the box."""

    lasers: Annotated[int, Between(1, MOST_LASERS)] | None = None
    """Lasers in play."""
    followers: Annotated[int, Between(1, MOST_FOLLOWERS)] | None = None
    """Followers of each side in play."""
    start_artifacts: Annotated[int, Between(0, CARDS)] = 2
    """Artifacts that each player is dealt."""
    arm_cost: Annotated[int, Between(0, 1)] = 1
    """Recruits that a player exposes for a laser from the middle."""
    hide_action: Switch = True
    """Whether a turn can be used to hide an exposed Follower."""
    aim_trigger: Annotated[str, Field(pattern="^(changed|every)$"), expects('"changed" or "every"')] = "changed"
    """Whether aiming at the same player again can be reacted to."""
    anarchists: Switch = True
    """Whether a player who is shot without a Leader becomes an Anarchist."""
    turn_cap: Annotated[int, Between(1, MOST_TURNS)] | None = None
    """The turns after which nobody wins; 60 a player."""
    focus: Annotated[int, Between(0, MOST_PLAYERS)] = 0
    """The focus seat, from 1 on; 0 draws it for each game."""


def usual_counts(deck: Json, players: int) -> Json:
    """The options that depend on the number of players, as in the box."""
    counts = {name: deck[name][str(players)] for name in ("lasers", "followers")}
    return {**counts, "turn_cap": TURNS_A_PLAYER * players}


def trouble_with(situation: Situation) -> Trouble | None:
    """Enough Followers for all rows, enough artifacts for all hands."""
    name, deck, players, given = situation.name, situation.content, situation.numbers["players"], situation.given
    fewest = fewest_followers(players)
    if given.get("followers", fewest) < fewest:
        return ("options", "followers"), f"expected at least {fewest} with {players} players, got {given['followers']}"
    if not deck.artifacts:
        return None
    cards, dealt = deck.cards_with(players), players * given["start_artifacts"]
    if cards == 0:
        return ("decks",), f"{name}: no artifact is left with {players} players"
    if cards < dealt:
        hands = f"{players} players need {dealt} for their first hands"
        return ("decks",), f"{name}: {hands}, the deck has {cards}"
    return None
