"""What differs between two missions, in words: `goal: 20 → 18`, `location 3: S5 T3 → S5 T4`."""

from collections.abc import Iterator
from itertools import zip_longest

from engine.game.cell import Json
from engine.game.differences import plain_changes
from engine.hadal.mission.mission import Mission
from engine.language.current import said, word

NOT_COMPARED = ("name", "locations", "receptacles")


def is_version(before: Json, after: Json) -> bool:
    """Whether the missions of two cells are versions of one: half of their locations or more are the same."""
    was, now = (spec["mission"]["locations"] for spec in (before, after))
    same = sum(one == other for one, other in zip(was, now, strict=False))
    return bool(2 * same >= max(len(was), len(now)))


def mission_changes(before: Mission, after: Mission) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    plain = [
        {key: value for key, value in mission.data().items() if key not in NOT_COMPARED} for mission in (before, after)
    ]
    return [*plain_changes(*plain), *_of_receptacles(before, after), *_of_locations(before, after)]


def _of_receptacles(before: Mission, after: Mission) -> Iterator[str]:
    for key in before.seated:
        if key not in after.receptacles:
            yield said("without {receptacle}", receptacle=word(before.title_of(key)))
            continue
        was, now = before.receptacles[key], after.receptacles[key]
        sides = [
            f"{head} {getattr(was, name)} → {getattr(now, name)}"
            for name, head in (("T", "T"), ("D", "D"), ("S", "S"), ("level", said("level")))
            if getattr(was, name) != getattr(now, name)
        ]
        yield from ([f"{word(before.title_of(key))}: {', '.join(sides)}"] if sides else [])
    for key in after.seated:
        if key not in before.receptacles:
            yield said("new receptacle: {receptacle}", receptacle=word(after.title_of(key)))


def _of_locations(before: Mission, after: Mission) -> Iterator[str]:
    for number, (was, now) in enumerate(zip_longest(before.locations, after.locations), start=1):
        if was != now:
            yield said(
                "location {number}: {was} → {now}", number=number, was=was or said("none"), now=now or said("none")
            )
