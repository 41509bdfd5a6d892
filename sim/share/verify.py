"""Check a page that anybody may have sent: read its block, compute every number again, and play some games again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from json import dumps, loads
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from engine.confined import Confines
from engine.errors import BadData, BadInput, FatecastError, message
from engine.game.registry import GAMES
from engine.language.current import counted
from sim.compare.command import TestRequest
from sim.compare.pairs import Match
from sim.errors import Inconclusive
from sim.experiment.changes import read_changes, variant
from sim.inspect.opened import admit, admit_before
from sim.inspect.verify import differences
from sim.play.options import PlayOptions
from sim.play.outcome_cache import PIECE, SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.report.verify import where_differing
from sim.runs.manifest import tool_version
from sim.share.block import Asked, Block, Tested, block_in, read_page
from sim.share.found import Found, found_in, matches_of, tested_in
from sim.share.games import digests_of, unpacked
from sim.share.page import rendered
from sim.text.escapes import visible
from sim.text.json_text import canonical

TRIED = TestRequest(told=0, of_own=True)
"""What `try` asks for, if nobody says otherwise."""
SHOWN = 20
"""Only this many findings are listed."""


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
    found = _recomputed(path, block)
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
    if rendered(block, found) != page:
        hint = message("its numbers are right; fatecast {tool} tells whether it shows them", tool=block.tool)
        raise Inconclusive(message("made by another version of fatecast"), source=path, hint=hint)
    total = sum(cell.games for cell in block.games.cells)
    command = "" if says_fields(block.asked) else ", and the names in its command"
    yield (
        f"{path}: correct: every number computed again from {total:,} games, {again.games:,} of them played again"
        f"{again.too_slow(seconds)}; not checked: who made it{command}"
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


def _recomputed(path: Path, block: Block) -> Found:
    """Everything that the games of the page say. Numbers that fit nothing are damage, too."""
    try:
        return found_in(block.asked, block.games, str(path))
    except FatecastError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BadData(message("its games fit no result ({error})", error=type(error).__name__), source=path) from None


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
        self.block, self.sides, self.source = block, found.sides, str(path)
        self.games = 0
        """Played so far."""
        self._ran_out = False

    def too_slow(self, seconds: float) -> str:
        """What to say if the time was over."""
        return f" (no more in {seconds:g} s: --seconds N)" if self._ran_out else ""

    def differing(self, sample: int, seconds: float) -> Iterator[str]:
        """Play both sides until this many games were played, and say in which cells they differ from those of the
        page."""
        asked, began, wrong = self.block.asked, monotonic(), set[str]()
        outcomes, _ = tested_in(asked, self.sides, self.source)
        page = unpacked(self.block.games, self.sides[0].game, outcomes, self.source).by_key
        digests = {cell.key: cell.digests for cell in self.block.games.cells}
        with outcome_cache(self.sides, PlayOptions()) as cache:
            for stretch in self._sample(sample):
                if monotonic() - began > seconds:
                    self._ran_out = True
                    break
                match, first, last = stretch
                sides = (match.before, match.after)
                now = cache.play([SeededCell(cell, asked.seed) for cell in sides], last, first)
                self.games = cache.played
                kept = [page[cell.key].part(first, last) for cell in sides]
                right = [
                    _same_columns(was, each) and [*digests_of(each.marks)] == [digests[cell.key][first // PIECE]]
                    for cell, was, each in zip(sides, kept, now, strict=True)
                ]
                diverged = [each[0].marks != each[1].marks for each in (kept, now)]
                if not (all(right) and (diverged[0] == diverged[1]).all()) and match.name not in wrong:
                    wrong.add(match.name)
                    yield f"games: {match.name}: played again, the games differ"

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
