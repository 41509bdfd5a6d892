"""The English of every verb: what commands print, and what they say about mistakes, in files.

`python -m tests.language.golden` writes them again, or those in folders that are named (`help`, `output`, `errors`);
`git diff tests/language/golden` then says what is new.
"""

import os
import re
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from engine.language.current import DEFAULT
from tests.language.commands import COMMANDS, VERBS, WRONG, Folder

FILES = Path(__file__).parent / "golden"
COLUMNS = "100"
TIMED = {"plan", "check", "check a policy", "train", "watch", "studio"}
"""Commands that say how fast something is, the time or a port, which is no text."""
MACHINE = (
    (re.compile(r"python -m [\w.]+"), "fatecast"),
    (re.compile(r"^fatecast: [\d,]+ of [\d,]+ (?:games|blocks|questions)\b.*\n", re.MULTILINE), ""),
    (re.compile(r"\b[0-9a-f]{8,64}\b"), "DIGEST"),
    (re.compile(r"rules\d+@DIGEST"), "RULES"),
    (re.compile(r"(not valid TOML|SyntaxError): .*"), r"\1: …"),
    (re.compile(r"open_spiel [\d.]+"), "open_spiel VERSION"),
    (re.compile(r"^(│ openspiel:.*?)│[^│]*│$", re.MULTILINE), r"\1│ … │"),
    (re.compile(r" +(?=│)|─+|━+"), " "),
)
"""What differs between machines and moments: how the program was started, progress of a slow one, digests, versions,
what Python says, and how wide a table is."""


def told(text: str, place: Path) -> str:
    """What a command printed, as it is on every machine."""
    text = text.replace(str(place.resolve()), "FOLDER").replace(str(place), "FOLDER")
    for pattern, instead in MACHINE:
        text = pattern.sub(instead, text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def texts(place: Path, folders: Collection[str]) -> Iterator[tuple[str, str]]:
    """The name of each file in these folders, and what is in it."""
    folder = Folder(place, DEFAULT)
    for verb in VERBS if "help" in folders else ():
        yield f"help/{verb or 'fatecast'}.txt", told(folder.typed(*verb.split(), "--help"), place)
    for name, words in WRONG.items() if "errors" in folders else ():
        yield f"errors/{name}.txt", told(folder.typed(*words), place)
    for name in COMMANDS if "output" in folders else ():
        if name not in TIMED:
            yield f"output/{name}.txt", told(folder.text(name), place)


def main() -> int:
    os.environ["COLUMNS"] = COLUMNS
    with tempfile.TemporaryDirectory() as place:
        for name, text in texts(Path(place), sys.argv[1:] or ("help", "output", "errors")):
            (FILES / name).parent.mkdir(parents=True, exist_ok=True)
            (FILES / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
