"""Random decks and scenarios for property tests: anything that a deck file may contain, in small numbers."""

from typing import Any

from hypothesis import strategies as st

from engine.game.cell import Cell
from tests.support.shipwreck import cells

PLAYS = (
    "true",
    "false",
    "played > kept",
    "played < kept",
    "sum % 3 == 0",
    "difference in {1, 2}",
    "high in {2 * low, 3 * low}",
    "kept in visible",
    "played != kept and played not in visible and kept not in visible",
    "played - kept in visible",
    "kept > max(here)",
    "(sum + total(visible)) % 4 == 0",
    "count_between(low, high, visible) == 1",
    "count(here) < 2 or played == kept",
    "abs(hours(played) - hours(kept)) == 1",
    "distinct(visible) >= 2 and hours(played) < 2",
    "total(here) + kept <= 9",
    "min(visible) <= played",
    "kept - 1 not in here or count(visible) < 3",
)
TELLS = ("kept > played", "kept in visible", "sum % 2 == 0", "total(here) > kept")
STEALS = ("fate > kept", "fate < kept", "fate == kept + 1 or fate == 1", "true")
ON_PLAY = ("played in {1, 2}", "played > 3 and hours(played) > 1", "count(here) > 1")
AT_END = ("total(here) >= 2 * kept", "kept in here", "count(visible) > kept", "max(visible) < kept")
ASKS = ("kept in {1, 4}", "difference <= 2", "kept in visible", "hours(kept) == 1", "total(visible) > 3 * kept")
ASKS_OF_X = ("kept > X", "kept == X", "abs(kept - X) <= 1")
DISCARDS = ("fate < kept", "fate != kept", "true")

NAMED = {"name": "any"}


def _one_of(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields}).map(lambda power: {**NAMED, **power})


POWERS = st.one_of(
    _one_of("question", ask=st.sampled_from(ASKS), cost=st.integers(1, 2)),
    _one_of("question", ask=st.sampled_from(ASKS_OF_X), choose=st.sampled_from(["value", "visible"])),
    _one_of("extra-guess", guesses=st.integers(1, 3)),
    _one_of("old"),
    _one_of("discard", discards=st.sampled_from(DISCARDS)),
    _one_of("cycle"),
    _one_of("raise", adds=st.integers(1, 3)),
    _one_of("relocate"),
    _one_of("exile", cost=st.integers(1, 2)),
    _one_of("slow", hours=st.integers(0, 3)),
    _one_of("amplify", doom=st.integers(0, 2), score=st.integers(0, 2)),
)

KEYS = tuple("abcdefghijkl")


@st.composite
def fates(draw: st.DrawFn) -> dict[str, Any]:
    """Two to eight values, some of them rare."""
    values = draw(st.lists(st.integers(1, 8), min_size=2, max_size=7, unique=True))
    copies = [draw(st.integers(1, 4)) for _ in values]
    pairs = zip(values, copies, strict=True)
    return {str(value): {"copies": count, "hours": draw(st.integers(0, 3))} for value, count in pairs}


@st.composite
def effects(draw: st.DrawFn, values: list[int]) -> dict[str, Any]:
    """A few effects on a card at most; most cards have none."""
    wanted = draw(st.sets(st.sampled_from(["no_doom", "tells", "draws_again", "guesses", "hours", "steals", ""])))
    made: dict[str, Any] = {}
    if "" in wanted:
        return made
    if "no_doom" in wanted:
        made["no_doom"] = True
    if "tells" in wanted:
        made["tells"] = draw(st.sampled_from(TELLS))
    if "draws_again" in wanted:
        made["draws_again"] = True
    if "guesses" in wanted:
        made["extra_guesses"] = draw(st.integers(1, 3))
    if "hours" in wanted:
        made["hours"] = {str(draw(st.sampled_from(values))): draw(st.integers(0, 4))}
    if "steals" in wanted:
        made["steals"] = draw(st.sampled_from(STEALS))
    return made


@st.composite
def arcana(draw: st.DrawFn, values: list[int], powers: list[str]) -> dict[str, Any]:
    """One card."""
    card: dict[str, Any] = {**NAMED, "play": draw(st.sampled_from(PLAYS)), "power": draw(st.sampled_from(powers))}
    match draw(st.sampled_from(["moons"] * 4 + ["on_play", "at_end"])):
        case "moons":
            card["moons"] = draw(st.integers(1, 5))
        case "on_play":
            card["fades"] = {"on_play": draw(st.sampled_from(ON_PLAY))}
        case "at_end":
            card["fades"] = {"at_end": draw(st.sampled_from(AT_END))}
    card["copies"] = draw(st.sampled_from([1, 1, 1, 2, 3]))
    card["effects"] = draw(effects(values))
    return card


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    """A playable deck of few cards, so that the deck runs out and powers come back."""
    tokens = draw(fates())
    values = sorted(int(value) for value in tokens)
    powers = {key: draw(POWERS) for key in KEYS[: draw(st.integers(1, 6))]}
    cards = {key: draw(arcana(values, sorted(powers))) for key in KEYS[: draw(st.integers(4, 9))]}
    return {
        "name": "random",
        "rules": 1,
        "goal": draw(st.integers(1, 9)),
        "doom_limit": draw(st.sampled_from([7, 7, 12, 30])),
        "turn_limit": draw(st.integers(5, 40)),
        "fates": tokens,
        "powers": powers,
        "cards": cards,
    }


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    """Players, doom, options; players who join and leave."""
    players = draw(st.integers(2, 5))
    challenge = players == 2 and draw(st.booleans())
    options = {
        "fall": draw(st.sampled_from(["fade-step", "announced"])),
        "imago": draw(st.sampled_from(["any", "strict"])),
        "restless": draw(st.booleans()),
        "own_fate": players == 2 and draw(st.booleans()),
    }
    changes = [] if challenge or options["own_fate"] or not draw(st.booleans()) else draw(comings_and_goings(players))
    doom = draw(st.integers(0, 6))
    return {"players": players, "doom": doom, "challenge": challenge, "options": options, "changes": changes}


@st.composite
def comings_and_goings(draw: st.DrawFn, players: int) -> list[dict[str, int]]:
    """Up to four changes, with two to five players throughout."""
    seated, newcomers, turn, changes = list(range(1, players + 1)), players, 1, []
    for _ in range(draw(st.integers(1, 4))):
        turn += draw(st.integers(0, 4))
        who = draw(st.sampled_from(seated))
        if len(seated) == 5 or (len(seated) > 2 and draw(st.booleans())):
            changes.append({"before_turn": turn, "leave": who})
            seated.remove(who)
        else:
            newcomers += 1
            changes.append({"before_turn": turn, "join_after": who})
            seated.append(newcomers)
    return changes


@st.composite
def random_cells(draw: st.DrawFn, policies: tuple[str, ...] = cells.POLICIES) -> Cell:
    """Any deck, any scenario, any policy."""
    return cells.make(draw(decks()), draw(st.sampled_from(policies)), **draw(scenarios()))
