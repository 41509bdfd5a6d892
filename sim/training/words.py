"""What a training has come to, in words."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote

from engine.errors import BadInput
from engine.game.protocol import Game
from engine.game.registry import call_names
from engine.language.current import said
from engine.policy.naming import quoted
from engine.policy.seats.trained_policy import TRAINED, file_of
from sim.text.number_format import listed
from sim.training.command import Learned
from sim.training.training import learnable


def summary(found: Learned, game: str) -> list[str]:
    """Which round is kept, whom it beats, and what to do next: by games that had no part in its choice."""
    lines = [said("kept round {round} of {rounds}", round=found.kept[-1].number, rounds=len(found.rounds))]
    if any(gain.is_none for gain in found.judged if gain.against == found.habit):
        return [
            *lines,
            said("nothing was gained: {trained} plays as {policy} does", trained=TRAINED, policy=found.habit),
        ]
    gains = ", ".join(gain.told for gain in found.judged)
    lines.append(": ".join([said("judged once more, on other games"), gains]))
    beaten = [gain.against for gain in found.judged if gain.low > 0]
    lost_to = [gain.against for gain in found.judged if gain.high < 0]
    others = [gain.against for gain in found.judged if gain.low <= 0 <= gain.high]
    if beaten:
        lines.append(said("better than {others}, for sure", others=listed(beaten)))
        if others:
            lines.append(said("not surely better than {others}, nor worse", others=listed(others)))
    elif lost_to:
        lines.append(said("it gains nothing for sure, not even over random"))
    else:
        lines.append(said("it gains nothing for sure, not even over random: perhaps there is nothing to learn"))
    if lost_to:
        lines.append(said("weaker than {others}: more time may help (--minutes, --games)", others=listed(lost_to)))
    if len(found.kept) > 1:
        lines.append(
            said(
                "weaker rounds of the same school are kept, too: trained level=1 to level={last}", last=len(found.kept)
            )
        )
    return lines


def train_command(game: Game) -> str:
    """The command that makes a trained player; empty for a game that nobody can learn."""
    try:
        learnable(game)
    except BadInput:
        return ""
    return f"fatecast train{call_names().flags_of(game.name)} --policy {TRAINED}"


def plays_by(file: Path, game: str, tables: Mapping[str, str]) -> str:
    """The command that plays with a file, with what its flags say about the tables. One that is not where files are
    looked for is named by its path."""
    found = file_of(game)
    policy = TRAINED if found is not None and found.samefile(file) else quote(quoted(str(file)))
    flags = "".join(f" --{name} {quote(value)}" for name, value in tables.items())
    return f"fatecast run{call_names().flags_of(game)}{flags} --policy {policy} --report"
