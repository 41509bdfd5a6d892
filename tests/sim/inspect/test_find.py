"""Games of a run that one piece decided, found among its rows and by replaying."""

import re
from pathlib import Path

import polars as pl
import pytest

from engine.errors import BadData, BadInput
from engine.game.cell import Cell
from engine.game.registry import GAMES, forget, load_game
from engine.game.results import Replay
from engine.language.current import about_game, speaking
from sim import load_run, run
from sim.errors import Inconclusive
from sim.inspect.find import GameSearch, Wanted, _result
from tests.support import harvest
from tests.support.command_line import RACE, Fatecast
from tests.support.dice_race import GAME, DiceRace
from tests.support.own_file import written
from tests.support.runs import forge_manifest


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run({**RACE, "games": 400}, out=tmp_path_factory.mktemp("played") / "run", executor="inline").path


def indices(path: Path, wanted: Wanted, limit: int = 10**6, look: int = 10**6) -> list[tuple[int, int, int, int]]:
    """Die, goal, seed and index of every game found: the toy writes them into its ids."""
    commands = [game.command for game in GameSearch(path, wanted).games(limit, look)]
    found = [re.fullmatch(r"fatecast replay dice-(\d+)-(\d+)-6-(\d+)-(\d+)", line) for line in commands]
    return [tuple(map(int, match.groups())) for match in found if match]  # type: ignore[misc]


def by_hand(path: Path, piece: str, lost: bool) -> list[tuple[int, int, int, int]]:
    """The same from all rows: the last roll is in the top four bits of the track."""
    cells = load_run(path).experiment.cells
    rows = load_run(path).games.sort("game", "cell").collect()
    found = []
    for row in rows.iter_rows(named=True):
        last = row["track"] >> 4 * (row["turns"] - 1) & 15
        if f"face {last}" == piece and bool(row["won"]) != lost:
            spec = cells[row["cell"]].spec
            found.append((spec["die"], spec["goal"], 7, row["game"]))
    return found


def test_all_games_that_a_piece_decided_are_found_in_order(played: Path) -> None:
    found = indices(played, Wanted(won=False, piece="face 2"))
    assert found == by_hand(played, "face 2", lost=True)
    assert len(found) > 20


def test_the_sum_of_a_column_is_not_shown_as_the_score_of_the_winner(tmp_path: Path) -> None:
    outcome = "outcomes = [Mean(name='rolls', meaning='rolls of all players', column='rolls', unit='rolls', margin=1)]"
    path = tmp_path / "plain_pig.py"
    imports = ("import Game, Parameter", "import Game, Mean, Parameter")
    path.write_text(written(imports, ('    scored = "points"\n', f'    scored = "points"\n    {outcome}\n')))
    played = run({"players": [2], "games": 5}, game=str(path), out=tmp_path / "run", executor="inline")
    rows = played.games.sort("game").collect()
    told = [game.told for game in GameSearch(played.path, Wanted()).games(5, 5)]
    forget()
    assert told == [
        f"{row['turns']} turns, seat {row['winners']}, finished, rolls of all players: {row['rolls']} rolls"
        for row in rows.iter_rows(named=True)
    ]


def test_the_search_ends_with_the_limit_and_counts_what_it_looked_at(played: Path) -> None:
    search = GameSearch(played, Wanted(piece="Face-2"))
    found = [*search.games(3, 10**6)]
    everything = by_hand(played, "face 2", lost=True) + by_hand(played, "face 2", lost=False)
    order = {(die, goal): at for at, (die, goal) in enumerate([(6, 15), (6, 20), (8, 15), (8, 20)])}
    everything.sort(key=lambda game: (game[3], order[game[:2]]))
    assert [game.command for game in found] == [
        f"fatecast replay dice-{die}-{goal}-6-{seed}-{index}" for die, goal, seed, index in everything[:3]
    ]
    last = everything[2]
    assert search.looked == 4 * last[3] + order[last[:2]] + 1
    assert search.candidates == 1600


def test_it_looks_at_no_more_than_it_may(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replays: list[int] = []
    replay = DiceRace.replay

    def counted(game: DiceRace, cell: Cell, seed: int, index: int) -> Replay:
        replays.append(index)
        return replay(game, cell, seed, index)

    monkeypatch.setattr(DiceRace, "replay", counted)
    search = GameSearch(played, Wanted(piece="face 2"))
    assert len([*search.games(10**6, 17)]) < 17
    assert (search.looked, len(replays)) == (17, 17)


def test_labels_columns_and_ends_narrow_the_candidates(played: Path) -> None:
    search = GameSearch(played, Wanted({"die": ["8"], "goal": ["15", "20"]}, {"turns": 4}, {"turns": 5}, won=True))
    list(search.games(1, 1))
    rows = load_run(played).games.filter(pl.col("cell") >= 2, pl.col("turns").is_between(4, 5), pl.col("won") == 1)
    assert search.candidates == rows.collect().height > 0
    lost = GameSearch(played, Wanted(lost_by="lim"))
    games = [*lost.games(5, 5)]
    assert lost.candidates == load_run(played).games.filter(pl.col("won") == 0).collect().height
    assert all("6 turns, lost: limit, decided by face" in game.told for game in games)
    reached = GameSearch(played, Wanted(lost_by="goal"))
    assert [*reached.games(5, 5)] == []
    assert reached.candidates == 0, "nobody loses by reaching the goal"
    wins = [*GameSearch(played, Wanted(won=True)).games(5, 5)]
    assert all(", won, decided by face" in game.told for game in wins)


def test_a_game_whose_id_is_not_enough_is_named_by_its_place(
    played: Path, monkeypatch: pytest.MonkeyPatch, typed: Fatecast
) -> None:
    def lost(self: DiceRace, game_id: str) -> None:
        raise BadInput("no such die")

    monkeypatch.setattr(DiceRace, "find_game", lost)
    [first] = GameSearch(played, Wanted({"die": ["8"]})).games(1, 1)
    assert first.command == f"fatecast replay {played} 2 0"
    assert typed(*first.command.split()[1:]).returncode == 0


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        (Wanted(piece="face 9"), "unknown face 'face 9': did you mean 'face 8'"),
        (Wanted({"dye": ["6"]}), "--where: unknown axis 'dye': did you mean 'die'"),
        (Wanted({"die": ["7"]}), "--where: unknown die '7': expected one of 6, 8"),
        (Wanted(least={"turn": 3}), "--min: unknown column 'turn': did you mean 'turns'"),
        (Wanted(most={"turn": 3}), "--max: unknown column 'turn': did you mean 'turns'"),
        (Wanted(lost_by="limits"), "--lost-by: unknown end 'limits': did you mean 'limit'"),
        (Wanted(won=True, lost_by="limit"), "expected --won or --lost-by, not both"),
    ],
)
def test_a_question_that_cannot_be_asked(played: Path, wanted: Wanted, complaint: str) -> None:
    with pytest.raises(BadInput, match=re.escape(complaint)):
        list(GameSearch(played, wanted).games(1, 1))


def test_a_replay_that_is_not_the_game_counted_is_bad_data(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = DiceRace.replay
    monkeypatch.setattr(DiceRace, "replay", lambda self, cell, seed, index: replay(self, cell, seed + 1, index))
    with pytest.raises(BadData, match="the replay is not the game that was counted"):
        list(GameSearch(played, Wanted()).games(400, 400))


def test_runs_that_cannot_be_searched(tmp_path: Path) -> None:
    bare = run({**RACE, "games": 20}, out=tmp_path / "bare", executor="inline", detail="cells").path
    with pytest.raises(Inconclusive, match="kept no rows"):
        list(GameSearch(bare, Wanted()).games(1, 1))
    other = run({**RACE, "games": 20}, out=tmp_path / "other", executor="inline").path
    forge_manifest(other, game={"name": "dice", "rules": 2, "columns": 1})
    with pytest.raises(BadData, match="played by rule version 2"):
        list(GameSearch(other, Wanted()).games(1, 1))


def test_from_the_command_line(played: Path, typed: Fatecast) -> None:
    flags = ["--card", "face 2", "--lost", "--where", "die=6", "--where", "goal=20", "--min", "turns=6", "--limit", 2]
    done = typed("find", played, *flags)
    assert (done.returncode, done.stderr) == (0, "")
    expected = [game for game in by_hand(played, "face 2", lost=True) if game[:2] == (6, 20)]
    *games, summary = done.stdout.splitlines()
    assert [line.split("   # ")[0] for line in games] == [
        f"fatecast replay dice-6-20-6-7-{index}" for *_, index in expected[:2]
    ]
    assert re.fullmatch(r"2 found, \d+ of \d+ candidates looked at", summary)
    none = typed("find", played, "--card", "face 8", "--where", "die=6", "--look", 30)
    assert (none.returncode, none.stdout) == (0, "0 found, 30 of 800 candidates looked at; --look N looks at more\n")
    assert load_game("dice") is GAME
    for bad in (["--where", "die"], ["--min", "turns=few"]):
        refused = typed("find", played, *bad)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


@pytest.mark.full
def test_games_are_found_by_the_share_that_they_count_for(played: Path) -> None:
    """And by how they ended, whoever that was good for."""
    won = indices(played, Wanted(won=True), 40)
    assert indices(played, Wanted(counts_for=["win rate"]), 40) == won
    assert indices(played, Wanted(end="goal"), 40) == won
    assert not set(indices(played, Wanted(not_for=["win-rate"]), 40)) & set(won)
    with pytest.raises(BadInput, match="--is: unknown outcome 'wins'"):
        indices(played, Wanted(counts_for=["wins"]))


def test_a_game_without_a_win_is_found_by_its_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "harvest", harvest.ADDRESS)
    path = run(harvest.APPLES, out=tmp_path / "run", executor="inline").path
    [best] = GameSearch(path, Wanted(least={"apples": 75})).games(1, 10)
    assert "apples" in best.told
    assert not any(word in best.told for word in ("won", "lost", "decided"))
    with pytest.raises(BadInput, match="--lost: The Harvest is not cooperative; try --min and --max"):
        list(GameSearch(path, Wanted(won=False)).games(1, 1))
    with pytest.raises(BadInput, match="--is: apples is a mean, and every game counts for it; try --min and --max"):
        list(GameSearch(path, Wanted(counts_for=["apples"])).games(1, 1))


def test_a_result_is_told_with_its_unit_as_the_language_says_it() -> None:
    worth = next(each for each in load_game("oracle").outcomes if each.name == "worth")
    row = {worth.column: 24}
    assert _result(worth, row) == "24 worth"
    with speaking("es"), about_game("engine.oracle"):
        assert _result(worth, row) == "24 de valor"
