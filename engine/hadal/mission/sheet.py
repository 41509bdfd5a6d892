"""A mission in words: one line per receptacle, and what can be said about one of them before any game."""

from engine.configs import unknown_word
from engine.game.sheets import PieceSheet, Sheet
from engine.hadal.mission.mission import Mission
from engine.hadal.mission.panorama_words import ATTRIBUTE_NAMES
from engine.hadal.table.state import CLUE, CONFLICT, TEST
from engine.language.current import said, word


def header() -> list[str]:
    """What heads the words about a receptacle."""
    return [word("receptacle"), said("id"), *map(word, ATTRIBUTE_NAMES), said("level")]


def mission_sheet(mission: Mission) -> Sheet:
    cards = [card for location in mission.cards for card in location]
    counts = {kind: sum(card.kind == kind for card in cards) for kind in (TEST, CONFLICT, CLUE)}
    title = said(
        "{name} ({kind}): {locations} locations with {cards} cards: {tests} tests, {conflicts} conflicts, {clues} "
        "clues; goal {goal}, par {par}, rules {rules}, {digest}",
        name=word(mission.name),
        kind=said("a stand-in") if mission.standin else said("typed in"),
        locations=len(mission.cards),
        cards=len(cards),
        tests=counts[TEST],
        conflicts=counts[CONFLICT],
        clues=counts[CLUE],
        goal=mission.goal,
        par=mission.par,
        rules=mission.rules,
        digest=mission.digest[:8],
    )
    return Sheet(title, header(), [receptacle_words(mission, key) for key in mission.seated])


def receptacle_words(mission: Mission, key: str) -> list[str]:
    """The words about one receptacle, in the order of the header."""
    each = mission.receptacles[key]
    return [word(mission.title_of(key)), key, *map(str, (each.T, each.D, each.S, each.level))]


def find_receptacle(mission: Mission, name: str) -> str:
    """The id of a receptacle, by id or title."""
    wanted = name.strip().lower()
    for key in mission.seated:
        if wanted in (key, mission.title_of(key).lower()):
            return key
    raise unknown_word("receptacle", name, mission.seated)


def receptacle_sheet(mission: Mission, key: str) -> PieceSheet:
    """One receptacle in words, and how its tests end without extras, with a fresh pile of Fate cards."""
    words = receptacle_words(mission, key)
    lines = [f"{head}: {text}" for head, text in zip(header()[1:], words[1:], strict=True)]
    rows = []
    for attribute, name in enumerate(ATTRIBUTE_NAMES):
        value = int(words[2 + attribute])
        tests = sorted({card.difficulty for location in mission.cards for card in location if _asks(card, attribute)})
        for difficulty in tests:
            shares = (f"{number}/{len(mission.fate)}" for number in fate_counts(mission, value - difficulty))
            rows.append([word(name), str(difficulty), *shares])
    heads = [said("test of"), said("difficulty"), said("fails"), said("critical"), said("succeeds")]
    notes = [said("Without extras and support, with a fresh pile of Fate cards.")]
    return PieceSheet(word(mission.title_of(key)), lines, [Sheet(said("Its tests"), heads, rows)], notes, [])


def _asks(card: tuple[int, int, int], attribute: int) -> bool:
    return card[0] in (TEST, CONFLICT) and card[1] == attribute


def fate_counts(mission: Mission, margin: int) -> tuple[int, int, int]:
    """How many Fate cards fail, are critical and succeed, by the sum before Fate − difficulty."""
    sums = [margin + value for value in mission.fate]
    return sum(each < 0 for each in sums), sum(each == 0 for each in sums), sum(each > 0 for each in sums)
