"""A mission in words: one line per receptacle, and what can be said about one of them before any game."""

from engine.configs import unknown_word
from engine.game.sheets import PieceSheet, Sheet
from engine.hadal.mission.mission import Mission
from engine.hadal.mission.panorama_words import ATTRIBUTE_NAMES
from engine.hadal.table.state import CLUE, CONFLICT, TEST

HEADER = ["receptacle", "id", *ATTRIBUTE_NAMES, "level"]


def mission_sheet(mission: Mission) -> Sheet:
    cards = [card for location in mission.cards for card in location]
    counts = {kind: sum(card.kind == kind for card in cards) for kind in (TEST, CONFLICT, CLUE)}
    content = (
        f"{len(mission.cards)} locations with {len(cards)} cards: {counts[TEST]} tests, {counts[CONFLICT]} conflicts, "
        f"{counts[CLUE]} clues; goal {mission.goal}, par {mission.par}"
    )
    kind = "a stand-in" if mission.standin else "typed in"
    title = f"{mission.name} ({kind}): {content}, rules {mission.rules}, {mission.digest[:8]}"
    return Sheet(title, HEADER, [receptacle_words(mission, key) for key in mission.seated])


def receptacle_words(mission: Mission, key: str) -> list[str]:
    """The words about one receptacle, in the order of HEADER."""
    each = mission.receptacles[key]
    return [mission.title_of(key), key, *map(str, (each.T, each.D, each.S, each.level))]


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
    lines = [f"{head}: {word}" for head, word in zip(HEADER[1:], words[1:], strict=True)]
    rows = []
    for attribute, name in enumerate(ATTRIBUTE_NAMES):
        value = int(words[2 + attribute])
        tests = sorted({card.difficulty for location in mission.cards for card in location if _asks(card, attribute)})
        for difficulty in tests:
            shares = (f"{number}/{len(mission.fate)}" for number in fate_counts(mission, value - difficulty))
            rows.append([name, str(difficulty), *shares])
    header = ["test of", "difficulty", "fails", "critical", "succeeds"]
    notes = ["Without extras and support, with a fresh pile of Fate cards."]
    return PieceSheet(mission.title_of(key), lines, [Sheet("Its tests", header, rows)], notes, [])


def _asks(card: tuple[int, int, int], attribute: int) -> bool:
    return card[0] in (TEST, CONFLICT) and card[1] == attribute


def fate_counts(mission: Mission, margin: int) -> tuple[int, int, int]:
    """How many Fate cards fail, are critical and succeed, by the sum before Fate − difficulty."""
    sums = [margin + value for value in mission.fate]
    return sum(each < 0 for each in sums), sum(each == 0 for each in sums), sum(each > 0 for each in sums)
