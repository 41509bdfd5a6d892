"""A report of every kind that there is, from runs of a few games each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import fatecast
from engine.game.registry import GAMES, forget
from sim import run
from sim.report.make import make_report
from tests.support import contest, draws, harvest, lottery, stakes
from tests.support.own_games import pirates

TOYS = {
    "lottery": lottery.ADDRESS,
    "harvest": harvest.ADDRESS,
    "contest": contest.ADDRESS,
    "duel": stakes.DUEL,
    "market": stakes.MARKET,
    **draws.ADDRESSES,
}
BOTH = {"focus": ["calm", "keen"], "field": ["calm", "keen"]}
SHIPWRECK = {"policies": ["mute", "guess", "certain"], "players": [2, 5], "doom": [0, 2, 6], "games": 150}
"""Policies that think little, and decks that nothing is compiled for."""

TOGETHER = """from fatecast.game import Game


def brave(view):
    "brave: digs on"
    return view["water"] < 7


def timid(view):
    "timid: goes up early"
    return view["water"] < 3


class Mine(Game):
    title = "The mine"
    kind = "cooperative"
    endings = ["drowned"]
    players = 1, 3
    columns = {"ore": "ore that was found"}
    policies = brave, timid

    def play(self, table):
        water = 0
        while table.turns < 6:
            turn = table.turn(0)
            water += table.luck.die("water", 3, turn) - 1
            table.count("ore")
            if water > 8:
                return table.end("drowned")
            if not table.ask(0, {"water": water}):
                return table.end("drowned") if table.turns < 3 else table.win()
        return table.win()
"""
"""A cooperative game of one's own."""

VERY_MANY = """from fatecast.game import Game

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def first(view):
    "first: keeps the first card"
    return 0


class Letters(Game):
    title = "Letters"
    players = 2, 3
    cards = {f"letter-{each}": {"name": f"The letter {each.upper()}", "worth": at} for at, each in enumerate(LETTERS)}
    pieces_are = "letters"
    columns = {f"column_{each}": f"what column {each} counts, in words" for each in LETTERS}
    policies = (first,)

    def play(self, table):
        deck = table.deck("letters", table.cards)
        table.turn(0)
        for seat in table.seats:
            for _ in range(3 - seat):
                deck.deal(seat)
            table.use(seat, table.hand(seat)[0])
        for at, each in enumerate(LETTERS):
            table.count(f"column_{each}", table.luck.die("column", 1000, at))
        sums = [sum(card.worth for card in table.hand(seat)) for seat in table.seats]
        return table.win(sums.index(max(sums)))
"""
"""26 cards, and 26 columns of the author's own."""

Experiment = Mapping[str, object]


def played(folder: Path, experiment: Experiment) -> Path:
    return run(dict(experiment), out=folder, executor="inline").path


def _page(*experiments: Experiment) -> Callable[[Path], Path]:
    """Plays these, and makes one page of them."""

    def made(folder: Path) -> Path:
        runs = [played(folder / f"run-{at}", each) for at, each in enumerate(experiments, 1)]
        return make_report(runs, folder / "page")

    return made


def _own(text: str | None, players: list[int]) -> Callable[[Path], Path]:
    """Plays a game in a file: Pirates, if there is no text of another one."""

    def made(folder: Path) -> Path:
        folder.mkdir(exist_ok=True)
        if text is None:
            place = pirates(folder)
        else:
            place = folder / "mine"
            place.mkdir()
            (place / "game.py").write_text(text)
        found = run({"players": players, "games": 80, "seed": 1}, game=place, out=folder / "run", executor="inline")
        page = make_report([found.path], folder / "page")
        forget()
        return page

    return made


LOTTERY = {**lottery.TICKETS, "games": 600}
PIG = {"game": "pig", "seed": 1, "games": 200}
KINDS: dict[str, Callable[[Path], Path]] = {
    "cooperative": _page(LOTTERY),
    "shipwreck": _page(SHIPWRECK),
    "one cell": _page({**SHIPWRECK, "policies": ["certain"], "players": [3], "doom": [4], "games": 60}),
    "several decks": _page({**SHIPWRECK, "policies": ["certain"], "decks": ["base", "full"], "doom": [0, 6]}),
    "pig": _page({**PIG, "policies": ["random", "hold", "hold at=25"], "players": [2, 4, 6]}),
    "pig, one cell": _page({**PIG, "policies": ["hold"], "players": [2]}),
    "pig, focus": _page({**PIG, "focus": ["random", "hold"], "field": ["random", "hold"], "players": [2, 4]}),
    "contest": _page({**contest.BOUT, "games": 400}),
    "contest, focus": _page({**contest.BOUT, **BOTH, "games": 400}),
    "returns": _page({**stakes.STAKES, "game": "market", "games": 400}),
    "returns, focus": _page({**stakes.STAKES, **BOTH, "game": "duel", "games": 400}),
    "production": _page({**harvest.APPLES, "games": 300}),
    "own, cooperative": _own(TOGETHER, [1]),
    "own, competitive": _own(None, [2, 3]),
    "cards": _page({"game": "draws", "games": 2000, "seed": 3, "policies": ["calm", "keen"]}),
    "cards, cooperative": _page({"game": "draws-together", "games": 2000, "seed": 3}),
    "cards, production": _page({"game": "draws-for-gold", "games": 2000, "seed": 3}),
    "cards, only used": _page({"game": "draws", "games": 2000, "seed": 3, "zones": False}),
    "own, 26 cards and columns": _own(VERY_MANY, [2, 3]),
    "side by side": _page({**LOTTERY, "effect": 0.1}, {**LOTTERY, "effect": 0.3}),
    "three side by side": _page(*({**LOTTERY, "policies": ["calm"], "effect": push} for push in (0.1, 0.2, 0.3))),
}
"""How each page is made, in a folder of its own."""

if find_spec("pyspiel"):
    KINDS["openspiel"] = _page({"game": "openspiel:kuhn_poker", "games": 60, "seed": 1})


def _dossier(folder: Path) -> Path:
    return make_report(
        [played(folder / "run", {**PIG, "policies": ["hold"], "players": [2, 3]})], folder / "page", dossier=True
    )


def _page_to_send(folder: Path) -> Path:
    page = folder / "page.html"
    fatecast.compare("hold at=20", "hold at=25", game="pig", players=2, games=400, page=page, workers=1)
    return page


LITTLE = {"policies": ["random"], "games": 60, "seed": 1}
MORE: dict[str, Callable[[Path], Path]] = {
    "dossier": _dossier,
    "a page to send": _page_to_send,
    "euphoria": _page({"game": "euphoria", "policies": ["random"], "players": [4], "games": 60, "seed": 1}),
    "oracle": _page({"game": "oracle", "layouts": ["A"], "policies": ["random"], "games": 60, "seed": 1}),
    "hadal": _page(
        {"game": "hadal", "missions": ["A"], "policies": ["random"], "players": [2, 3], "games": 60, "seed": 1}
    ),
}
"""Those of our boxed games, for a publisher, and to send: looked at in another language."""


@contextmanager
def toys() -> Iterator[None]:
    """The games of the tests are games like any other, for as long as this lasts."""
    before = dict(GAMES)
    GAMES.update(TOYS)
    yield
    GAMES.clear()
    GAMES.update(before)
