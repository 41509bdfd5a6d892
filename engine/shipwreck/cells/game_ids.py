"""A text that identifies a game permanently: `shipwreck:base@1f0c9a3e:certain:3p:doom4:rules3:seed1:game17`.

It has the name of the game, the deck's name and the start of its content hash, the policy with its parameters, the
scenario, the version of the rules, the seed and the index. A policy from a user's file also has the start of its hash:
`mine@5d41402a`. The policies of a mixed group are joined with +. Options and changes of players follow if there are
any: `:challenge`, `:restless`, `:fall=announced`, `:5leave2` (before turn 5, player 2 leaves), `:8join1` (before turn
8, a player joins after player 1).
"""

import re
from functools import cached_property

from engine.game.cell import Json
from engine.policy.compiled_game.ids import Ids
from engine.policy.naming import NEXT_SEAT
from engine.policy.seats.in_ids import CONTENT, WHO, GameIds
from engine.policy.seats.mixed_table import id_of_policy
from engine.shipwreck.cells.grid import GRID
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.table import NAME, RULES_VERSION

CHANGE = re.compile(r"(\d+)(leave|join)(\d+)")


class ShipwreckIds(Ids):
    """Ids with a group that decides, challenge mode and changes of players."""

    @cached_property
    def read(self) -> GameIds:
        scenario = rf"{CONTENT}:{WHO}:(?P<players>\d+)p:doom(?P<doom>\d+)"
        rules, end = r"rules(?P<rules>\d+)", r"seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[^:]+)*)"
        return GameIds(
            RULES_VERSION,
            re.compile(f"{NAME}:{scenario}:{rules}:{end}"),
            f"{NAME}:DECK@HASH:POLICY:3p:doom4:rules{RULES_VERSION}:seed1:game17",
            # Of 0.1 and 0.2, by rule version 1, and of 0.3, by rule version 2.
            older=((re.compile(f"{scenario}:{end}"), "0.2.0"), (re.compile(f"{scenario}:{rules}:{end}"), "0.6.0")),
        )

    def who(self, spec: Json) -> str:
        return id_of_policy(POLICIES, spec["policy"])

    def seating_in(self, word: str) -> Json:
        """Reads `pragmatic,depth=1`, or a mixed group, `literal/pragmatic,depth=1+novice`."""
        group, _, seats = word.rpartition("/")
        named = [seat.replace(",", " ") for seat in NEXT_SEAT.split(seats)]
        if not group and len(named) == 1:
            return {"policies": named}
        return {"policies": [], "tables": [{"group": group.replace(",", " "), "seats": named}]}

    def rest(self, spec: Json) -> list[str]:
        words = ["challenge"] if spec["challenge"] else []
        for key, value in spec["options"].items():
            if value != self.grid.default_options[key]:
                words.append(key if value is True else f"{key}={value}")
        for change in spec["changes"]:
            verb, who = ("leave", change["leave"]) if "leave" in change else ("join", change["join_after"])
            words.append(f"{change['before_turn']}{verb}{who}")
        return words

    def read_rest(self, match: re.Match[str]) -> Json:
        found: Json = {"changes": [], "options": {}}
        for word in filter(None, match["rest"].split(":")):
            if word == "challenge":
                found["challenge"] = True
            elif change := CHANGE.fullmatch(word):
                verb = "leave" if change[2] == "leave" else "join_after"
                found["changes"].append({"before_turn": int(change[1]), verb: int(change[3])})
            else:
                key, _, value = word.partition("=")
                found["options"][key] = value or True
        return found


IDS = ShipwreckIds(NAME, RULES_VERSION, GRID)
