"""How reports describe Leaders of Euphoria: names, ratios and what they mean."""

from engine.euphoria.deck.deck import Deck
from engine.euphoria.deck.effects import effect_words
from engine.euphoria.deck.files import CHECKED
from engine.euphoria.table.results import PAIRED
from engine.euphoria.table.state import CAP
from engine.euphoria.words.changes import deck_changes, is_version
from engine.game.presentation import Contest, Feature, Presentation, Question, Ratio, Rung, Shape

QUESTIONS = (
    Question(
        "How do games end?",
        "How games end if everybody plays alike. Each deck stands by itself; surrogate and no-barter differ by one "
        "artifact.",
        ("anarchists win", "euphoria wins", "subterra wins", "both leaders", "lone anarchist", "cap"),
    ),
    Question(
        "What exposes the first Leader?",
        "A shot at his holder, a cost that his holder paid with him, or the effect of an artifact.",
        ("exposed by shot", "exposed by cost", "exposed by artifact", "exposed by nothing"),
    ),
    Question(
        "Does the smaller side win?",
        "Sides are counted at the deal. An own goal is a shot that ends the game for somebody else than the shooter.",
        ("minority wins", "own goals", "a seat wins"),
    ),
    Question(
        "How long does one wait?",
        "Turns of others between two turns of one's own, and how long a game is.",
        ("wait", "rounds", "length"),
    ),
)

PRESENTATION = Presentation(
    changes=CHECKED.cell_changes(deck_changes),
    is_version=is_version,
    content_title=lambda spec: str(spec["deck"]["name"]),
    ladder=(
        Rung("random", "players who act at random"),
        Rung("gunslinger", "gunslingers"),
        Rung("investigator", "investigators"),
        Rung("hunter", "hunters"),
        Rung("guardian", "guardians"),
        Rung("omniscient", "all-seeing players"),
    ),
    focus=("guardian", "hunter", "investigator", "gunslinger", "random"),
    piece="artifact",
    end="end",
    shape=(Shape("turns", "turns of all games"), Shape("anarchists", "Anarchists at the end")),
    contest=Contest(winners="winners", time_outs=(CAP,), turns="turns", focus=PAIRED.name),
    teams=True,
    questions=QUESTIONS,
    feel=(
        Ratio("turns_a_game", "turns", "turns of all players, per game", "turns"),
        Ratio("rounds_a_game", "rounds", "rounds, per game", "rounds"),
        Ratio("wait", "wait", "turns of others between two turns of one's own", "waited", "waits"),
        Ratio("winners", "winners", "players who win, per game", "n_winners"),
        Ratio(
            "minority",
            "smaller side wins",
            "wins of the smaller side, of unequal sides",
            "minority_won",
            "uneven",
            "share",
        ),
        Ratio("shots", "shots", "players hit, per game", "shots"),
        Ratio("on_allies", "hits on allies", "share of hits on the shooter's own side", "shots_ally", "shots", "share"),
        Ratio("own_goals", "own goals", "games ended by somebody who does not win", "own_goal", "games", "share"),
        Ratio("anarchists", "Anarchists", "Anarchists at the end of a game", "anarchists"),
        Ratio("looks", "looks", "interrogations, per game", "interrogations"),
        Ratio("artifacts", "artifacts", "artifacts used as an action, per game", "artifacts"),
        Ratio("reactions", "reactions", "artifacts used as a reaction, per game", "reactions"),
    ),
    pieces=(
        Ratio("dealt_a_game", "dealt", "times that it came into a hand, per game", "dealt"),
        Ratio("used", "used", "share of those dealt that were used as an action", "used", "dealt", "share"),
        Ratio(
            "reacted", "reacted with", "share of those dealt that were used as a reaction", "reacted", "dealt", "share"
        ),
        Ratio("decided", "decides", "share of the games that it ended", "decided", "games", "share"),
    ),
)


def features_of(deck: Deck, players: int) -> list[Feature]:
    """What the artifacts of a cell can do, and the counter that shows whether it ever happened."""
    found = []
    for key, artifact in deck.with_players(players).items():
        found.append(Feature("artifact", deck.title_of(key), key, "dealt"))
        counter = "used" if artifact.type == "action" else "reacted"
        found += [Feature("effect", effect_words(words), key, counter) for words in artifact.do]
    return found
