"""The labels of cells: on which axes cells differ, and what they have in common."""

from collections.abc import Callable, Mapping, Sequence

from engine.game.about import About
from engine.game.cell import Cell
from engine.game.presentation import Rung
from engine.game.protocol import Game
from engine.game.seats import FIELD, FOCUS
from engine.language.current import said, word
from sim.text.axis_words import axis_word

Label = str | int | bool
Labels = Mapping[str, Label]
"""Where a cell stands on each axis of the grid."""


def varying(labels: Sequence[Mapping[str, object]]) -> list[str]:
    """The axes on which the cells differ; for a single cell, the last axis."""
    return [axis for axis in labels[0] if len({str(label[axis]) for label in labels}) > 1] or [list(labels[0])[-1]]


def in_common(labels: Sequence[Labels]) -> list[str]:
    """The labels that all cells share: `policy literal`, `players 3`."""
    axes = varying(labels)
    return [labelled(axis, value) for axis, value in labels[0].items() if axis not in axes and value is not False]


def labelled(axis: str, value: object) -> str:
    """`doom 6`; a value that names its axis stands alone: `stand-in layout A`."""
    called = axis_word(axis)
    return str(value) if {axis, called} & {*str(value).split()} else f"{called} {value}"


def shown_labels(game: Game, cells: Sequence[Cell]) -> list[Labels]:
    """The labels of cells as a person is shown them: contents by what the game calls them."""
    axis, called = game.about.axis("content"), game.presentation.content_label
    return [
        {**cell.labels, axis: word(called(cell.spec, str(cell.labels[axis])))} if axis in cell.labels else cell.labels
        for cell in cells
    ]


def label_words(game: Game, cells: Sequence[Cell]) -> Callable[[str, Label], str]:
    """What a page calls a label, by its axis: contents as the game calls them, `yes` and `no` for a switch."""
    axis, called = game.about.axis("content"), game.presentation.content_label
    specs = {cell.labels[axis]: cell.spec for cell in cells if axis in cell.labels}

    def words(key: str, label: Label) -> str:
        if isinstance(label, bool):
            return said("yes") if label else said("no")
        return word(called(specs[label], str(label))) if key == axis and label in specs else str(label)

    return words


def rung_of(who: str, ladder: Sequence[Rung]) -> int:
    """The rung of a policy: the one whose label is the longest beginning of it. What is on no rung comes after all."""
    fitting = [(len(rung.label), at) for at, rung in enumerate(ladder) if (who + " ").startswith(rung.label + " ")]
    return max(fitting)[1] if fitting else len(ladder)


def by_ladder(cells: Sequence[Cell], about: About, ladder: Sequence[Rung]) -> list[int]:
    """The numbers of the cells from the weakest policy to the strongest; otherwise in their order. Every focus in every
    field is a matrix, which stays whole: there the contents come first."""
    contents = values_of(about.axis("content"), cells)

    def rungs(at: int) -> tuple[int, int, int]:
        labels = cells[at].labels
        who = labels.get(FOCUS, labels.get(about.skill, ""))
        matrix = contents.index(labels[about.axis("content")]) if FIELD in labels and contents else 0
        return matrix, rung_of(str(who), ladder), rung_of(str(labels.get(FIELD, "")), ladder)

    return sorted(range(len(cells)), key=rungs)


def costly_axis(cells: Sequence[Cell], seconds: Sequence[float]) -> dict[str, float]:
    """The axis along which the time of a game differs most: the mean for each of its values, slowest first. Empty if
    no axis makes a difference."""
    best: dict[str, float] = {}
    ratio = 2.0
    for axis in cells[0].labels:
        groups: dict[str, list[float]] = {}
        for cell, took in zip(cells, seconds, strict=True):
            groups.setdefault(f"{axis} {cell.labels[axis]}", []).append(took)
        means = {name: sum(each) / len(each) for name, each in groups.items()}
        if max(means.values()) / min(means.values()) > ratio:
            best, ratio = means, max(means.values()) / min(means.values())
    return dict(sorted(best.items(), key=lambda each: -each[1]))


def values_of(axis: str, cells: Sequence[Cell]) -> list[Label]:
    """What cells have on this axis, each once; nothing if they have no such axis."""
    return list(dict.fromkeys(cell.labels[axis] for cell in cells if axis in cell.labels))


def several_contents(cells: Sequence[Cell], about: About) -> str:
    """The axis on which the contents of a game are named, if the cells have more than one of them; else nothing."""
    axis = about.axis("content")
    return axis if len(values_of(axis, cells)) > 1 else ""
