"""Where a name such as `base` or `certain` is looked up: ./configs first, then the copy inside the package.

A name with a `.toml` ending or a path separator is a file of the user's own and is taken as it stands.
"""

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path

from engine.errors import BadInput

ONE_OF = {"decks": "deck", "policies": "policy", "experiments": "experiment", "baselines": "baseline"}
"""The kinds of config file, by their folder, and what one of them is called."""

MAX_FILE_BYTES = 1_000_000
"""Larger than any honest config; keeps a hostile file from filling the memory."""


def roots() -> list[Path]:
    """The config folders in the order they are searched."""
    package = Path(__file__).parent
    candidates = [Path("configs"), package / "shipped", package.parent / "configs"]
    return [root for root in candidates if root.is_dir()]


def names(kind: str) -> list[str]:
    """All names of one kind that can be resolved from here."""
    return sorted({path.stem for root in roots() for path in (root / kind).glob("*.toml")})


def find(kind: str, name: str, beside: Path | None = None) -> Path:
    """The file a name stands for. `beside` is the folder of the file that mentions it and is searched first."""
    if name.endswith(".toml") or "/" in name:
        path = Path(name) if beside is None or Path(name).is_absolute() else beside / name
        if not path.is_file():
            raise BadInput(f"{path}: no such file")
        return path
    folders = ([beside] if beside else []) + [root / kind for root in roots()]
    for folder in folders:
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    raise BadInput(unknown(ONE_OF[kind], name, names(kind)))


def unknown(what: str, name: str, valid: Iterable[str]) -> str:
    """`unknown deck 'bsae': did you mean 'base'? (base, full, …)`"""
    choices = sorted(valid)
    nearest = difflib.get_close_matches(name, choices, n=1)
    hint = f"did you mean {nearest[0]!r}? " if nearest else ""
    return f"unknown {what} {name!r}: {hint}expected one of {', '.join(choices) or '(none found)'}"


def read_toml(path: Path) -> dict[str, object]:
    """A TOML file as plain data, or one line that says why not."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadInput(f"{path}: {len(raw)} bytes, expected at most {MAX_FILE_BYTES}")
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected UTF-8 text") from None
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise BadInput(f"{path}: not valid TOML: {error}") from None
