"""A deck: the artifacts, and how many recruits and lasers are in play. All of it is data.

The models here say which values each key may have; `disagreements` checks what several keys must agree on. Only
`engine.euphoria.deck.files`, which does both, creates decks.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.json_schema import WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.content.fields import Between, Id, Table, Title, expects
from engine.errors import BadText, Text, message
from engine.euphoria.deck.effects import NEEDS, WINDOWS, Effect, parse_effect
from engine.euphoria.table.state import CARDS, EFFECTS, ROW, SEATS
from engine.language.current import listed_or, said

FEWEST_PLAYERS, MOST_PLAYERS = 4, SEATS
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
MOST_LASERS = 8
MOST_FOLLOWERS = 60


def _number_of_key(key: object) -> object:
    """Keys are text in TOML and JSON; a number of players is a number."""
    return int(key) if isinstance(key, str) and key in {str(players) for players in PLAYERS} else key


Players = Annotated[
    int,
    Between(FEWEST_PLAYERS, MOST_PLAYERS),
    BeforeValidator(_number_of_key),
    WithJsonSchema({"type": "string", "pattern": f"^[{FEWEST_PLAYERS}-{MOST_PLAYERS}]$"}),
]


def _known_effects(texts: list[str]) -> list[str]:
    for text in texts:
        try:
            parse_effect(text)
        except BadText as error:
            raise PydanticCustomError("unexpected", "{text}", {"text": error.said}) from None
    return texts


class Artifact(Table):
    """One artifact, and how many copies of it there are."""

    name: Title = ""
    """The title of the card; its id, if it has none."""
    copies: Annotated[int, Between(1, CARDS)] = 1
    type: Annotated[str, Field(pattern="^(action|reaction)$"), expects(message('"action" or "reaction"'))]
    """An action is used in one's own turn, a reaction in a window."""
    when: (
        Annotated[
            str,
            Field(pattern=f"^({'|'.join(WINDOWS)})$"),
            expects(message('"aimed", "shot", "interrogated" or "artifact"')),
        ]
        | None
    ) = None
    """Of a reaction: the window that it answers."""
    whom: Annotated[str, Field(pattern="^(me|any)$"), expects(message('"me" or "any"'))] | None = None
    """Of a reaction: whether only the player who is aimed at, shot or looked at may use it (me, unless given), or
    everybody but the actor."""
    do: Annotated[
        list[str],
        Field(min_length=1, max_length=EFFECTS),
        expects(message("a list of 1 to {effects} effects in quotes", effects=EFFECTS)),
        AfterValidator(_known_effects),
    ]
    """What it does, in this order."""
    from_players: Annotated[int, Between(FEWEST_PLAYERS, MOST_PLAYERS)] = Field(FEWEST_PLAYERS, alias="from")
    """It leaves the deck with fewer players."""

    @cached_property
    def effects(self) -> list[Effect]:
        return [parse_effect(text) for text in self.do]

    @property
    def never_usable(self) -> str:
        """Why nobody can ever use it; empty if somebody can."""
        windows = NEEDS.get(self.do[0], ())
        if not windows or self.when in windows:
            return ""
        return said(
            "its first effect, {effect}, needs a reaction to {windows}", effect=self.do[0], windows=listed_or(windows)
        )


class Deck(Table):
    """The content of the box."""

    name: Title
    rules: Annotated[int, Interval(ge=1, le=1), expects(message("1, the only rule version known"))]
    """The version of the rules that the deck is written for."""
    followers: dict[Players, Annotated[int, Between(1, MOST_FOLLOWERS)]]
    """Followers of each side in play, by the number of players."""
    lasers: dict[Players, Annotated[int, Between(1, MOST_LASERS)]]
    """Lasers in play, by the number of players."""
    artifacts: dict[Id, Artifact] = Field(default_factory=dict)
    """None: the game has no artifact phase."""

    def data(self) -> dict[str, Any]:
        """The deck as plain data that can be written as JSON, with defaults filled in; reading it gives the same
        deck."""
        return self.model_dump(mode="json", exclude_none=True, by_alias=True)

    @cached_property
    def digest(self) -> str:
        """A hash of everything that can change a game: not of titles, nor of the order of the tables."""
        data = self.data()
        del data["name"]
        for table in data["artifacts"].values():
            del table["name"]
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()

    @property
    def size(self) -> int:
        """The number of artifact cards, with as many players as can be."""
        return sum(artifact.copies for artifact in self.artifacts.values())

    def with_players(self, players: int) -> dict[str, Artifact]:
        """The artifacts in play with so many players."""
        return {key: each for key, each in self.artifacts.items() if each.from_players <= players}

    def cards_with(self, players: int) -> int:
        """The number of artifact cards in play with so many players."""
        return sum(artifact.copies for artifact in self.with_players(players).values())

    def title_of(self, key: str) -> str:
        """What an artifact is called."""
        return self.artifacts[key].name or key


def fewest_followers(players: int) -> int:
    """Of each side, so that every place of a row has a recruit beside the two Leaders."""
    return (ROW * players - 2 + 1) // 2


def disagreements(deck: Deck) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yields the keys of a deck that do not fit each other: the field, and what is wrong with it."""
    if deck.size > CARDS:
        yield ("artifacts",), message("expected at most {cards} cards, got {size}", cards=CARDS, size=deck.size)
    for table in ("followers", "lasers"):
        for players in PLAYERS:
            if players not in getattr(deck, table):
                yield (table, str(players)), "missing field"
    for players, followers in deck.followers.items():
        if followers < fewest_followers(players):
            said = message(
                "expected at least {fewest}, so that {players} rows can be filled, got {followers}",
                fewest=fewest_followers(players),
                players=players,
                followers=followers,
            )
            yield ("followers", str(players)), said
    for key, artifact in deck.artifacts.items():
        if artifact.type == "reaction" and artifact.when is None:
            yield (
                ("artifacts", key, "when"),
                message("missing field: a reaction answers one of {windows}", windows=", ".join(WINDOWS)),
            )
        for field in ("when", "whom"):
            if artifact.type == "action" and getattr(artifact, field) is not None:
                yield ("artifacts", key, field), 'expected only if type = "reaction"'
