"""The texts that the code marks, and those of a catalogue."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from sim.verbs.request.verb import all_verbs, in_one_line
from tests.support import ROOT


class Marks(NamedTuple):
    """Which arguments of a call are texts, counted from 0; -1: none is."""

    one: int = 0
    many: int = -1
    context: int = -1


KEYWORDS: Mapping[str, Marks] = {
    "said": Marks(),
    "translated": Marks(),
    "said_as": Marks(1, context=0),
    "counted": Marks(1, 2),
    "counted_by": Marks(1, 2),
    "message": Marks(),
    "message_as": Marks(1, context=0),
    "html": Marks(),
    "Says": Marks(),
    "AxisLike": Marks(),
    "Group": Marks(),
    "Source": Marks(),
}
"""What marks a text."""
CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")
JINJA = {
    name: tuple(
        each for each in ((marks.context + 1, "c") if marks.context >= 0 else 0, marks.one + 1, marks.many + 1) if each
    )
    for name, marks in KEYWORDS.items()
}
"""The same as Babel wants it."""
JAVASCRIPT = {"said": None, "saidWith": None}
"""What marks a text in a script: its first argument."""
LAID_OUT = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
IN_ENGLISH = (
    "engine/kernel/",
    "engine/rows/",
    "engine/outside/own/compiled/",
    "sim/runs/",
    "sim/play/",
    "sim/share/block.py",
    "sim/share/found.py",
    "sim/share/games.py",
)
"""Where errors are about compiling, clusters and damaged files. docs/how-to/translate.md names these classes."""
PLACES = ("sim", "engine", "fatecast")


class Text(NamedTuple):
    """A text, by what it is looked up."""

    context: str
    one: str
    many: str = ""

    @property
    def has_words(self) -> bool:
        """Whether there is something to translate beside the places."""
        return any(letter.isalpha() for letter in re.sub(r"\{[^{}]*\}", "", self.one))


@cache
def marked(places: tuple[str, ...] = PLACES, by: frozenset[str] = frozenset(KEYWORDS)) -> Mapping[Text, str]:
    """Every text that the code marks (with some of the marks), and one place where it stands."""
    found: dict[Text, str] = {}
    for place in places:
        top = ROOT / place
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            where = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                told = in_python(path.read_text(encoding="utf-8"), by)
            elif path.parent.name == "templates" and path.suffix in (".html", ".md"):
                told = in_template(path)
            elif path.parent.name == "static" and path.suffix == ".js":
                told = in_script(path)
            else:
                continue
            for text, line in told:
                found.setdefault(text, f"{where}:{line}")
    if "sim" in places or "sim/verbs" in places:
        found |= {Text("", text): f"sim/verbs/{name.replace(' ', '_')}.py:1" for text, name in of_verbs().items()}
    return found


def in_python(source: str, by: frozenset[str]) -> Iterator[tuple[Text, int]]:
    """The texts of a module, each with its line."""
    if not CALL.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if name not in by or not isinstance(node, ast.Call):
            continue
        marks = KEYWORDS[name]
        values = [each.value if isinstance(each, ast.Constant) else None for each in node.args]
        asked = [marks.one, *(at for at in (marks.many, marks.context) if at >= 0)]
        if all(at < len(values) and isinstance(values[at], str) for at in asked):
            told = {name: str(values[at]) for name, at in marks._asdict().items() if at >= 0}
            yield Text(told.get("context", ""), told["one"], told.get("many", "")), node.lineno


def in_template(path: Path) -> Iterator[tuple[Text, int]]:
    """The texts of a template of Jinja, each with its line."""
    for line, told, _, context in extract_from_file("jinja2", path, JINJA, options=LAID_OUT):
        one, many = told if isinstance(told, tuple) else (told, "")
        yield Text(context or "", one, many), line


def in_script(path: Path) -> Iterator[tuple[Text, int]]:
    """The texts of a script of the studio, each with its line."""
    for line, told, _, _ in extract_from_file("javascript", path, JAVASCRIPT):
        yield Text("", str(told)), line


def of_verbs() -> dict[str, str]:
    """What verbs say about themselves: what each does, what `--quiet` does, under which heading it is. By the text, the
    name of a verb."""
    told = ((text, verb.name) for verb in all_verbs() for text in (verb.help, verb.quiet, verb.heading))
    return {in_one_line(text): name for text, name in told}


def translated(files: Iterable[Path]) -> dict[Text, Any]:
    """What catalogues translate: texts without a translation are left out."""
    return {text: said for text, said in entries(files) if (all(said) if isinstance(said, tuple) else said)}


def entries(files: Iterable[Path]) -> Iterator[tuple[Text, Any]]:
    """Every entry of some files, with its translation."""
    for file in files:
        with file.open("rb") as opened:
            for entry in read_po(opened, abort_invalid=True):
                if entry.id:
                    one, many = entry.id if isinstance(entry.id, tuple) else (entry.id, "")
                    yield Text(entry.context or "", str(one), str(many)), entry.string


def files_of(code: str) -> list[Path]:
    """The catalogues of the laboratory in a language."""
    return sorted((ROOT / "fatecast" / "locale" / code).glob("*.po"))


def files_of_games(code: str) -> list[Path]:
    """The catalogues of games: what their code marks is there, and not in those of the laboratory."""
    return sorted((ROOT / "engine").glob(f"*/locale/{code}.po"))
