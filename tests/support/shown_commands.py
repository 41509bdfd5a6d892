"""Pages that show commands and what they print: `$ fatecast …` in blocks of the kind `console`, files in `toml`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command of the tutorial and the lines shown below it."""

    command: str
    exit_code: int
    interrupted: bool
    shown: list[str]


def steps(text: str) -> Iterator[Step]:
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, *shown = part.splitlines()
            command, _, comment = line.partition("   # ")
            code = re.search(r"exit (\d+)", comment)
            yield Step(command, int(code[1]) if code else 0, "Ctrl-C" in comment, shown)


def write_files(text: str, folder: Path) -> None:
    """The files that the tutorial has its reader write: the first line is the name."""
    for example in blocks(text, "toml"):
        name = example.splitlines()[0].removeprefix("# ")
        (folder / name).write_text(example, encoding="utf-8")


def plain(line: str) -> str:
    """A line without the width of its table."""
    return re.sub(r"\s+", " ", re.sub(r"[━─═]+", "─", line)).strip()


def is_printed(line: str, printed: list[str]) -> bool:
    """Whether a line was printed; `…` stands for anything."""
    parts = [re.escape(part.strip()) for part in plain(line).split("…")]
    return any(re.fullmatch(" ?.*".join(parts), there) for there in printed)
