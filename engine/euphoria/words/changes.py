"""What differs between two decks, in words: `Barter: 2 copies → 1 copy`."""

from collections.abc import Iterator

from engine.euphoria.deck.deck import Artifact, Deck
from engine.euphoria.deck.sheet import artifact_words, use_words
from engine.game.cell import Json


def is_version(before: Json, after: Json) -> bool:
    """Whether the decks of two cells are versions of one: half of their artifacts or more are in both. A deck without
    artifacts is no version of one that has some."""
    was, now = (spec["deck"]["artifacts"].keys() for spec in (before, after))
    return bool(2 * len(was & now) >= max(len(was), len(now)))


def deck_changes(before: Deck, after: Deck) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    return [*_of_counts(before, after), *_of_artifacts(before, after)]


def _of_counts(before: Deck, after: Deck) -> Iterator[str]:
    for what in ("followers", "lasers"):
        was, now = getattr(before, what), getattr(after, what)
        for players in was:
            if was[players] != now[players]:
                yield f"{what} with {players} players: {was[players]} → {now[players]}"


def _of_artifacts(before: Deck, after: Deck) -> Iterator[str]:
    for key, artifact in after.artifacts.items():
        if key not in before.artifacts:
            name, _, copies, used, effect, _ = artifact_words(after, key, artifact)
            yield f"new artifact: {name} ×{copies} ({used}: {effect})"
    for key, artifact in before.artifacts.items():
        if key not in after.artifacts:
            yield f"without {before.title_of(key)}"
        else:
            now = after.artifacts[key]
            said = [f"{was} → {then}" for was, then in _of_artifact(artifact, now) if was != then]
            yield from ([f"{before.title_of(key)}: {'; '.join(said)}"] if said else [])


def _of_artifact(was: Artifact, now: Artifact) -> Iterator[tuple[str, str]]:
    """Each side of an artifact, before and after."""
    yield f"called {was.name}", f"called {now.name}"
    yield _copies(was.copies), _copies(now.copies)
    yield use_words(was), use_words(now)
    yield ", ".join(was.do), ", ".join(now.do)
    yield f"from {was.from_players} players", f"from {now.from_players} players"


def _copies(number: int) -> str:
    return f"{number} {'copy' if number == 1 else 'copies'}"
