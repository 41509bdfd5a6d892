"""The directory of a report."""

from json import JSONDecodeError, loads
from pathlib import Path

from engine.errors import BadInput
from sim.files import write_whole
from sim.report.report import Files


def write_report(files: Files, out: Path) -> None:
    """Write a report, over an older one if there is one; the page comes last."""
    old = _old_files(out)
    try:
        for name in sorted(files, key=lambda name: (name == "index.html", name)):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, files[name])
        for name in old - files.keys():
            (out / name).unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written ({error.strerror})") from None


def _old_files(out: Path) -> set[str]:
    """What an older report left there; anything else is not ours to write over."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out}: expected a directory")
    if not out.exists() or not any(out.iterdir()):
        return set()
    try:
        return {str(name) for name in loads((out / "report.json").read_bytes())["files"] if ".." not in name}
    except (OSError, JSONDecodeError, UnicodeDecodeError, KeyError, TypeError):
        raise BadInput(f"{out}: neither empty nor a report") from None
