"""Check a page that anybody may have sent: read its block, compute every number again, and play some games again."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from json import dumps, loads
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from engine.confined import Confines
from engine.errors import BadData, BadInput, FatecastError, message
from engine.game.cell import Cell
from engine.game.registry import GAMES
from engine.language.current import counted, said
from sim.compare.command import TestRequest
from sim.compare.pairs import Match
from sim.errors import Cancelled, Inconclusive
from sim.experiment.changes import read_changes, variant
from sim.inspect.opened import admit, admit_before
from sim.inspect.watched_child import WatchedChild
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.outcome_cache import PIECE, OutcomeCache, SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.report.verify import where_differing
from sim.runs.manifest import tool_version
from sim.share.block import Asked, Block, Tested, block_in, read_page
from sim.share.found import Found, found_in, matches_of, sides_of, tested_in
from sim.share.games import digests_of, unpacked
from sim.share.page import rendered
from sim.text.differences import differences
from sim.text.escapes import visible
from sim.text.json_text import canonical
from sim.text.number_format import brief_number, whole

TRIED = TestRequest(told=0, of_own=True)
"""What `try` asks for, if nobody says otherwise."""
SHOWN = 20
"""Only this many findings are listed."""


FEW = 16
"""Games that are played again before all others."""
LONGEST_LINE = 300
"""Characters of a finding: a stranger chose some of them."""


class Stretch(NamedTuple):
    """Some consecutive games of a cell, on both sides."""

    match: Match
    first: int
    last: int


class NamedCode(NamedTuple):
    """Code that the call names; none is loaded for any other reason."""

    game: str | None = None
    before: str | None = None
    """The other text of a game of one's own."""
    policies: Sequence[str] = ()

    @property
    def confines(self) -> Confines:
        """Nothing else of a package is run."""
        return Confines(None, packages=frozenset({*self.policies, *([self.game] if self.game else [])}))


NO_CODE = NamedCode()


def verify_page(path: Path, sample: int, seconds: float, code: NamedCode = NO_CODE) -> Iterator[str]:
    """What is wrong, line by line, then what was checked; BadData at the end if anything is wrong."""
    page = read_page(path)
    block = block_in(page, path)
    _check_game(path, block, code.game)
    if code.before is not None:
        admit_before(code.before, code.game)
    admit(code.policies, block.asked.game.name)
    found = _recomputed(path, block, seconds)
    wrong = 0
    for line in _findings(page, block, found):
        wrong += 1
        if wrong <= SHOWN:
            yield f"{path}: {visible(line)[:LONGEST_LINE]}"
    again = PlayedAgain(path, block, found)
    if not wrong and sample > 0:
        for line in again.differing(sample, seconds):
            wrong += 1
            if wrong <= SHOWN:
                yield f"{path}: {visible(line)[:LONGEST_LINE]}"
    if wrong:
        raise BadData(
            message("{wrong}; do not trust this page", wrong=counted(wrong, "1 finding", "{count} findings")),
            source=path,
        )
    if again.ran_out and not again.games:
        raise _too_slow(path, seconds)
    if rendered(block, found) != page:
        hint = message("its numbers are right; fatecast {tool} tells whether it shows them", tool=block.tool)
        raise Inconclusive(message("made by another version of fatecast"), source=path, hint=hint)
    yield ": ".join([str(path), "; ".join(_checked(block, again, seconds))])


def _checked(block: Block, again: "PlayedAgain", seconds: float) -> Iterator[str]:
    """How much was checked, and what was not."""
    yield said(
        "correct: every number computed again from {total} games, {again} of them played again",
        total=whole(sum(cell.games for cell in block.games.cells)),
        again=whole(again.games),
    )
    if again.ran_out:
        yield said("no more in {seconds} s (--seconds N)", seconds=brief_number(seconds))
    if says_fields(block.asked):
        yield said("not checked: who made it")
    else:
        yield said("not checked: who made it, and the names in its command")


def _too_slow(path: Path, seconds: float) -> Inconclusive:
    return Inconclusive(
        message("its games take too long: none could be played again in {seconds} s", seconds=brief_number(seconds)),
        source=path,
        hint=message("--seconds N allows more"),
    )


def _check_game(path: Path, block: Block, game: str | None) -> None:
    name = block.asked.game.name
    if game is not None and game != name:
        raise BadInput(message("--game {game}: {path} is about {name}", game=game, path=path, name=name))
    if name in GAMES or game == name:
        return
    raise BadInput(
        message("{name} is no game that comes with fatecast, and may be code: name it by --game", name=name),
        source=path,
    )


def _recomputed(path: Path, block: Block, seconds: float) -> Found:
    """Everything that the games of the page say. Numbers that fit nothing are damage, too."""
    try:
        if block.asked.tested.told and _takes_too_long(block, str(path), seconds):
            raise _too_slow(path, seconds)
        return found_in(block.asked, block.games, str(path))
    except FatecastError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BadData(message("its games fit no result ({error})", error=type(error).__name__), source=path) from None


def _takes_too_long(block: Block, source: str, seconds: float) -> bool:
    """Whether it would: some games are replayed, to tell at which turn their sides diverge. That is tried in a child
    process, which can be ended."""
    for side in sides_of(block.asked, source):
        side.game.prepare(side.cells, LOGGER.info)
    trial = WatchedChild(lambda send: send(bool(found_in(block.asked, block.games, source))), seconds)
    deque(trial.messages(), 0)
    return trial.ended == "hung"


def _findings(page: bytes, block: Block, found: Found) -> Iterator[str]:
    """All places where the page says something else than its games do."""
    expected = loads(dumps(found.data(block.asked.title)))
    wrong = [*differences("found", block.found, expected)]
    yield from wrong
    if not wrong and canonical(block.found) != canonical(expected):
        yield "found: a number or a word of another type"
    yield from _command_findings(block.asked, found)
    recomputed = rendered(block, found)
    if recomputed != page and block.tool == tool_version():
        yield where_differing(page, recomputed)


def _command_findings(asked: Asked, found: Found) -> Iterator[str]:
    """What the command says, as far as that can be known without what lies in the folder of the sender."""
    words = asked.command
    if words[:2] != ["fatecast", asked.verb]:
        yield f"command: expected fatecast {asked.verb}"
    numbers = () if asked.plan == "runs" else (("--games", asked.games), ("--seed", asked.seed))
    for flag, value in numbers:
        if _said(words, flag) != [str(value)]:
            yield f"command: expected {flag} {value}"
    if ("--until-decided" in words) != (asked.plan == "until decided"):
        yield "command: says otherwise when a cell ends"
    if not _asks_for(asked, found):
        yield "command: asks for other outcomes, margins or risks than the page"
    if says_fields(asked) and not _leads_to(asked.compared, found):
        yield "command: its changes are not those of the page"
    if (pinned := _said(asked.command, "--pin")) and not _has_all(pinned, found):
        yield "command: what it pins is not what both sides of the page have"


def _said(words: Sequence[str], flag: str) -> list[str]:
    """The values of a flag."""
    return [after for word, after in pairwise(words) if word == flag]


def _asks_for(asked: Asked, found: Found) -> bool:
    """Whether the command tests what the page shows."""
    words, said = asked.command, TRIED if asked.verb == "try" else TestRequest()
    try:
        test = replace(
            said,
            outcomes=_said(words, "--outcome"),
            margins=_said(words, "--margin"),
            risk=float((_said(words, "--risk") or [str(said.risk)])[-1]),
            told=int((_said(words, "--told") or [str(said.told)])[-1]),
        )
        outcomes, rule = test.rule(found.sides[0].game, matches_of(asked.verb, found.sides))
    except (BadInput, ValueError):
        return False
    margins = {each.name: rule.margin(each) for each in outcomes}
    return asked.tested == Tested(margins=margins, risk=rule.risk, told=rule.told)


def says_fields(asked: Asked) -> bool:
    """Whether the command says all that was changed, as fields with their new values."""
    return asked.verb == "try" and bool(asked.compared) and all("=" in word for word in asked.compared)


def _leads_to(words: Sequence[str], found: Found) -> bool:
    """Whether these changes make the second side of the first."""
    before, after = found.sides
    try:
        return variant(before, read_changes(words)).to_json() == after.to_json()
    except BadInput:
        return False


def _has_all(words: Sequence[str], found: Found) -> bool:
    """Whether the first side has these values already; the second one is made of it."""
    before = found.sides[0]
    try:
        return variant(before, read_changes(words, "--pin")).to_json() == before.to_json()
    except BadInput:
        return False


class PlayedAgain:
    """Some of the games of a page, played with the engine as it is now. Which ones follows from the page."""

    def __init__(self, path: Path, block: Block, found: Found) -> None:
        self.block, self.sides = block, found.sides
        self.games = 0
        """Played so far."""
        self.ran_out = False
        """Whether the time was too short for all that should have been played."""
        outcomes, _ = tested_in(block.asked, self.sides, str(path))
        self._page = unpacked(block.games, self.sides[0].game, outcomes, str(path)).by_key
        self._digests = {cell.key: cell.digests for cell in block.games.cells}

    def differing(self, sample: int, seconds: float) -> Iterator[str]:
        """Play both sides until this many games were played or the time is over, and say in which cells they differ
        from those of the page. What is being played then is given up. A few games come first, so that something is
        known of those that are slow."""
        wrong, until = set[str](), inf

        def is_over() -> bool:
            self.ran_out = monotonic() > until
            return self.ran_out

        stretches = self._sample(sample)
        few = [each._replace(last=each.first + FEW) for each in stretches[:1] if each.last - each.first > FEW]
        with suppress(Cancelled), outcome_cache(self.sides, PlayOptions(is_cancelled=is_over)) as cache:
            until = monotonic() + seconds
            for at, stretch in enumerate([*few, *stretches]):
                if is_over():
                    break
                before = cache.played
                if self._differs(stretch, cache) and stretch.match.name not in wrong:
                    wrong.add(stretch.match.name)
                    yield f"games: {stretch.match.name}: played again, the games differ"
                played = cache.played - before
                self.games = played if few and at == 1 else self.games + played  # the few are among them

    def _differs(self, stretch: Stretch, cache: OutcomeCache) -> bool:
        """Whether games of a stretch are others now than on the page."""
        match, first, last = stretch
        sides = (match.before, match.after)
        now = cache.play([SeededCell(cell, self.block.asked.seed) for cell in sides], last, first)
        kept = [self._page[cell.key].part(first, last) for cell in sides]
        right = all(self._is_same(cell, stretch, was, each) for cell, was, each in zip(sides, kept, now, strict=True))
        diverged = [each[0].marks != each[1].marks for each in (kept, now)]
        return not (right and (diverged[0] == diverged[1]).all())

    def _is_same(self, cell: Cell, stretch: Stretch, page: Outcomes, now: Outcomes) -> bool:
        """A digest is of as many games as a page keeps together."""
        is_whole = stretch.last == min(stretch.first + PIECE, self._page[cell.key].games)
        digest = self._digests[cell.key][stretch.first // PIECE]
        return _same_columns(page, now) and (not is_whole or [*digests_of(now.marks)] == [digest])

    def _sample(self, sample: int) -> list[Stretch]:
        """Stretches of all cells, in an order that nobody can choose who cannot choose the checksum."""
        games = {cell.key: cell.games for cell in self.block.games.cells}
        there = [
            Stretch(match, first, min(first + PIECE, both))
            for match in matches_of(self.block.asked.verb, self.sides)
            for both in [min(games[match.before.key], games[match.after.key])]
            for first in range(0, both, PIECE)
        ]
        Random(self.block.checksum).shuffle(there)
        found, left = [], sample
        for stretch in there:
            if left <= 0:
                break
            found.append(stretch)
            left -= 2 * (stretch.last - stretch.first)
        return found


def _same_columns(page: Outcomes, now: Outcomes) -> bool:
    return all((now.columns[name] == column).all() for name, column in page.columns.items())
