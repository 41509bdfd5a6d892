"""The words of a game that a person reads, from what it declares; its catalogue has a translation for each.

`python -m tests.language.words_of_games es shipwreck` prints, as entries of a catalogue, those that have none, and says
on stderr what the catalogue has that nobody says.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.configs import names, read_toml
from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.optional_parts import Alteration
from engine.game.outcomes import Mean
from engine.game.presentation import Presentation
from engine.game.protocol import Game
from engine.game.registry import admit, load_game, one_call, package_of
from engine.language.catalogues import AFTER_NUMBER, FORM, PATTERN, SEVERAL, expression_of
from engine.language.current import ALL_GAMES
from engine.language.filling import places_of
from engine.outside.openspiel.policy_set import POLICIES
from engine.policy.listing import one_line
from engine.policy.registry import PRESETS, load_preset
from sim.experiment.yardstick import FILE
from tests.language.__main__ import entry
from tests.language.texts import KEYWORDS, Text, entries, marked
from tests.support import ROOT

GAMES = ("shipwreck", "pig", "euphoria", "oracle", "hadal")
KIT = ("engine/game", "engine/outside", "engine/policy")
"""Where words are declared that many games have: outcomes, what every game of one file, every program and every game of
OpenSpiel says, and where policies are."""
SAMPLES = ("bakery", "lighthouse", "partners", "wolves", "cards")
"""Games of one file, of each kind; with teams, with roles, with cards."""
IN_CODE = frozenset(KEYWORDS) - {"message", "message_as"}
"""Errors are texts of the laboratory: they are told when the game is over."""
PLACE = re.compile(r"\{[^{}]*\}")
TABLES = {
    "euphoria": (
        ("engine.euphoria.words.telling", "KINDS"),
        ("engine.euphoria.deck.effects", "IN_WORDS"),
    ),
    "oracle": (
        ("engine.oracle.words.drawings", "RUNE_NAMES"),
        ("engine.oracle.words.drawings", "COLOUR_NAMES"),
        ("engine.oracle.words.telling", "GOOD_NAMES"),
        ("engine.oracle.words.telling", "REWARD_NAMES"),
        ("engine.oracle.words.telling", "ROW_NAMES"),
        ("engine.oracle.words.telling", "GOODS_OF_COLOURS"),
        ("engine.oracle.words.telling", "AREAS"),
        ("engine.oracle.words.telling", "FACTIONS"),
        ("engine.oracle.words.telling", "WHY"),
        ("engine.oracle.words.sheets", "EFFECTS"),
        ("engine.oracle.words.sheets", "LETTERS"),
    ),
    "hadal": (("engine.hadal.mission.panorama_words", "ATTRIBUTE_NAMES"),),
}
"""Tables of words in the code of a game: the values, or the keys of `LETTERS`."""
NAMES_IN = {"policy", "label", "team", "role"}
"""Places of patterns that hold a name, which stays as it is."""
TITLES = ("name", "ability", "title")
"""What content calls its pieces by."""
FROM_THE_GAME = ("installed", "with the game")
"""Where policies come from that are the game's own."""

Declared = Iterator[tuple[str, str]]
"""Words, and where they are declared."""


@cache
def words_of(name: str) -> Mapping[str, str]:
    """Every word of a game, and one place where it is declared."""
    game = load_game(name)
    parts = (
        _of_about(game),
        _of_results(game),
        _of_page(game.presentation),
        _of_content(game),
        _of_alterations(game),
        _of_policies(game),
        _of_tables(name),
        _of_yardstick(name),
    )
    found: dict[str, str] = {}
    for where, text in (each for part in parts for each in part):
        if any(letter.isalpha() for letter in text):
            found.setdefault(text, where)
    return found


def words_of_all() -> dict[str, str]:
    """Those of all games, with those of a game of one file of each kind."""
    with one_call():
        samples = [admit(str(ROOT / "tests" / "games" / f"{name}.py")) for name in SAMPLES]
        found = {word: where for name in (*GAMES, *samples) for word, where in words_of(name).items()}
    policies = map(POLICIES.module, POLICIES.installed)
    return found | {one_line(policy): "policy of OpenSpiel" for policy in policies}


def _of_about(game: Game) -> Declared:
    about = game.about
    yield from (("title", about.title), ("real", about.real), ("stand_in", about.stand_in))
    for axis in about.axes:
        yield from ((f"axis {axis.name}", axis.name), (f"axis {axis.name}", axis.help))
    for option in about.options:
        yield from ((f"option {option.name}", option.help), (f"option {option.name}", option.values))


def _of_results(game: Game) -> Declared:
    for outcome in game.outcomes:
        unit = outcome.unit if isinstance(outcome, Mean) else ""
        for text in (outcome.name, outcome.meaning, outcome.title, outcome.called, outcome.more, outcome.less, unit):
            yield f"outcome {outcome.name}", text
    for column in game.columns:
        yield from ((f"code of {column.name}", value) for value in column.values)
    yield from (("notable game", kind) for kind in game.notable)


def _of_page(page: Presentation) -> Declared:
    yield from (("unit", page.unit), ("piece", page.piece), *(("level", level) for level in page.levels.values()))
    yield from (("players", rung.table) for rung in page.ladder)
    yield from (("distribution", shape.title) for shape in page.shape)
    for ratio in (*page.feel, *page.pieces):
        yield from (("column of the page", ratio.title), ("column of the page", ratio.meaning))
    if page.comeback:
        yield "comeback", page.comeback.meaning
    if page.contest:
        yield "points", page.contest.points
    if page.roles:
        yield from (("role", role) for role in page.roles.roles)
    if page.fates:
        yield from (("fate", text) for fate in page.fates.kinds for text in (fate.name, fate.meaning))
        yield "gain", page.fates.gain
    for question in page.questions:
        yield from (("question", question.title), ("question", question.says))
        yield from (("contrast", contrast.title) for contrast in question.contrasts)


def _of_content(game: Game) -> Declared:
    """Contents by their titles, their pieces, and what these can do."""
    axis = next((axis for axis in game.about.axes if axis.role == "content"), None)
    if axis is None:
        return
    for cell in _each_content(game, axis.key):
        label = str(cell.labels[axis.name])
        for called in (game.presentation.content_title(cell.spec), game.presentation.content_label(cell.spec, label)):
            yield "content", called if called != label else ""  # a label is an id
        yield from (("content", title) for title in _titles(cell.spec[axis.name]) if title != label)
        for feature in game.pieces.features(cell) if game.pieces else ():
            yield from ((feature.kind, feature.kind), (feature.kind, feature.name))


def _of_alterations(game: Game) -> Declared:
    """The kinds of change that an ablation tries, and what the changes of each are called, with every content."""
    if game.content is None:
        return
    yield from (("kind of alteration", line) for line in game.content.kinds.values())
    axis = next((axis for axis in game.about.axes if axis.role == "content"), None)
    for name in names(axis.key, game.name) if axis else [""]:
        for kind in game.content.kinds:
            with suppress(BadInput):  # content that is only extended, or without such pieces
                grid = game.resolve({axis.key: [name]} if axis else {}, "words")
                tried = [*game.content.alterations(grid, kind, "words"), *game.content.rehearsals(grid, "words")]
                yield from ((f"change of {kind}", each.label) for each in tried if not _is_a_path(each))


def _is_a_path(change: Alteration) -> bool:
    """Whether it is called by the path that it changes, or by the end of that: `options.goal 100 → 90`."""
    called, *values = change.label.split()
    ends = {end for path in change.changes for end in (path, path.rpartition(".")[2])}
    return called in ends and (len(values) == 1 or values[1:2] == ["→"])


def _each_content(game: Game, key: str) -> Iterator[Cell]:
    """The cells of every content that comes with the game and can be played: some only hold what others extend."""
    for name in names(key, game.name):
        try:
            yield from game.cells(game.resolve({key: [name]}, "words"))
        except BadInput:
            continue


def _titles(content: Any) -> Iterator[str]:
    if isinstance(content, Mapping):
        yield from (content[key] for key in TITLES if isinstance(content.get(key), str))
    if isinstance(content, Mapping | list):
        for part in content.values() if isinstance(content, Mapping) else content:
            yield from _titles(part)


def _of_policies(game: Game) -> Declared:
    """What its policies and their numbers do."""
    if game.policies is None:
        return
    policies, parameters = game.policies.sheets()
    yield from (("policy", says) for _, origin, says in policies.rows if origin in FROM_THE_GAME)
    yield from (("preset", load_preset(name, game.name).description) for name in names(PRESETS, game.name))
    yield from (("parameter", row[-1]) for row in parameters.rows)


def _of_tables(name: str) -> Declared:
    for module, table in TABLES.get(name, ()):
        found = getattr(import_module(module), table)
        words = found if table == "LETTERS" or not isinstance(found, Mapping) else found.values()
        for each in words:
            yield from ((table, text) for text in ((each,) if isinstance(each, str) else each))


def _of_yardstick(name: str) -> Declared:
    """Who plays the cell that pages of other games compare with. A part with a number is a size or a place on an axis:
    their words stand elsewhere."""
    file = ROOT / "configs" / name / FILE
    if file.is_file():
        who = str(read_toml(file)["who"])
        yield from (("yardstick", part) for part in who.split(", ") if not any(letter.isdigit() for letter in part))


# What code says


def folder_of(name: str) -> Path:
    """Of a game, or of what all games have in common."""
    return ROOT / (ALL_GAMES if name == ALL_GAMES else package_of(name)).replace(".", "/")


@cache
def said_in_code(name: str) -> Mapping[Text, str]:
    """The texts that the code of a game marks, and one place where each stands."""
    return marked((folder_of(name).relative_to(ROOT).as_posix(),), IN_CODE)


@cache
def literals(*folders: str) -> frozenset[str]:
    """Every text in the code of some folders, with {} for each place."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return frozenset(_plain(node) for tree in trees for node in ast.walk(tree) if _is_text(node))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _plain(node: Any) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return without_names(node.value)


def without_names(template: str) -> str:
    """The template, with {} for each place."""
    return PLACE.sub("{}", template)


# What catalogues say


def catalogue_of(name: str, code: str) -> Path:
    """The words of a game in a language."""
    return folder_of(name) / "locale" / f"{code}.po"


def missing(name: str, words: Mapping[str, str], code_says: Iterable[Text], known: Iterable[Text]) -> list[Text]:
    """The words of a game, and the texts of its code, that these entries do not translate."""
    have = set(known)
    cases = {text.one: expression_of(text.one) for text in have if text.context == PATTERN}

    def has(word: str) -> bool:
        if Text("", word) in have or not any(letter.isalpha() for letter in word):
            return True
        for pattern, case in cases.items():
            if found := case.fullmatch(word):
                stay = NAMES_IN | {place for place, _, spec in places_of(pattern) if spec == "s"}
                return all(place in stay or has(part) for place, part in found.groupdict().items())
        return False

    return [*(Text("", word) for word in words if not has(word)), *(text for text in code_says if text not in have)]


def unused(words: Iterable[str], code_says: Iterable[Text], known: Iterable[Text], code: Iterable[str]) -> list[Text]:
    """The entries that nobody looks up. `code` has the texts of the code, with {} for each place."""
    have, said, declared, written = set(known), set(code_says), set(words), set(code)
    texts = {text.one for text in said}
    found = []
    for text in have:
        is_part = declared | {each.one for each in have if each.context in ("", PATTERN)}
        if text in said or (not text.context and (text.one in declared or without_names(text.one) in written)):
            continue
        if text.context in (FORM, SEVERAL, AFTER_NUMBER) and text.one in is_part:
            continue
        if ":" in text.context and (text.one in texts or Text(PATTERN, text.one) in have or text.one in written):
            continue
        is_case = text.context == PATTERN and any(map(expression_of(text.one).fullmatch, declared))
        if not is_case and not (text.context == PATTERN and without_names(text.one) in written):
            found.append(text)
    return found


def shared_entries(code: str) -> dict[Text, Any]:
    """What the words of all games translate."""
    file = catalogue_of(ALL_GAMES, code)
    return dict(entries([file])) if file.is_file() else {}


def main() -> int:
    code, name = sys.argv[1:]
    file = catalogue_of(name, code)
    own = dict(entries([file])) if file.is_file() else {}
    words = words_of_all() if name == ALL_GAMES else words_of(name)
    said = {} if name == ALL_GAMES else said_in_code(name)
    for text in missing(name, words, said, {**own, **shared_entries(code)}):
        print(entry(text, f"{words.get(text.one) or said.get(text)}:"))
    folder = str(folder_of(name).relative_to(ROOT))
    for text in unused(words, said, own, literals(folder, *(KIT if name == ALL_GAMES else ()))):
        print(f"nobody says {text}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
