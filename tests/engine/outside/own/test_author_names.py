"""Names with letters of any language: the same games both ways, ids that lead back; none looks like another."""

import re
import tomllib
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.outside.author_names import is_author_name
from engine.outside.own.policies.memory import BadMemory, beginning_of
from tests.support.own_file import PLAIN_PIG, own_game, written
from tests.support.pig.in_spanish import SPANISH

LETTERS = ["goal", "daño", "jugadores_ñ", "último", "größe", "очки", "点数", "カードの数", "βήματα", "ñ2", "_año"]
UNSAFE = {
    "a ligature that Python reads as two letters": "\ufb01nal",
    "a wide letter": "\uff41no",
    "a raised letter": "a\u00f1o\u00aa",
    "letters with marks apart": "dan\u0303o",
    "a Cyrillic letter among Latin ones": "g\u043eal",
    "a Greek letter among Latin ones": "g\u03bfal",
    "a joiner": "da\u034f\u00f1o",
    "a selector": "da\u00f1o\ufe00",
    "a space of no width": "da\u200b\u00f1o",
    "an override of the direction": "da\u202e\u00f1o",
    "a control": "da\x07o",
    "a blank letter": "a\u3164",
    "a digit first": "1a\u00f1o",
    "a space": "a\u00f1o nuevo",
    "nothing": "",
}


def test_a_file_of_changes_can_be_read() -> None:
    content = own_game(written(*SPANISH), "dano_both_ways").content
    text = content.extension({"tamaño": [8]}, {"options.daño_máximo": 50}, [], Path("changes.toml"))
    read = tomllib.loads(text)
    assert (read["tamaño"], read["options"]["daño_máximo"]) == ([8], 50)


@pytest.mark.parametrize("name", LETTERS)
def test_letters_of_any_language_make_a_name(name: str) -> None:
    assert is_author_name(name)


@pytest.mark.parametrize("what", UNSAFE)
def test_a_name_that_could_be_another_is_refused(what: str) -> None:
    name = UNSAFE[what]
    assert not is_author_name(name)
    for before, after in (
        ('columns = {"rolls": ', f"columns = {{{name!r}: "),
        ('parameters = {"goal": ', f"parameters = {{{name!r}: "),
    ):
        with pytest.raises(BadInput, match="names of letters, digits and _"):
            own_game(PLAIN_PIG.replace(before, after), "plain_pig")
    with pytest.raises(BadMemory, match=re.escape("names of letters, digits and _")):
        beginning_of(None, {name: 0})
