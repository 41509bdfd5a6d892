"""The group's decisions compared with a brute-force maximum in plain Python: silence, predictions, questions, Twice."""

from typing import Any

import pytest

from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.memory import PLACES
from engine.shipwreck.minds.planning.outlooks import foresee_signals
from engine.shipwreck.minds.planning.plan import adapt, decide, listen, listen_to_code, play_code
from engine.shipwreck.minds.planning.position_value import fade_cost
from engine.shipwreck.rules.powers import yes_values
from engine.shipwreck.table.state import SLOTS, View
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import (
    Judge,
    Masses,
    Outlook,
    before_plays,
    decision,
    kept_in,
    outlook,
    prediction,
    table_of,
    think_ahead,
)

CLOSE = 1e-8
SEED = 21
SAVE = {"slow", "discard"}
"""Powers that keep a card from fading. Their outcome is an estimate, so they may only make a decision better."""
Power = tuple[Any, int]


class Group:
    """Everything that a group could do about one play."""

    def __init__(self, sitting: Sitting, view: View, mind: Any, signal: int) -> None:
        self.view, self.judge, self.deck = view, Judge(sitting), sitting.deck
        self.numbers = sitting.compiled.powers
        table, names = view.table, sitting.compiled.cards
        self.masses: Masses = {v: float(mind.heard[signal, v]) for v in range(1, view.book.top + 1)}
        to = int(mind.to[signal])
        self.guesses, self.landing = int(mind.guesses[signal]), int(mind.landing[to])
        self.fading = [slot for slot in range(SLOTS) if mind.fades[to] >> slot & 1]
        self.cost = int(fade_cost(view, int(mind.fades[to])))
        self.hours = {}
        if self.landing < SLOTS:
            self.hours[self.landing] = int(table.hours[self.landing] + mind.more[to])
        self.before = self.judge.position(table, table.belief, None)
        self.top = names[int(table.deck_top)] if table.deck_left else None
        self.pool = [self.deck.cards[names[int(card)]].power for card in table.pool[: table.pooled]]

    @property
    def is_known(self) -> bool:
        """False if the outcome depends on the second card of the deck or on an amplified card."""
        return len(self.fading) <= 1 and self.top is not None and not self.view.table.amplified_score.any()

    def ends(self, *spent: str) -> Outlook:
        """What the ends of the turn are worth with these kinds of power used up."""
        after = self.judge.after(self.before, self.top, self.fading, self.hours)
        left = list(after.powers)
        for kind in spent:
            left.remove(kind)
        return outlook(self.judge, after._replace(powers=left), int(self.view.table.seats), self.cost)

    def best(self) -> float:
        """Powers are tried only where a prediction that is surely right would be better than what the group has."""
        ends = self.ends()
        options = [decision(self.masses, ends, self.guesses)]
        if options[0] >= sum(self.masses.values()) * ends.right - CLOSE:
            return options[0]
        for at, key in enumerate(self.pool):
            power = self.deck.powers[key]
            if power.kind == "extra-guess":
                options.append(prediction(self.masses, self.ends("extra-guess"), self.guesses + power.guesses))
            if power.kind == "question":
                options += self.questions(at, power, self.numbers.index(key))
        return max(options)

    def questions(self, at: int, power: Any, number: int) -> list[float]:
        """The question with every X; if it costs two, the power gained last is paid with it."""
        paid = []
        if power.cost == 2:
            others = [place for place in range(len(self.pool)) if place != at]
            if not others:
                return []
            paid = [self.deck.powers[self.pool[others[-1]]].kind]
        ends, table = self.ends("question", *paid), self.view.table
        values = range(1, self.view.book.top + 1)
        xs = {"none": [0], "value": values, "visible": [v for v in values if table.visible[v] > 0]}[power.choose]
        found = []
        for x in xs:
            parts = kept_in(self.masses, int(yes_values(self.view, number, x)))
            found.append(sum(decision(part, ends, self.guesses) for part in parts))
        return found


def signals(state: Copy) -> tuple[View, list[int]]:
    """What the hands could play, after one round of reasoning."""
    view = think_ahead(state)
    foresee_signals(view, state.mind)
    listen(view, state.mind)
    return view, [int(each) for each in state.mind.listed[: state.mind.signals]]


def give_powers(sitting: Sitting, state: Copy, kinds: tuple[str, ...]) -> None:
    """Puts cards with powers of these kinds into the pool."""
    deck, names = sitting.deck, sitting.compiled.cards
    fitting = [at for at, card in enumerate(names) if deck.powers[deck.cards[card].power].kind in kinds]
    table = state.world.table
    table.pooled = min(4, len(fitting))
    for place in range(table.pooled):
        table.pool[place] = fitting[(place + int(table.turn)) % len(fitting)]


SAMPLES = [
    ("base", 3, 2, ()),
    ("base", 3, 5, ("question", "extra-guess")),
    ("full", 4, 4, ("question", "extra-guess", "cycle")),
    ("stars-below", 2, 3, ("question",)),
]


@pytest.mark.parametrize(("deck", "players", "doom", "kinds"), SAMPLES)
def test_the_best_decision_is_taken(deck: str, players: int, doom: int, kinds: tuple[str, ...]) -> None:
    """Its worth is the maximum, and the outcomes of the kept values average to that worth."""
    sitting = Sitting(table_of("expert depth=1 rounds=1", deck, players, doom), SEED)
    compared, helped = 0, 0
    for state in list(before_plays(sitting, range(1), 8))[::2]:
        if kinds:
            give_powers(sitting, state, kinds)
        view, heard = signals(state)
        mind = state.mind
        for signal in heard:
            view.table.played = signal // PLACES
            worth = float(decide(view, mind, signal))
            group = Group(sitting, view, mind, signal)
            shares = mind.heard[signal] * mind.outcome[signal]
            assert shares.sum() == pytest.approx(worth, abs=CLOSE)
            if group.is_known and not SAVE & {group.deck.powers[key].kind for key in group.pool}:
                assert worth == pytest.approx(group.best(), abs=CLOSE)
                compared += 1
                helped += int(mind.power >= 0)
    assert compared > 15
    assert not kinds or helped > 2, "no power was worth using"


@pytest.mark.parametrize("deck", ["base", "full"])
def test_powers_that_save_a_card_only_add(deck: str) -> None:
    sitting = Sitting(table_of("expert depth=1 rounds=1", deck, 3, 5), SEED)
    saved = 0
    for state in list(before_plays(sitting, range(1), 8))[::2]:
        give_powers(sitting, state, ("slow", "discard"))
        for slot in range(SLOTS):
            moons = state.world.book.moons[state.world.table.row[slot]]
            state.world.table.hours[slot] = max(0, moons - 1)
        view, heard = signals(state)
        for signal in heard:
            view.table.played = signal // PLACES
            worth = float(decide(view, state.mind, signal))
            used = state.mind.power >= 0
            pooled, view.table.pooled = int(view.table.pooled), 0
            without = float(decide(view, state.mind, signal))
            view.table.pooled = pooled
            assert worth >= without - CLOSE
            assert used == (worth > without + 1e-9)
            saved += used
    assert saved > 5


def test_nobody_decides_about_what_cannot_be_heard() -> None:
    sitting = Sitting(table_of("expert depth=1 rounds=1"), SEED)
    state = next(iter(before_plays(sitting, range(1))))
    view, heard = signals(state)
    state.mind.heard[heard[0]] = 0.0
    assert decide(view, state.mind, heard[0]) == 0.0


def test_every_hand_takes_its_best_outcome() -> None:
    sitting = Sitting(table_of("expert depth=1 rounds=1"), SEED)
    state = next(iter(before_plays(sitting, range(1))))
    view, heard = signals(state)
    mind = state.mind
    for signal in heard:
        view.table.played = signal // PLACES
        decide(view, mind, signal)
    adapt(mind)
    for hand in range(mind.hands):
        moves = range(mind.start[hand], mind.start[hand + 1])
        outcomes = {at: mind.outcome[mind.signal[at], mind.kept[at]] for at in moves}
        assert outcomes[mind.chosen[hand]] >= max(outcomes.values()) - CLOSE
    play_code(mind)
    for hand in range(mind.hands):
        moves = range(mind.start[hand], mind.start[hand + 1])
        assert sum(mind.chance[at] for at in moves) == mind.chance[mind.chosen[hand]] == 1.0
    listen(view, mind)
    heard_softly = mind.heard.copy()
    listen_to_code(view, mind)
    assert (mind.heard == heard_softly).all()
