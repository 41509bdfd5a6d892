"""`python -m tests.record FOLDER [WORD …]` writes down what the laboratory says and plays, a file for each thing: made
before and after a change that should change nothing, `diff -r BEFORE AFTER` shows what it changed.

`commands`, `help`, `schemas`, `games` and `kernels` are its parts; words choose among them. In them are what every
command prints, also about mistakes and in Spanish, with its exit code; the help of every verb, also for each shipped
game; schemas; for every game, shipped, to copy or of the tests, the digest of its rows and pieces, ids of its games,
tables and page of its report, and a replay; and the text of every generated kernel.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.outside.own.compiled.kernels import SWITCH
from sim.start.new_game import SOURCES
from tests.bench._cases import cases
from tests.language.commands import COMMANDS, VERBS, WRONG, Folder
from tests.own_games.cells import COMPILED, GAMES, TO_COPY, game_of
from tests.support import ROOT
from tests.support.verbs import NAMES, flags
from tests.support.words import read_words, refuse

USAGE = "tests.record FOLDER [WORD …]"
SHIPPED = ("shipwreck", "pig", "euphoria", "oracle", "hadal")
FEW = ("--games", "20", "--seed", "5", "--executor", "inline", "-q")
MOMENT = (
    (re.compile(r"\d+(?:\.\d+)? (?:s|ms|MB|min|minutes?|seconds?|segundos?)\b"), "SOME TIME"),
    (re.compile(r"[\d,.]+ (?:games a|partidas por) \w+"), "A PACE"),
    (re.compile(r"127\.0\.0\.1:\d+\S*"), "ADDRESS"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[\w.:+]*"), "A MOMENT"),
)
"""What differs from one time to the next."""
NAMED_BY_CONTENT = re.compile(r"(?<=_)[0-9a-f]{12}\b|(?<=by |om )[0-9a-f]{12,}\b")
"""What the name of a kernel, and what it says of itself, adds for all that it imports."""
Texts = Iterator[tuple[str, str]]


class Desk(Folder):
    """A folder in which commands are typed, and their exit codes written down, too."""

    def typed(self, *words: str, below: str = ".") -> str:
        text = super().typed(*words, below=below)
        return f"{text}exit code {self.code}\n"


def commands(place: Path) -> Texts:
    """What each command prints, also those that are mistyped."""
    for language in ("en", "es"):
        (place / language).mkdir()
        desk = Desk(place / language, language)
        for name in COMMANDS:
            yield f"{language}/{name}", desk.text(name)
        for name, words in WRONG.items():
            yield f"{language}/wrong/{name}", desk.typed(*words)


def helps(place: Path) -> Texts:
    """The help of each verb, and of each game that it may be about."""
    desk = Desk(place, "en")
    for verb in VERBS:
        yield verb or "fatecast", desk.typed(*verb.split(), "--help")
        for game in SHIPPED if verb in NAMES and "--game" in flags(verb) else ():
            yield f"{game}/{verb}", desk.typed(*verb.split(), "--game", game, "--help")


def schemas(place: Path) -> Texts:
    """Of the data of each verb, of its request, and of the experiments of each game."""
    desk = Desk(place, "en")
    for verb in NAMES:
        yield verb, desk.typed("schema", verb)
        yield f"request/{verb}", desk.typed("schema", verb, "--request")
    for game in SHIPPED:
        yield f"experiment/{game}", desk.typed("schema", "--game", game)


def games(place: Path) -> Texts:
    """A small run of every game, and all that is made from it."""
    desk = Desk(place, "en")
    named = {name: name for name in SHIPPED}
    for name in GAMES:
        shutil.copy(ROOT / f"tests/games/{name}.py", place)
        named[name] = f"./{name}.py"
    for name in SOURCES:
        desk.typed("new", f"copy_of_{name}", "--from", name)
        named[f"copy_of_{name}"] = f"./copy_of_{name}"
    for name, game in named.items():
        for verb in ("games", "policies --game", "pieces --game"):
            yield f"{name}/{verb.split()[0]}", desk.typed(*verb.split(), game)
        run, page = place / "runs" / name, place / "pages" / name
        yield f"{name}/run", desk.typed("run", "--game", game, *FEW, "--out", str(run))
        assert desk.code == 0, f"{name} is not played"
        yield f"{name}/find", desk.typed("find", str(run), "--json")
        yield f"{name}/replay", desk.typed("replay", str(run), "0", "0", "--game", game)
        yield f"{name}/report", desk.typed("report", str(run), "--out", str(page))
        yield f"{name}/summary", (run / "summary.json").read_text(encoding="utf-8")
        yield f"{name}/rows", json.loads((run / "manifest.json").read_text(encoding="utf-8"))["digest"]
        for file in sorted(page.rglob("*.*")):
            is_text = file.suffix in (".html", ".csv", ".json")
            content = file.read_text(encoding="utf-8") if is_text else sha256(file.read_bytes()).hexdigest()
            yield f"{name}/page/{file.relative_to(page)}", content


def kernels(_: Path) -> Texts:
    """Of each policy of ours, and of each game file that is compiled."""
    for case in cases():
        for module in case.kernel()[0] if case.game != "pig" else ():
            name = NAMED_BY_CONTENT.sub("", module.__name__)
            text = Path(str(module.__file__)).read_text(encoding="utf-8")
            yield f"{case.name}/{name}", NAMED_BY_CONTENT.sub("DIGEST", text)
    for name in (*COMPILED, *TO_COPY):
        yield f"own/{name}", game_of(name).kernel.written.text


PARTS = {"commands": commands, "help": helps, "schemas": schemas, "games": games, "kernels": kernels}


def main() -> None:
    folder, *wanted = read_words(USAGE, least=1, most=None).plain
    if unknown := [word for word in wanted if word not in PARTS]:
        refuse(USAGE, f"unknown part {unknown[0]!r}")
    os.environ[SWITCH] = "1"  # a game file would be compiled for twenty games
    for part in wanted or PARTS:
        with TemporaryDirectory() as place:
            for name, text in PARTS[part](Path(place)):
                for pattern, instead in ((re.compile(re.escape(place)), "FOLDER"), *MOMENT):
                    text = pattern.sub(instead, text)
                path = Path(folder) / part / f"{name}.txt"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                print(f"{part}/{name}", flush=True)


if __name__ == "__main__":
    main()
