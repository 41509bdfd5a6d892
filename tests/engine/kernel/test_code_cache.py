"""Compiled code is kept only where nobody else can have written it, and a generated module is what we wrote."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import compile as write_bytecode

import pytest

from engine.kernel import code_cache
from engine.kernel.code_cache import cache_folder, kernel_folder, load_module, write_module

GAME = "shared"


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home and a temporary folder of our own; the answer is not remembered."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path / "cache"))
    cache_folder.cache_clear()
    kernel_folder.cache_clear()
    yield tmp_path
    cache_folder.cache_clear()
    kernel_folder.cache_clear()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def without_home(places: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No usual cache: no folder can be made there. The fallback."""
    monkeypatch.setenv("FATECAST_CACHE", "/proc/nothing/cache")
    return places / "tmp" / f"fatecast-{os.getuid()}"


def test_a_new_cache_is_ours_alone(places: Path) -> None:
    folder = cache_folder(GAME)
    assert folder.parent == places / "cache"
    assert (mode(folder), mode(folder.parent)) == (0o700, 0o700)
    assert mode(kernel_folder(GAME)) == 0o700
    assert kernel_folder(GAME).parent == folder.parent


def test_the_usual_cache_is_closed_to_others_if_it_is_ours(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FATECAST_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(places))
    (places / "fatecast").mkdir()
    (places / "fatecast").chmod(0o777)
    assert cache_folder(GAME).parent == places / "fatecast"
    assert mode(places / "fatecast") == 0o755
    assert capsys.readouterr().err == ""


def test_a_folder_that_somebody_chose_keeps_its_mode(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may be the temporary folder itself, and the user root."""
    (places / "cache").mkdir()
    (places / "cache").chmod(0o1777)
    folder = cache_folder(GAME)
    assert mode(places / "cache") == 0o1777
    assert folder.parent == places / "tmp" / f"fatecast-{os.getuid()}"
    said = f"fatecast: cache not used: others can write to {places / 'cache'}; compiled code goes to {folder.parent}\n"
    assert capsys.readouterr().err == said


def test_the_fallback_is_created_for_us_alone(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fallback = without_home(places, monkeypatch)
    assert cache_folder(GAME).parent == fallback
    assert mode(fallback) == 0o700


@pytest.mark.parametrize("trap", ["open to all", "open to the group", "a link", "inside"])
def test_a_fallback_that_others_may_have_prepared_is_refused(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trap: str
) -> None:
    fallback = without_home(places, monkeypatch)
    name = f"{GAME}-{code_cache.machine_code_digest(GAME)}"
    if trap == "a link":
        (places / "elsewhere").mkdir(mode=0o700)
        fallback.symlink_to(places / "elsewhere")
        said = f"{fallback} is a link"
    elif trap == "inside":
        (fallback / name).mkdir(parents=True)
        fallback.chmod(0o700)
        (fallback / name).chmod(0o777)
        said = f"others can write to {fallback / name}"
    else:
        fallback.mkdir()
        fallback.chmod(0o777 if trap == "open to all" else 0o770)
        said = f"others can write to {fallback}"
    folder = cache_folder(GAME)
    assert not folder.is_relative_to(fallback)
    assert folder.parent.parent == places / "tmp"
    assert mode(folder.parent) == 0o700
    line = f"fatecast: cache not used: {said}; compiled code goes to {folder.parent}\n"
    assert capsys.readouterr().err == line
    assert os.environ["FATECAST_CACHE"] == str(folder.parent), "processes that we start use the same"


def test_a_cache_of_another_user_is_refused(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (places / "cache").mkdir()
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    folder = cache_folder(GAME)
    assert not folder.is_relative_to(places / "cache")
    assert f"{places / 'cache'} belongs to another user" in capsys.readouterr().err


def test_a_generated_module_is_compared_with_its_text() -> None:
    path = write_module(cache_folder(GAME), "generated_example", "ANSWER = 42\n")
    path.write_text("ANSWER = 666\n")
    assert load_module(write_module(cache_folder(GAME), "generated_example", "ANSWER = 42\n")).ANSWER == 42
    del sys.modules["generated_example"]


def test_bytecode_beside_a_generated_module_is_not_run() -> None:
    """Python trusts bytecode whose time and size fit."""
    path = write_module(cache_folder(GAME), "generated_example", "ANSWER = 42\n")
    status = path.stat()
    path.write_text("ANSWER = 13\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    write_bytecode(str(path), cfile=cache_from_source(str(path)))
    path.write_text("ANSWER = 42\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert load_module(write_module(cache_folder(GAME), "generated_example", "ANSWER = 42\n")).ANSWER == 42
    del sys.modules["generated_example"]
