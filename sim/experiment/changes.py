"""Changes of an experiment: `cards.fox.price=2`. Only the game knows what a path means."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import BadInput, message
from engine.game.optional_parts import content_of
from engine.language.current import said
from sim.experiment.values import value_of

if TYPE_CHECKING:
    from sim.experiment.experiment import ResolvedExperiment

MOST_CHANGES = 12
"""Lines in which a reader is told what changed."""


def read_changes(texts: Iterable[str], source: str = "change") -> dict[str, object]:
    """Texts of the form `path=value` as a mapping. The value is TOML or plain text."""
    changes: dict[str, object] = {}
    for text in texts:
        path, equals, value = (part.strip() for part in text.partition("="))
        if not path or not equals or not value:
            raise BadInput(source=source, expected=message("path=value"), got=text)
        if path in changes:
            raise BadInput(message("{path} is changed twice", path=path), source=source)
        changes[path] = value_of(value)
    return changes


def variant(
    experiment: "ResolvedExperiment", changes: Mapping[str, object], source: str = "change"
) -> "ResolvedExperiment":
    """The experiment with these changes: the same seed, the same cells by name, another content in them."""
    grid = content_of(experiment.game).changed(experiment.grid, changes, source)
    return replace(experiment, grid=grid, cells=experiment.game.cells(grid))


def change_lines(changes: Sequence[str], lead: str = "") -> list[str]:
    """What differs between two versions of a game, for a reader: a few lines, and how many more there are."""
    lead = lead or said("what changed")
    if len(changes) == 1:
        return [f"{lead}: {changes[0]}"]
    more = len(changes) - MOST_CHANGES
    shown = [*changes[:MOST_CHANGES], *([said("and {count} more", count=more)] if more > 0 else [])]
    return [f"{lead}:", *(f"  {line}" for line in shown)] if changes else []
