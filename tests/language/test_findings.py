"""What a check finds in a designer's own game is in the language of the reader, and in English for other programs."""

import pickle
from enum import StrEnum

import numpy as np

from engine.errors import BadInput, for_another_process, message
from engine.language.current import speaking


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
