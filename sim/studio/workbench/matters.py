"""Which piece hurts most, which helps: what `fatecast ablate` finds with more and more games."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import monotonic

from engine.game.outcomes import Outcome
from engine.language.current import said, word
from sim.compare.telling.sentences import verdict_word
from sim.errors import Cancelled
from sim.search.output import Line, ablation_view
from sim.studio.jobs.job import Event
from sim.studio.jobs.talk import Talk
from sim.studio.workbench.asked import State
from sim.studio.workbench.fields import piece_names
from sim.studio.workbench.trial import base_of, names_of, seed_of
from sim.text.number_format import whole
from sim.verbs.ablate import VERB, Ablated, AblateRequest
from sim.verbs.request.choices import Crew

STEPS = (64, 256, 1_024, 4_096)
"""Games of each cell, with and without each piece."""
PAYS, LONGEST = 1.0, 60.0
"""Seconds: from the first on, several processes play; a step that would take longer than the second is not begun."""
LESS, MORE, UNCLEAR = "less", "more", "unclear"


@dataclass(frozen=True)
class Matters:
    """What the worker is asked for: the content as it is saved, and who plays."""

    state: State
    after: int = 0
    """Games of each cell that the page has seen: somebody asked for more, however long they take."""


def play(asked: Matters, talk: Talk) -> None:
    """Tell what each piece does, again and again."""
    state, seed = asked.state, seed_of(asked.state)
    names, expected = piece_names(state.game, state.content), inf if asked.after else 0.0
    talk.kept_games.tidy()
    for games, more in pairwise((*(games for games in STEPS if games > asked.after), 0)):
        began = monotonic()
        found = _ablated(state, games, seed, talk, Crew(executor="processes" if expected > PAYS else "inline"))
        expected = (monotonic() - began) * more / games
        is_long = expected > LONGEST and not asked.after
        command = state.ablate_command(games, seed)
        talk.event("matters", command=command, **told(found, names, games), is_long=is_long)
        if is_long:
            return


def _ablated(state: State, games: int, seed: int, talk: Talk, crew: Crew) -> Ablated:
    found = VERB(AblateRequest(base=base_of(state, seed), names=names_of(state), games=games, crew=crew), talk)
    assert isinstance(found, Ablated)
    if talk.is_cancelled():
        raise Cancelled
    return found


def told(found: Ablated, names: Mapping[str, str], games: int) -> Event:
    """For the page: a sentence, and each piece; first the one without which the players are best off."""
    outcome = found.found.outcome
    ranked = zip(found.found.ranked, ablation_view(found.found, found.base).lines, strict=True)
    effects = [_effect(each.alteration.pieces[0], line, outcome) for each, line in ranked if each.alteration.pieces]
    if outcome.better != "less":  # the verb begins with the piece without which there is least of the outcome
        effects.reverse()
    hurting = [effect for effect in effects if effect["verdict"] == LESS]
    helping = [effect for effect in effects if effect["verdict"] == MORE]
    sentences = [
        line
        for each in (*hurting[:1], *helping[-1:])
        for line in (_most(names.get(each["piece"], each["piece"]), each["verdict"], outcome), each["text"])
    ]
    how = said("{games} games in each cell, with and without each of them.", games=whole(games))
    nothing = [] if sentences else [said("Nothing is clear yet: what stands first may stand there by luck.")]
    return {"told": " ".join([*sentences, *nothing, how]), "games": games, "effects": effects, "data": found.data}


def _effect(piece: str, line: Line, outcome: Outcome) -> Event:
    """What the game without a piece says about it. It is clear where the verb puts a star, and nothing else does."""
    signs = {shown.change > 0 for shown, mark in zip(line.shown, line.marks, strict=True) if mark}
    verdict = UNCLEAR if len(signs) != 1 else LESS if signs == {outcome.better != "less"} else MORE
    change = {"outcome": word(outcome.phrase), "change": line.form.difference(line.mean), "unit": line.form.unit_after}
    text = said(
        "Without it: {outcome} {change} {unit} on average.", **change
    )  # the word before it says if one group is clear
    if len(line.marks) > 1:
        text = said(
            "Without it: {outcome} {change} {unit} on average, clear in {clear} of {all} groups of cells.",
            **change,
            clear=sum(line.marks),
            all=len(line.marks),
        )
    return {"piece": piece, "mean": line.mean, "verdict": verdict, "word": _word(verdict, outcome), "text": text}


def _word(verdict: str, outcome: Outcome) -> str:
    """What a piece does to the players; where they want neither more nor less of the outcome, what it does to that."""
    if verdict == UNCLEAR:
        return said("too close to call.")
    if outcome.better:
        return said("hurts.") if verdict == LESS else said("helps.")
    return said("{way}.", way=_way(verdict, outcome))


def _most(piece: str, verdict: str, outcome: Outcome) -> str:
    """The same of the piece that does it most."""
    if not outcome.better:
        return said("{piece}: {way} most.", piece=piece, way=_way(verdict, outcome))
    return said("{piece}: hurts most.", piece=piece) if verdict == LESS else said("{piece}: helps most.", piece=piece)


def _way(verdict: str, outcome: Outcome) -> str:
    return verdict_word(outcome.less if verdict == LESS else outcome.more)
