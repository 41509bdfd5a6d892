"""Games of OpenSpiel hold what every game of ours must hold."""

from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput, NotComparable
from engine.game.protocol import Game
from engine.game.registry import load_game
from engine.outside.openspiel import loading

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


def game(name: str) -> Game:
    return load_game(f"openspiel:{name}")


def cell_of(found: Game, **grid: Any) -> Any:
    return found.cells(found.resolve(grid, "test"))[0]


def test_a_focus_that_plays_like_the_field_gains_exactly_nothing() -> None:
    found = game("kuhn_poker")
    cell = cell_of(found, focus=["random"], field=["random"])
    rows = found.simulate(cell, 1, 0, 200).rows
    assert set(rows["focus"]) == {0, 3}
    gain = next(outcome for outcome in found.outcomes if outcome.name == "focus return gain")
    assert {gain.worth(int(value)) for value in rows["focus_gain"]} == {0}  # type: ignore[union-attr]
    assert found.find_game(found.game_id(cell, 1, 3))[0].key == cell.key
    fixed = cell_of(found, focus=["random"], field=["random"], options={"focus": 2})
    assert found.find_game(found.game_id(fixed, 1, 3))[0].key == fixed.key
    assert np.array_equal(found.simulate(fixed, 1, 0, 50).rows["focus_return"], rows["return2"][:50])


def test_chance_events_have_the_chances_that_the_game_states() -> None:
    """Cards of Kuhn poker: six deals, all alike."""
    found = game("kuhn_poker")
    cell = cell_of(found)
    deals: dict[tuple[str, ...], int] = {}
    for index in range(1_200):
        told = found.replay(cell, 4, index)
        cards = tuple(event["what"] for event in told.events if event["event"] == "chance")
        deals[cards] = deals.get(cards, 0) + 1
    assert len(deals) == 6
    assert all(150 < count < 250 for count in deals.values())


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("leduc_pokr", "OpenSpiel has no game 'leduc_pokr': did you mean 'openspiel:leduc_poker'?"),
        ("zzzzzzzz", "OpenSpiel has no game 'zzzzzzzz' among its"),
        ("misere", "needs parameters (game)"),
        ("crossword", "OpenSpiel says: LegalActions unimplemented"),
        ("mfg_garnet", "a mean-field game has a crowd"),
        ("hanabi(players=77)", "OpenSpiel breaks down when it loads this game"),
        ("kuhn_poker(colour=3)", "OpenSpiel says: "),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(name: str, line: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput) as refused:
        game(name)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == ""


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    loading.library.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "pyspiel", None)
    with pytest.raises(BadInput, match=r"pip install open_spiel"):
        loading.library()


def test_a_focus_needs_a_contest() -> None:
    with pytest.raises(BadInput, match="hanabi is no contest"):
        game("hanabi").resolve({"focus": ["random"], "field": ["random"]}, "here")


def test_an_id_of_other_rules_or_of_nonsense() -> None:
    found = game("tic_tac_toe")
    with pytest.raises(NotComparable, match="played by rules9, here is rules1"):
        found.find_game("openspiel:tic_tac_toe:rules9:random:seed1:game3")
    for text in ("openspiel:tic_tac_toe:rules1:random:seed1", "openspiel:chess:rules1:random:seed1:game1"):
        with pytest.raises(BadInput, match="expected openspiel:tic_tac_toe:rules1:"):
            found.find_game(text)
