"""What a training has come to, in words."""

from engine.language.current import said
from sim.text.number_format import listed
from sim.training.command import Learned


def summary(found: Learned, game: str) -> list[str]:
    """Which round is kept, whom it beats, and what to do next."""
    best = found.kept[-1]
    beaten = [gain.against for gain in best.gains if gain.low > 0]
    lost_to = [gain.against for gain in best.gains if gain.mean + gain.half < 0]
    lines = [said("kept round {round} of {rounds}", round=best.number, rounds=len(found.rounds))]
    if not beaten:
        lines.append(said("it gains nothing for sure, not even over random: perhaps there is nothing to learn"))
    else:
        lines.append(said("better than {others}, for sure", others=listed(beaten)))
    if lost_to:
        lines.append(said("weaker than {others}: more time may help (--minutes, --games)", others=listed(lost_to)))
    if len(found.kept) > 1:
        lines.append(
            said(
                "weaker rounds of the same school are kept, too: trained level=1 to level={last}", last=len(found.kept)
            )
        )
    return lines
