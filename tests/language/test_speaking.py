"""Texts in another language: how they are filled, and who speaks which."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest

from engine.errors import BadInput, message
from engine.language.catalogues import catalogue
from engine.language.current import Noun, counted, language, said, speaking, speaking_by, word
from sim.text import number_format as numbers
from tests.language.planted import planted

WINS = "{who} wins {share}"
TEN = {
    WINS: "{share} gewinnt {who}",
    "expected {expected}": "erwartet: {expected}",
    ", not {got}": ", nicht {got}",
    "a file": "eine Datei",
    "{some} and {last}": "{some} und {last}",
    "{low} to {high}": "{low} bis {high}",
    "{points} points ({span})": "{points} Punkte ({span})",
    "days": "Tage",
    "less than a second": "weniger als eine Sekunde",
    "{count} more": "{count} weitere",
}
"""A third language of ten sentences."""
GERMAN = 'decimal = ","\nthousands = "."\nthousands_from = 5\npercent = " %"\n'


def test_a_third_language_needs_no_code() -> None:
    with speaking_by("de", planted(TEN, GERMAN)):
        assert said(WINS, who="Ada", share="61 %") == "61 % gewinnt Ada"
        assert BadInput(source="x", expected=message("a file"), got=3).line == "x: erwartet: eine Datei, nicht 3"
        assert numbers.listed(["a", "b", "c"]) == "a, b und c"
        assert numbers.estimate(0.612, (0.609, 0.615)) == "61,2 % (60,9 bis 61,5)"
        assert (numbers.whole(2000), numbers.whole(262_144)) == ("2000", "262.144")
        assert said("nobody wins") == "nobody wins"


@pytest.mark.parametrize(
    "hostile", ["{who.__class__}", "{who[0]}", "{who!r}", "{who:>99999999}", "{other}", "{who", "{}"]
)
def test_a_translation_that_asks_for_more_is_not_taken(hostile: str) -> None:
    with speaking_by("xx", planted({WINS: hostile})):
        assert said(WINS, who="Ada", share="61 %") == "Ada wins 61 %"


def test_a_sentence_agrees_with_a_word() -> None:
    texts = catalogue("es")
    assert texts is not None
    catalog = planted({"{card} is dealt": "{card} repartido"})
    with speaking_by("xx", catalog):
        assert said("{card} is dealt", card=Noun("La Llave", "f")) == "La Llave repartido"


def test_spanish_numbers() -> None:
    with speaking("es"):
        assert numbers.percent(0.612) == "61,2\u202f%"
        assert numbers.signed_span((-0.048, -0.023), 1) == "de \u22124,8 a \u22122,3"
        assert (numbers.whole(2000), numbers.whole(10_000)) == ("2000", "10\u202f000")
        assert numbers.listed(["0,4", "3,1", "13,6"]) == "0,4; 3,1 y 13,6"
        assert numbers.plain_rate(0.612, (0.609, 0.615)) == "61,2\u202f% (de 60,9 a 61,5)"


def test_spanish_ranges() -> None:
    """Each is written out, also where English has a hyphen: `2-4` could be a subtraction."""
    with speaking("es"):
        assert numbers.ends("2", "4") == "de 2 a 4"
        assert numbers.close_ends("71.4", "76.8") == "de 71,4 a 76,8"
        assert numbers.estimate(0.741, (0.714, 0.768)) == "74,1\u202f% (de 71,4 a 76,8)"
        assert numbers.rough_span(0.4, 2.4) == "de 0,4 a 2,4"
        assert numbers.rough_span(81, 81) == "81"
        assert numbers.plain_change(0.0061, (0.0035, 0.0088)) == "+0,61 (de +0,35 a +0,88)"
        assert word("Numbers of players, 2-4.") == "N\u00fameros de jugadores, de 2 a 4."


@pytest.mark.parametrize(
    ("one", "other", "listed"),
    [
        ("Ana", "In\u00e9s", "Ana e In\u00e9s"),
        ("Alba", "Hierro", "Alba y Hierro"),
        ("cazadores", "investigadores", "cazadores e investigadores"),
        ("oro", "hilo", "oro e hilo"),
        ("Ana", "Yago", "Ana y Yago"),
    ],
)
def test_and_by_its_sound(one: str, other: str, listed: str) -> None:
    with speaking("es"):
        assert numbers.listed([one, other]) == listed


@pytest.mark.parametrize(
    ("other", "word"),
    [
        ("8", "u"),
        ("11", "u"),
        ("80", "u"),
        ("8000", "u"),
        ("7", "o"),
        ("1", "o"),
        ("110", "o"),
        ("oro", "u"),
        ("hora", "u"),
        ("plata", "o"),
    ],
)
def test_or_by_its_sound(other: str, word: str) -> None:
    with speaking("es"):
        assert said("{some} or {last}", some="7", last=other) == f"7 {word} {other}"
        assert said("{some} or {last}", some="7", last=f"<b>{other}</b>") == f"7 {word} <b>{other}</b>"


def test_each_call_speaks_its_own() -> None:
    """Two at once in one process, as in the studio."""

    def told(code: str) -> str:
        with speaking(code):
            return f"{language()} {numbers.percent(0.5)}"

    with ThreadPoolExecutor(2) as pool:
        found = [*pool.map(lambda code: copy_context().run(told, code), ["es", "en"] * 20)]
    assert found == ["es 50,0\u202f%", f"en 50.0{numbers.NO_BREAK}%"] * 20
    assert language() == "en"


def test_a_count_has_its_own_form() -> None:
    assert [counted(n, "one game", "{count} games") for n in (0, 1, 12_000)] == ["0 games", "one game", "12,000 games"]
    with speaking("es"):
        assert counted(10_000, "one game", "{count} games").startswith("10\u202f000 ")
