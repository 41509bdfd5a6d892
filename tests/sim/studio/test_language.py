"""Each request is answered in its own language: that of its page, of its browser, or of the starting command."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import in_words_of
from engine.language.current import speaking
from sim.studio.studio import NoJobs, Studio
from sim.studio.workbench.asked import Changes, Setting, State
from sim.studio.workbench.check import check
from tests.support.studio import Served, served

RUNS = {"en": "<h1>Runs</h1>", "es": "<h1>Simulaciones</h1>"}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("studio")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with served(folder, Studio(folder, "pig", "pig", (), NoJobs())) as found:
            yield found


def page(studio: Served, headers: dict[str, str | None]) -> str:
    answer = studio.ask("GET", "/runs", headers=headers)
    assert answer.status == 200
    return answer.body.decode()


def language_of(text: str) -> str:
    """That of the page; its heading is in the same."""
    code = text.partition('<html lang="')[2].partition('"')[0]
    assert RUNS[code] in text
    return code


def chosen(studio: Served, *codes: str) -> dict[str, str | None]:
    """The cookies of a browser in which these languages were chosen."""
    return {"Cookie": "; ".join([studio.cookie, *(f"fatecast-{studio.port}-language={code}" for code in codes)])}


def test_the_page_the_browser_and_the_starting_command_say_it_in_this_order(studio: Served, tmp_path: Path) -> None:
    assert language_of(page(studio, {})) == "en"
    assert language_of(page(studio, chosen(studio, "es"))) == "es"
    assert language_of(page(studio, {**chosen(studio, "es"), "Fatecast-Language": "en"})) == "en"
    assert language_of(page(studio, {"Accept-Language": "es"})) == "en"
    with served(tmp_path, Studio(tmp_path, "pig", "pig", (), NoJobs(), language="es")) as spanish:
        assert language_of(page(spanish, {})) == "es"
        assert language_of(page(spanish, chosen(spanish, "en"))) == "en"


@pytest.mark.parametrize("wrong", ["xx", "../es", "", "es\u00f1", "ES", "<script>"])
def test_a_language_that_nobody_has_written_is_not_heard(wrong: str, studio: Served) -> None:
    assert language_of(page(studio, chosen(studio, wrong))) == "en"
    assert language_of(page(studio, chosen(studio, wrong, "es"))) == "es", "another port may have set a cookie"
    assert language_of(page(studio, {"Fatecast-Language": wrong})) == "en"
    assert studio.ask("POST", "/language", {"language": wrong}).status == 400


def test_the_choice_is_kept_by_the_browser_and_changes_nothing_else(studio: Served) -> None:
    answer = studio.ask("POST", "/language", {"language": "es"})
    cookie, *rules = answer.by_name["set-cookie"].split("; ")
    assert cookie == f"fatecast-{studio.port}-language=es"
    assert {*rules} == {"HttpOnly", "SameSite=Strict", "Path=/"}
    assert language_of(page(studio, {})) == "en", "who has not chosen"
    assert studio.ask("GET", "/language").status == 405
    assert studio.ask("POST", "/language", {"language": "es"}, {"Origin": "http://127.0.0.1:1"}).status == 403
    assert studio.ask("POST", "/language", {"language": "es"}, cookie=False).status == 403
    assert studio.ask("GET", "/words", cookie=False).status == 403


def test_the_cookie_of_the_language_is_no_way_in(studio: Served) -> None:
    answer = studio.ask("GET", "/runs", headers={"Cookie": f"fatecast-{studio.port}-language=es"}, cookie=False)
    assert answer.status == 403
    assert "falta la cookie" in answer.body.decode()


def test_the_scripts_get_their_texts(studio: Served) -> None:
    english = json.loads(studio.ask("GET", "/words").body)
    spanish = json.loads(studio.ask("GET", "/words", headers=chosen(studio, "es")).body)
    assert (english["language"], english["decimal"]) == ("en", ".")
    assert all(text == told for text, told in english["texts"].items())
    assert (spanish["language"], spanish["decimal"]) == ("es", ",")
    assert spanish["texts"]["Go on with {name}"] == "Seguir con {name}"
    assert {*english["texts"]} == {*spanish["texts"]}


def test_two_browsers_read_two_languages_at_once(studio: Served) -> None:
    with ThreadPoolExecutor(4) as pool:
        codes = ["es", "en"] * 12
        found = list(pool.map(lambda code: language_of(page(studio, chosen(studio, code))), codes))
        errors = list(pool.map(lambda code: studio.ask("GET", "/none", headers=chosen(studio, code)).body, codes))
    assert found == codes
    assert [b"no existe" in error for error in errors] == [code == "es" for code in codes]


def test_a_mistake_is_found_in_the_same_place(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    changes: Changes = {"cards.dawn.play": "kept > playd", "cards.the-deep.moons": 99, "policy.slip": 3}
    for path, value in changes.items():
        state = State("shipwreck", None, "base", {path: value}, {}, Setting())
        [english] = check(state)["mistakes"]
        with speaking("es"), in_words_of("shipwreck"):
            [spanish] = check(state)["mistakes"]
        assert {**english, "line": ""} == {**spanish, "line": ""}
        assert english["line"] != spanish["line"]
