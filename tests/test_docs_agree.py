"""The documents agree with the program: commands can be typed, flags exist, schemas and exit codes are right."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import FatecastError
from engine.game.registry import load_game
from engine.kernel.orphans import ENDS
from engine.shipwreck.table.results import SCHEMA as COLUMNS_SCHEMA
from sim.compare.gate import baseline
from sim.compare.gate.gate import GateOutcome
from sim.runs.manifest_file import SCHEMA as RUN_SCHEMA
from tests.support import ROOT
from tests.support.verbs import NAMES
from tests.support.verbs import flags as flags_of

DOCS = ROOT / "docs"
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*TOP, *sorted(DOCS.rglob("*.md")), *sorted(DOCS.rglob("*.sh"))]
HELP = {"--help", "-h"}
OF_THE_COMMAND = {"--version", "--install-completion", "--show-completion", *HELP}
OTHER_AXES = {"--storm", "--storms"}
"""Of games that a page invents, and that `new` writes."""


VERBS = {tuple(verb.split()): flags_of(verb) for verb in NAMES}
"""Every verb, those of a group by two words, and its flags for any game."""
GROUPS = {path[0] for path in VERBS if len(path) > 1}
PIECE = load_game("shipwreck").presentation.piece


def in_common_words(word: str) -> str:
    """`card` and `--cards` are what the first game calls its pieces."""
    return {
        PIECE: "piece",
        f"{PIECE}s": "pieces",
        f"--{PIECE}": "--piece",
        f"--{PIECE}s": "--pieces",
    }.get(word, word)


def commands(text: str) -> Iterator[str]:
    """Everything that a reader may type: lines of code, and code in a sentence, that begin with `fatecast `."""
    for block in re.findall(r"^```(?:sh|console|text)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            yield from re.findall(r"^(?:\$ )?(fatecast [a-z].*)", line)
    yield from re.findall(r"`(fatecast [a-z][^`]*)`", text)


def typed(command: str) -> list[str]:
    """The words of a command, without its comment and what other commands follow it."""
    command = re.split(r"\s+#\s|\s+\|\|?\s|\s+&&\s|;\s|\s>", command)[0]
    try:
        return shlex.split(command)[1:]
    except ValueError:
        return command.split()[1:]


SAID = sorted(
    {
        (str(path.relative_to(ROOT)), command)
        for path in PAGES
        for command in (
            commands(path.read_text(encoding="utf-8"))
            if path.suffix == ".md"
            else re.findall(r"^(fatecast .*)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        )
    }
)


def verb_and_flags(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    verb: tuple[str, ...] = (in_common_words(words[0]),)
    if verb[0] in GROUPS and len(words) > 1 and (verb[0], words[1]) in VERBS:
        verb = (verb[0], words[1])
    return verb, [in_common_words(word.partition("=")[0]) for word in words if re.match(r"--?[a-z]", word)]


def can_be_typed(command: str) -> bool:
    words = typed(command)
    if words[0] == "help":  # `fatecast help`, and of a verb: `fatecast help run`
        words = words[1:]
    if words in ([], ["VERB"]):
        return True
    verb, flags = verb_and_flags(words)
    if not (verb in VERBS or verb[0] in GROUPS):
        return False
    known = VERBS.get(verb) or set().union(*(flags for path, flags in VERBS.items() if path[0] == verb[0]))
    return set(flags) <= known | HELP | OTHER_AXES


def test_a_command_that_is_shown_can_be_typed() -> None:
    assert len(SAID) > 100
    assert [(page, command) for page, command in SAID if not can_be_typed(command)] == []
    assert not can_be_typed("fatecast rnu x")
    assert not can_be_typed("fatecast run --plyers 3")


def test_every_verb_and_every_flag_is_told() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    named = {in_common_words(flag) for flag in re.findall(r"(?<![\w-])(--[a-z][a-z-]*)", text)}
    assert {flag for flags in VERBS.values() for flag in flags if flag.startswith("--")} - named == set()
    assert VERBS.keys() - {verb_and_flags(typed(command))[0] for _, command in SAID} == set()


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda path: path.name)
def test_every_flag_that_is_named_exists(path: Path) -> None:
    """Those of other programs are not in backticks of their own."""
    named = set(re.findall(r"`(--[a-z][a-z-]*)[`= ]", path.read_text(encoding="utf-8")))
    known = set().union(*VERBS.values()) | OF_THE_COMMAND | OTHER_AXES
    assert {in_common_words(flag) for flag in named} - known == set()


SCHEMAS = {
    "reference/files/results.md": (r"schema version (\d+)", COLUMNS_SCHEMA),
    "reference/files/run-directory.md": (r"version of this layout, now (\d+)", RUN_SCHEMA),
    "reference/files/baselines.md": (r"version of this layout: (\d+)", baseline.SCHEMA),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_number_of_a_schema_is_that_of_the_code(name: str) -> None:
    said, number = SCHEMAS[name]
    assert re.findall(said, (DOCS / name).read_text(encoding="utf-8")) == [str(number)]


def kinds_of_errors(kind: type[FatecastError] = FatecastError) -> Iterator[type[FatecastError]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from kinds_of_errors(inner)


def test_exit_codes_are_those_of_the_code() -> None:
    page = (DOCS / "reference/verbs/exit-codes.md").read_text()
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    raised = {kind.exit_code for kind in kinds_of_errors() if kind.__module__.startswith(("engine.", "sim."))}
    assert told == raised | {0, *map(int, GateOutcome), *(128 + number for number in ENDS)}


@pytest.mark.parametrize(
    "name", ["files/baselines.md", "files/experiments.md", "verbs/compare.md", "verbs/exploring.md", "verbs/intent.md"]
)
def test_what_holds_for_every_game_is_not_told_of_one(name: str) -> None:
    assert "configs/shipwreck" not in (DOCS / "reference" / name).read_text(encoding="utf-8")
