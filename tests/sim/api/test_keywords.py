"""Keywords: named like the flags, checked like the flags, and never ignored."""

from collections.abc import Callable
from pathlib import Path

import pytest

import fatecast
from engine.errors import BadInput
from fatecast import ablate, card, compare, gate, ladder, piece, replay, report, run, sweep, try_change, tune
from sim.api import OTHER_NAMES
from sim.api.functions import request_of
from sim.api.names import functions
from sim.verbs.request.declaration import others
from sim.verbs.request.keys import choice_keys, keyword_keys
from sim.verbs.request.verb import verb_of
from tests.support.command_line import RACE
from tests.support.own_games import pirates

MISTYPED: dict[str, Callable[[], object]] = {
    "run: unknown keyword 'gmaes': did you mean 'games'?": lambda: run("smoke", gmaes=3),
    "run: unknown keyword 'playres': did you mean 'players'?": lambda: run("smoke", playres=3),
    "run: unknown keyword 'wokers': did you mean 'workers'?": lambda: run("smoke", wokers=3),
    "compare: unknown keyword 'gmaes': did you mean 'games'?": lambda: compare("certain", "guess", gmaes=3),
    "compare: unknown keyword 'marign': did you mean 'margin'?": lambda: compare(
        "hold", "race", game="pig", marign="1"
    ),
    "try_change: unknown keyword 'dom': did you mean 'doom'?": lambda: try_change("cards.dawn.moons=2", dom=3),
    "ablate: unknown keyword 'peices': did you mean 'pieces'?": lambda: ablate(peices="dawn"),
    "sweep: unknown keyword 'outcom': did you mean 'outcome'?": lambda: sweep("a=1..2", outcom="length"),
    "tune: unknown keyword 'rech': did you mean 'reach'?": lambda: tune("doom 0: 80 ± 1 %", "a", rech=2),
    "ladder: unknown keyword 'serach': did you mean 'search'?": lambda: ladder(game="pig", serach=True),
    "gate: unknown keyword 'gmaes': did you mean 'games'?": lambda: gate(gmaes=3),  # type: ignore[call-arg]
    "report: unknown keyword 'ot': did you mean 'out'?": lambda: report("run", ot="page"),  # type: ignore[call-arg]
    "replay: unknown keyword 'trun': did you mean 'turn'?": lambda: replay("id", trun=3),  # type: ignore[call-arg]
    "card: unknown keyword 'dekc': did you mean 'deck'?": lambda: card("dawn", dekc="full"),
    "piece: unknown keyword 'dekc': did you mean 'deck'?": lambda: piece("dawn", dekc="full"),
}


def keys_of(given: dict[str, object], game: str) -> dict[str, object]:
    """The keywords of `run` as keys of an experiment."""
    asked = request_of("run", **given)
    return {**choice_keys(asked.choice, {}, game), **keyword_keys("run", asked.choice.others, game)}


def test_zero_is_said() -> None:
    assert request_of("run", seed=0).seed == 0


@pytest.mark.parametrize("line", MISTYPED)
def test_a_mistyped_keyword_is_named_with_the_nearest_that_there_is(line: str) -> None:
    with pytest.raises(BadInput) as error:
        MISTYPED[line]()
    assert str(error.value).startswith(line)


@pytest.mark.parametrize("name", functions())
def test_every_function_refuses_what_nothing_would_read(name: str) -> None:
    if name == "load_run" or others(verb_of(OTHER_NAMES.get(name, name)).request):
        assert name == "load_run" or name in {line.partition(":")[0] for line in MISTYPED} | {
            "plan",
            "baseline_accept",
            "watch",
        }
        return
    with pytest.raises(BadInput, match=f"^{name}: unknown keyword 'progres': did you mean 'progress'"):
        getattr(fatecast, name)(progres=True)


def test_the_axes_of_a_game_in_a_file_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pirates(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="run: unknown keyword 'playrs': did you mean 'players'"):
        run({}, game="./pirates", players=2, playrs=3)
    done = run({}, game="./pirates", players=3, policy="bold at=9", option={"goal": 20}, games=5, executor="inline")
    assert done.summary["policy"].to_list() == ["bold at=9"]
    assert done.summary["players"].to_list() == [3]
    with pytest.raises(BadInput, match="--option: unknown option 'gaol': did you mean 'goal'"):
        run({}, game="./pirates", option={"gaol": 20}, games=5)


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ({"players": 3}, {"players": [3]}),
        ({"players": "2-4"}, {"players": [2, 3, 4]}),
        ({"players": range(2, 4)}, {"players": [2, 3]}),
        ({"players": [2, 5]}, {"players": [2, 5]}),
        ({"deck": "full"}, {"decks": ["full"]}),
        ({"deck": Path("my/deck.toml")}, {"decks": ["my/deck.toml"]}),
        ({"decks": ["base", "full"]}, {"decks": ["base", "full"]}),
        ({"challenge": True}, {"challenge": True}),
        ({"challenge": "off"}, {"challenge": False}),
        ({"policy": "novice"}, {"policies": ["novice"], "tables": []}),
        ({"policy": ["novice", "literal"]}, {"policies": ["novice", "literal"], "tables": []}),
        ({"policies": [{"name": "novice"}]}, {"policies": [{"name": "novice"}]}),
        ({"option": {"restless": True}}, {"options": {"restless": True}}),
        ({"changes": []}, {"changes": []}),
        ({"until": {"half_width": 0.1}}, {"until": {"half_width": 0.1}}),
    ],
)
def test_a_keyword_is_read_as_its_flag_or_as_its_key(given: dict[str, object], keys: dict[str, object]) -> None:
    assert keys_of(given, "shipwreck") == keys


def test_a_seat_takes_the_place_of_all_who_played() -> None:
    keys = keys_of({"focus": "optimal", "field": "hold"}, "pig")
    assert keys == {"policies": [], "tables": [], "focus": ["optimal"], "field": ["hold"]}
    with pytest.raises(BadInput, match="--focus: the game shipwreck has no seats that compete"):
        run("smoke", focus="novice")


def test_the_experiment_has_two_names_and_the_game_must_agree(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="compare: expected experiment or on"):
        compare("certain", "guess", experiment="tuning", on="tuning")
    for verb in (lambda: compare("certain", "guess", on="tunin"), lambda: run(on="tunin")):
        with pytest.raises(BadInput, match="unknown experiment 'tunin': did you mean 'tuning'"):
            verb()
    (tmp_path / "mine.toml").write_text('game = "shipwreck"')
    with pytest.raises(BadInput, match=r"--game pig: .*mine.toml is an experiment of shipwreck"):
        compare("certain", "guess", game="pig", experiment=tmp_path / "mine.toml")


def test_keys_that_are_no_axes_reach_the_game(tmp_path: Path) -> None:
    done = run(RACE, out=tmp_path / "run", executor="inline", limit=5, games=10)
    assert done.manifest["experiment"]["limit"] == 5
