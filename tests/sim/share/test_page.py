"""A result as one page: it says what the command says, holds what was played, and is checked by `verify`."""

import json
import re
from html import unescape
from pathlib import Path
from shlex import split
from typing import Any

import pytest

from engine.configs import parse_toml
from engine.language.current import speaking
from fatecast import compare, try_change, verify
from sim.experiment.experiment import resolve
from sim.share.block import Asked
from sim.share.content_text import content_text
from sim.share.found import sides_of
from sim.text.number_format import typeset
from tests.support.command_line import Fatecast
from tests.support.shared_pages import SMALL, block_of, verdict

TWO_CELLS = {**SMALL, "doom": "0,6", "games": 60}


def shown(page: bytes) -> str:
    """The text of a page, without its style, its script and its block."""
    text = re.sub(r"(?s)<(style|script)\b.*?</\1>", "", page.decode())
    return unescape(re.sub(r"<[^>]*>", " ", text))


def command_in(page: bytes) -> list[str]:
    """The words of the command, as a shell reads them."""
    return split(unescape(re.findall(r"<pre>(fatecast .*?)</pre>", page.decode())[-1]))


def test_a_trial(page: bytes, typed: Fatecast) -> None:
    words = command_in(page)
    assert words == [
        *["fatecast", "try", "cards.the-deep.moons=2", "--policy", "literal", "--players", "3", "--doom", "0"],
        *["--seed", "1", "--games", "40"],
    ]
    printed = json.loads(typed(*words[1:], "--executor", "inline", "--json").stdout)
    data = block_of(page)
    assert data["found"] == printed, "the command prints every number of the page"
    said = shown(page)
    assert "The Deep: 3 moons → 2 moons" in said
    for sentence in printed["sentences"]:
        assert typeset(sentence) in said
    assert printed["groups"][0]["verdict"] in said
    assert 'extends = "base"\n\n[cards.the-deep]\nmoons = 2\n' in said
    assert "fatecast verify PAGE.html" in said


def test_it_needs_nothing_but_itself(page: bytes) -> None:
    text = page.decode()
    assert not re.findall(r"""(?:src|href)=["']?(?!data:|["'])|@import|url\(|https?:""", text)
    assert "default-src &#39;none&#39;; script-src &#39;sha256-" in text
    assert text.count("<script") == 2


def test_the_text_of_the_content_is_the_second_side(page: bytes) -> None:
    sides = sides_of(Asked.model_validate(block_of(page)["asked"]), "page")
    assert parse_toml(content_text(sides)) == {"extends": "base", "cards": {"the-deep": {"moons": 2}}}
    assert content_text((sides[0], sides[0])) == ""
    key = "spare"
    power = {"name": "Spare", "kind": "cycle"}
    with_more = sides[0].to_json()
    with_more["decks"][0]["content"] = {**with_more["decks"][0]["content"]}
    with_more["decks"][0]["content"]["powers"] = {**with_more["decks"][0]["content"]["powers"], key: power}
    assert content_text((resolve(with_more, "more"), sides[1])) == "", "no file takes a power away"


@pytest.mark.parametrize(
    ("sides", "more", "flags"),
    [
        (("base", "full"), {"outcome": "all", "margin": ["length: 0.3", "win rate: 2"], "risk": 1.0, "told": 3}, []),
        pytest.param(("literal", "guess"), {"until_decided": True}, ["--until-decided"], marks=pytest.mark.full),
    ],
)
def test_comparisons(
    sides: tuple[str, str], more: dict[str, Any], flags: list[str], file: Path, typed: Fatecast
) -> None:
    asked = {key: value for key, value in TWO_CELLS.items() if key != "policy" or sides[0] == "base"}
    found = compare(sides[0], sides[1], page=file, **asked, **more)
    assert found.shared == file
    page = file.read_bytes()
    words = command_in(page)
    assert words[:4] == ["fatecast", "compare", *sides]
    assert [word for word in words if word in ("--until-decided",)] == flags
    printed = json.loads(typed(*words[1:], "--executor", "inline", "--json").stdout)
    assert block_of(page)["found"] == printed
    said = shown(page)
    for sentence in printed["sentences"]:
        assert typeset(sentence.strip()) in said
    code, line = verdict(file, sample=100_000)
    assert code == 0, line
    assert line.endswith("not checked: who made it, and the names in its command")


def test_only_a_page_is_replaced(file: Path, page: bytes, tmp_path: Path) -> None:
    letter = tmp_path / "letter.html"
    letter.write_text("dear")
    link = tmp_path / "link.html"
    file.write_bytes(page)
    link.symlink_to(file)
    for place in (letter, link, tmp_path):
        with pytest.raises(Exception, match="already exists, and is no page of a shared result"):
            try_change("cards.the-deep.moons=1", **SMALL, page=place)
    assert letter.read_text() == "dear"
    assert file.read_bytes() == page
    try_change("cards.the-deep.moons=1", **SMALL, page=file)
    assert "3 moons → 1 moon" in shown(file.read_bytes())


def test_more_games_than_a_page_holds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.share.games.MOST_GAMES", 79)
    with pytest.raises(Exception, match="--page: expected at most 79 games in all cells"):
        try_change("cards.the-deep.moons=2", **SMALL, page=file)
    assert not file.exists()


def test_verify_takes_a_page(page: bytes, file: Path) -> None:
    file.write_bytes(page)
    found = verify(file, sample=0)
    assert (found.right, found.exit_code) == (True, 0)
    assert found.data["run"] == str(file)
    file.write_bytes(page.replace(b"40 games", b"50 games"))
    found = verify(file, sample=0)
    assert (found.right, found.exit_code) == (False, 6)
    with pytest.raises(Exception, match="a page has no report and keeps no code"):
        verify(file, stored_code=True)


def test_the_block_of_a_page_is_english_in_every_language(page: bytes, file: Path) -> None:
    try_change("cards.the-deep.moons=2", **SMALL, page=file, lang="es")
    spanish = file.read_bytes()
    assert b'<html lang="es">' in spanish
    assert block_of(spanish)["found"] == block_of(page)["found"]
    for language in ("en", "es"):
        with speaking(language):
            assert verdict(file)[0] == 0


def test_a_game_that_is_code_is_run_only_if_it_is_named(tmp_path: Path, file: Path, fatecast: Fatecast) -> None:
    done = fatecast("new", tmp_path / "pirates")
    assert done.returncode == 0, done.stderr
    game = tmp_path / "pirates"
    words = ("--game", game, "--games", "100", "--executor", "inline")
    done = fatecast("try", "options.storms=4", *words, "--page", file)
    assert done.returncode == 0, done.stderr
    assert f"fatecast verify {file} --game {game}" in done.stdout
    done = fatecast("verify", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pirates is no game that comes with fatecast, and may be code: name it by --game" in done.stderr
    done = fatecast("verify", file, "--game", game)
    assert done.returncode == 0, done.stderr
    assert "correct: every number computed again" in done.stdout
    rules = game / "game.py"
    text = rules.read_text()
    rules.write_text(text.replace("aboard += card", "aboard += 2 * card"))
    done = fatecast("verify", file, "--game", game)
    assert (done.returncode, done.stdout) == (5, "")
    assert "played by other rules of pirates" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    page = tmp_path / "two.html"
    old = tmp_path / "old.py"
    rules.write_text(text)
    old.write_text(text.replace("aboard += card", "aboard += card + 1"))
    done = fatecast("compare", old, rules, *words, "--told", "2", "--page", page)
    assert done.returncode == 0, done.stderr
    assert fatecast("verify", page, "--game", game).returncode == 5
    done = fatecast("verify", page, "--game", game, "--before", old)
    assert done.returncode == 0, done.stderr
    done = fatecast("verify", file, "--game", "pig")
    assert done.returncode == 2
    assert f"--game pig: {file} is about pirates" in done.stderr
