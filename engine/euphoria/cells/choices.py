"""The legal choices of Leaders of Euphoria. Every decision is that of the seat that looks."""

from engine.euphoria.cells.hidden_redeal import hand_of, see_another_deal, shuffle_deck
from engine.euphoria.cells.policy_set import HOOKS
from engine.euphoria.rules.legal import Action, ArtifactPhase, followers_exposed, hidden_of_others, others
from engine.euphoria.table.state import GIVE, HIDE, INTERROGATE, NONE, USE, View, World
from engine.policy.compiled_game.decisions import Decisions, Given, members, one_of


def view_of(world: World) -> View:
    return View(world.scenario, world.book, world.table, world.sight)


def artifact_phases(world: World, given: Given) -> list[ArtifactPhase]:
    """Only who gives chooses an artifact, and a player who gets it."""
    gifts = [(place, player) for place in range(hand_of(world)) for player in members(others(view_of(world)))]
    return [
        ArtifactPhase(kind, *gift)
        for kind in members(given["options"])
        for gift in (gifts if kind == GIVE else [(NONE, NONE)])
    ]


def actions(world: World, given: Given) -> list[Action]:
    """An interrogation, the use of an artifact and a hiding concern one recruit or place; the others nothing."""
    view = view_of(world)
    of_kind = {INTERROGATE: hidden_of_others(view), USE: world.sight.usable, HIDE: followers_exposed(view)}
    return [
        Action(kind, choice)
        for kind in members(given["options"])
        for choice in (members(of_kind[kind]) if kind in of_kind else [NONE])
    ]


def reactions(world: World, given: Given) -> list[int]:
    return [NONE, *members(world.sight.usable)]


DECISIONS = Decisions(
    hooks=HOOKS,
    view=View,
    choices={
        "choose_artifact": artifact_phases,
        "choose_action": actions,
        "choose_reaction": reactions,
        "choose_exposure": one_of("allowed"),
        "choose_target": one_of("allowed"),
        "choose_player": one_of("allowed"),
        "choose_recruit": one_of("allowed"),
    },
    content=("book",),
    lists={"sight.hand": hand_of, "table.discard": lambda world: world.table.discarded},
    hidden=("hidden", "sight", "luck"),
    deal_anew=see_another_deal,
    deal_unseen=shuffle_deck,
)
