"""What differs between two decks, in words: `Barter: 2 copies → 1 copy`."""

from collections.abc import Iterator

from engine.euphoria.deck.deck import Artifact, Deck
from engine.euphoria.deck.sheet import artifact_words, use_words
from engine.game.cell import Json
from engine.language.current import counted, said, word


def is_version(before: Json, after: Json) -> bool:
    """Whether the decks of two cells are versions of one: half of their artifacts or more are in both. A deck without
    artifacts is no version of one that has some."""
    was, now = (spec["deck"]["artifacts"].keys() for spec in (before, after))
    return bool(2 * len(was & now) >= max(len(was), len(now)))


def deck_changes(before: Deck, after: Deck) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    return [*_of_counts(before, after), *_of_artifacts(before, after)]


def _of_counts(before: Deck, after: Deck) -> Iterator[str]:
    for players, was in before.followers.items():
        now = after.followers[players]
        if was != now:
            yield said("followers with {players} players: {was} → {now}", players=players, was=was, now=now)
    for players, was in before.lasers.items():
        now = after.lasers[players]
        if was != now:
            yield said("lasers with {players} players: {was} → {now}", players=players, was=was, now=now)


def _of_artifacts(before: Deck, after: Deck) -> Iterator[str]:
    for key, artifact in after.artifacts.items():
        if key not in before.artifacts:
            name, _, copies, used, effect, _ = artifact_words(after, key, artifact)
            yield said(
                "new artifact: {name} ×{copies} ({used}: {effect})",
                name=name,
                copies=copies,
                used=used,
                effect=effect,
            )
    for key, artifact in before.artifacts.items():
        if key not in after.artifacts:
            yield said("without {artifact}", artifact=word(before.title_of(key)))
        else:
            now = after.artifacts[key]
            sides = [f"{was} → {then}" for was, then in _of_artifact(artifact, now) if was != then]
            yield from ([f"{word(before.title_of(key))}: {'; '.join(sides)}"] if sides else [])


def _of_artifact(was: Artifact, now: Artifact) -> Iterator[tuple[str, str]]:
    """Each side of an artifact, before and after."""
    yield said("called {artifact}", artifact=word(was.name)), said("called {artifact}", artifact=word(now.name))
    yield _copies(was.copies), _copies(now.copies)
    yield use_words(was), use_words(now)
    yield ", ".join(was.do), ", ".join(now.do)
    yield _from_players(was.from_players), _from_players(now.from_players)


def _copies(number: int) -> str:
    return counted(number, "{count} copy", "{count} copies")


def _from_players(number: int) -> str:
    return said("from {players} players", players=number)
