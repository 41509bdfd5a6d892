"""Weights of a value function as a readable file: finds files, checks them, and picks the set for a game.

A file belongs to a policy and a deck and has one set of weights for each number of seats. Cards and kinds of power are
named, so the weights also work for a changed deck: a card that is not named has only the weights
that all cards share.
"""

import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.configs import folders, read_bounded
from engine.content.labels import LONGEST_NAME, check_label, is_label
from engine.errors import BadInput, BadText, complaints, message
from engine.game.cell import Json
from engine.language.current import counted, said
from engine.shipwreck.table import NAME
from engine.shipwreck.table.state import SEATS, TRACK

POLICIES = "policies"

STAGES = 4
"""The distance from the doom limit: at least five, three or four, two, one."""
LEFT = 8
"""Hours left on a card, up to seven; 0 for a comet, which fades by no number of hours."""

AUTO = "auto"
"""The weights learned on the deck that is played, or on the most similar one."""
HASH = re.compile("[0-9a-f]{8}")

FORMAT = 1
"""Raised when the features change."""

KIND_NAMES = (
    "question", "extra-guess", "old", "discard", "cycle", "raise", "relocate", "exile", "slow", "amplify",
)  # fmt: skip
"""The kinds of power, in the order of `state.QUESTION` and the codes after it."""

Weight = Annotated[float, Field(ge=-100.0, le=100.0)]
Stages = Annotated[list[Weight], Field(min_length=STAGES, max_length=STAGES)]


class Weights(BaseModel):
    """One set of weights; every list has one number for each stage of doom."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    track: Annotated[list[Annotated[list[Weight], Field(max_length=TRACK)]], Field(max_length=TRACK)]
    """By score, then doom."""
    spare: Annotated[list[Stages], Field(min_length=2, max_length=2)]
    """For a card with at least two hours left, and with at least three."""
    cards: dict[str, Annotated[list[Stages], Field(min_length=LEFT, max_length=LEFT)]]
    """By hours left, 0 for a comet."""
    powers: dict[Literal[KIND_NAMES], Stages]  # type: ignore[valid-type]
    held: Annotated[list[Stages], Field(max_length=SEATS)]
    """For a fate in the hand of the seat whose turn is next, the one after it, and so on."""
    known: Annotated[list[Stages], Field(max_length=SEATS)]
    """For how well that fate is known."""


Seats = Literal["2", "3", "4", "5"]


def _a_number_for_each_seat(sets: dict[Seats, Weights]) -> dict[Seats, Weights]:
    for seats, weights in sets.items():
        for key in ("held", "known"):
            if len(getattr(weights, key)) != int(seats):
                found = len(getattr(weights, key))
                raise BadText(
                    message("{seats}.{key}: expected {seats} lists, got {found}", seats=seats, key=key, found=found)
                )
    return sets


Sets = Annotated[dict[Seats, Weights], AfterValidator(_a_number_for_each_seat)]
"""A set of weights for each number of seats."""


def _a_label(name: str) -> str:
    if not is_label(name):
        raise BadText(message("expected one line of 1 to {most} printable characters", most=LONGEST_NAME))
    return name


Name = Annotated[str, AfterValidator(_a_label)]


class WeightsFile(BaseModel):
    """The content of a weights file."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    format: Literal[1]
    policy: Name
    deck: Name
    deck_hash: Name
    trained: dict[str, Json]
    """The provenance of each set: seed, games, fit."""
    seats: Sets


class Learnt(BaseModel):
    """The weights learned on one deck."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    deck_hash: Name
    seats: Sets


class Found(BaseModel):
    """All weights that a policy may need, by the deck they were learned on; `wanted` is the start of the hash that a
    game id names."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: Name
    sets: Annotated[dict[Name, Learnt], Field(min_length=1)]
    wanted: str = ""


class Picked(BaseModel):
    """The set chosen for one game."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    learnt_on: Name
    deck_hash: Name
    set: Weights


class WeightsParameter:
    """The parameter `weights` of a trained policy."""

    name = "weights"
    sheet_row = ("auto, or a file", AUTO, "learned weights; see fatecast train")

    def resolve(self, learned_by: Sequence[str], given: object) -> Json:
        return resolve_weights(learned_by, AUTO if given is None else given)

    def label(self, value: Json) -> str:
        name = str(value.get("name", AUTO))
        return "" if name == AUTO else name

    def id_word(self, value: Json) -> str:
        return hash_of(value) if "set" in value else ""


def read_weights(path: Path) -> WeightsFile:
    """Reads and checks a weights file."""
    try:
        return WeightsFile.model_validate_json(read_bounded(path))
    except ValidationError as error:
        raise BadInput.of_all(complaints(error, path)) from None


def checked_weights(path: Path) -> str:
    """Checks a weights file and describes it in one line."""
    file = read_weights(path)
    return f"weights of {file.policy} for {file.deck}, {', '.join(file.seats)} seats, {file.deck_hash[:8]}"


def weights_path(policy: str, deck: str) -> Path:
    """The path, below `configs/`, of the weights that a policy learned on a deck."""
    return Path(NAME) / POLICIES / f"{policy}-{deck}.json"


def known_weights(policies: Sequence[str]) -> dict[str, Path]:
    """The weights files that can be found from here, by the deck they were learned on. For each deck, the first of
    these policies that has a file is used."""
    found: dict[str, Path] = {}
    for policy in policies:
        for folder in folders(POLICIES, NAME):
            for path in sorted(folder.glob(f"{policy}-*.json")):
                found.setdefault(path.stem.removeprefix(f"{policy}-"), path)
    return found


def resolve_weights(policies: Sequence[str], given: object) -> Json:
    """The weights that a policy may need, as plain data: `auto` for all that can be found, a file, or the start of a
    hash, as in a game id."""
    if isinstance(given, dict):
        return _checked(given)
    if not isinstance(given, str):
        raise BadInput(message("parameter weights: expected auto or a weights file"))
    if given != AUTO and not HASH.fullmatch(given):
        name = check_label(Path(given).stem, "the name of the file", "parameter weights")
        return {"name": name, "sets": {name: _told(read_weights(Path(given)))}}
    sets = {deck: _told(read_weights(path)) for deck, path in known_weights(policies).items()}
    if not sets:
        raise BadInput(
            message("no weights found; create some with fatecast train --policy {policy}", policy=policies[0])
        )
    return {"name": AUTO, "sets": sets, **({"wanted": given} if given != AUTO else {})}


def _checked(given: Json) -> Json:
    """Checks weights that were resolved before, by this program or by the author of the file they come from."""
    try:
        (Picked if "set" in given else Found).model_validate(given)
    except ValidationError as error:
        raise BadInput.of_all(complaints(error, "parameter weights")) from None
    return given


def _told(file: WeightsFile) -> Json:
    return {"deck_hash": file.deck_hash, "seats": {seats: own.model_dump() for seats, own in file.seats.items()}}


def pick_weights(weights: Json, digest: str, cards: Collection[str], seats: int) -> Json:
    """The set for one game: learned on this deck, or on the deck with the most cards in common."""
    if "set" in weights:
        return weights
    able = {deck: told for deck, told in weights["sets"].items() if str(seats) in told["seats"]}
    if not able:
        raise BadInput(message("none for {seats} seats", seats=seats), source=f"weights {weights['name']}")

    def fits(deck: str) -> tuple[bool, int, str]:
        known = able[deck]["seats"][str(seats)]["cards"].keys()
        return able[deck]["deck_hash"] == digest, len(known & set(cards)), deck

    best = max(able, key=fits)
    own = able[best]["seats"][str(seats)]
    picked = {"learnt_on": best, "deck_hash": able[best]["deck_hash"], "set": own}
    if "wanted" in weights and weights["wanted"] != hash_of(picked):
        raise BadInput(
            message(
                "made with other weights than those found here ({wanted}, here {picked})",
                wanted=weights["wanted"],
                picked=hash_of(picked),
            )
        )
    return picked


def hash_of(picked: Json) -> str:
    """The first eight digits of a hash of one set of weights."""
    return sha256(dumps(picked["set"], sort_keys=True).encode()).hexdigest()[:8]


def strangeness(picked: Json, digest: str, cards: Collection[str]) -> str:
    """A note for the reader if the weights were learned on another deck; otherwise an empty text."""
    if picked["deck_hash"] == digest:
        return ""
    unknown = len(set(cards) - picked["set"]["cards"].keys())
    known = {"deck": picked["learnt_on"], "all": len(set(cards))}
    if not unknown:
        return said("not trained for this deck: uses the weights learned on {deck}", **known)
    return counted(
        unknown,
        "not trained for this deck: uses the weights learned on {deck}; 1 of {all} cards have no weights of their own",
        "not trained for this deck: uses the weights learned on {deck}; {count} of {all} cards have no weights of "
        "their own",
        **known,
    )
