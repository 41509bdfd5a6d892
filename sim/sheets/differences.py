"""What a sheet changes of the pieces of a game, in data and in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.game.optional_parts import FieldValue, PieceTable
from engine.language.current import said
from sim.sheets.columns import shown
from sim.sheets.record import PulledSheet
from sim.sheets.rows import Reading


class Edit(NamedTuple):
    """A field of a piece that changes."""

    piece: str
    field: str
    before: FieldValue | None
    """None: it had no such field."""
    after: FieldValue


@dataclass
class Differences:
    """All that changes."""

    edits: list[Edit] = field(default_factory=list)
    """Of pieces that stay."""
    added: dict[str, dict[str, FieldValue]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    waiting: list[Edit] = field(default_factory=list)
    """Fields that were changed in the game's file and not in the sheet: from what the sheet says to what they are."""
    kept: list[str] = field(default_factory=list)
    """Pieces of the game that the sheet does not have."""

    def __bool__(self) -> bool:
        return bool(self.edits or self.added or self.removed)

    def paths(self, table: str) -> dict[str, object]:
        """The changes as a game takes them: `{"cards.kraken.power": 4}`."""
        edits: dict[str, object] = {f"{table}.{each.piece}.{each.field}": each.after for each in self.edits}
        added = {f"{table}.{key}": fields for key, fields in self.added.items()}
        return {**edits, **added, **({"remove": [*self.removed]} if self.removed else {})}

    def leave_out(self, which: Callable[[str], bool]) -> list[str]:
        """Forget the changes of some fields, by their names; returns those names."""
        names = [each.field for each in self.edits] + [name for fields in self.added.values() for name in fields]
        found = [name for name in dict.fromkeys(names) if which(name)]
        self.edits = [each for each in self.edits if each.field not in found]
        self.added = {
            key: {name: value for name, value in fields.items() if name not in found}
            for key, fields in self.added.items()
        }
        return found

    @property
    def lines(self) -> list[str]:
        """What changes, one piece a line."""
        by_piece: dict[str, list[str]] = {}
        for each in self.edits:
            before = "" if each.before is None else f"{in_words(each.before)} → "
            by_piece.setdefault(each.piece, []).append(f"{each.field} {before}{in_words(each.after)}")
        return [
            *(f"{key}: {', '.join(lines)}" for key, lines in by_piece.items()),
            *(f"{key}: {_as_new(fields)}" for key, fields in self.added.items()),
            *(": ".join([key, said("taken out")]) for key in self.removed),
        ]


def in_words(value: FieldValue | None) -> str:
    """A value, in a line that somebody reads."""
    if isinstance(value, bool):
        return said("yes") if value else said("no")
    return repr(shown(value)) if isinstance(value, str) else str(value)


def listed(names: Sequence[str], most: int = 6) -> str:
    """Some names, and how many more there are."""
    more = len(names) - most
    return ", ".join([*names[:most], *([said("{count} more", count=f"{more:,}")] if more > 0 else [])])


def listed_below(lead: str, lines: Sequence[str], most: int) -> list[str]:
    """Some lines below a first one, and how many more there are; nothing if there are none."""
    more = len(lines) - most
    shown_lines = [*lines[:most], *([said("and {count} more", count=f"{more:,}")] if more > 0 else [])]
    return [f"{lead}:", *(f"  {line}" for line in shown_lines)] if lines else []


def _as_new(fields: Mapping[str, FieldValue]) -> str:
    return said("new ({fields})", fields=_listed(fields))


def _listed(fields: Mapping[str, FieldValue]) -> str:
    return ", ".join(f"{name} {in_words(value)}" for name, value in fields.items())


def differences(reading: Reading, table: PieceTable, last: PulledSheet | None, is_whole: bool) -> Differences:
    """What a sheet changes of the pieces as they are. By the record of the last pull, what changed on one side only is
    kept; what changed on both is an error. A piece without a row is taken out if the sheet had it before, or if it
    `is_whole`."""
    found = Differences()
    recorded = last.values if last else {}
    for key, piece in reading.pieces.items():
        present = table.pieces.get(key)
        if present is None:
            found.added[key] = {"name": key, **piece.values} if "name" not in piece.values else dict(piece.values)
            continue
        for name, value in piece.values.items():
            if name == "name" and not table.is_open:
                continue
            before, once = present.get(name), recorded.get(key, {}).get(name)
            if same(before, value):
                continue
            if once is None or before is None or same(before, once):
                found.edits.append(Edit(key, name, before, value))
            elif same(value, once):
                found.waiting.append(Edit(key, name, value, before))
            else:
                raise BadInput(
                    message(
                        "changed on both sides since the last pull: {sheet} here, {game} in the game",
                        sheet=in_words(value),
                        game=in_words(before),
                    ),
                    source=reading.sheet.path,
                    place=f"{table.table}.{key}.{name}",
                    hint=message("make them equal"),
                )
    for key in table.pieces:
        if key in reading.pieces:
            continue
        if table.is_open and (is_whole or key in recorded or key in reading.without):
            found.removed.append(key)
        elif key not in reading.without:
            found.kept.append(key)
    return found


def same(one: object, other: object) -> bool:
    """Whether two values are the same to a game: 2 and 2.0 are, 1 and true are not."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other
