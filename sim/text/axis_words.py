"""What people call the axes of a game, and places on them."""

from engine.language.current import DEFAULT, after_number, counted, language, said, word

PLAYERS = "players"


def axis_word(axis: str) -> str:
    """What an axis is called: as the game says, or as the laboratory does where the game has no word for it."""
    own = word(axis)
    return _usual(axis) if own == axis else own


def _usual(axis: str) -> str:
    """The axes that most games have."""
    usual = {
        PLAYERS: said("players"),
        "policy": said("policy"),
        "strategy": said("strategy"),
        "difficulty": said("difficulty"),
        "deck": said("deck"),
        "variant": said("variant"),
        "focus": said("focus"),
        "field": said("field"),
    }
    return usual.get(axis, axis)


def axis_value(axis: str, value: object) -> str:
    """`doom 5`"""
    return said("{axis} {value}", axis=axis_word(axis), value=value)


def size_word(axis: str, size: object) -> str:
    """`3 players`, `1 tree`."""
    if axis == PLAYERS and isinstance(size, int):
        return counted(size, "{count} player", "{count} players")
    return said("{size} {unit}", size=size, unit=unit_after(axis, one=size == 1))


def unit_after(unit: str, one: bool = False) -> str:
    """A unit as it stands behind a number: `turns`, `turn`; in Spanish, `de valor`."""
    return after_number(unit) or unit_word(unit, one)


def unit_word(unit: str, one: bool = False) -> str:
    """What a unit is called: `turns`, `turn`. English drops the s; another language needs a word for one of it, and
    has the word for several otherwise."""
    single = unit.removesuffix("s") if one else unit
    found = word(single)
    if found != single or language() == DEFAULT:
        return found
    return _usual_unit(single) or word(unit)


def _usual_unit(unit: str) -> str:
    """The units of games that bring no words of their own."""
    usual = {
        "turn": said("turn"),
        "turns": said("turns"),
        "round": said("round"),
        "rounds": said("rounds"),
        "minute": said("minute"),
        "minutes": said("minutes"),
        "point": said("point"),
        "points": said("points"),
    }
    return usual.get(unit, "")
