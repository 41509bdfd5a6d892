"""Policies from outside: a file of the user's own, or a package that offers one under `fatecast.policies`.

A file is code. It is loaded only after `admit`, which the command line calls for files named in that very call; an
experiment can name neither file nor path. From then on the policy is its name and the hash of its source: equal
sources, equal games, wherever the file lies. A package was installed by somebody, so its policies can be named like our
own; the hash is of all its sources.
"""

import importlib.util
import os
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from engine.configs import MAX_FILE_BYTES
from engine.errors import BadInput
from engine.kernel.compiled import cache_folder, from_outside
from engine.policy.fitting import fit

GROUP = "fatecast.policies"
"""The entry points that offer a policy: name = "package.module"."""


class Source(NamedTuple):
    """A policy file, read."""

    name: str
    """The stem of the file."""
    text: str
    digest: str


_admitted: dict[str, Source] = {}
"""The files that were named in this call, or came with the cell to be played, by hash."""


def is_file(text: str) -> bool:
    """Whether a policy is named by its file."""
    return text.endswith(".py") or "/" in text or os.sep in text


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def admit(path: Path) -> str:
    """Read a policy file, load it, and return the name that it has from now on."""
    if path.suffix != ".py":
        raise BadInput(f"{path}: expected a policy file, which ends in .py")
    if not path.stem.isidentifier():
        raise BadInput(f"{path}: expected a name of letters, digits and _, got {path.stem!r}")
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected UTF-8 text") from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadInput(f"{path}: {len(raw)} bytes, expected at most {MAX_FILE_BYTES}")
    digest = digest_of(text)
    namesake = by_name(path.stem)
    if namesake is not None and namesake.digest != digest:
        raise BadInput(f"{path}: another policy file of this name was given")
    _admitted[digest] = Source(path.stem, text, digest)
    try:
        load_file(digest)
    except BadInput as error:
        del _admitted[digest]
        raise BadInput(f"{path}: {error}") from None
    return path.stem


def admit_text(name: str, digest: str, text: str) -> None:
    """The same for a source that came with a cell, to a worker that shares no memory with the one who named it."""
    if digest not in _admitted:
        assert digest_of(text) == digest, "a source that is not what its hash says"
        _admitted[digest] = Source(name, text, digest)


def by_name(name: str) -> Source | None:
    """The admitted file of this name."""
    return next((source for source in _admitted.values() if source.name == name), None)


def admitted_names() -> list[str]:
    """The names of all admitted files."""
    return [source.name for source in _admitted.values()]


def text_of(digest: str) -> str | None:
    """The source with this hash, if it was admitted."""
    return _admitted[digest].text if digest in _admitted else None


@cache
def load_file(digest: str) -> ModuleType:
    """The module of an admitted file. It is loaded from a copy named by its hash, so that machine code that is kept
    for it can never be that of another text, and a worker needs no path."""
    source = _admitted[digest]
    name = f"policy_{digest[:16]}"
    path = cache_folder() / f"{name}.py"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source.text, encoding="utf-8")
        fresh.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with from_outside(digest[:16]):
            spec.loader.exec_module(module)
            fit(module)
        module.CODE = digest  # type: ignore[attr-defined]
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt | BadInput):
            raise
        raise BadInput(f"cannot be loaded: {told(error, path)}") from None
    return module


def told(error: BaseException, path: Path) -> str:
    """What went wrong in a file, and in which line of it."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    reason = error.msg if isinstance(error, SyntaxError) else str(error).partition("\n")[0]
    return f"{type(error).__name__}: {reason}" + (f" (line {line})" if line else "")


def offered() -> dict[str, EntryPoint]:
    """The policies of installed packages, by name; none of their code is run."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name.isidentifier()}


@cache
def package_digest(module: str) -> str:
    """The hash of all sources of the package that a module belongs to, found without running any of them."""
    top = importlib.util.find_spec(module.partition(".")[0])
    if top is None or top.origin is None:
        raise BadInput(f"package {module.partition('.')[0]!r}: cannot be found")
    origin = Path(top.origin)
    files = sorted(origin.parent.rglob("*.py")) if top.submodule_search_locations else [origin]
    digest = sha256()
    for path in files:
        digest.update(path.relative_to(origin.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def load_offered(name: str) -> ModuleType:
    """The module of a package's policy."""
    entry = offered()[name]
    try:
        with from_outside(package_digest(entry.module)[:16]):
            module = entry.load()
            if not isinstance(module, ModuleType):
                raise BadInput("expected the entry point to name a module")
            fit(module)
        module.CODE = package_digest(entry.module)  # type: ignore[attr-defined]
    except Exception as error:
        reason = str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
        raise BadInput(f"policy {name} of {entry.value}: cannot be loaded: {reason}") from None
    return module
