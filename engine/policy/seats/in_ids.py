"""The words of a game id that all games write alike.

Who plays: `hold,at=25`, several seats `hold+random`, a focus and its field `hold/random`. The content, by its name and
the start of its hash: `surrogate@1f0c9a3e`. The version of the rules, the seed and the index: `rules1:seed1:game17`.
Options that are not the usual ones: `lasers=3`, `hide_action=off`, `closed=stars+warden`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from engine.errors import BadInput, NotComparable, message
from engine.game.cell import Cell, Json, RecentlyMade, content_key
from engine.game.seats import FIELD, FOCUS
from engine.kernel.rng import MAX_GAMES
from engine.language.current import said
from engine.language.kinds import kind_of_thing
from engine.policy.naming import NEXT_SEAT
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import id_of_policy

CONTENT = r"(?P<content>[^@:]+)@(?P<hash>[0-9a-f]{8})"
WHO = "(?P<who>[^:]+)"
TAIL = r"rules(?P<rules>\d+):seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(?::[a-z_]+=[a-z0-9.+-]*)*)"
"""The end of an id, with its options."""
HASH_DIGITS = 8
SWITCHED = {True: "on", False: "off"}
FROM_RUN = "fatecast replay RUN CELL INDEX"


class HasDigest(Protocol):
    """Content that its hash identifies."""

    @property
    def digest(self) -> str: ...


class GameIds(NamedTuple):
    """The ids of one game."""

    rules: int
    """The version of its rules."""
    head: re.Pattern[str]
    shape: str
    """An id in words, for who mistyped one."""
    older: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Forms of ids that are no longer read, and for each a version of fatecast that replays them."""

    def read(self, text: str) -> re.Match[str]:
        """The parts of an id of a game that can be played here."""
        match = self.head.fullmatch(text)
        for pattern, reader in self.older:
            if pattern.fullmatch(text):
                raise NotComparable(
                    message(
                        "of a version before 0.4, which this one no longer reads; fatecast {reader} does", reader=reader
                    ),
                    source=said("game id {text!r}", text=text),
                )
        if match is None:
            raise BadInput(
                message("game id {text!r}: expected {shape}, as the commands print it", text=text, shape=self.shape)
            )
        if match["rules"] != str(self.rules):
            raise NotComparable(
                message("played by rule version {rules}, here is {here}", rules=match["rules"], here=self.rules),
                source=said("game id {text!r}", text=text),
            )
        seed_and_index(match, text)
        return match

    def tail(self, seed: int, index: int) -> list[str]:
        """The last words of every id, before the options."""
        return [f"rules{self.rules}", f"seed{seed}", f"game{index}"]


def seed_and_index(match: re.Match[str], text: str) -> tuple[int, int]:
    """The numbers of an id that are the same in every game; `text` is the whole id."""
    seed, index = int(match["seed"]), int(match["index"])
    if seed >= 1 << 64 or index >= MAX_GAMES:
        raise BadInput(message("game id {text!r}: expected a seed below 2^64 and an index below 2^48", text=text))
    return seed, index


def content_word(cell: Cell, axis: str, load: Callable[[object, str], HasDigest]) -> str:
    """`surrogate@1f0c9a3e`. A run writes an id for several games of every cell, and cells share their content."""
    data = cell.spec[axis]
    digest = _digests.get(content_key(data), lambda: load(data, cell.name).digest)
    return f"{cell.labels[axis]}@{digest[:HASH_DIGITS]}"


_digests: RecentlyMade[str] = RecentlyMade()


def check_content(match: re.Match[str], one: str, load: Callable[[str], HasDigest]) -> None:
    """The content that an id names must be found and must still be the same. `one` is what the game calls it."""
    text, name = match.string, match["content"]
    try:
        digest = load(name).digest
    except BadInput as error:
        raise BadInput(
            message(
                "game id {text!r}: {error}; to replay a game with your own {one}: {from_run}",
                text=text,
                error=error,
                one=kind_of_thing(one),
                from_run=FROM_RUN,
            )
        ) from None
    if not digest.startswith(match["hash"]):
        raise BadInput(
            message(
                "game id {text!r}: made with another version of {one} {name} ({match}, here {digest}); "
                "replay it from its run: {from_run}",
                text=text,
                one=kind_of_thing(one),
                name=name,
                match=match["hash"],
                digest=digest[:HASH_DIGITS],
                from_run=FROM_RUN,
            )
        )


def option_words(options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[str]:
    """Options that are not the usual ones, each as a word of an id."""
    return [f"{key}={_word(value)}" for key, value in options.items() if value != usual[key]]


def options_in(match: re.Match[str]) -> Json:
    """The options that an id ends with, as a grid takes them."""
    words = (word.split("=") for word in match["rest"].split(":") if word)
    return {key: _value(word) for key, word in words}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return SWITCHED[value]
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _value(word: str) -> int | float | str:
    try:
        return float(word) if "." in word else int(word)
    except ValueError:
        return word


def word_of(policies: PolicySet, spec: Json) -> str:
    """Who plays in a cell, as one word of an id."""
    if FOCUS in spec:
        return f"{id_of_policy(policies, spec[FOCUS])}/{id_of_policy(policies, spec[FIELD])}"
    policy = spec["policy"]
    return "+".join(id_of_policy(policies, seat) for seat in policy.get("seats", [policy]))


def seating_in(word: str) -> Json:
    """The keys of a grid that such a word stands for."""
    focus, slash, field = word.partition("/")
    if slash:
        return {FOCUS: [_typed(focus)], FIELD: [_typed(field)]}
    seats = [_typed(seat) for seat in NEXT_SEAT.split(word)]
    return {"tables": [{"seats": seats}]} if len(seats) > 1 else {"policies": seats}


def _typed(word: str) -> str:
    return word.replace(",", " ")
