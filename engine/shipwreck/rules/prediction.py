"""The Predict and Resolve steps: the guesses, the points or doom they bring, and the fate that goes back to the bag."""

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import count_bits, note
from engine.shipwreck.rules.fade import end_game
from engine.shipwreck.rules.seats import drop_fate
from engine.shipwreck.table.events import PREDICTED, REVEALED, TRACKS
from engine.shipwreck.table.state import LOST_BY_WRONG, PREDICTED_AFTER, RIGHT_AFTER, SLOTS, WON, View, World

WRONG_DOOM = 1
RIGHT_SCORE = 1


@compiled
def may_name(view: View, values: int) -> bool:
    """Whether these guesses are allowed. Several guesses are one prediction, and the extra guesses limit their
    number."""
    return values & ~view.book.values == 0 and count_bits(values) <= 1 + view.table.extra_guesses


@compiled
def resolve(world: World, values: int) -> None:
    """Scores a right prediction. A wrong one costs doom once, however many guesses it had. In both cases the fate goes
    back to the bag."""
    book, table, hidden, tally = world.book, world.table, world.hidden, world.tally
    table.guessed = values
    table.correct = (values >> hidden.kept) & 1
    table.shown = hidden.kept if table.correct else 0
    tally.predictions += 1
    if table.correct:
        table.score += RIGHT_SCORE
        tally.correct += 1
    else:
        table.doom += WRONG_DOOM
        tally.wrong += 1
    if table.place < SLOTS:
        card = table.row[table.place]
        tally.card[card, PREDICTED_AFTER] += 1
        tally.card[card, RIGHT_AFTER] += table.correct
    note(world.log, (PREDICTED, values, hidden.kept, table.correct))
    note(world.log, (TRACKS, table.score, table.doom))
    drop_fate(world, table.seat)
    if table.score >= book.goal:
        end_game(table, world.log, WON)
    elif table.doom >= book.doom_limit:
        end_game(table, world.log, LOST_BY_WRONG)


@compiled
def holds_last_copy(world: World, seat: int) -> bool:
    """Whether a seat holds a fate of which all other copies are visible."""
    table = world.table
    if not table.holds[seat]:
        return False
    value = world.hidden.held[seat]
    return table.tokens[value] - table.visible[value] == 1


@compiled
def reveal(world: World, seat: int) -> None:
    """Shows the last copy of a value and discards it: no score, no doom."""
    note(world.log, (REVEALED, world.table.player[seat], world.hidden.held[seat]))
    drop_fate(world, seat)
