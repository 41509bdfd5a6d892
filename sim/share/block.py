"""The data block of a page: what was asked, what was played, and what was found, as JSON that anybody may have sent."""

import os
import re
from hashlib import sha256
from itertools import takewhile
from json import dumps, loads
from pathlib import Path
from stat import S_ISLNK
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.configs import read_bounded
from engine.content.labels import is_label
from engine.errors import BadData, BadInput, FatecastError, complaints, message
from engine.game.outcomes import MOST_MARGIN
from engine.language.catalogues import languages
from engine.language.current import DEFAULT
from sim.share.games import GamesOfPage
from sim.text.json_text import canonical

FORMAT = 1
"""Of the block and of the page. Raised when the same block gives another page: an older page cannot be checked then."""
MOST_PAGE = 20_000_000
"""Bytes of a page."""
DEEPEST = 64
"""Tables and lists inside each other."""
MOST_OPENED = 500_000
"""Tables and lists in all."""
LONGEST_TITLE = 400
LONGEST_WORD, MOST_WORDS = 1_000, 200
MOST_TESTED = 1_000
MOST_TOLD = 1_000
"""Games that are replayed to see when they diverge."""

OPENS = '<script type="application/json" id="fatecast-shared">'
CLOSES = "</script>"
MARK = b"fatecast-shared"

Json = dict[str, Any]


def _printable(most: int) -> AfterValidator:
    def check(text: str) -> str:
        if not is_label(text, most):
            raise ValueError(f"expected one line of 1 to {most} printable characters")
        return text

    return AfterValidator(check)


def _known_language(code: str) -> str:
    if code not in languages():
        raise ValueError(f"expected one of {', '.join(languages())}")
    return code


Name = Annotated[str, _printable(LONGEST_TITLE)]
Word = Annotated[str, _printable(LONGEST_WORD)]
Finite = Annotated[float, Field(allow_inf_nan=False, strict=False)]
Margin = Annotated[Finite, Field(gt=0, le=MOST_MARGIN)]


class Strict(BaseModel):
    """No other keys, no other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Plan = Literal["fixed", "until decided", "runs"]
"""Whether all cells have the same number of games, or end when they are decided, or come from two runs as they are."""


class GamePlayed(Strict):
    """Which game, by which version of its rules."""

    name: Name
    rules: Annotated[int, Field(ge=0, lt=2**31)]
    columns: Annotated[int, Field(ge=0, lt=2**31)]


class Tested(Strict):
    """What was tested, and how certain a verdict must be."""

    margins: Annotated[dict[Name, Margin], Field(min_length=1, max_length=MOST_TESTED)]
    """Of every outcome that was tested, by its name: smaller differences are ignored."""
    risk: Annotated[Finite, Field(gt=0, lt=1)]
    told: Annotated[int, Field(ge=0, le=MOST_TOLD)]


class Asked(Strict):
    """All that decides the numbers, but for the games themselves."""

    verb: Literal["try", "compare"]
    command: Annotated[list[Word], Field(min_length=3, max_length=MOST_WORDS)]
    """The words of the command that prints the same. The page has its title from here: no words of its own."""
    game: GamePlayed
    sides: Annotated[list[Json], Field(min_length=2, max_length=2)]
    """Both experiments, in which every name is replaced by what it stands for."""
    tested: Tested
    plan: Plan
    games: Annotated[int, Field(ge=1, le=10**12)]
    """In each cell, on each side; if cells may end earlier, the most that they could have had."""
    seed: Annotated[int, Field(ge=0, lt=2**64)]

    @property
    def compared(self) -> list[str]:
        """The words of the command that say what is compared: two sides, or fields with their new values."""
        words = self.command[2:]
        return words[:2] if self.verb == "compare" else [*takewhile(lambda word: not word.startswith("--"), words)]

    @property
    def title(self) -> str:
        """What the page is called."""
        title = (" → " if self.verb == "compare" else " ").join(self.compared or self.command[3:4])
        return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"


class Block(Strict):
    """The block as it is written."""

    format: int
    tool: Annotated[str, Field(pattern="^[0-9A-Za-z.+-]{1,40}$")]
    """The version of fatecast that made the page."""
    language: Annotated[str, AfterValidator(_known_language)] = DEFAULT
    """Of the page; the block itself is English, and does not say so."""
    asked: Asked
    games: GamesOfPage
    found: Json
    """What the verb prints with --json: every number of the page."""
    checksum: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of all of the above."""

    @property
    def data(self) -> Json:
        """As JSON has it."""
        data = self.model_dump(mode="json")
        return data if self.language != DEFAULT else {key: data[key] for key in data if key != "language"}


def checksum_of(data: Json) -> str:
    """Of everything but the checksum itself."""
    return sha256(canonical({key: value for key, value in data.items() if key != "checksum"})).hexdigest()


def sealed(data: Json) -> Json:
    """The data with its checksum."""
    return {**data, "checksum": checksum_of(data)}


def as_text(data: Json) -> str:
    """The block as it stands in the page. No sign in it can end the element that holds it, or begin a comment."""
    text = dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def read_page(path: Path) -> bytes:
    """The bytes of a page: a plain file, not too large."""
    try:
        is_link = S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        is_link = False  # whoever reads it says what is wrong
    if is_link:
        raise BadInput(source=path, expected=message("a regular file, not a link"))
    return read_bounded(path, MOST_PAGE, BadData)


def is_page(path: Path) -> bool:
    """Whether a file looks like a page with a block."""
    try:
        return OPENS.encode() in read_page(path)
    except FatecastError:
        return False


def block_in(page: bytes, source: Path) -> Block:
    """The block of a page, every field of it checked; BadData if there is not exactly one, or if it has changed."""
    raw = _raw_block(page, source)
    try:
        if raw.count(b"{") + raw.count(b"[") > MOST_OPENED:
            raise ValueError("too many tables")
        if _depth(raw) > DEEPEST:
            raise ValueError("too many tables inside each other")
        data = loads(raw, parse_constant=_no_constant)
        if not isinstance(data, dict):
            raise ValueError("expected an object")
    except (ValueError, RecursionError) as error:
        raise BadData(message("the data block is not valid JSON: {error}", error=error), source=source) from None
    if data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data.get("format"), int) else "?"
        raise BadData(
            message("a page of format {found}, this version reads {format}", found=found, format=FORMAT), source=source
        )
    try:
        block = Block.model_validate(data)
    except ValidationError as error:
        raise BadData.of_all(complaints(error, str(source))) from None
    if block.checksum != checksum_of(data):
        raise BadData(message("the data block has changed since it was written (checksum)"), source=source)
    return block


def _raw_block(page: bytes, source: Path) -> bytes:
    if page.count(MARK) != 1 or page.count(OPENS.encode()) != 1:
        found = page.count(MARK)
        raise BadData(
            message("{found} data blocks, expected the one of a page that --page wrote", found=found), source=source
        )
    after = page.partition(OPENS.encode())[2]
    raw, ends, _ = after.partition(CLOSES.encode())
    if not ends:
        raise BadData(message("the data block does not end"), source=source)
    return raw


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no number")


STRINGS_AND_SIGNS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A text that never ends goes to the end, so that none of it is looked at twice."""
QUOTE = ord('"')


def _depth(raw: bytes) -> int:
    """How many tables and lists are inside each other, at most."""
    deepest = depth = 0
    for found in STRINGS_AND_SIGNS.finditer(raw):
        sign = raw[found.start()]
        if sign != QUOTE:
            depth += 1 if sign in b"[{" else -1
            deepest = max(deepest, depth)
    return deepest
