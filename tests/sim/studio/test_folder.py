"""Nothing outside of the folder is opened, however it is named."""

import os
import socket
from pathlib import Path
from threading import Event, Thread

import pytest

from engine.errors import BadInput
from sim.studio.folder import folder_in, open_in, parts_of, read_in
from tests.support.studio import Served

SECRET = b"not for you"
OUTSIDE = [
    "../secret.txt",
    "configs/../../secret.txt",
    "configs/../configs/deck.toml",
    "./configs/deck.toml",
    "configs//deck.toml",
    "/etc/passwd",
    "//etc/passwd",
    "/",
    "",
    ".",
    "..",
    "configs/",
    "configs",
    "..\\secret.txt",
    "configs\\deck.toml",
    "with\\backslash",
    "C:\\secret.txt",
    "%2e%2e/secret.txt",
    "..%2fsecret.txt",
    "%252e%252e%252fsecret.txt",
    "\u2024\u2024/secret.txt",
    "．．/secret.txt",
    "..\u2215secret.txt",
    "configs/deck.toml\0.txt",
    "\0",
    "configs/deck.toml\n",
    "\u202etxt.terces",
    "~/secret.txt",
    "file:///etc/passwd",
    "link.txt",
    "up/secret.txt",
    "up",
    "round/deck.toml",
    ".hidden",
    "configs/.hidden",
    "nothing.toml",
    "a/" * 20 + "a",
    "a" * 300,
    "é" * 200,
    "a" * 600,
    "\udcff",
    "big.toml",
]
NO_NAMES = [None, 7, True, ["configs", "deck.toml"], {"name": "configs/deck.toml"}]


@pytest.mark.parametrize("name", [*OUTSIDE, *NO_NAMES], ids=repr)
def test_a_page_opens_nothing_outside_of_the_folder(name: object, studio: Served) -> None:
    studio.lines()
    answer = studio.ask("POST", "/probe/file", {"name": name})
    assert answer.status == 400
    [line] = studio.lines()
    assert line.startswith("studio: refused POST /probe/file: ")
    assert line.isprintable()
    assert SECRET not in answer.body
    assert answer.body.startswith(b'{"error":"')
    assert answer.body.isascii() or answer.body.decode().isprintable()


def test_a_file_of_the_folder_is_opened(studio: Served) -> None:
    answer = studio.ask("POST", "/probe/file", {"name": "configs/deck.toml"})
    assert (answer.status, answer.body) == (200, b"moons = 3\n")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pages.py",
        "/static/%2e%2e/pages.py",
        "/static/..%2fpages.py",
        "/static/%2e%2e%2fpages.py",
        "/static/..%5cpages.py",
        "/static/enter.js%00.css",
        "/static//enter.js",
        "/static/",
        "/static/%2fetc%2fpasswd",
        "/static/layout.html",
        "//evil.example/static/enter.js",
        "http://evil.example/static/enter.js",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_only_known_files_are_served(path: str, studio: Served) -> None:
    studio.lines()
    answer = studio.ask("GET", path)
    assert answer.status == 404
    [line] = studio.lines()
    assert line.startswith("studio: refused GET ")
    assert line.endswith(": not found")
    assert b"import" not in answer.body


def test_without_the_check_the_secret_would_be_read(folder: Path) -> None:
    """The traps of these tests work: who opens by the path alone falls into them."""
    for name in ("../secret.txt", "configs/../../secret.txt", "link.txt", "up/secret.txt", ".hidden"):
        assert (folder / name).read_bytes() == SECRET


@pytest.mark.parametrize(
    "parts", [(), ("..", "secret.txt"), ("link.txt",), ("up", "secret.txt"), ("configs/deck.toml",)]
)
def test_our_own_words_lead_nowhere_else_either(parts: tuple[str, ...], folder: Path) -> None:
    with pytest.raises(BadInput):
        open_in(folder, parts)


def test_our_own_words_may_begin_with_a_dot(folder: Path) -> None:
    assert read_in(folder, (".hidden",)) == SECRET


def test_a_folder_is_reached_without_links(folder: Path, tmp_path: Path) -> None:
    assert folder_in(folder, ("configs",)) == Path("configs")
    for parts in (("up",), ("round",), ("up", "elsewhere"), ("nothing",), ("big.toml",), ("..",), ("configs", "..")):
        with pytest.raises(BadInput):
            folder_in(folder, parts)
        with pytest.raises(BadInput):
            folder_in(folder, (*parts, "..", "x"), makes=True)
    assert folder_in(tmp_path, ("reports", "shared"), makes=True) == Path("reports/shared")
    assert folder_in(tmp_path, ("reports", "shared"), makes=True) == Path("reports/shared")
    assert (tmp_path / "reports" / "shared").is_dir()


def test_no_folder_is_made_through_a_link(folder: Path) -> None:
    with pytest.raises(BadInput):
        folder_in(folder, ("up", "made"), makes=True)
    assert not (folder.parent / "made").exists()


def test_a_file_is_read_to_its_limit(folder: Path) -> None:
    assert len(read_in(folder, ("big.toml",), 2000)) == 2000
    with pytest.raises(BadInput, match=r"^big\.toml: expected at most 1,999 bytes$"):
        read_in(folder, ("big.toml",), 1999)


@pytest.mark.parametrize("kind", ["pipe", "folder", "socket", "device"])
def test_what_is_no_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    if kind == "pipe":
        os.mkfifo(tmp_path / "it")
    elif kind == "folder":
        (tmp_path / "it").mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            here = Path.cwd()
            os.chdir(tmp_path)  # the path of a socket must be short
            try:
                bound.bind("it")
            finally:
                os.chdir(here)
    else:
        (tmp_path / "it").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match=r"^it: "):
        read_in(tmp_path, parts_of("it"))


def test_nobody_can_change_the_way_meanwhile(tmp_path: Path) -> None:
    """A folder that is replaced by a link again and again: what is read is never the secret."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "deck.toml").write_bytes(SECRET)
    inside = tmp_path / "inside"
    (inside / "kept").mkdir(parents=True)
    (inside / "kept" / "deck.toml").write_bytes(b"mine")
    (inside / "link").symlink_to("../out")
    (inside / "way").symlink_to("../out")
    done = Event()

    def swap() -> None:
        while not done.is_set():
            (inside / "way").unlink()
            (inside / "kept").rename(inside / "way")
            (inside / "way").rename(inside / "kept")
            (inside / "way").symlink_to("../out")

    thread = Thread(target=swap)
    thread.start()
    seen = set()
    try:
        for _ in range(2000):
            try:
                seen.add(read_in(inside, ("way", "deck.toml")))
            except BadInput:
                seen.add(b"refused")
    finally:
        done.set()
        thread.join()
    assert SECRET not in seen
    assert b"refused" in seen
