"""Builds the catalogues of other languages, for a wheel and for a checkout: `.po` files become `.mo` files."""

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # whoever builds a wheel has not installed it

from engine.language.filling import is_safe  # noqa: E402

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by hand
    BuildHookInterface = object  # type: ignore[assignment,misc]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Of every catalogue that is built: the same files give the same bytes."""
LOCALE = ROOT / "fatecast" / "locale"


def sources() -> dict[Path, list[Path]]:
    """Each catalogue to build, and the files that it is made of: one for the laboratory, one for each game."""
    found = {folder / "fatecast.mo": sorted(folder.glob("*.po")) for folder in LOCALE.iterdir() if folder.is_dir()}
    games = (file for file in (ROOT / "engine").glob("*/locale/*.po"))
    return {built: files for built, files in found.items() if files} | {
        file.with_suffix(".mo"): [file] for file in games
    }


def built(files: list[Path]) -> bytes:
    """The catalogue of some files. No text may stand in two of them with two translations."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole = None
    for file in files:
        with file.open("rb") as opened:
            part = read_po(opened, abort_invalid=True)
        check_places(file, part)
        if whole is None:
            whole = part
            whole.creation_date = whole.revision_date = EPOCH
            continue
        for message in part:
            if message.id:
                known = whole.get(message.id, message.context)
                if known is not None and known.string != message.string:
                    sys.exit(f"{file}: {message.id!r} has another translation in a file before it")
                whole[message.id] = message
    into = BytesIO()
    write_mo(into, whole)
    return into.getvalue()


def check_places(file: Path, part: Any) -> None:
    """A catalogue fills places by their names, as its text does, and can do nothing else."""
    for message in part:
        one = message.id[-1] if isinstance(message.id, tuple) else message.id
        for said in message.string if isinstance(message.string, tuple) else (message.string,):
            if one and not is_safe(said, one):
                sys.exit(f"{file}: {said!r} has other places than {one!r}")


def build_all() -> list[Path]:
    """Writes every catalogue that is not as its files say."""
    for file, parts in sources().items():
        content = built(parts)
        if not file.is_file() or file.read_bytes() != content:
            file.write_bytes(content)
    return [*sources()]


class BuildHook(BuildHookInterface):
    """What hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["artifacts"] += [str(file.relative_to(ROOT)) for file in build_all()]


if __name__ == "__main__":
    build_all()
