"""What the gate says about all games of a call: on the terminal, as Markdown, as JUnit XML, as data.

About one game it says what it always said (`output`); of several, each is told apart by its name.
"""

from collections.abc import Sequence
from dataclasses import replace
from shlex import quote
from xml.etree.ElementTree import Element, SubElement, tostring

from engine.errors import FatecastError
from engine.game.cell import Json
from engine.language.current import said
from sim.compare.gate.gate import WORST_FIRST, GameVerdict, GateResult, GateVerdicts
from sim.compare.gate.telling.output import SUITE, junit, markdown, result_data, show_gate, suite_of
from sim.compare.gate.telling.sentences import outcome_said, sentences
from sim.display.templates import render
from sim.display.terminal import console
from sim.text.escapes import visible
from sim.text.number_format import brief_number, whole
from sim.text.spoken import in_english


def all_sentences(verdicts: GateVerdicts) -> list[str]:
    """The result in words. Of several games: one line for all of them, then each by its name."""
    if verdicts.only is not None:
        return sentences(verdicts.only)
    return [_headline(verdicts), *(line for each in verdicts.games for line in _by_name(each))]


def _headline(verdicts: GateVerdicts) -> str:
    """`fail: oracle; pass: euphoria, hadal`"""
    ends = {outcome: verdicts.with_outcome(outcome) for outcome in WORST_FIRST}
    return "; ".join(f"{outcome_said(outcome)}: {', '.join(games)}" for outcome, games in ends.items() if games)


def _by_name(verdict: GameVerdict) -> list[str]:
    first, *rest = _sentences_of(verdict)
    return [f"{verdict.game}: {first}", *(f"  {sentence}" for sentence in rest)]


def _sentences_of(verdict: GameVerdict) -> list[str]:
    found = verdict.found
    return sentences(found) if isinstance(found, GateResult) else [f"{outcome_said(verdict.outcome)}: {found}"]


def budget_in_words(game: str, minutes: float, games: int) -> str:
    """What the minutes came to, all of them or those of one of several games."""
    told = said(
        "{minutes} minutes are {games} games a cell here; to repeat this run: {flags}",
        minutes=brief_number(minutes, 3),
        games=whole(games),
        flags=f"--game {quote(game)} --games {games}" if game else f"--games {games}",
    )
    return f"{game}: {told}" if game else told


def show_verdicts(verdicts: GateVerdicts, quiet: bool) -> None:
    """On the terminal; tables only where something changed."""
    if verdicts.only is not None:
        show_gate(verdicts.only, quiet)
        return
    out = console()
    out.print(_headline(verdicts), soft_wrap=True)
    for each in verdicts.games:
        if isinstance(each.found, GateResult):
            show_gate(each.found, quiet, _by_name(each))
        else:
            out.print(_by_name(each)[0], soft_wrap=True)


def summary_of(verdicts: GateVerdicts) -> str:
    """For the summary of a GitHub job."""
    if verdicts.only is not None:
        return markdown(verdicts.only)
    parts = [_heading(_headline(verdicts), [])]
    for each in verdicts.games:
        if isinstance(each.found, GateResult):
            parts.append(markdown(each.found, f"{each.game}: "))
        else:
            parts.append(_heading(f"{each.game}: {outcome_said(each.outcome)}", [str(each.found)]))
    return "\n".join(parts)


def _heading(headline: str, told: Sequence[str]) -> str:
    return render("sim.display", "summary.md", {"headline": f"{SUITE}: {headline}", "sentences": told, "rows": []})


def for_programs(verdicts: GateVerdicts) -> GateVerdicts:
    """The same with the English of all lines that were found."""
    return replace(verdicts, games=[replace(each, found=_in_english(each.found)) for each in verdicts.games])


def _in_english(found: GateResult | FatecastError) -> GateResult | FatecastError:
    if not isinstance(found, GateResult):
        return found
    return replace(
        found,
        changes=in_english(found.changes),
        not_played=in_english(found.not_played),
        edited=in_english(found.edited),
    )


def junit_of(verdicts: GateVerdicts) -> bytes:
    """A suite for each game; if there is only one, that suite alone."""
    if verdicts.only is not None:
        return junit(verdicts.only)
    suites = Element("testsuites", name=SUITE)
    for each in verdicts.games:
        name = f"{SUITE}: {visible(each.game)}"
        if isinstance(each.found, GateResult):
            suites.append(suite_of(each.found, name))
            continue
        suite = SubElement(suites, "testsuite", name=name, tests="1", failures="0", errors="1")
        case = SubElement(suite, "testcase", classname=visible(each.game), name="baselines")
        SubElement(case, "error", message=visible(f"{outcome_said(each.outcome)}: {each.found}"))
    return bytes(tostring(suites, encoding="utf-8", xml_declaration=True))


def data_of(verdicts: GateVerdicts) -> Json:
    """Everything as data: `verdicts` is a list of games. What there is to say about one game alone also stands at the
    top, as it did before there could be several."""
    whole: Json = {
        "outcome": verdicts.outcome.word,
        "exit_code": int(verdicts.outcome),
        "risk": verdicts.risk,
        "sentences": all_sentences(verdicts),
        "verdicts": [_verdict_data(each) for each in verdicts.games],
    }
    return whole if verdicts.only is None else {**result_data(verdicts.only), **whole}


def _verdict_data(verdict: GameVerdict) -> Json:
    found = verdict.found
    if isinstance(found, GateResult):
        return {"game": verdict.game, **result_data(found)}
    ended = {"outcome": verdict.outcome.word, "exit_code": int(verdict.outcome)}
    return {"game": verdict.game, **ended, "sentences": _sentences_of(verdict)}
