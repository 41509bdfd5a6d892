"""Statistics recorded during a game: bits and bins by hand, everything else recounted from the replay."""

from collections import Counter
from math import log2

import numpy as np
import pytest

from engine.game.cell import Json
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.minds.beliefs.information_gain import bits_learnt, remember_belief
from engine.shipwreck.rules.moves import move_of
from engine.shipwreck.rules.scorebook import line_bits, note_play_bits, note_power_bits, note_prediction
from engine.shipwreck.table.state import BITS, HOURS, POWER_BITS, POWER_RIGHT, SLOTS, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.boards import lay, truth
from tests.support.shipwreck.stepping import Sitting

SEED = 3
GAMES = 40
COUNTERS = [counter.name for counter in SHIPWRECK.pieces.counters]
CLOSE = 1e-9


def sit(policy: str = "mute") -> Sitting:
    """The first turn, with no visible fates."""
    sitting = Sitting(cells.make("base", policy), SEED)
    sitting.set_up(0)
    sitting.kernel.begin_turn(sitting.world)
    sitting.world.scenario.lines = 1
    return sitting


def mask(*values: int) -> int:
    return sum(1 << value for value in values)


# Bits.


def test_the_bits_of_a_number_line_by_hand() -> None:
    """21 tokens, three of each value; the 7s are visible."""
    sitting = sit()
    table, view = sitting.world.table, View(sitting.world.book, sitting.world.table)
    lay(table, [[7, 7, 7], [1], [], []])
    everything = mask(*range(1, 8))
    table.line[table.seat] = mask(1, 2)
    assert line_bits(view, everything) == pytest.approx(log2(17 / 5), abs=CLOSE)
    assert line_bits(view, mask(1, 2, 7)) == 0.0, "a 7 was out of the question before"
    assert line_bits(view, mask(1, 2, 3)) == pytest.approx(log2(8 / 5), abs=CLOSE)
    table.line[table.seat] = everything
    assert line_bits(view, everything) == 0.0


def test_the_bits_of_a_belief_by_hand() -> None:
    sitting = sit("pragmatic")
    view, mind = View(sitting.world.book, sitting.world.table), sitting.mind
    mind.belief[:] = 0.0
    mind.belief[0, 1:5] = 0.25
    remember_belief(view, mind)
    assert bits_learnt(view, mind) == pytest.approx(0.0, abs=CLOSE)
    mind.belief[0, 1:3], mind.belief[0, 3:5] = 0.5, 0.0
    assert bits_learnt(view, mind) == pytest.approx(1.0, abs=CLOSE)
    mind.before[1:5] = [0.1, 0.1, 0.1, 0.1]
    assert bits_learnt(view, mind) == pytest.approx(1.0, abs=CLOSE), "what was before need not add up to 1"
    mind.belief[0, 1:3] = 0.75, 0.25
    assert bits_learnt(view, mind) == pytest.approx(0.75 * log2(3.0) + 0.25 * log2(1.0), abs=CLOSE)


def test_a_play_is_noted_where_it_was_made() -> None:
    sitting = sit()
    world, mind = sitting.world, sitting.mind
    table, card = world.table, int(world.table.row[2])
    table.played, table.place, table.carried = 4, 2, mask(*range(1, 8))
    lay(table, [[], [], [4], []])
    table.line[table.seat] = mask(5, 6, 7)
    mind.bits = -1.0
    note_play_bits(world, mind)
    assert world.tally.card[card, BITS] == round(1000 * log2(20 / 9)), "two 4s are still hidden"
    mind.bits = 2.5
    note_play_bits(world, mind)
    assert world.tally.card[card, BITS] == round(1000 * log2(20 / 9)) + 2500, "who has a belief counts by it"
    table.place = HOURS
    note_play_bits(world, mind)
    assert world.tally.card[:, BITS].sum() == world.tally.card[card, BITS], "The Hours is no card"


def test_what_a_power_told_by_hand() -> None:
    sitting = sit()
    world, table = sitting.world, sitting.world.table
    world.tally.used_card = 5
    table.line[table.seat] = mask(1, 2, 3)
    sitting.mind.bits = -1.0
    note_power_bits(world, sitting.mind, mask(1, 2, 3, 4, 5, 6))
    assert world.tally.card[5, POWER_BITS] == 1000
    sitting.mind.bits = 0.25
    note_power_bits(world, sitting.mind, 0)
    assert world.tally.card[5, POWER_BITS] == 1250


# Calibration.


def test_the_bins_by_hand() -> None:
    sitting = sit()
    world, mind = sitting.world, sitting.mind
    world.tally.used_card = -1
    for stated, correct in [(0.05, 0), (0.0999, 1), (0.1, 0), (0.97, 1), (1.0, 1), (1.0, 0)]:
        mind.stated, mind.forced, world.table.correct = stated, 0, correct
        note_prediction(world, mind)
    expected = np.zeros((10, 4), int)
    expected[0] = 2, 500 + 999, 500**2 + 999**2, 1
    expected[1] = 1, 1000, 1000**2, 0
    expected[9] = 3, 9700 + 20_000, 9700**2 + 2 * 10_000**2, 2
    np.testing.assert_array_equal(world.tally.calibration, expected)
    assert world.tally.stated == expected[:, 1].sum()


def test_a_power_that_led_to_a_right_prediction_by_hand() -> None:
    sitting = sit()
    world = sitting.world
    for card, correct in [(3, 1), (3, 0), (4, 1), (-1, 1)]:
        world.tally.used_card, world.table.correct = card, correct
        note_prediction(world, sitting.mind)
    assert world.tally.card[:6, POWER_RIGHT].tolist() == [0, 0, 0, 1, 1, 0]


# Recounted.


def turns_of(events: list[Json]) -> list[list[Json]]:
    """The events of each turn."""
    turns: dict[int, list[Json]] = {}
    for event in events:
        turns.setdefault(event["turn"], []).append(event)
    return [turns[turn] for turn in sorted(turns) if turn > 0]


def course_of(events: list[Json], doom: int) -> list[tuple[int, int]]:
    """Score and doom at the start of every turn."""
    course, now = [], (0, doom)
    for turn in turns_of(events):
        course.append(now)
        for event in turn:
            now = (event["score"], event["doom"]) if event["event"] == "tracks" else now
    return course


@pytest.mark.parametrize(("policy", "doom"), [("guess", 0), ("novice", 2)])
def test_where_games_stood(policy: str, doom: int) -> None:
    cell = cells.make("base", policy, doom=doom)
    batch = SHIPWRECK.simulate(cell, SEED, 0, GAMES)
    expected = np.zeros((16, 16, 2), int)
    for index, row in enumerate(batch.rows):
        course = course_of(SHIPWRECK.replay(cell, SEED, index).events, doom)
        assert len(course) == row["turns"]
        for score, stood in set(course):
            expected[score, stood] += 1, row["won"]
        assert row["behind"] == max(max(stood - doom - score for score, stood in course), 0)
    np.testing.assert_array_equal(batch.tables["course"], expected)
    assert expected[0, doom, 0] == GAMES


def legal_moves(sitting: Sitting) -> set[int]:
    """The moves that may be played, from the deck's own expressions."""
    table, hidden, deck = sitting.world.table, sitting.world.hidden, sitting.deck
    fates = table.fates
    board = [[value for value in range(1, 8) for _ in range(fates[slot, value])] for slot in range(SLOTS)]
    hands = ((int(hidden.first), int(hidden.second)), (int(hidden.second), int(hidden.first)))
    moves = set()
    for slot in range(SLOTS):
        if table.row[slot] >= 0:
            card = deck.cards[sitting.compiled.cards[int(table.row[slot])]]
            fits = truth(card.play_rule, sitting, board, slot, 0)
            moves |= {int(move_of(played, slot)) for played, kept in hands if fits[played, kept]}
    return moves or {int(move_of(played, HOURS)) for played, _ in hands}


@pytest.mark.parametrize("deck", ["base", "full"])
def test_turns_without_a_choice(deck: str) -> None:
    cell = cells.make(deck, "guess")
    sitting, found = Sitting(cell, SEED), 0
    rows = SHIPWRECK.simulate(cell, SEED, 0, 30).rows
    for index in range(30):
        undecided = sum(len(legal_moves(sitting)) == 1 for step in sitting.steps(index) if step == "draw")
        assert rows[index]["undecided"] == undecided
        found += undecided
    assert found > 5


@pytest.mark.parametrize("policy", ["novice forget_powers=0"])
@pytest.mark.parametrize("deck", ["full"])
def test_powers_in_turns_that_were_right(deck: str, policy: str) -> None:
    """For a power used before the prediction; Exile comes after it and cannot be the reason."""
    cell = cells.make(deck, policy, doom=0)
    batch, pieces = SHIPWRECK.simulate(cell, SEED, 0, GAMES), SHIPWRECK.pieces.names(cell)
    right: Counter[str] = Counter()
    told: set[str] = set()
    for index in range(GAMES):
        for turn in turns_of(SHIPWRECK.replay(cell, SEED, index).events):
            kinds = [event["event"] for event in turn]
            verdicts = [event["right"] for event in turn if event["event"] == "predicted"]
            for at, event in enumerate(turn):
                if event["event"] == "power" and "predicted" not in kinds[:at]:
                    right[event["card"]] += any(verdicts)
                if event["event"] == "power" and "answered" in kinds[at:]:
                    told.add(event["card"])
    counted = batch.pieces[:, COUNTERS.index("power_right")]
    assert {card: n for card, n in zip(pieces, counted, strict=True) if n} == {c: n for c, n in right.items() if n}
    assert sum(right.values()) > 0
    bits = batch.pieces[:, COUNTERS.index("power_bits")]
    assert {card for card, n in zip(pieces, bits, strict=True) if n} <= told
    assert bits.sum() > 0
