"""From a spreadsheet into the file of the pieces."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.configs import MAX_FILE_BYTES, read_text
from engine.errors import BadInput, message
from engine.game.optional_parts import content_of, spreadsheets_of
from engine.game.protocol import Game
from engine.language.current import said, several, word
from sim.runs.atomic_files import interrupts_wait, rename_whole, write_new, written_to
from sim.sheets.columns import Mapped, read_mapping
from sim.sheets.differences import Differences, differences, in_words, listed
from sim.sheets.files import PiecesFile, pieces_file, read_sheet
from sim.sheets.pieces_file import edited
from sim.sheets.record import last_pull, write_record
from sim.sheets.rows import Reading, read_rows
from sim.text.escapes import visible


@dataclass(frozen=True)
class Pulled:
    """What a pull did."""

    file: PiecesFile
    reading: Reading
    found: Differences

    @property
    def notes(self) -> list[str]:
        """How the sheet was read, and what of the game it leaves as it is."""
        waiting = [
            said(
                "{piece}: {field} stays {value}, which is newer; the sheet says {other}",
                piece=each.piece,
                field=each.field,
                value=in_words(each.after),
                other=in_words(each.before),
            )
            for each in self.found.waiting
        ]
        names = self.found.kept
        kept = [said("not in the sheet, and as they were: {names}", names=listed(names))] if names else []
        return [*self.reading.notes, *waiting, *kept]


def pull(game: Game, sheet: Path, content: str, columns: Path | None, to: Path | None, is_whole: bool) -> Pulled:
    """Read a sheet, write what it changes into the file of the pieces, and record that. Nothing is written if the game
    could not play the result. Without a file of `columns`, they are read as by the last pull."""
    spreadsheets_of(game)  # before anything is read
    file = pieces_file(game, sheet, content, to)
    last = None if file.is_new else last_pull(file.path, sheet)
    mapped = last.mapped if last and columns is None else read_mapping(columns)
    reading = read_rows(read_sheet(sheet, mapped), file.table, mapped)
    _check_game(game, reading)
    found = differences(reading, file.table, last, is_whole)
    _check_size(file, reading, found)
    if file.is_new or found:
        _write_checked(game, file, _text(game, file, reading, found))
    write_record(file.path, reading, mapped, spreadsheets_of(game).table_of(str(file.path)))
    return Pulled(file, reading, found)


def changes_in(game: Game, sheet: Path, content: str) -> tuple[dict[str, object], Reading]:
    """What a sheet changes of a content, as paths and values; nothing is written."""
    table = spreadsheets_of(game).table_of(content)
    last = last_pull(table.file or sheet.with_suffix(".toml"), sheet)
    mapped = last.mapped if last else Mapped()
    reading = read_rows(read_sheet(sheet, mapped), table, mapped)
    _check_game(game, reading)
    found = differences(reading, table, None, False)
    if table.is_open and last:
        found.removed += [key for key in found.kept if key in last.values]
    if strange := found.leave_out(lambda field: field not in table.fields):
        reading.notes.append(
            said(
                "the game's {table} have no {fields}: left out, as no rule can read it; pull brings it in",
                table=word(table.table),
                fields=listed(strange),
            )
        )
    return found.paths(table.table), reading


def _check_game(game: Game, reading: Reading) -> None:
    """Refuse a sheet of which the game knows no row: it is that of another one."""
    if not reading.pieces and reading.skipped:
        raise BadInput(
            message(
                "none of its {count} rows is a {piece} of {title}; the first is {first}",
                count=len(reading.skipped),
                piece=word(game.presentation.piece),
                title=game.about.title,
                first=str(reading.skipped[0]),
            ),
            source=reading.sheet.path,
            hint=message("--game names another game"),
        )


def content_key(game: Game) -> str:
    """The key of experiments that names contents."""
    return next((axis.key for axis in game.about.axes if axis.values == "names"), "")


def _text(game: Game, file: PiecesFile, reading: Reading, found: Differences) -> str:
    if not file.is_new:
        return edited(file.path, read_text(file.path), file.table, found)
    if file.path == file.table.file:
        return edited(file.path, "", file.table, found)
    grid: Mapping[str, object] = {content_key(game): [file.content]}
    notes = [said("The numbers of {sheet}.", sheet=visible(reading.sheet.path.name))]
    return content_of(game).extension(grid, found.paths(file.table.table), notes, file.path)


def _check_size(file: PiecesFile, reading: Reading, found: Differences) -> None:
    """Refuse what the game could not read, before it is made."""
    count = len(file.table.pieces) + len(found.added) - len(found.removed)
    if count > file.table.most:
        raise BadInput(
            source=reading.sheet.path,
            expected=message("at most {most:,} {pieces}", most=file.table.most, pieces=several(file.table.piece)),
            got=count,
        )
    size = sum(len(name) + len(str(value)) for fields in found.added.values() for name, value in fields.items())
    if size > MAX_FILE_BYTES:
        raise BadInput(
            message(
                "its {pieces} would fill more than {most:,} bytes",
                pieces=several(file.table.piece),
                most=MAX_FILE_BYTES,
            ),
            source=reading.sheet.path,
            hint=message("a file given by --columns can leave out columns"),
        )


def _write_checked(game: Game, file: PiecesFile, text: str) -> None:
    """Write the file under another name, let the game read it, and only then give it its own."""
    trial = file.path.with_name(f".{file.path.stem}.pulled.toml")
    with written_to(file.path), interrupts_wait():
        trial.unlink(missing_ok=True)
        write_new(trial, [text.encode()])
        try:
            spreadsheets_of(game).table_of(str(trial.absolute()))
        except BadInput as error:
            with suppress(OSError):
                trial.unlink()
            raise (error.moved(source=file.path) if trial.name in error.source else error) from None
        rename_whole(trial, file.path)
