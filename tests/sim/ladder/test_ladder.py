"""Ladders that are played: who stands on them, what is compared, and what they see."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.outcomes import outcome_named
from engine.game.registry import load_game
from sim.ladder import climb as climb_module
from sim.ladder import judgement
from sim.ladder.climb import climb, ladder_of, search_on
from sim.ladder.contest import Bout, Contest, Played
from sim.ladder.rungs import Setting, chosen_rungs
from sim.verbs.ladder import LadderData
from tests.ladder import INLINE, each_alone
from tests.support.command_line import Fatecast


def setting(game: str, **keys: object) -> Setting:
    return Setting(game, {"game": game, **keys}, "test", {})


def names(found: Setting, named: Sequence[str] = ()) -> dict[str, tuple[int, ...]]:
    return {rung.name: rung.sizes for rung in chosen_rungs(found, named, print)}


def bout(steps: Sequence[int], players: int = 2) -> Bout:
    return Bout(players, np.array(steps), 100.0, 100.0, False, np.arange(len(steps)) % players)


def test_all_fair_policies_are_rungs_where_they_can_play() -> None:
    assert names(setting("pig", players=[2, 3])) == {
        "random": (2, 3),
        "hold at=20": (2, 3),
        "race": (2, 3),
        "optimal": (2,),
    }
    euphoria = names(setting("euphoria", players=[5]))
    assert "guardian" in euphoria
    assert "omniscient" not in euphoria, "it sees what its seat does not"
    assert setting("euphoria").sizes == [4, 5, 6, 7, 8], "all, where the game itself plays with five"


def test_named_policies_take_the_place_of_all_others() -> None:
    assert [*names(setting("pig", players=[2]), ["hold at=25", "hold at=25"])] == ["random", "hold at=25"]
    with pytest.raises(BadInput, match="optimal plays with 2 players only"):
        names(setting("pig", players=[3]), ["optimal"])
    with pytest.raises(BadInput, match="at most 64 ways of playing"):
        names(setting("pig", players=[2]), [f"hold at={at}" for at in range(10, 110)])
    with pytest.raises(BadInput, match="two ways of playing or more"):
        names(setting("pig", players=[2]), ["random"])


def test_a_gain_is_the_mean_of_all_cells_by_index() -> None:
    one, other = bout([100, 0, 0, -100]), bout([100, 100, 0, 0], players=3)
    assert judgement.gain_of([one, other], 1).change == 25
    assert judgement.gain_of([one], 100).change == 0
    assert {size: len(some) for size, some in judgement.by_players([one, other, one]).items()} == {2: 2, 3: 1}
    assert judgement.players_apart({2: [one], 3: [other]}, 1)[2, 3].change == -50
    seats = judgement.by_seat([one], 1)
    assert [gain.change for gain in seats.values()] == [50, -50]
    assert judgement.seats_apart(seats)[1, 2].change == 100


def test_an_interval_stays_within_what_a_game_can_count_for() -> None:
    few = judgement.gain_of([bout([100, 0])], 1)
    assert judgement.interval_of(few, 1000) == (-100, 100)
    share = Bout(2, np.array([1, 0]), 1.0, 1.0, True, None)
    assert judgement.interval_of(judgement.gain_of([share], 1), 1000) == (-1, 1)


def test_rungs_are_ordered_by_whom_they_beat() -> None:
    """A rung that exploits the weakest by far is not above one that beats it."""
    gains = {"b over a": 90, "a over b": -90, "c over a": 20, "a over c": -20, "c over b": 10, "b over c": -10}
    bouts = {(each[0], each[-1]): [bout([gain] * 4)] for each, gain in gains.items()}
    assert judgement.ordered(["c", "b", "a"], bouts, lambda some: judgement.gain_of(some, 1)) == ["a", "b", "c"]


def test_seats_are_those_that_the_game_drew() -> None:
    drawn, fixed = (
        Contest.of(
            found := setting("pig", players=[2], options={"focus": seat}), rungs := chosen_rungs(found, ["race"], print)
        )
        .play(rungs, rungs, 64, INLINE)
        .bouts()["race", "random"][0]
        for seat in (0, 2)
    )
    assert drawn.seats is not None
    assert fixed.seats is None
    here = drawn.seats == 1
    assert 20 < here.sum() < 44
    assert (drawn.steps[here] == fixed.steps[here]).all()
    assert (drawn.steps != fixed.steps).any()


def test_where_all_play_alike_games_are_paired() -> None:
    found = setting("hadal", players=[2, 3])
    climbed = climb(found, chosen_rungs(found, ["counter", "veteran"], print), 64, INLINE)
    bouts = climbed.bouts
    assert (bouts["veteran", "counter"][0].steps == -bouts["counter", "veteran"][0].steps).all()
    wiped = outcome_named(load_game("hadal").outcomes, "wiped", "test")
    other = Played(replace(climbed.contest, outcome=wiped), climbed.played.games).bouts()
    better = np.concatenate([each.steps for each in other["veteran", "random"]]).mean()
    assert better > 0.5, "they are wiped out less often, which is what players want"
    ladder = ladder_of(climbed)
    assert not ladder.fields
    assert [rung.name for rung in ladder.rungs] == ["random", "counter", "veteran"]
    assert ladder.by_seat == []
    assert len(ladder.pairs) == 6
    assert ladder.comparisons == 3 + 2 + 1, "a pair is one comparison; two numbers of players, and how far apart"


def test_tossed_coins_prove_nothing_but_to_a_judge_who_does_not_correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty ladders of 42 pairs in which nobody gains anything; `python -m tests.ladder` plays a hundred."""
    tossed = np.random.default_rng(57).choice([-100, 0, 100], (60, 42, 200))
    gains = [[judgement.gain_of([bout(steps)], 1) for steps in ladder] for ladder in tossed.tolist()]

    def sure() -> int:
        """Ladders with an interval that excludes nothing gained."""
        ends = [[judgement.interval_of(gain, 42) for gain in some] for some in gains]
        return sum(any((low or 0) > 0 or (high or 0) < 0 for low, high in each) for each in ends)

    assert sure() <= 3, "one of a hundred; more than three of sixty once in 300 times"
    monkeypatch.setattr(judgement, "each_risk", each_alone)
    assert sure() > 12, "a third of them"


def test_the_data_are_what_is_declared_and_the_same_with_any_workers(typed: Fatecast, compiled_pig: None) -> None:
    flags = ("ladder", "--game", "pig", "--players", "2", "--games", "1040", "--policy", "hold", "--json")
    one, two = (typed(*flags, "--workers", workers) for workers in (1, 2))
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    data = json.loads(one.stdout)
    assert {*data} == {*LadderData.__annotations__}
    assert (data["verb"], data["format"], data["outcome"]) == ("ladder", 1, "focus gain")
    assert [step["over"] for step in data["steps"]] == [None, "random"]


def test_the_terminal_shows_the_ladder_and_what_it_says(typed: Fatecast, compiled_pig: None) -> None:
    done = typed("ladder", "--game", "pig", "--players", "2", "--games", "100", "--executor", "inline")
    assert done.returncode == 0, done.stderr
    assert "Pig: 4 ways of playing · 2 players · 100 games in each cell" in done.stdout
    assert "There is something to learn: " in done.stdout
    assert "fatecast train --game pig --policy trained" in done.stdout
    assert "Intervals hold at 99% for all 16 comparisons together." in done.stdout


@pytest.mark.full
def test_a_slow_ladder_says_beforehand_how_long_it_takes(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("ladder", "--game", "pig", "--players", "2", "--games", "40", "--executor", "inline", "--workers", "1")
    assert "this ladder takes about" not in typed(*words).stderr
    monkeypatch.setattr(climb_module, "seconds_per_game", lambda experiment, *given: [5.0] * len(experiment.cells))
    told = " ".join(typed(*words).stderr.split())
    assert "this ladder takes about 53 min; --games makes it shorter, and less sure" in told, told


REFUSED: dict[tuple[str, ...], str] = {
    ("--game", "pig", "--policy", "hodl"): "unknown policy 'hodl'",
    ("--game", "pig", "--players", "9"): "players",
    ("--game", "pig", "--games", "0"): "--games",
    ("--game", "dice"): "ladder: the game dice has no policies to choose from",
    ("--game", "nothing"): "nothing",
    ("--game", "pig", "--policy", "random"): "ladder: expected two ways of playing or more (--policy), not 'random'",
    ("--game", "pig", "--doom", "2"): "doom",
    ("--game", "pig", "--policy", "search base=hold", "--policy", "./none.py"): "none.py",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_makes_no_ladder_is_refused_in_one_line(words: tuple[str, ...], typed: Fatecast) -> None:
    done = typed("ladder", *words, "--executor", "inline")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert REFUSED[words] in done.stderr
    assert done.stdout == ""


def test_python_cannot_seat_anybody_else() -> None:
    from fatecast import ladder

    with pytest.raises(BadInput, match="ladder: focus: a ladder seats its rungs itself"):
        ladder(game="pig", focus=["hold"])


def test_python_has_frames(compiled_pig: None) -> None:
    from fatecast import ladder

    found = ladder(game="pig", players=2, policy="hold", games=200, executor="inline")
    assert found.rungs["rung"].to_list() == ["random", "hold at=20"]
    assert found.rungs["sure"].to_list() == [False, True]
    assert found.pairs.height == 2
    assert found.sentences[0].startswith("There is something to learn: hold at=20 gains ")
    assert "sure" in str(found)
    assert "<table" in found._repr_html_()


@pytest.mark.full
def test_searches_stand_above_their_base() -> None:
    found = setting("pig", players=[2], games=16)
    heard: list[tuple[str, float]] = []
    climbed = climb(found, chosen_rungs(found, ["hold"], print), 16, INLINE)
    ladder = ladder_of(search_on(climbed, INLINE, 1, lambda base, seconds: heard.append((base, seconds))))
    [(base, seconds)] = heard
    assert base == "hold at=20"
    assert seconds > 0
    assert [(rung.kind, rung.base) for rung in ladder.rungs[2:]] == [("search", "hold at=20")] * 3
    assert [step.over.lower for step in ladder.steps[2:] if step.over] == ["hold at=20"] * 3
    assert ladder.over(ladder.rungs[4].name, ladder.rungs[3].name) is not None
