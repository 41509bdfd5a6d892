"""The games that `fatecast new --from` copies: they are renamed, they keep their secrets, and their tests notice when a
rule is broken."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.results import Secrets
from engine.outside.own.game import OwnGame
from engine.outside.own.policies.function_policy import FunctionPolicy
from engine.policy.parameters import Parameter
from sim.start.new_game import SOURCES, USUAL, text_of, write_new_game
from tests.own_games.cells import game_of, with_its_cards
from tests.support import ROOT
from tests.support.command_line import Fatecast

ON_ZONES = [source for source in SOURCES if "table.deck(" in text_of(source)]
WITH_PAGE = [source for source in ON_ZONES if source != USUAL]
"""Those that are more than the smallest, and have a page of their own."""
SHOWN = {
    "pirates": ('{"aboard": aboard,', '{"aboard": aboard + (sea[-1] == STORM),'),
    "trick": ('"hand": sorted(table.hand(seat)),', '"hand": sorted(table.hand((seat + 1) % 4)),'),
    "draft": ("table.hand(neighbour).seen_by(seat)", "list(table.hand(neighbour))"),
    "auction": ('"customer": table.hand(seat)[0],', '"customer": table.hand((seat + 1) % table.players)[0],'),
    "push": ("cave.seen_by(seat),", "cave[-1:],"),
    "cards": ('{"hand": sorted(hand),', '{"hand": sorted(table.hand((seat + 1) % table.players)),'),
    "coop": ('"nights_left": len(weather),', '"nights_left": weather[-1] if weather else 0,'),
}
"""A view that shows what its seat has not seen."""
BROKEN = {
    "trick": [
        ("following or sorted(hand)", "sorted(hand)", "who_can_follow_suit_must"),
        ("rank + 2 * HIGHEST", "rank", "trumps_beat"),
        ("return table.win(winner + 2)", "return None", "partners_win_together"),
        ("points += table.rules.last_trick", "points += 0", "a_deal_has_eight_tricks"),
    ],
    "draft": [
        ('TEA_PAIR * (goods.count("tea") // 2)', 'TEA_PAIR * goods.count("tea") // 2', "goods_count"),
        ("if chosen.count(kind) == 1:", "if chosen.count(kind) <= 2:", "only_who_buys_alone"),
        ("table.pass_hands(onwards)", "pass", "hands_go_round"),
    ],
    "auction": [
        ("commission * things.count(customer)", "commission", "a_set_and_a_customer"),
        ("[price + more for", "[max(1, price + more - 1) for", "bids_rise"),
        ("while row and row != [leader]:", "while row:", "bids_rise"),
        ("if price + more <= purses[seat]", "", "nobody_pays_more"),
    ],
    "cards": [
        ("table.scores[seat] += stolen", "table.scores[seat] += card.steals", "coins_are_taken_and_stolen"),
        (">= table.rules.goal", "> table.rules.goal", "the_game_ends_as_soon"),
        ("HAND_LIMIT = 5", "HAND_LIMIT = 6", "at_most_five_cards"),
        ("for seat in table.seats:\n                table", "for seat in reversed(table.seats):\n                table",
         "turns_go_round"),
    ],
    "push": [
        ("if sack.count(CLAW) < WAKES:", "if sack.count(CLAW) <= WAKES:", "two_claws_wake"),
        ('table.count("woken")', 'table.count("woken")\n        table.scores[seat] += sum(sack)', "nothing_of_a_sack"),
        ("self.visit(table, seat, cave, discard)", "if max(table.scores) < table.rules.goal:\n                    "
         "self.visit(table, seat, cave, discard)", "everybody_has_as_many_turns"),
        ("GEMS + [CLAW] * table.rules.claws", "GEMS + [CLAW] * 8", "more_claws"),
    ],
    "pig": [
        ("return 0", "return points", "a_one_loses"),
        ("table.win(seat)", "table.win(0)", "the_game_ends"),
        (">= table.rules.goal:", ">= table.rules.goal // 2:", "the_game_ends"),
    ],
    "coop": [
        ("if ROPE in hand and breaks != STORM:", "if ROPE in hand:", "no_ship_lands"),
        ('state["lamp"] += 2', 'state["lamp"] += 3', "the_lamp_burns_down"),
        (", to=after)", ", to=0)", "only_the_next_keeper"),
        ("[STORM] * table.rules.storms", "[CALM] * table.rules.storms", "more_storms"),
    ],
}  # fmt: skip
"""Rules that are broken, and the test beside the game that notices it."""


def copied(source: str, old: str = "", new: str = "") -> OwnGame:
    """A game to copy, perhaps with some of its text replaced."""
    text = with_its_cards(source)
    assert old in text, old
    return game_of("copied", text.replace(old, new) if old else text)


def secrets(game: OwnGame) -> Secrets:
    """What is found in a game with the most players."""
    cell = game.cells(game.resolve({"players": [game.edition.most]}, "test"))[0]
    return Secrets.of_all(list(game.secrets(cell, 1, 0)))


@pytest.mark.parametrize("source", SOURCES)
def test_a_copy_has_the_name_of_the_new_game(source: str, tmp_path: Path) -> None:
    written = write_new_game(tmp_path / "sea_wolves", source)
    assert [path.relative_to(tmp_path / "sea_wolves").as_posix() for path in written] == [
        "game.py",
        "test_game.py",
        "experiments/first.toml",
        "experiments/tuning.toml",
        *SOURCES[source].beside,
    ]
    texts = [path.read_text() for path in written]
    game, test, first, tuning = texts[:4]
    assert game.startswith('"""sea_wolves: ')
    assert '\nclass SeaWolves(Game):\n    title = "Sea wolves"\n' in game
    assert "class TestSeaWolves(GameTest):" in test
    assert all('game = "sea_wolves"' in text for text in (first, tuning))
    [old] = re.findall(r"^class (\w+)\(Game\)", text_of(source), flags=re.MULTILINE)
    assert not [text for text in texts if "NAME" in text or re.search(rf'class \w*{old}\b|"{old}"', text)]


@pytest.mark.parametrize("source", WITH_PAGE)
def test_a_game_to_copy_is_short_and_has_two_policies(source: str) -> None:
    texts = [text_of(source), *(text_of(source, file) for file in SOURCES[source].beside)]
    assert 100 <= sum(len(text.splitlines()) for text in texts) <= 200
    policies = copied(source).edition.file.game.policies
    assert len(policies) == 2
    assert all(policy.__doc__ for policy in policies)


def test_an_unknown_source_is_one_line_with_all_of_them(typed: Fatecast, tmp_path: Path) -> None:
    done = typed("new", str(tmp_path / "wolves"), "--from", "tirck")
    assert done.returncode == 2
    assert done.stderr == (
        "fatecast: --from: unknown game to begin with 'tirck': did you mean 'trick'? "
        "expected one of auction, cards, coop, draft, pig, pirates, push, trick\n"
    )
    assert not (tmp_path / "wolves").exists()


@pytest.mark.parametrize("source", SOURCES)
def test_a_copy_is_written_over_nothing(source: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(BadInput, match="is there already"):
        write_new_game(tmp_path / "there", source)
    assert not list((tmp_path / "there").iterdir())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("source", ON_ZONES)
def test_a_game_to_copy_keeps_its_secrets_and_a_view_that_shows_too_much_is_found(source: str) -> None:
    found = secrets(copied(source))
    assert found.hides
    assert not found.leaks
    assert found.asked >= 9
    assert found.unasked <= 1
    assert secrets(copied(source, *SHOWN[source])).leaks


@pytest.mark.parametrize("source", WITH_PAGE)
def test_the_page_of_a_game_to_copy_names_all_that_can_be_varied(source: str) -> None:
    page = (ROOT / f"docs/reference/games/{source}.md").read_text(encoding="utf-8")
    declared = copied(source).edition
    for name, parameter in declared.parameters.items():
        assert isinstance(parameter, Parameter)
        assert f"| `{name}` | {parameter.low} to {parameter.high}: " in page
        assert re.search(rf"^\| `{name}` \|.*\| {parameter.default} \|$", page, flags=re.MULTILINE)
    for policy in declared.file.game.policies:
        assert f"| `{policy.__name__}` |" in page
        for name, parameter in FunctionPolicy(policy).PARAMETERS.items():
            assert f"`{name}` ({parameter.default})" in page
    for axis, values in declared.axes.items():
        assert f"| `{axis}` | {values[0]} to {values[-1]}" in page
    assert f"--from {source}" in page


@pytest.mark.full
def test_the_tests_beside_a_game_notice_a_broken_rule(tmp_path: Path) -> None:
    """All in one process: each game as it is, and copies with one broken rule and the test that must fail."""
    asked, must_fail = [], set()
    for source, rules in BROKEN.items():
        assert len(rules) >= 3
        home = tmp_path / f"my_{source}"
        write_new_game(home, source)
        asked.append(f"{home.name}/test_game.py")
        whole = (home / "game.py").read_text()
        names = re.findall(r"^def (test_\w+)", (home / "test_game.py").read_text(), flags=re.MULTILINE)
        for at, (old, new, test) in enumerate(rules):
            assert old in whole
            shutil.copytree(home, tmp_path / f"{source}{at}")
            (tmp_path / f"{source}{at}" / "game.py").write_text(whole.replace(old, new))
            [name] = [each for each in names if test in each]
            must_fail.add(f"{source}{at}/test_game.py::{name}")
    flags = ("-q", "-rf", "-p", "no:cacheprovider", "-p", "no:xdist", "--import-mode=importlib")
    not_theirs = [f"--deselect=my_{source}/test_game.py::TestMy{source.capitalize()}" for source in BROKEN]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *flags, *not_theirs, *asked, *sorted(must_fail)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", "FATECAST_PLAIN": "1"},
    )
    failed = re.findall(r"^FAILED (\S+)", done.stdout, flags=re.MULTILINE)
    assert {*failed} == must_fail, done.stdout
