"""Policies from outside: a file of the user's own, or a policy that an installed package offers.

A file is code. It is loaded only after `admit`, which the command line calls for files named in that very call; an
experiment can name neither file nor path. From then on the policy is its name and the hash of its source: equal
sources, equal games, wherever the file lies. A package was installed by somebody, so its policies can be named like
those of the game; the hash is of all its sources.
"""

import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from engine.configs import read_text
from engine.confined import may_run
from engine.errors import BadInput, Text, first_line, message
from engine.game.registry import call_names
from engine.kernel.code_cache import cache_folder, load_module, write_module
from engine.kernel.compiled import from_outside
from engine.kernel.sources import package_digest
from engine.policy.hooks import HookSet
from engine.policy.outside_module import fit, line_in, name_file
from engine.policy.parameters import Parameter


class Source(NamedTuple):
    """A policy file, read."""

    name: str
    """The stem of the file."""
    text: str
    digest: str


def is_file(text: str) -> bool:
    """Whether a policy is named by its file."""
    return text.endswith(".py") or "/" in text or os.sep in text


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class OutsidePolicies:
    """The policies of one game that come from outside."""

    def __init__(self, hooks: HookSet, parameters_of: Callable[[ModuleType], Mapping[str, Parameter]]) -> None:
        self._hooks = hooks
        self._parameters_of = parameters_of
        self._admitted: dict[str, Source] = {}
        """The files that were named in this call, or came with a cell to be played, by hash."""
        self._loaded: dict[str, ModuleType] = {}
        """Modules by hash of a file, or by name of an entry point."""

    def admit(self, path: Path) -> str:
        """Read a policy file, load it, and return the name that it has from now on."""
        text = _read(path)
        digest = digest_of(text)
        namesake = self.by_name(path.stem)
        if namesake is not None and namesake.digest != digest:
            raise BadInput(message("another policy file of this name was given"), source=path)
        self._admitted[digest] = Source(path.stem, text, digest)
        try:
            self.load_file(digest)
        except BadInput as error:
            del self._admitted[digest]
            raise error.within(path) from None
        call_names().policy_files[digest] = str(path)
        return path.stem

    def admit_text(self, name: str, digest: str, text: str) -> None:
        """The same for a source that came with a cell, to a worker that shares no memory with the process that read the
        file."""
        if digest not in self._admitted:
            assert digest_of(text) == digest, "a source that is not what its hash says"
            self._admitted[digest] = Source(name, text, digest)

    def forget(self) -> None:
        """Forget every file."""
        self._admitted.clear()
        self._loaded.clear()

    def by_name(self, name: str) -> Source | None:
        """The admitted file of this name."""
        return next((source for source in self._admitted.values() if source.name == name), None)

    def admitted_names(self) -> list[str]:
        return [source.name for source in self._admitted.values()]

    def text_of(self, digest: str) -> str | None:
        """The source with this hash, if it was admitted."""
        return self._admitted[digest].text if digest in self._admitted else None

    def offered(self) -> dict[str, EntryPoint]:
        """The policies of installed packages, by name. None of their code is run."""
        found = (entry for group in self._hooks.offered_in for entry in entry_points(group=group))
        return {entry.name: entry for entry in found if entry.name.isidentifier()}

    def code_of(self, name: str, wanted: str) -> str:
        """The hash of the policy of that name, if there is one. A game id may say how it must begin."""
        source = self.by_name(name)
        entry = None if source else self._entry(name)
        code = source.digest if source else package_digest(entry.module) if entry else ""
        if wanted and not (code and code.startswith(wanted)):
            if code:
                raise BadInput(
                    message(
                        "policy {name} is code of your own (sha256 {wanted}), and another version is here ({code})",
                        name=name,
                        wanted=wanted,
                        code=code[:8],
                    )
                )
            raise BadInput(
                message(
                    "policy {name} is code of your own (sha256 {wanted}), name its file too: --policy PATH/{name}.py",
                    name=name,
                    wanted=wanted,
                )
            )
        return code

    def module(self, name: str, code: str) -> ModuleType:
        """The module of a policy whose source has this hash."""
        if self.text_of(code) is not None:
            return self.load_file(code)
        entry = self._entry(name)
        found = package_digest(entry.module) if entry else None
        if entry and found == code:
            return self.load_offered(name)
        if entry and found:
            raise BadInput(
                message(
                    "policy {name}: made with another version of {module} ({code}, here {found})",
                    name=name,
                    module=entry.module,
                    code=code[:8],
                    found=found[:8],
                )
            )
        given = self.by_name(name)
        if given:
            raise BadInput(
                message(
                    "policy {name}: not the file it was made with (sha256 {code}, here {digest})",
                    name=name,
                    code=code[:8],
                    digest=given.digest[:8],
                )
            )
        raise BadInput(
            message(
                "policy {name} is code of your own (sha256 {code}), loaded only when a call names its "
                "file: add --policy PATH/{name}.py",
                name=name,
                code=code[:8],
            )
        )

    def _entry(self, name: str) -> EntryPoint | None:
        """What a package offers under this name. Only the call may name it, if it is about what a stranger has sent."""
        entry = self.offered().get(name)
        if entry is not None and not may_run(name):
            raise BadInput(
                message("policy {name} is code of a package, loaded only when the call names it", name=name),
                hint=message("add --policy {name}", name=name),
            )
        return entry

    def load_file(self, digest: str) -> ModuleType:
        """The module of an admitted file. It is loaded from a copy named by its hash, so that machine code that is kept
        for it can never be that of another text, and a worker needs no path."""
        if digest not in self._loaded:
            path = write_module(cache_folder(self._hooks.game), f"policy_{digest[:16]}", self._admitted[digest].text)
            try:
                with from_outside(digest[:16]):
                    module = load_module(path)
                    name_file(module, f"{self._admitted[digest].name}.py")
                    fit(module, self._hooks, self._parameters_of(module))
            except (KeyboardInterrupt, BadInput):
                raise
            except BaseException as error:
                said = message("cannot be loaded: {reason}", reason=_reason(error, path))
                raise BadInput(said, hint=self._hint(error)) from None
            module.CODE = digest  # type: ignore[attr-defined]
            self._loaded[digest] = module
        return self._loaded[digest]

    def _hint(self, error: BaseException) -> Text:
        """What to do about a module of the engine that is not there, or no longer."""
        missing = error.name if isinstance(error, ImportError) else None
        ours = missing is not None and missing.partition(".")[0] == "engine"
        return message("a policy imports from {for_authors}", for_authors=self._hooks.for_authors) if ours else ""

    def load_offered(self, name: str) -> ModuleType:
        """The module of a package's policy."""
        if name not in self._loaded:
            entry = self.offered()[name]
            try:
                with from_outside(package_digest(entry.module)[:16]):
                    module = entry.load()
                    if not isinstance(module, ModuleType):
                        raise BadInput(message("expected the entry point to name a module"))
                    name_file(module, Path(str(module.__file__)).name)
                    fit(module, self._hooks, self._parameters_of(module))
            except Exception as error:
                kind = "" if isinstance(error, BadInput) else f"{type(error).__name__}: "
                said = message("cannot be loaded: {kind}{reason}", kind=kind, reason=first_line(error))
                raise BadInput(said, source=f"policy {name} of {entry.value}") from None
            module.CODE = package_digest(entry.module)  # type: ignore[attr-defined]
            self._loaded[name] = module
        return self._loaded[name]


def _read(path: Path) -> str:
    if path.suffix != ".py":
        raise BadInput(source=path, expected=message("a policy file, which ends in .py"))
    if not path.stem.isidentifier():
        raise BadInput(source=path, expected=message("a name of letters, digits and _, got {stem!r}", stem=path.stem))
    return read_text(path)


def _reason(error: BaseException, path: Path) -> str:
    """What went wrong in a file, and in which line of it."""
    line = error.lineno if isinstance(error, SyntaxError) else line_in(error, str(path))
    reason = error.msg if isinstance(error, SyntaxError) else str(error).partition("\n")[0]
    return f"{type(error).__name__}: {reason}" + (f" (line {line})" if line else "")
