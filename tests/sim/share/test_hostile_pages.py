"""Pages that a stranger made to do harm: each is refused with one short line, and nothing of it is run."""

import os
import tracemalloc
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from zlib import compress

import numpy as np
import pytest

from sim.share.block import CLOSES, DEEPEST, MOST_PAGE, OPENS, as_text, sealed
from sim.share.games import Packed
from sim.share.verify import SHOWN
from tests.support.command_line import Fatecast
from tests.support.shared_pages import Json, block_of, edited, verdict, with_block, with_text

USAGE, NOT_COMPARABLE, DAMAGED = 2, 5, 6
LONGEST = 400
ESCAPE = "\x1b[2J<script>alert(1)</script>"


def one_line(file: Path, page: bytes | None, game: str | None = None) -> tuple[int, str]:
    began = monotonic()
    code, said = verdict(file, page, game)
    assert monotonic() - began < 10
    assert len(said.splitlines()) == 1, said
    assert len(said) < LONGEST + len(str(file)), said
    return code, said


def test_a_sparse_file_of_a_gigabyte(file: Path) -> None:
    with file.open("wb") as page:
        page.truncate(1 << 30)
    code, said = one_line(file, None)
    assert (code, f"at most {MOST_PAGE:,} bytes" in said) == (DAMAGED, True)


def test_what_is_no_file(page: bytes, file: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.html"
    real.write_bytes(page)
    file.symlink_to(real)
    assert one_line(file, None) == (USAGE, f"{file}: expected a regular file, not a link")
    file.unlink()
    os.mkfifo(file)
    assert one_line(file, None) == (USAGE, f"{file}: expected a regular file, not a device or a pipe")
    assert one_line(Path("/dev/zero"), None)[0] == USAGE
    assert one_line(tmp_path / "none.html", None)[0] == USAGE
    assert one_line(tmp_path, None)[0] == USAGE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "[" * 100_000,
        '{"format":1,"a":' + "[" * 70 + "]" * 70 + "}",
        "{" + '"a":{' * 5_000,
        '{"format":' + "9" * 5_000 + "}",
        '{"format":1e999}',
        '{"format":NaN}',
        '{"format":true}',
        '{"format":1,"tool":NaN}',
        '{"format":2}',
        '{"format":"1"}',
        '{"format":1}',
        "[" + "[]," * 600_000 + "[]]",
        '"' + "\\" * 1_000_001,
    ],
    ids=lambda text: f"{text[:24]}…",
)
def test_blocks_that_are_none(page: bytes, file: Path, text: str) -> None:
    assert one_line(file, with_text(page, text))[0] == DAMAGED


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: b"",
        lambda page: b"\x00\xff" * 1_000,
        lambda page: page.replace(OPENS.encode(), b"<script>"),
        lambda page: page + OPENS.encode() + b"{}" + CLOSES.encode(),
        lambda page: page.replace(b"<main>", b"<main><!-- " + OPENS.encode() + b"{}</script> -->"),
        lambda page: page.replace(CLOSES.encode(), b""),
        lambda page: page.replace(b'id="fatecast-shared"', b"id=fatecast-shared"),
    ],
)
def test_pages_without_one_block(page: bytes, file: Path, damage: Callable[[bytes], bytes]) -> None:
    assert one_line(file, damage(page))[0] == DAMAGED


def test_a_block_in_a_comment(page: bytes, file: Path) -> None:
    """A browser shows nothing of it, and the page says what the forger likes."""
    hidden = page.replace(OPENS.encode(), b"<!--" + OPENS.encode()).replace(b"</body>", b"--></body>")
    code, said = verdict(file, hidden)
    assert code == DAMAGED
    assert "recomputed" in said


BOMB = "eJzt" + "A" * 4_000

PLACES: list[tuple[tuple[str | int, ...], object]] = [
    (("tool",), ESCAPE),
    (("asked", "verb"), "run"),
    (("asked", "command", 2), ESCAPE),
    (("asked", "command", 2), "x" * 2_000),
    (("asked", "command"), ["fatecast", "try", *["x"] * 1_000]),
    (("asked", "command"), []),
    (("asked", "game", "name"), ESCAPE),
    (("asked", "game", "name"), "./evil.py"),
    (("asked", "game", "name"), "cmd:touch evil"),
    (("asked", "game", "name"), "openspiel:efg_game(filename=/etc/passwd)"),
    (("asked", "game", "rules"), -1),
    (("asked", "game", "rules"), 10**400),
    (("asked", "sides"), []),
    (("asked", "sides", 0), {}),
    (("asked", "sides", 0, "game"), "./evil.py"),
    (("asked", "sides", 0, "game"), "cmd:touch evil"),
    (("asked", "sides", 0, "games"), 10**15),
    (("asked", "sides", 0, "seed"), -1),
    (("asked", "sides", 0, "decks"), ["base"]),
    (("asked", "sides", 0, "decks"), ["/etc/passwd"]),
    (("asked", "sides", 0, "decks"), ["./evil.toml"]),
    (("asked", "sides", 0, "decks", 0, "name"), ESCAPE),
    (("asked", "sides", 0, "decks", 0, "content", "name"), ESCAPE),
    (("asked", "sides", 0, "decks", 0, "content", "cards", "dawn", "play"), "(" * 5_000),
    (("asked", "sides", 0, "decks", 0, "content", "cards", "dawn", "play"), "__import__('os')"),
    (("asked", "sides", 0, "decks", 0, "content", "fates", "1", "copies"), 10**9),
    (("asked", "sides", 0, "players"), [3] * 100_000),
    (("asked", "sides", 0, "policies"), [{"name": "./evil.py", "parameters": {}}]),
    (("asked", "sides", 0, "policies"), ["./evil.py"]),
    (("asked", "tested", "margins"), {}),
    (("asked", "tested", "margins"), {"win rate": -1.0}),
    (("asked", "tested", "margins"), {"win rate": 1e999}),
    (("asked", "tested", "margins"), {ESCAPE: 0.1}),
    (("asked", "tested", "margins"), {"nobody": 0.1}),
    (("asked", "tested", "risk"), 0),
    (("asked", "tested", "told"), 10**9),
    (("asked", "plan"), "for ever"),
    (("asked", "games"), 10**30),
    (("asked", "seed"), 2**64),
    (("games", "cells"), []),
    (("games", "cells", 0, "games"), 0),
    (("games", "cells", 0, "games"), 10**9),
    (("games", "cells", 0, "games"), 2_000_000),
    (("games", "cells", 0, "key"), "../../x"),
    (("games", "cells", 0, "digests"), []),
    (("games", "cells", 0, "digests"), ["0" * 16] * 3),
    (("games", "columns"), {}),
    (("games", "columns"), {ESCAPE: {"type": "u1", "data": ""}}),
    (("games", "columns", "won", "type"), "i8"),
    (("games", "columns", "won", "type"), "O"),
    (("games", "columns", "won", "data"), "not base64 !"),
    (("games", "columns", "won", "data"), BOMB),
    (("games", "same_as", "data"), ""),
    (("found",), {ESCAPE: ESCAPE}),
    (("found",), []),
]


def resealed(data: Json) -> str:
    try:
        return as_text(sealed(data))
    except ValueError:
        return as_text({**data, "asked": {}}).replace('"asked":{}', '"asked":{"tested":{"risk":Infinity}}')


@pytest.mark.parametrize(("path", "value"), PLACES, ids=[f"{path[-1]}-{at}" for at, (path, _) in enumerate(PLACES)])
def test_fields_with_something_else_in_them(
    page: bytes, file: Path, path: tuple[str | int, ...], value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a right checksum: whoever does harm can compute it."""
    monkeypatch.chdir(file.parent)
    for name in ("evil.py", "evil.toml"):
        (file.parent / name).write_text("open('harm', 'w')\n")
    code, said = verdict(file, with_text(page, resealed(edited(block_of(page), path, value))))
    assert code in (USAGE, NOT_COMPARABLE, DAMAGED), said
    assert len(said.splitlines()) <= SHOWN + 1, "the command line shortens each line, and shows what cannot be seen"
    assert not [each for each in file.parent.iterdir() if each.name in ("harm", "evil")], "code of the page was run"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("asked", "sides", 0, "decks"), ["base"], "before: not an experiment in which every name is resolved"),
        (("games", "columns", "won"), Packed.of(np.full(80, -1)).model_dump(), "games: won: a number that no game has"),
        (("games", "same_as"), Packed.of(np.full(80, 2)).model_dump(), "games: same_as: a number that no cell has"),
        (("games", "columns"), {"turns": Packed.of(np.ones(80, int)).model_dump()}, "games: expected the columns won"),
        (("found",), {"a": [[[[[[[[1]]]]]]]] * 2}, "found: "),
    ],
)
def test_what_is_wrong_is_said(page: bytes, file: Path, path: tuple[str | int, ...], value: object, says: str) -> None:
    code, said = verdict(file, with_block(page, sealed(edited(block_of(page), path, value))))
    assert (code, says in said) == (DAMAGED, True), said


def test_tables_inside_each_other(page: bytes, file: Path) -> None:
    inner: object = 1
    for _ in range(DEEPEST):
        inner = [inner]
    data = edited(block_of(page), ("found",), {"a": inner})
    code, said = one_line(file, with_block(page, sealed(data)))
    assert (code, said.endswith("too many tables inside each other")) == (DAMAGED, True)


def test_numbers_that_unpack_to_too_much(page: bytes, file: Path) -> None:
    """Some thousand bytes that would be many millions."""
    bomb = b64encode(compress(bytes(50_000_000), 9)).decode()
    data = edited(block_of(page), ("games", "columns", "won", "data"), bomb)
    file.write_bytes(with_block(page, sealed(data)))
    tracemalloc.start()
    code, said = verdict(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (code, "not as many numbers as games" in said) == (DAMAGED, True)
    assert most < 40_000_000, "no more than it takes to read a page"


@pytest.mark.parametrize("path", [("tool",), ("asked", "game", "name"), ("asked", "command", 2), ("asked", "plan")])
def test_the_command_line_says_it_in_one_line(
    page: bytes, file: Path, typed: Fatecast, path: tuple[str | int, ...]
) -> None:
    file.write_bytes(with_text(page, resealed(edited(block_of(page), path, ESCAPE * 1_000))))
    done = typed("verify", file)
    assert (done.returncode, done.stdout) == (DAMAGED, "")
    assert done.stderr.startswith(f"fatecast: {file}: ")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.strip().isprintable()
    assert len(done.stderr) < 1_000
