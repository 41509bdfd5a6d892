"""Where machine code and generated modules are kept between starts.

Numba notices a changed function, but not a changed helper in another file: it would go on running the old machine code
and give wrong numbers without a word. So the cache folder is named by a hash of everything the machine code depends on.
A changed source looks into an empty folder.

A kernel of a policy depends on the modules that it imports, directly or not. It is a generated module whose name has
their hash, in a folder that is named by the versions of the compiler. So a change recompiles the policies that it
concerns, and no others.

Everything else that is compiled for a game, such as a single rule that a test calls, has a folder whose hash covers all
modules with kernel functions, in the shared part of the engine and in the game's folder, and every module these import.
"""

import importlib.util
import os
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.metadata import version
from pathlib import Path
from types import CodeType, ModuleType

from engine.kernel.compile_way import compiles_whole_programs
from engine.kernel.compiling.private_folder import private_folder
from engine.kernel.sources import digest_of, game_of, imported_by, kernel_sources, sources_of


@cache
def compiler_digest() -> str:
    """Of the compiler's versions and of the way it is used."""
    way = "whole" if compiles_whole_programs() else "plain"
    versions = " ".join(version(each) for each in ("numba", "numpy", "llvmlite"))
    return sha256(f"{way} {versions}".encode()).hexdigest()[:16]


@cache
def machine_code_digest(game: str) -> str:
    """Of all sources that machine code of a game may depend on, and of the compiler."""
    return digest_of(kernel_sources(sources_of(game)), compiler_digest())


def digest_behind(texts: Iterable[str]) -> str:
    """Of the engine's sources that modules with these texts depend on. A generated module that is compiled by itself
    has this hash in its text."""
    return digest_of(imported_by(texts))


@cache
def cache_folder(game: str) -> Path:
    """Where the machine code and the generated modules of a game live, unless they belong to the kernel of a policy."""
    return private_folder(f"{game}-{machine_code_digest(game)}")


@cache
def kernel_folder(game: str) -> Path:
    """Where the kernels of a game's policies live."""
    return private_folder(f"{game}-{compiler_digest()}")


def folder_for(module: str, file: str) -> Path:
    """Where the machine code of a function belongs: beside a generated module, else in the folder of its game."""
    beside = Path(file).parent
    return beside if (beside / GENERATED).exists() else cache_folder(game_of(module))


GENERATED = ".generated"
"""Marks a cache folder that holds generated modules."""


def write_module(folder: Path, name: str, source: str) -> Path:
    """A generated module in a cache folder. It is written once, whole or not at all, and again if it is not what was
    written."""
    (folder / GENERATED).touch()
    path = folder / f"{name}.py"
    if not path.exists() or path.read_bytes() != source.encode():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(path)
    return path


def named_by_content(name: str, source: str) -> str:
    """A name for a generated module that no other text has."""
    return f"{name}_{sha256(source.encode()).hexdigest()[:12]}"


class _FromSource(SourceFileLoader):
    """Runs the text of a module, which `write_module` has compared, and never bytecode that lies beside it."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def load_module(path: Path) -> ModuleType:
    """Import a generated module; its name is the file's."""
    spec = importlib.util.spec_from_file_location(path.stem, path, loader=_FromSource(path.stem, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module
