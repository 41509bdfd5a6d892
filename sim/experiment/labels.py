"""The labels of cells: on which axes cells differ, and what they have in common."""

from collections.abc import Mapping, Sequence

from engine.game.cell import Cell

Label = str | int | bool
Labels = Mapping[str, Label]
"""Where a cell stands on each axis of the grid."""


def varying(labels: Sequence[Mapping[str, object]]) -> list[str]:
    """The axes on which the cells differ; for a single cell, the last axis."""
    return [axis for axis in labels[0] if len({str(label[axis]) for label in labels}) > 1] or [list(labels[0])[-1]]


def in_common(cells: Sequence[Cell]) -> list[str]:
    """The labels that all cells share: `policy literal`, `players 3`."""
    labels = [cell.labels for cell in cells]
    axes = varying(labels)
    return [f"{axis} {value}" for axis, value in labels[0].items() if axis not in axes and value is not False]
