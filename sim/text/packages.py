"""Packages as they are installed here: our own, what each came from, and what it needs. Nothing asks a network."""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CODE = Path(__file__).parents[2]
START = "fatecast.__main__:main"
"""What the command of our package starts."""
REACHED = ("https", "ssh")
"""Addresses that a machine elsewhere can ask, too."""


@dataclass(frozen=True)
class Package:
    """A package as it is installed."""

    name: str
    version: str
    needs: Sequence[str]
    """What it requires, as its metadata writes it."""
    origin: dict[str, Any] | None
    """What it was installed from, as pip writes it in `direct_url.json`; None if it came from an index."""

    def requirement(self, extra: str = "") -> str | None:
        """What makes pip install the same elsewhere; None if it came from this machine, which others do not reach."""
        name = f"{self.name}[{extra}]" if extra else self.name
        if self.origin is None:
            return f"{name}=={self.version}"
        address = str(self.origin.get("url"))
        if urlsplit(address).scheme not in REACHED or "dir_info" in self.origin:
            return None
        within = self.origin.get("subdirectory")
        parts = [f"subdirectory={within}"] if within else []
        if repository := self.origin.get("vcs_info"):
            address = f"{repository['vcs']}+{address}@{repository['commit_id']}"
        elif kind := self.origin.get("archive_info", {}).get("hashes"):
            parts += [f"{way}={digest}" for way, digest in kind.items()]
        return f"{name} @ {address}{'#' if parts else ''}{'&'.join(parts)}"


@cache
def ourselves(folder: Path = CODE) -> Package:
    """The package that our code belongs to. pip writes about it beside the code. Where it did not, the code is that of
    a checkout: what pip knows elsewhere is then perhaps about another one."""
    for each in distributions(path=[str(folder)]):
        if any(entry.value == START for entry in each.entry_points):
            return package_of(each)
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return Package(project["name"], project["version"], project["dependencies"], {"url": folder.as_uri()})


def package_of(installed: Distribution) -> Package:
    """A package as its metadata tells."""
    written = installed.read_text("direct_url.json")
    origin = None if written is None else json.loads(written)
    return Package(installed.name, installed.version, installed.requires or [], origin)


def installed(package: str) -> str | None:
    """The version of a package, if it is installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def pinned(needs: Iterable[str]) -> list[str]:
    """These packages and all that they need, each at the version that is installed here."""
    found: dict[str, str] = {}
    waiting = [*needs]
    while waiting:
        [name] = re.findall(r"^[\w.-]+", waiting.pop())
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found or installed(name) is None:  # needed by another system, or an older Python
            continue
        there = distribution(name)
        found[key] = f"{there.name}=={there.version.partition('+')[0]}"  # what follows +, no index has
        waiting += [each for each in there.requires or [] if "extra ==" not in each]
    return [found[key] for key in sorted(found)]
