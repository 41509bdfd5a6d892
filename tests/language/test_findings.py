"""What a check finds in a designer's own game is in the language of the reader, and in English for other programs."""

import json
import pickle
import re
from enum import StrEnum
from pathlib import Path

import numpy as np

from engine.errors import BadInput, for_another_process, message
from engine.language.current import speaking
from tests.language.commands import Folder
from tests.language.plain_errors import SENTENCE
from tests.language.texts import entries
from tests.support import ROOT
from tests.support.own_games import PIRATES, ROLL

FINDINGS = ROOT / "fatecast" / "locale" / "es" / "check.po"
FAULTY = PIRATES.replace("players = 2, 4", "players = 2, 2").replace(
    ROLL,
    f"{' ' * 20}seen.append(1)\n{' ' * 20}roll = 1 + (random.randint(1, 6) + len(seen)) % 6\n",
)
"""It draws from Python's random, and remembers other games."""


def english_in(text: str) -> list[str]:
    """What stands in a text of the English that findings have between their places."""
    parts = {part.strip() for one, _ in entries([FINDINGS]) for part in re.split(r"\{[^}]*\}", one.one)}
    return [part for part in sorted(parts) if SENTENCE.search(part) and part in text]


def test_faults_are_told_in_the_language_and_are_english_as_data(tmp_path: Path) -> None:
    folder = Folder(tmp_path, "es")
    (tmp_path / "pirates.py").write_text(FAULTY, encoding="utf-8")
    told = folder.typed("check", "./pirates.py")
    faults = [line for line in told.splitlines() if line.startswith("fatecast: ") and "preguntas, quedan" not in line]
    assert len(faults) > 3
    assert english_in("\n".join(faults)) == []
    assert "usa el random de Python" in told
    assert "en un proceso nuevo" in told
    (thing,) = json.loads(folder.typed("check", "./pirates.py", "--json").partition("fatecast: ")[0])
    assert len(thing["mistakes"]) > 3
    for planted in ("it draws from Python’s random", "in a new process:", "after other games:"):
        assert any(planted in line for line in thing["mistakes"])
        assert planted.strip(":") in " ".join(english_in("\n".join(thing["mistakes"])))


class Weather(StrEnum):
    STORM = "storm"


class Oddity(BadInput):
    """Of a module that another process may not have."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(message("{first} and {second}", first=first, second=second), source=first, got=object)


def test_a_text_for_another_process_has_plain_values_and_says_the_same() -> None:
    inner = message("game {game}: {column} is {value}, then {value2}", game=np.int64(3), column="a", value=1, value2=2)
    values = {"cell": Weather.STORM, "apart": inner}
    for text in (message("{cell}, in a new process: {apart}", **values), message("{error}", error=Oddity("a", "b"))):
        sent = for_another_process(text)
        raw = pickle.dumps(sent)
        assert b"test_findings" not in raw
        assert b"numpy" not in raw
        again = pickle.loads(raw)
        for language in ("en", "es"):
            with speaking(language):
                assert str(again) == str(text)
    assert str(message("{a}", a=again)) == str(text)
