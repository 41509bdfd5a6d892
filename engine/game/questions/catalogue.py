"""All questions, in the order in which they are asked, and how to ask one."""

from engine.errors import Text, for_another_process
from engine.game.questions.another_process import another_process
from engine.game.questions.blame import in_one_line
from engine.game.questions.cells import ids_lead_back, refuses, resolves
from engine.game.questions.content import content_changes
from engine.game.questions.declared import declared, presented
from engine.game.questions.in_range import columns_in_range, outcomes_add_up
from engine.game.questions.luck import luck_is_shared, seats_are_equal
from engine.game.questions.played import (
    forks_hold,
    no_memory,
    other_games,
    plays,
    same_again,
    secrets_kept,
    splits_anywhere,
    views_stay,
)
from engine.game.questions.replayed import replay_is_the_row
from engine.game.questions.trial import Question, Trial

PLAYS = Question("plays", "every game ends, and none fails", plays)
"""A game that fails this one need not be asked the others that play."""
SECRETS = Question("secrets", "no view shows what its seat has not been shown", secrets_kept)
FORKS = Question("forks", "a game that goes on from a decision in another way is as it was before", forks_hold)
REPLAY = Question("replay", "a replay tells the game of the row, and disturbs no other", replay_is_the_row)
QUESTIONS = (
    Question("declarations", "outcomes, measures and tables name only what exists", declared),
    Question("cells", "an experiment resolves to itself, and its cells have names and keys of their own", resolves),
    Question("refusals", "what does not exist is refused in one line", refuses),
    PLAYS,
    Question("same again", "the same request gives the same rows", same_again),
    Question("no memory", "games that were played before change nothing", no_memory),
    Question("split anywhere", "blocks can be cut anywhere: rows, pieces and tables add up", splits_anywhere),
    Question("another process", "a new process plays the same games", another_process),
    Question("views", "no policy changes what it is shown", views_stay),
    SECRETS,
    FORKS,
    Question("other games", "other seeds and other indices are other games", other_games),
    Question("columns in range", "rows, counters and tables are as they are declared", columns_in_range),
    Question("outcomes add up", "shares are parts of a whole, means are within their bounds", outcomes_add_up),
    Question("presentation", "a report names only columns, counters and tables that exist", presented),
    REPLAY,
    Question("game ids", "the id of a game leads back to it", ids_lead_back),
    Question("content", "a field can be changed, and its present value changes nothing", content_changes),
    Question("shared luck", "cells that compare meet the same luck", luck_is_shared),
    Question("seats", "a policy plays alike, however it is said that all seats play it", seats_are_equal),
)


def ask(question: Question, trial: Trial) -> list[Text]:
    """One line for each fault. A game that raises an exception has one more."""
    found: list[Text] = []
    try:
        found.extend(map(for_another_process, question.faults(trial)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a game raises is its own
        found.append(for_another_process(in_one_line(error)))
    return found
