"""The decisions and the policies of a compiled game, which are where every game of the engine has them: the default of
every decision in `rules.decisions`, the kernel in `rules.turn`, the policies in `policies`."""

from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

from engine.kernel.records import new
from engine.policy.compiled_game.records import Dice
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet


def hooks_of(
    game: str,
    view: type,
    parts: Sequence[str],
    *,
    player: Mapping[str, str] | None = None,
    group: Sequence[str] = (),
    required: Sequence[str] = ("choose_action",),
) -> HookSet:
    """See `HookSet`. `view` is what a policy is shown, a named tuple of records; `parts` are the modules of the rules,
    apart from `turn`, that ask policies."""

    def examples() -> Mapping[str, Any]:
        return {"view": view(*map(new, get_type_hints(view).values())), "dice": new(Dice)}

    rules = f"engine.{game}.rules"
    return HookSet(
        game=game,
        defaults_in=f"{rules}.decisions",
        kernel_in=f"{rules}.turn",
        kernel_parts=tuple(f"{rules}.{part}" for part in parts),
        begin="begin_game",
        player=player or {},
        news=(),
        group=tuple(group),
        required=tuple(required),
        for_authors=f"engine.{game}.for_policies",
        offered_in=(f"fatecast.policies.{game}",),
        examples=examples,
    )


def policies_of(hooks: HookSet, ladder: Sequence[str]) -> PolicySet:
    """The policies by name, in the order in which they are listed."""
    return PolicySet(hooks, {name: f"engine.{hooks.game}.policies.{name}" for name in ladder}, common={})
