"""What is kept of a game says all that is needed to read its results, and none of its text is run for that."""

from dataclasses import replace
from json import dumps, loads
from pathlib import Path

import pytest

from engine.errors import BadData
from engine.game.presentation import Presentation
from engine.game.results import Notable
from engine.outside.own.editions.kept_game import KeptGame, game_kept
from engine.outside.own.game import OwnGame
from tests.own_games.cells import GAMES, TO_COPY, game_of
from tests.support.own_file import PLAIN_PIG, own_game, written


def read(game: OwnGame, grid: dict[str, object]) -> tuple[KeptGame, dict[str, object]]:
    """The game as it is kept with the results of a grid, and the grid."""
    resolved = game.resolve(grid, "test")
    data, note = game.kept(resolved, game.cells(resolved))
    assert note == ""
    found = game_kept(game.name, loads(dumps(data)), "run/edition.json")
    assert isinstance(found, KeptGame)
    return found, resolved


def said(presentation: Presentation) -> Presentation:
    """Without what only the text can tell."""
    return replace(presentation, changes=None, settings=None)  # type: ignore[arg-type]


def ranked(notable: Notable) -> object:
    return notable.by, notable.least, notable.where is None


@pytest.mark.parametrize("name", [*GAMES, *TO_COPY])
def test_every_game_is_read_as_it_was(name: str) -> None:
    game = game_of(name)
    policies = [*game.edition.policies.installed]
    kept, grid = read(game, {"policies": policies})
    assert [*kept.columns] == [*game.columns]
    assert [*kept.outcomes] == [*game.outcomes]
    assert kept.about == game.about
    assert said(kept.presentation) == said(game.presentation)
    assert {key: ranked(each) for key, each in kept.notable.items()} == {
        key: ranked(each) for key, each in game.notable.items()
    }
    assert (kept.version, kept.schema, kept.name) == (game.version, game.schema, game.name)
    assert kept.resolve(grid, "test") == grid
    cells = game.cells(grid)
    assert [(cell.key, cell.labels) for cell in kept.cells(grid)] == [(cell.key, cell.labels) for cell in cells]
    assert not any(cell.code for cell in kept.cells(grid))
    for cell in cells[:3]:
        assert kept.presentation.settings(cell.spec) == game.presentation.settings(cell.spec)
        assert kept.game_id(cell, 1, 7) == game.game_id(cell, 1, 7)
    assert game.pieces is None or kept.pieces is not None


def test_nothing_is_run_and_nothing_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = own_game("from pathlib import Path\nPath('sprung').touch()\n" + PLAIN_PIG, "trap")
    Path("sprung").unlink()
    kept, grid = read(game, {})
    cell = kept.cells(grid)[0]
    calls = (lambda: kept.simulate(cell, 1, 0, 1), lambda: kept.replay(cell, 1, 0), lambda: kept.find_game("trap:1"))
    for call in calls:
        with pytest.raises(Exception, match="only what trap declares is read here"):
            call()
    with pytest.raises(BadData, match="nothing plays it"):
        kept.edition.file.game.play(None)  # type: ignore[arg-type]
    with pytest.raises(BadData, match="nothing plays it"):
        kept.edition.policies.functions["hold"].function({})
    assert not Path("sprung").exists()


def test_cells_are_told_apart_by_who_plays() -> None:
    """Each says of the rules what it said when it was played, with the policies of its own."""
    text = written(
        ("class PlainPig", "def timid(view, at=10):\n    return view['turn'] < at\n\n\nclass PlainPig"),
        ("[hold]", "[hold, timid]"),
    )
    game = own_game(text)
    kept, grid = read(game, {"policies": ["hold", "timid"], "players": [2]})
    codes = [cell.spec["code"] for cell in kept.cells(grid)]
    assert codes == [cell.spec["code"] for cell in game.cells(grid)]
    assert len({*codes}) == 2
    assert game.kept(grid, game.cells(grid)).data != game.kept(grid, game.cells(grid)[:1]).data


def test_a_declaration_that_is_no_data_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = own_game(written(("Pig in plain Python", "Odd")), "odd")
    grid = game.resolve({}, "test")
    monkeypatch.setattr(type(game.edition.file.game), "axes", object())
    data, note = game.kept(grid, game.cells(grid))
    assert data is None
    assert "declares something that cannot be kept as data (object)" in note


def test_columns_that_the_declaration_does_not_give_are_refused() -> None:
    """Else the rows of a stranger's run would be read under other names."""
    game = own_game(PLAIN_PIG)
    grid = game.resolve({}, "test")
    data = loads(dumps(game.kept(grid, game.cells(grid)).data))
    assert isinstance(game_kept("plain_pig", data, "run/edition.json"), KeptGame)
    data["columns"][0]["name"] = "elsewhere"
    with pytest.raises(BadData, match="columns and outcomes do not follow from what it declares"):
        game_kept("plain_pig", data, "run/edition.json")
