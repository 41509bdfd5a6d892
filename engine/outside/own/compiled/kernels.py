"""The kernel of a game file: whether there is one, its machine code in the cache, and whether it can be relied on.

The first games of every table and of all options on a machine are played both ways and compared. What was found out is
kept beside the machine code: a kernel that once played another game than plain Python is never used again."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, Text, message
from engine.game.cell import Json
from engine.game.results import Rows
from engine.kernel.code_cache import (
    cache_folder,
    digest_behind,
    kernel_folder,
    load_module,
    named_by_content,
    write_module,
)
from engine.kernel.compiled import INTERPRETED
from engine.kernel.sources import SHARED
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.played import Played
from engine.outside.own.compiled.cards.schema import Schema
from engine.outside.own.compiled.kernel_text import Written, write_kernel
from engine.outside.own.declared import PLAYERS, Declared
from engine.outside.own.policies.joined_texts import join
from engine.outside.own.policies.policy_files import OutsideFunction
from engine.players.learning.lessons import Lessons, Plan, lessons_of

if TYPE_CHECKING:
    from engine.outside.own.compiled.player import Games

SWITCH = "FATECAST_PLAIN"
"""Set to 1, it has game files played in plain Python."""
FEWEST = 50
"""Games for which a kernel is used; fewer are played before its machine code is loaded."""
COMPARED, COMPARED_AGAIN = 24, 4
"""Games that are played both ways: of each table, and of the same table with other options or parameters."""
MOST_KEPT = 10_000
"""Of these, how many are remembered."""
MOST_LEFT = 0.5
"""A kernel that stops in a larger share of its games is of no use."""
OWN_FEATURES = "trained players see what the function features says, which is not compiled"
NEEDS_PLAIN = "most of its games need plain Python"
OWN = "own"
READY, FAILED, STOPS, COMPARED_FILE, DIFFERS = ".ready", ".failed", ".stops", ".compared", ".differs"

Plainly = Callable[[NDArray[np.int64]], Played]


class OwnKernel:
    """The kernel of one text of a game, of policies in files of their own, and of cards with certain fields."""

    def __init__(
        self,
        declared: Declared,
        outsiders: Sequence[tuple[str, str]] = (),
        schema: Schema | None = None,
        learns: bool = False,
    ) -> None:
        self._declared = declared
        self._outsiders = list(outsiders)
        """Their names, and the SHA-256 of their texts."""
        self._schema = schema
        self._learns = learns
        """Whether trained players play, or somebody wants to learn from the games."""
        self._is_given_up = False
        self._known: set[str] | None = None

    @property
    def where(self) -> str:
        return self._declared.where

    @cached_property
    def written(self) -> Written:
        file = self._declared.file
        text = file.text or Path(file.module).read_text(encoding="utf-8")
        module, game, others = sys.modules[type(file.game).__module__], file.game, self._modules()
        try:
            prepared = self._prepared()
            if others:
                joined = join(text, file.name, {each.where: each.text for each in others})
                text, module, game = joined.text, joined.module, joined.game
        except BadInput as error:
            return Written(None, "", [], [error.line])
        more = [each.function.__name__ for each in others]
        leads = "margin" in (self._declared.row.names or ())
        written = write_kernel(text, module, game, leads, prepared, more, self._schema, self._learns)
        if self._learns and self._declared.policies.author_features:
            written = written._replace(no_features=OWN_FEATURES)
        return written._replace(refusals=[joined.placed(line) for line in written.refusals]) if others else written

    def _modules(self) -> list[OutsideFunction]:
        policies = self._declared.policies
        return [cast(OutsideFunction, policies.module(name, code)) for name, code in self._outsiders]

    def _prepared(self) -> dict[str, dict[str, str]]:
        """The shapes of what policies prepare. They are kept: to work one out takes long, and most tables need none."""
        game = self._declared
        modules = [module for module in (*game.policies.functions.values(), *self._modules()) if module.PREPARED]
        if not modules:
            return {}
        path = cache_folder(SHARED) / f"prepared_{_key([game.file.digest, self._outsiders])}.json"
        with suppress(OSError, ValueError):
            kept: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
            return kept
        rules: dict[str, Any] = {PLAYERS: game.fewest} | {name: values[0] for name, values in game.axes.items()}
        rules |= {name: each.default for name, each in game.parameters.items()}
        shapes = {module.function.__name__: module.shapes(rules) for module in modules}
        with suppress(OSError):
            path.write_text(json.dumps(shapes), encoding="utf-8")
        return shapes

    @property
    def refusals(self) -> list[str]:
        """Why there is no kernel, in lines; nothing if there is one, or may be."""
        if self.written.refusals or not self._can_be_kept:
            return self.written.refusals
        if self._file(FAILED).exists():
            return ["the compiler cannot translate it, though nothing in it is known to be too hard"]
        if self._file(STOPS).exists():
            return list(self.written.doubts) or [NEEDS_PLAIN]
        return ["compiled and plain play differ: see fatecast check -v"] if self._file(DIFFERS).exists() else []

    @property
    def why_never(self) -> list[str]:
        """Why games cannot be compiled at all, in lines."""
        return [*self.refusals, *([self.written.no_features] if self.written.no_features else [])]

    @property
    def why_plain(self) -> Sequence[Text]:
        """Why games are played plainly now, in lines; nothing if they are not."""
        if self.why_never or self.is_ready:
            return self.why_never
        return [NEEDS_PLAIN if self._is_given_up else _unwanted()]

    @property
    def differences(self) -> list[str]:
        """What was different, the last time that compiled and plain play were compared."""
        with suppress(OSError, UnicodeDecodeError):
            return self._file(DIFFERS).read_text(encoding="utf-8").splitlines() if not self.written.refusals else []
        return []

    @cached_property
    def _path(self) -> Path:
        """The module of the kernel, named by all that its machine code depends on."""
        digests = ", ".join([self._declared.file.digest, *(code for _, code in self._outsiders)])
        head = f"# {digests}, compiled from {digest_behind([self.written.text])}\n"
        source = head + self.written.text
        return write_module(kernel_folder(OWN), named_by_content(f"own_{self._declared.name}", source), source)

    @cached_property
    def _can_be_kept(self) -> bool:
        """Whether there is a folder for its machine code."""
        try:
            return self._path.exists()
        except OSError:
            return False

    def _file(self, suffix: str) -> Path:
        return self._path.with_suffix(suffix)

    @property
    def is_ready(self) -> bool:
        """Whether its machine code is in the cache, and can be relied on."""
        if self._is_given_up or not is_wanted() or self.written.refusals or not self._can_be_kept:
            return False
        if self.written.no_features:
            return False
        return self._file(READY).exists() and not any(self._file(each).exists() for each in (STOPS, DIFFERS))

    def compile(self) -> None:
        """Make the machine code, if there is none. What cannot be compiled is remembered."""
        if not is_wanted() or self.why_never or not self._can_be_kept or self._file(READY).exists():
            return
        try:
            self._player.compile()
        except Exception as error:
            with suppress(OSError):
                self._file(FAILED).write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
            return
        with suppress(OSError):
            self._file(READY).touch()

    def _new_player(self) -> Any:
        from engine.outside.own.compiled.player import Player  # it loads what only kernels need

        return Player(self._declared, self.written, load_module(self._path).play_games, self._outsiders)

    _player = cached_property(_new_player)

    def play(
        self,
        seats: Sequence[Mapping[str, Any]],
        rules: Mapping[str, Any],
        seed: int,
        indices: NDArray[np.int64],
        plainly: Plainly,
        pack: Pack = NO_CARDS,
    ) -> Played:
        """Play these games. Those that the kernel leaves are played plainly, and the first of a table are played both
        ways."""
        from engine.outside.own.compiled.player import GivenUp

        try:
            found: Games = self._player.play(seats, rules, seed, indices, pack)
        except GivenUp:
            return self._give_up(plainly, indices)
        rows, left = found.rows, found.left
        if len(indices) >= FEWEST and left.mean() > MOST_LEFT:
            return self._give_up(plainly, indices)
        deck = [vars(card) for card in pack.kinds]
        table, cell = _key([part["name"] for part in seats]), _key([seats, rules, *deck, found.cards.is_judged])
        if cell not in self._compared():
            some = np.flatnonzero(~left)[: COMPARED_AGAIN if table in self._compared() else COMPARED]
            want = plainly(indices[some])
            if (want.rows != rows[some]).any():
                self._note_difference(seats, rules, seed, indices[some], want.rows, rows[some])
                return plainly(indices)
            if (want.cards != found.cards.of(some).counted(rows[some])).any():
                self._note_other_counts(seats, rules, seed, indices[some])
                return plainly(indices)
            self._note_compared(table, cell)
        return _with_the_rest(found, indices, plainly)

    @cached_property
    def _searching(self) -> Any:
        from engine.outside.own.hidden.forks.kernel_search import KernelSearch

        return KernelSearch(self._declared, self._new_player)

    @cached_property
    def _learning(self) -> Any:
        from engine.outside.own.hidden.forks.kernel_lessons import KernelLessons

        return KernelLessons(self._declared, self._new_player)

    def lessons(
        self,
        policy: Json,
        rules: Mapping[str, Any],
        players: int,
        plan: Plan,
        seed: int,
        indices: Sequence[int],
        plainly: Callable[[], Lessons],
        pack: Pack = NO_CARDS,
    ) -> Lessons:
        """Lessons from these games; plainly, if the kernel cannot play one of them."""
        from engine.outside.own.compiled.player import GivenUp

        try:
            return lessons_of(self._learning.asked(policy, rules, players, plan, seed, indices, pack))
        except GivenUp:
            return plainly()

    def search(
        self,
        seats: Sequence[Any],
        rules: Mapping[str, Any],
        seed: int,
        indices: NDArray[np.int64],
        plainly: Plainly,
        pack: Pack = NO_CARDS,
    ) -> Played:
        """Play these games, in which seats search. Those that the kernel leaves are played plainly."""
        from engine.outside.own.compiled.player import GivenUp

        if self.written.no_forks:
            return plainly(indices)
        try:
            found: Games = self._searching.play(seats, rules, seed, indices, pack)
        except GivenUp:
            return plainly(indices)
        return _with_the_rest(found, indices, plainly)

    def _give_up(self, plainly: Plainly, indices: NDArray[np.int64]) -> Played:
        """The kernel is of no use for these games. If that is so from the start, it is remembered."""
        self._is_given_up = True
        if not self._compared():
            with suppress(OSError):
                self._file(STOPS).touch()
        return plainly(indices)

    def _compared(self) -> set[str]:
        """Tables, and cells with their options, whose first games were the same both ways, on this machine."""
        if self._known is None:
            self._known = set()
            with suppress(OSError, UnicodeDecodeError):
                self._known.update(self._file(COMPARED_FILE).read_text(encoding="utf-8").split())
        return self._known

    def _note_compared(self, table: str, cell: str) -> None:
        new = {table, cell} - self._compared()
        self._compared().update(new)
        if len(self._compared()) > MOST_KEPT:
            return
        with suppress(OSError), self._file(COMPARED_FILE).open("a", encoding="utf-8") as file:
            file.writelines(f"{each}\n" for each in new)

    def _note_difference(
        self,
        seats: Sequence[Any],
        rules: Mapping[str, Any],
        seed: int,
        indices: NDArray[np.int64],
        want: Rows,
        got: Rows,
    ) -> None:
        at = int(np.flatnonzero(want != got)[0])
        names = [name for name in want.dtype.names or () if want[at][name] != got[at][name]]
        lines = [f"{name}: {want[at][name]} in plain Python, {got[at][name]} compiled" for name in names]
        self._differs(f"game {indices[at]} of seed {seed}", seats, rules, lines)

    def _note_other_counts(
        self, seats: Sequence[Any], rules: Mapping[str, Any], seed: int, indices: NDArray[np.int64]
    ) -> None:
        which = f"games {indices[0]} to {indices[-1]} of seed {seed}"
        self._differs(which, seats, rules, ["what is counted about cards is not the same"])

    def _differs(self, which: str, seats: Sequence[Any], rules: Mapping[str, Any], lines: Sequence[str]) -> None:
        """Remember that games are not the same when they are compiled, and say so."""
        head = f"{which}, {', '.join(part['name'] for part in seats)}, {json.dumps(dict(rules))}"
        self._is_given_up = True
        with suppress(OSError):
            self._file(DIFFERS).write_text("\n".join([head, *lines]), encoding="utf-8")
        differ = "differ when they are" if which.startswith("games") else "differs when it is"
        print(
            f"fatecast: {self._declared.where}: {which} {differ} compiled; "
            "played in plain Python from now on (fatecast check -v shows it)",
            file=sys.stderr,
        )


def _with_the_rest(found: "Games", indices: NDArray[np.int64], plainly: Plainly) -> Played:
    """Games of a kernel, and those that it has left, which are played plainly."""
    rows, left = found.rows, found.left
    if not left.any():
        return Played(rows, found.cards.counted(rows))
    rest = plainly(indices[left])
    cards = found.cards.of(~left).counted(rows[~left]) + rest.cards
    rows[left] = rest.rows
    return Played(rows, cards)


_plain_only: list[None] = []
"""As long as it is not empty, no kernel is used."""


@contextmanager
def plain_only() -> Iterator[None]:
    _plain_only.append(None)
    try:
        yield
    finally:
        _plain_only.pop()


def is_wanted() -> bool:
    """Whether kernels of game files are used at all."""
    return not INTERPRETED and not _plain_only and os.environ.get(SWITCH) != "1"


def _unwanted() -> Text:
    """Why no kernel is used, though there could be one."""
    if not INTERPRETED and os.environ.get(SWITCH) != "1":
        return message("its machine code cannot be kept")
    return message("Numba is switched off") if INTERPRETED else message("{variable}=1 asks for it", variable=SWITCH)


def _key(what: object) -> str:
    return sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:16]


_kernels: dict[Any, OwnKernel] = {}
"""By the name of the game, the SHA-256 of its text, the policies in files of their own, and the fields of its cards."""


def kernel_of(
    declared: Declared,
    outsiders: Sequence[tuple[str, str]] = (),
    schema: Schema | None = None,
    learns: bool = False,
) -> OwnKernel:
    key = declared.name, declared.file.digest, tuple(outsiders), schema, learns
    if key not in _kernels:
        _kernels[key] = OwnKernel(declared, outsiders, schema, learns)
    return _kernels[key]
