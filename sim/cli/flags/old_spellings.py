"""Flags as the last version spelt them: still understood in this one, with a line that says how to spell them now."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.language.current import said
from sim.display.messages import complain

JSON, JSON_FILE = "--json", "--json-file"


def in_new_spelling(args: Sequence[str], flags: Sequence[str]) -> Iterator[str]:
    """The arguments with `--json-file FILE` in place of `--json FILE`, for a verb that has both flags: there `--json`
    takes no value any more."""
    if JSON_FILE not in flags:
        yield from args
        return
    for word, after in zip_longest(args, args[1:], fillvalue=""):
        flag, equals, value = word.partition("=")
        file = value if equals else "" if after.startswith("-") else after
        if flag == JSON and file:
            complain(
                said(
                    "{old} {file}: write {new} {file}; from the next version on, {old} only prints",
                    old=JSON,
                    new=JSON_FILE,
                    file=file,
                )
            )
            yield f"{JSON_FILE}{equals}{value}"
        else:
            yield word
