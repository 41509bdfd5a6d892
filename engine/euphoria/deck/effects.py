"""The words for effects in a deck file: `look 2 1`, `take-laser`, `draw 2`; what they mean for the kernel."""

import re
from typing import NamedTuple

from engine.configs import unknown
from engine.errors import BadText
from engine.euphoria.table import state
from engine.euphoria.table.state import AIMED, ARMED, ARTIFACT, INTERROGATED, ROW, SHOT

WINDOWS = {"aimed": AIMED, "shot": SHOT, "interrogated": INTERROGATED, "artifact": ARTIFACT}
"""What a reaction answers."""
MOST_DRAWN = 9

PLAIN = {
    "show": state.SHOW,
    "expose one owner": state.EXPOSE_OWNER,
    "expose one user": state.EXPOSE_USER,
    "expose closed": state.EXPOSE_CLOSED,
    "expose viewed": state.EXPOSE_VIEWED,
    "hide own": state.HIDE_OWN,
    "hide any": state.HIDE_ANY,
    "shuffle": state.SHUFFLE,
    "swap own": state.SWAP_OWN,
    "swap others": state.SWAP_OTHERS,
    "steal": state.STEAL,
    "take-laser": state.TAKE_LASER,
    "drop-laser": state.DROP_LASER,
    "aim-laser": state.AIM_LASER,
    "redirect": state.REDIRECT,
    "cancel": state.CANCEL,
    "reverse": state.REVERSE,
    "next-turn": state.NEXT_TURN,
}
NUMBERED = ("look 1 1", "look 1 all", "look 2 1", "look 2 all", "look armed 1", "look armed all", "draw 1")
LOOK = re.compile(r"look (1|2|armed) (1|all)")
DRAW = re.compile(rf"draw ([1-{MOST_DRAWN}])")

NEEDS = {"expose viewed": ("interrogated",), "redirect": ("shot",), "cancel": ("shot", "artifact")}
"""The windows without which an effect is impossible."""


class Effect(NamedTuple):
    """An effect as the kernel reads it."""

    kind: int
    players: int = 0
    """Of a look: at how many players, or ARMED."""
    number: int = 0
    """Of a look: how many recruits of each. Of a draw: how many artifacts."""


def parse_effect(text: str) -> Effect:
    """Raises a ValueError that says what was expected."""
    if text in PLAIN:
        return Effect(PLAIN[text])
    if look := LOOK.fullmatch(text):
        return Effect(
            state.LOOK, ARMED if look[1] == "armed" else int(look[1]), ROW if look[2] == "all" else int(look[2])
        )
    if draw := DRAW.fullmatch(text):
        return Effect(state.DRAW, 0, int(draw[1]))
    raise BadText(unknown("effect", text, [*PLAIN, *NUMBERED]))


IN_WORDS = {
    "show": "shows him, or else another player, all of one's own recruits",
    "expose one owner": "a player exposes a hidden recruit of his choice",
    "expose one user": "exposes a hidden recruit of a player",
    "expose closed": "everybody without an exposed recruit exposes one",
    "expose viewed": "the recruit just looked at is exposed",
    "hide own": "hides all own exposed Followers",
    "hide any": "hides an exposed Follower",
    "shuffle": "shuffles the own row",
    "swap own": "swaps an own recruit for one of another player",
    "swap others": "two other players swap a recruit",
    "steal": "takes a random artifact of another player",
    "take-laser": "takes a laser and aims it",
    "drop-laser": "a laser goes to the middle",
    "aim-laser": "aims the laser of another player",
    "redirect": "the shooter must shoot somebody else",
    "cancel": "cancels the shot or the artifact",
    "reverse": "turns the direction of play",
    "next-turn": "has the next turn",
}


def effect_words(text: str) -> str:
    """An effect in plain words."""
    if text in IN_WORDS:
        return IN_WORDS[text]
    if look := LOOK.fullmatch(text):
        whom = {"1": "a player", "2": "two players", "armed": "every other armed player"}[look[1]]
        return f"looks at {'all hidden recruits' if look[2] == 'all' else 'a hidden recruit'} of {whom}"
    number = text.split()[-1]
    return "draws 1 artifact" if number == "1" else f"draws {number} artifacts"
