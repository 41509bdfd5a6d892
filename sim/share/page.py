"""The page: a result to read, and the block that it is made from."""

from collections.abc import Callable, Sequence
from shlex import join
from typing import Any

from markupsafe import Markup

from engine.game.outcomes import Outcome
from engine.game.registry import package_of
from engine.language.current import DEFAULT, about_game, language, said, speaking, word
from sim.compare.quick_trial import QuickTrial
from sim.compare.telling.sentences import (
    all_sentences,
    blind_notes,
    games_note,
    rung_notes,
    trial_sentence,
    verdict_word,
)
from sim.compare.verdicts import HELD, NO_INFORMATION, UNCLEAR
from sim.compare.versions.what_changed import content_changes
from sim.display.outcome_format import OutcomeFormat
from sim.display.templates import render
from sim.experiment.labels import Label, label_words, varying
from sim.report.shared.frame import PAGE, Frame
from sim.report.shared.page.entries import FAINT, PageTable, TableEntry, named
from sim.report.side_by_side.contents import difference_table
from sim.runs.manifest import tool_version
from sim.share.block import FORMAT, OPENS, Asked, Block, as_text, sealed
from sim.share.content_text import content_text
from sim.share.found import Found, found_in, matches_of
from sim.share.games import GamesOfPage
from sim.text.axis_words import axis_word

SHARE = "sim.share"
"""The package of the template."""
BOLD = "font-weight:700"


def page_of(asked: Asked, games: GamesOfPage, source: str = "page") -> bytes:
    """The page of a result, made from what it holds."""
    found = found_in(asked, games, source)
    data = block_data(asked, games, found, tool_version())
    return rendered(Block.model_validate(data), found)


def block_data(asked: Asked, games: GamesOfPage, found: Found, tool: str) -> dict[str, Any]:
    """The block of a result that was found."""
    return sealed(
        {
            "format": FORMAT,
            "tool": tool,
            **({"language": language()} if language() != DEFAULT else {}),
            "asked": asked.model_dump(mode="json"),
            "games": games.model_dump(mode="json"),
            "found": found.data(asked.title),
        }
    )


def rendered(block: Block, found: Found) -> bytes:
    """The page of a block, in its language, with what its games say."""
    with speaking(block.language), about_game(package_of(block.asked.game.name)):
        return _rendered(block, found)


def _rendered(block: Block, found: Found) -> bytes:
    asked = block.asked
    risk = asked.tested.risk
    content = {
        "frame": Frame(""),
        "about": found.sides[0].game.about,
        "asked": asked,
        "risk": 100 * risk,
        "tool": block.tool,
        "changes": content_changes(found.sides[0].game, matches_of(asked.verb, found.sides)),
        "sentences": sentences_of(found),
        "tables": tables_of(found, asked),
        "content": content_text(found.sides),
        "command": join(asked.command),
        "checksum": block.checksum,
        "block": Markup(f"{OPENS}{as_text(block.data)}</script>"),
    }
    return render(SHARE, "shared.html", content, PAGE).encode()


def sentences_of(found: Found) -> list[str]:
    """What the change did, in words; first of all what was not played."""
    if found.comparison is not None:
        return all_sentences(found.comparison)
    trials = found.trials
    told = [
        said("{outcome}: {sentence}", outcome=word(trial.outcome.name), sentence=trial_sentence(trial, len(trials)))
        for trial in trials
    ]
    notes = [note for trial in trials for note in (*rung_notes(trial), *blind_notes(trial))]
    return [*trials[0].not_played, *told, *notes, games_note(trials[0])]


def tables_of(found: Found, asked: Asked) -> list[tuple[Outcome, PageTable]]:
    """One table for each outcome."""
    words = label_words(found.sides[0].game, found.sides[0].cells)
    if found.comparison is not None:
        sides = said("before"), said("after")
        return [(each.outcome, difference_table(each, *sides, words=words)) for each in found.comparison.outcomes]
    return [(trial.outcome, trial_table(trial, words)) for trial in found.trials]


def trial_table(trial: QuickTrial, words: Callable[[str, Label], str]) -> PageTable:
    """One row a group of cells: the mean change, with its interval, and the verdict. `words` says what labels are
    called."""
    form = OutcomeFormat(trial.outcome, typeset=True)
    axes: Sequence[str] = varying([pool.labels for pool in trial.pools]) if trial.pools[0].labels else []
    heads = [*((axis_word(axis), "") for axis in axes), (said("cells"), said("taken together"))]
    heads.append((said("difference"), said("in {unit}, with its 95 % interval", unit=form.unit)))
    heads.append((said("verdict"), said("corrected over all groups")))
    rows = []
    for pool, verdict in zip(trial.pools, trial.verdicts, strict=True):
        style, interval = FAINT if verdict in (UNCLEAR, HELD, NO_INFORMATION) else BOLD, pool.interval()
        rows.append(
            [
                *(TableEntry(words(axis, pool.labels[axis]), pool.labels[axis]) for axis in axes),
                TableEntry(str(pool.cells), pool.cells),
                TableEntry(form.difference(pool.change, interval), pool.change, style, form.span(interval)),
                named(verdict_word(verdict), style),
            ]
        )
    return PageTable(heads, rows)
