"""Games in files: `--game ./pirates`. A file is code, so it is loaded here, where a person has just named it, and
nowhere else. The verbs get the name that it has from now on."""

from collections.abc import Iterator, Sequence

from engine.game.registry import admit, forget

GAME = "--game"


def by_name(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments, with the name of a game in the place of its file. Games of an earlier call are forgotten."""
    forget()
    before = ""
    for word in arguments:
        flag, equals, value = word.partition("=")
        if flag == GAME and equals:
            yield f"{GAME}={admit(value)}"
        else:
            yield admit(word) if before == GAME else word
        before = word
