"""A program as a `Game`, the interface that `sim/` uses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.content.fields import shown
from engine.errors import BadData, BadInput, NotComparable, message
from engine.game.cell import Cell, Json
from engine.game.differences import plain_changes
from engine.game.protocol import Decided, Game
from engine.game.results import Batch, ForkFindings, Replay, Rows
from engine.language.current import said
from engine.outside.as_game import OutsideGame
from engine.outside.changes import NUMBERS_ONLY, RULES, OutsideChanges
from engine.outside.program.fork_check import ForkCheck
from engine.outside.program.from_hello import PROGRAM, Declared, declared_by, key_of
from engine.outside.program.looking_back import decided, forked, play_cell, replay_cell
from engine.outside.program.program import SCHEME, Program
from engine.outside.program.search_word import search_text
from engine.outside.program.searched import search_in
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.seats.search_policy import NOT_READ

KINDS = {"parameters": NUMBERS_ONLY}


@dataclass(frozen=True)
class ProgramEditions:
    """Other programs of the same game."""

    game: "CommandGame"

    def admit(self, word: str) -> str:
        if not word.startswith(f"{SCHEME}:"):
            raise BadInput(
                source=word,
                expected=message(
                    "another program of {name}, as '{scheme}:COMMAND'", name=self.game.name, scheme=SCHEME
                ),
            )
        self.game.add_edition(word)
        return word


class CommandGame(OutsideGame[Declared]):
    """Implements the protocol `engine.game.protocol.Game`."""

    policies = None
    no_learning = message(
        "a program decides for all seats itself, and never tells what a seat is shown: nobody can learn it"
    )
    """Why no player can learn it."""

    def __init__(self, declared: Declared) -> None:
        super().__init__(declared)
        self.notable = declared.notable
        self.presentation = replace(declared.presentation, changes=program_changes)
        changes = OutsideChanges(
            game=self.name, grid=declared.grid, resolve=self.resolve, kinds=KINDS, moved={"parameters": RULES}
        )
        self.content = changes if declared.parameters else None
        self._editions = {declared.key: declared}
        self._named: dict[str, Declared] = {}
        self.editions = ProgramEditions(self)

    def edition_in(self, data: Mapping[str, object], source: str) -> Declared:
        return self._editions.get(key_of(data.get(PROGRAM)), self.edition)

    def cells(self, grid: Json) -> list[Cell]:
        """To a worker on another machine, a cell of another edition brings the command along."""
        edition, cells = self.edition_in(grid, self.name), super().cells(grid)
        if edition is self.edition:
            return cells
        return [replace(cell, code={edition.key: edition.program.command}) for cell in cells]

    def part(self, word: str) -> Json | None:
        """A value of an axis, as `hold` or `players 3`, or of an option, as `goal 50`, or another edition."""
        if word in self._named:
            return {PROGRAM: self._named[word].pin}
        name, _, value = word.partition(" ")
        skill = self.edition.hello.axis("skill")
        if skill and (search := search_text(self.edition.hello, skill, word, word)):
            return {skill.name: [search]}
        for axis in self.edition.hello.axes:
            if not axis.is_numbers and word in axis.values:
                return {axis.name: [word]}
            if axis.name == name and value in map(str, axis.values):
                return {axis.name: [int(value) if axis.is_numbers else value]}
        if name not in self.edition.parameters or not value:
            return None
        return {OPTIONS: {name: value}}

    def provenance(self, grid: Json) -> Json:
        return {"program": {"name": self.edition.hello.name, **self.edition.pin}}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        hides = [self.played(cell) for cell in cells if search_in(self.played(cell), cell)]
        return [str(NOT_READ)] if any(not game.hello.open_information for game in hides) else []

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_cell(self.played(cell), cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return replay_cell(self.played(cell), cell, seed, index)

    def decided(self, cell: Cell, seed: int, index: int) -> list[Decided]:
        return decided(self.played(cell), cell, seed, index)

    def forked(
        self, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None = None, by: Json | None = None
    ) -> Rows:
        return forked(self.played(cell), cell, seed, index, at, choice, luck, by)

    def add_edition(self, word: str) -> None:
        """Another program of the same game: another build, or other arguments."""
        other = declared_by(Program(word.partition(":")[2]))
        if other.name != self.name:
            raise NotComparable(
                message("it is {other}, expected {game}", other=other.name, game=self.name), source=word
            )
        if other.row != self.edition.row or other.about.axes != self.about.axes:
            raise NotComparable(
                message("it has other columns or axes than {source}", source=self.edition.program.source), source=word
            )
        self._editions[other.key] = self._named[word] = other

    def played(self, cell: Cell) -> Declared:
        key = key_of(cell.spec[PROGRAM])
        if key not in self._editions and key in cell.code:
            self.add_edition(f"{SCHEME}:{cell.code[key]}")
        if key not in self._editions:
            raise BadData(message("the program here is not the one that was played"), source=cell.name)
        return self._editions[key]

    def fork_findings(self, cell: Cell, seed: int) -> Iterator[ForkFindings]:
        return ForkCheck(self.played(cell), cell, seed).findings()


def program_changes(before: Json, after: Json) -> list[str]:
    """What differs between two cells, which may be of two programs."""
    others = plain_changes(before, after, but=PROGRAM)
    if before[PROGRAM] == after[PROGRAM]:
        return others
    was, now = (spec[PROGRAM].get("version") for spec in (before, after))
    if was == now:
        return [*others, said("the program changed")]
    return [*others, said("the program changed: version {before} → {after}", before=was, after=now)]


_admitted: dict[str, Declared] = {}
"""The programs that were let in, by the texts that `admit` returns."""


def admit(command: str) -> tuple[str, str]:
    """Start a program that the command line named in this very call. Returns the name of its game, and the text by
    which `started` finds it on any machine."""
    declared = declared_by(Program(command))
    text = f"{declared.key} {command}"
    _admitted[text] = declared
    return declared.name, text


def started(text: str, code: Mapping[str, str]) -> Game:
    """The game of a program that was let in: here, or in the process that sent us a task. It must be the same program
    on this machine."""
    if text not in _admitted:
        _, _, command = text.partition(" ")
        admit(command)
        if text not in _admitted:
            raise BadData(
                message("the program here is not the one that the run began with"), source=f"{SCHEME}:{command}"
            )
    return CommandGame(_admitted[text])


def game_named(name: str, code: Mapping[str, str]) -> Game:
    """Nothing is ever started because of a name: that of an experiment, a run or a baseline may be anybody's."""
    wanted, flag = shown(f"{SCHEME}:{name}"), f"--game '{SCHEME}:COMMAND'"
    raise BadInput(
        message(
            "the game {wanted} is a program, which runs only if the call names it: add {flag}", wanted=wanted, flag=flag
        )
    )
