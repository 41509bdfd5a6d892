"""The documentation names everything there is, its links lead somewhere, and the tutorial does what it shows."""

import ast
import inspect
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from typer.main import get_command

from engine.errors import BadInput
from engine.game.questions.catalogue import QUESTIONS
from engine.game.results import Column, Measure
from engine.game.seats import focus_outcomes
from engine.policy.parameters import Parameter
from engine.shipwreck.cells.grid import Options
from engine.shipwreck.cells.policy_set import HOOKS, INSTALLED, POLICIES
from engine.shipwreck.deck.files import deck_from_file, load_deck
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.policies.script import Script, Stack, Turn
from engine.shipwreck.rules import decisions
from engine.shipwreck.table.results import COLUMNS, COUNTERS, ENDS, MEASURES, NOTABLE
from engine.shipwreck.words.telling import TELLERS
from sim.cli.app import app
from sim.report.competitive import kind as competitive
from sim.report.cooperative import kind as cooperative
from sim.report.production import kind as production
from tests.support import ROOT
from tests.support.pig.cells import PIG
from tests.support.sample import sampled
from tests.support.shown_commands import Step, blocks, is_printed, plain, steps, write_files
from tests.support.verbs import flags as flags_of

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


PIG_POLICIES = PIG.edition.policies


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# Everything is named.


def pig_parameters(policy: str) -> Iterable[str]:
    return PIG_POLICIES.parameters_of(PIG_POLICIES.module(policy))


def takes_game(verb: Any) -> bool:
    """Whether a verb has `--game`; a group of verbs has it if all of its own have."""
    return any("--game" in param.opts for param in verb.params)


NAMES = {
    "reference/files/results.md": [
        *(column.name for column in (*COLUMNS, *COUNTERS)),
        *(measure.name for measure in MEASURES),
        *ENDS,
        *NOTABLE,
    ],
    "reference/verbs/replay.md": [name for name, _ in TELLERS.values()],
    "reference/files/reports.md": [*cooperative.TABLES, *competitive.TABLES, *production.TABLES, "comparison"],
    "reference/policies.md": [*INSTALLED],
    "reference/verbs/check.md": [question.name for question in QUESTIONS],
    "reference/scripts.md": [*Stack.model_fields, *Turn.model_fields],
    "reference/games/pig.md": [
        *(column.name for column in PIG.columns),
        *(value for column in PIG.columns for value in column.values),
        *(option.name for option in PIG.about.options),
        *(f"{name}" for policy in PIG_POLICIES.installed for name in (policy, *pig_parameters(policy))),
        *(outcome.name for outcome in PIG.outcomes if outcome.name[:4] != "seat"),
        *PIG.notable,
    ],
    "how-to/seats.md": [outcome.name for outcome in focus_outcomes()],
    "reference/verbs/command-line.md": [name for name, verb in get_command(app).commands.items() if takes_game(verb)],  # type: ignore[attr-defined]
    "explanation/rules.md": [*load_deck("full").cards, *load_deck("full").powers, *Options.model_fields],
}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names(name: str) -> None:
    text = page(name)
    assert [word for word in NAMES[name] if f"`{word}`" not in text] == []


@pytest.mark.parametrize("hook", HOOKS.names)
def test_the_reference_of_policies_has_every_hook(hook: str) -> None:
    """With its arguments, by name and in order."""
    function = getattr(decisions, hook)
    arguments = inspect.signature(getattr(function, "py_func", function)).parameters
    assert f"| `{hook}({', '.join(arguments)})` |" in page("reference/policies.md")


def rows_of(text: str, first: str) -> list[list[str]]:
    """The table whose first heading is `first`, headings included."""
    [table] = re.findall(rf"^\| {first} \|.*?(?=^$)", text, flags=re.MULTILINE | re.DOTALL)
    return [re.split(r" *\| *", line)[1:-1] for line in table.splitlines() if not line.startswith("|---")]


def written(parameter: Parameter) -> tuple[str, str]:
    """Range and default as the table has them."""
    kind = ", whole" if isinstance(parameter.default, int) else ""
    return f"{parameter.low:g} to {parameter.high:g}{kind}".replace("-", "−"), f"{parameter.default:g}"


def test_the_reference_of_policies_has_every_parameter_as_it_is() -> None:
    heads, *rows = rows_of(page("reference/policies.md"), "parameter")
    told: dict[str, dict[str, tuple[str, str]]] = {name: {} for name in INSTALLED if name != "script"}
    for name, span, *defaults in rows:
        for policies, default in zip(heads[2:-1], defaults[:-1], strict=True):
            for policy in re.findall(r"`(\w+)`", policies):
                told[policy] |= {} if default == "–" else {name.strip("`"): (span, default)}
    assert told == {
        policy: {
            name: written(parameter) for name, parameter in POLICIES.parameters_of(POLICIES.module(policy)).items()
        }
        for policy in told
    }
    assert not hasattr(POLICIES.module("script"), "PARAMETERS")


def test_every_policy_has_a_section_of_its_own() -> None:
    heads = re.findall(r"^### (.*)$", page("reference/policies.md"), flags=re.MULTILINE)
    assert heads == list(INSTALLED)


def fields_told(tell: Callable[..., object]) -> set[str]:
    """The keys of the data that an event is told as."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(tell)))
    keys = [key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys]
    keys += [node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    return {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


@pytest.mark.parametrize(("name", "tell"), TELLERS.values())
def test_the_reference_of_replay_has_every_field_of_an_event(name: str, tell: Callable[..., object]) -> None:
    [row] = re.findall(rf"^\| `{name}` \|.*$", page("reference/verbs/replay.md"), flags=re.MULTILINE)
    told = set(re.findall(r"`(\w+)`", row.partition("|")[2].partition("|")[2].partition("|")[2]))
    assert fields_told(tell) <= told


@pytest.mark.parametrize(("columns", "first"), [(COLUMNS, "column"), (COUNTERS, "counter"), (MEASURES, "measure")])
def test_results_are_told_in_their_order(columns: tuple[Column | Measure, ...], first: str) -> None:
    names = [column.name for column in columns]
    told = [name.strip("`") for name, *_ in rows_of(page("reference/files/results.md"), first)[1:]]
    assert [name for name in told if name in names] == names


def test_the_bits_of_a_column_are_told() -> None:
    told = {row[0].strip("`"): row[1] for row in rows_of(page("reference/files/results.md"), "column")[1:]}
    assert told == {column.name: f"{8 * int(column.dtype[-1])} bits" for column in COLUMNS}


@pytest.mark.parametrize("table", Script.model_fields)
def test_the_reference_of_scripts_has_every_table(table: str) -> None:
    assert re.search(rf"^## `\[{{1,2}}{table}\]{{1,2}}`$", page("reference/scripts.md"), flags=re.MULTILINE)


def test_the_rules_have_every_card_as_it_is() -> None:
    """Moons and back of each card, as its row in the table says."""
    rows = re.findall(r"^\| `.*$", page("explanation/rules.md").replace(r"\|", ""), flags=re.MULTILINE)
    told = {row[1].strip("`"): (row[3], row[6]) for row in (re.split(r" *\| *", line) for line in rows) if len(row) > 7}
    cards = load_deck("full").cards
    assert told == {key: (str(card.moons or "comet"), f"`{card.power}`") for key, card in cards.items()}


# Links.


def anchors(path: Path) -> set[str]:
    """The headings of a page as a browser is sent to them."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def links() -> Iterator[tuple[Path, str]]:
    for path in PAGES:
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not re.match(r"[a-z]+:", target):
                yield path, target


def leads_somewhere(path: Path, target: str) -> bool:
    file, _, anchor = target.partition("#")
    found = (path.parent / file).resolve() if file else path
    return found.exists() and (not anchor or anchor in anchors(found))


def test_links_lead_somewhere() -> None:
    found = [*links()]
    assert len(found) > 100
    assert [(str(path.relative_to(ROOT)), target) for path, target in found if not leads_somewhere(path, target)] == []
    assert not leads_somewhere(ROOT / "README.md", "docs/nowhere.md")
    assert not leads_somewhere(ROOT / "README.md", "docs/README.md#nowhere")


# Files and modules.

FILE = re.compile(r"(?<![\w/.-])((?:engine|sim|fatecast|tests|configs|docs|\.github)(?:/[\w.*<>-]+)+)")
MODULE = re.compile(r"(?<![\w/.-])((?:engine|sim|fatecast|tests)(?:\.\w+)+)")
WRITTEN_LATER = (
    "configs/<game>",
    "configs/pirates/policies/trained.json",
    "configs/shipwreck/baselines/intent.txt",
    "configs/shipwreck/decks/mine.toml",
    "configs/shipwreck/baselines/NAME.json",
    "configs/shipwreck/policies/expert-mine.json",
    "configs/shipwreck/policies/grandma.toml",
)
"""Files that a reader is told to write, and patterns."""
ENTRY_POINTS = ("fatecast.policies", "fatecast.games", "fatecast.toml")
"""How the groups of entry points are named by which packages offer policies, and the file of a folder; not modules."""
OLD_PLACES = ("configs/decks", "configs/experiments", "configs/policies", "configs/baselines", "configs/intent.txt")
"""The changelog says where they have gone."""


def mentions(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Every page and what it mentions, once each. A full stop or a slash at the end is not part of a name."""
    found = {
        (str(path.relative_to(ROOT)), match.rstrip("./"))
        for path in PAGES
        for match in pattern.findall(path.read_text(encoding="utf-8"))
    }
    return sorted(found)


def exists(dotted: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        file = ROOT.joinpath(*parts[:end])
        if file.with_suffix(".py").is_file() or (file / "__init__.py").is_file():
            rest = parts[end:]
            return not rest or (len(rest) == 1 and hasattr(import_module(".".join(parts[:end])), rest[0]))
    return False


def test_files_that_are_named_exist() -> None:
    asked = [
        (page, file)
        for page, file in mentions(FILE)
        if not (file.startswith(WRITTEN_LATER) or (page == "CHANGELOG.md" and file in OLD_PLACES))
    ]
    assert len(asked) > 50
    assert [(page, file) for page, file in asked if not any(ROOT.glob(file))] == []


@pytest.mark.parametrize(("page", "module"), mentions(MODULE))
def test_modules_that_are_named_exist(page: str, module: str) -> None:
    assert module.startswith(ENTRY_POINTS) or exists(module)


# Verbs.

VERBS = {
    "piece": "reference/verbs/cards.md",
    "find": "reference/verbs/find.md",
    "plan": "how-to/choose-the-number-of-games.md",
}
"""Verbs that have a page of their own, which then tells every flag."""
EVERYWHERE = {"--help", "--verbose", "--quiet", "--json", "--lang", "--on"}
"""Flags that many verbs have, told on the page of the command line."""


@pytest.mark.parametrize("verb", VERBS)
def test_the_page_of_a_verb_has_every_flag_and_no_other(verb: str) -> None:
    flags = {flag for flag in flags_of(verb) if flag[:2] == "--"}
    told = set(re.findall(r"`(--[a-z-]+)", page(VERBS[verb])))
    everywhere = {flag for flag in EVERYWHERE if flag in page("reference/verbs/command-line.md")}
    assert told - {"--detail", f"--{SHIPWRECK.presentation.piece}"} - everywhere == flags - everywhere


# Scripts.


@pytest.mark.parametrize("example", blocks(page("reference/scripts.md"), "toml"))
def test_the_scripts_can_be_played(example: str) -> None:
    """The first line of each says with which deck and how many players."""
    head = re.match(r"# deck (\S+), (\d) players\n", example)
    assert head is not None
    script = {"name": "script", "parameters": {"script": tomllib.loads(example)}}
    game = SHIPWRECK
    grid = {"decks": [head[1]], "policies": [script], "players": [int(head[2])], "doom": [0]}
    cell = game.cells(game.resolve(grid, "example"))[0]
    turns = script["parameters"]["script"]["turn"]  # type: ignore[index]
    assert game.replay(cell, 1, 0).events[-1]["turn"] >= len(turns)


# Mistakes.

TIDE = '[cards.the-tide]\nname = "The Tide"\nmoons = 2\n'
MISTAKES = {
    "cards.the-deep.moons: expected an integer": "[cards.the-deep]\nmoons = 0",
    "cards.the-deep.moon: unknown key": "[cards.the-deep]\nmoon = 1",
    "cards.the-tide.power: missing field": f'{TIDE}play = "true"',
    "cards.the-tide: expected either": f'{TIDE}play = "true"\npower = "twice"\nfades = {{ on_play = "true" }}',
    "cards.the-tide.power: unknown power": f'{TIDE}play = "true"\npower = "twise"',
    "cards.the-tide.play: unknown name": f'{TIDE}play = "keep > 1"\npower = "twice"',
    "cards.the-tide.play: division by zero": f'{TIDE}play = "sum % 0 == 1"\npower = "twice"',
    "cards.the-tide.play: expected a truth value": f'{TIDE}play = "sum"\npower = "twice"',
    "cards.the-tide.play: expected at most": f'{TIDE}play = "{"1" * 10_000}"\npower = "twice"',
    "powers.wide.choose: expected": '[powers.wide]\nname = "Wide?"\nkind = "question"\nask = "kept > X"',
    "rules: expected 1": "rules = 2",
    "remove: unknown card": 'remove = ["dwan"]',
}
"""How a line of the reference begins, and what a deck must say to get it."""


@pytest.mark.parametrize(("begins", "text"), MISTAKES.items(), ids=MISTAKES)
def test_mistakes_in_a_deck_are_told_as_the_reference_says(begins: str, text: str, tmp_path: Path) -> None:
    language = page("reference/files/card-language.md")
    [shown] = re.findall(rf"^mine\.toml: ({re.escape(begins)}.*)$", language, re.MULTILINE)
    (tmp_path / "mine.toml").write_text(f'extends = "base"\n{text}\n', encoding="utf-8")
    with pytest.raises(BadInput) as error:
        deck_from_file(tmp_path / "mine.toml")
    told = str(error.value).removeprefix(f"{tmp_path}/mine.toml: ")
    assert is_printed(shown, [plain(told)])


# Pages that show what the program prints.

FEW_GAMES = ("--games 2000000", "--games 400000")
"""What is long enough for a person to interrupt is shortened for the test, and so is the number shown."""


MOST_SECONDS = 300
"""For a command of the tutorial; the first one of each policy compiles it."""


def do(step: Step, folder: Path) -> tuple[int, str]:
    """Type the command, and press Ctrl-C if the tutorial says so, once something is there to be kept."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    typed = subprocess.Popen(
        ["sh", "-c", f"exec {step.command}"],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with typed:
        if step.interrupted:
            out = folder / shlex.split(step.command)[-1]
            deadline = monotonic() + 60
            while not [*out.glob("blocks/*.json")] and typed.poll() is None and monotonic() < deadline:
                sleep(0.01)
            os.killpg(typed.pid, signal.SIGINT)
        printed = typed.communicate(timeout=MOST_SECONDS)[0]
    return typed.returncode, printed


SHOWING = ["reference/verbs/find.md", "how-to/cards-in-a-spreadsheet.md"]


@pytest.mark.parametrize("name", sampled(["tutorial.md", *SHOWING], SHOWING[1:]))
def test_the_page_does_what_it_shows(name: str, tmp_path: Path) -> None:
    text = page(name).replace(*FEW_GAMES).replace("2,000,000 games", "400,000 games")
    write_files(text, tmp_path)
    for step in steps(text):
        code, printed = do(step, tmp_path)
        assert code == step.exit_code, f"{step.command}\n{printed}"
        lines = [plain(line) for line in printed.splitlines()]
        missing = [line for line in step.shown if plain(line) not in ("", "…") and not is_printed(line, lines)]
        assert not missing, f"{step.command}\n{printed}"
    assert not (tmp_path / "never").exists()


# Pig.


def test_the_policy_of_the_page_plays(tmp_path: Path) -> None:
    [example] = blocks(page("reference/games/pig.md"), "python")
    (tmp_path / "bold.py").write_text(example)
    PIG.policies.admit(tmp_path / "bold.py")
    try:
        cell = PIG.cells(PIG.resolve({"focus": ["bold"], "field": ["hold"]}, "page"))[0]
        assert len(PIG.simulate(cell, 1, 0, 20).rows) == 20
    finally:
        PIG_POLICIES.outside.forget()
