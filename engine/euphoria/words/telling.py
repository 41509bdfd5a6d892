"""A game in words: turns the kernel's events into data, and into the lines of a replay.

Told as a seat knows it, a replay leaves out what is hidden from that seat: recruits that it does not know, artifacts of
others that were not used.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.euphoria.deck.deck import Deck
from engine.euphoria.table import events as ev
from engine.euphoria.table.results import ENDS, EXPOSURES
from engine.euphoria.table.state import (
    BOTH_LEADERS,
    BY_SHOT,
    CAP,
    EUPHORIA_WINS,
    LONE_ANARCHIST,
    NONE,
    ROW,
    SEATS,
    SUBTERRA_WINS,
    Log,
)
from engine.euphoria.words.known import Known
from engine.game.cell import Json
from engine.game.results import Replay, Stood, broken_off, note_table
from engine.game.seats import ANYWHERE, focus_line, verdict_line
from engine.language.current import counted, said, word
from engine.policy.compiled_game.telling import Standings

KINDS = ("Euphorian Follower", "Subterra Follower", "Euphorian Leader", "Subterra Leader")
HIDDEN = "hidden"


class Teller:
    """Tells one game."""

    def __init__(self, deck: Deck, as_seat: int | None = None) -> None:
        self._deck = deck
        self.names = list(deck.artifacts)
        self.titles = [word(deck.title_of(key)) for key in deck.artifacts]
        self.as_seat = as_seat
        """The seat as which the game is told, from 0 on; None tells everything."""
        self.known = Known()
        self.turn = 0
        self.events: list[Json] = []
        self.lines: list[tuple[int, str]] = []
        self.tables: list[Stood] = []
        self.armed_seats: set[int] = set()
        self.anarchists: set[int] = set()
        self.user, self.artifact = NONE, NONE
        """Who used the last artifact, and which it was."""
        self.turned_by = NONE
        self.fired = False
        """Whether a shot is on its way."""
        self.decided_by = NONE

    def tell(
        self, log: Log, broken: str = "", focus: int = ANYWHERE, verdict: str = "", stands: bool = False
    ) -> Replay:
        """The whole game, as data and as lines; `stands`: how the table stood, too, which is told later otherwise."""
        if focus != ANYWHERE:
            self._add({"event": "focus", "seat": focus + 1}, focus_line(focus))
        for kind, *numbers in log.event[: log.count].tolist():
            self._track(kind, numbers)
            TELL[kind](self, *numbers)
            self.known.hear(kind, numbers)
            self._hear(kind, numbers)
            if stands and self.turn:
                note_table(self.tables, self.events, len(self.lines), self._standing())
        if verdict:
            self._add({"event": "same seat", "won": verdict}, verdict_line(verdict))
        if broken:
            self._add({"event": "broken", "what": broken}, broken_off(broken))
        later = Standings(lambda: Teller(self._deck, self.as_seat).tell(log, broken, focus, verdict, True))
        return Replay(self.events, self.lines, self.tables if stands else later)

    def _hear(self, kind: int, numbers: Sequence[int]) -> None:
        """Who holds a laser, and who is an Anarchist."""
        if kind in (ev.TOOK_FROM_MIDDLE, ev.TOOK_LASER):
            self.armed_seats.add(numbers[0])
        if kind == ev.TOOK_LASER:
            self.armed_seats.discard(numbers[1])
        elif kind == ev.DROPPED_LASER:
            self.armed_seats.discard(numbers[0])
        elif kind == ev.BECAME_ANARCHIST:
            self.anarchists.add(numbers[0])

    def _standing(self) -> tuple[tuple[str, ...], ...]:
        """How the table stands: what lies face down is in brackets, and hidden from a seat that does not know it."""
        found = []
        for seat in range(self.known.players):
            recruits = []
            for recruit in self.known.row(seat):
                kind = word(KINDS[self.known.kinds[recruit]] if self._knows(recruit) else HIDDEN)
                recruits.append(kind if self.known.exposed[recruit] else f"({kind})")
            has = [said("a laser")] if seat in self.armed_seats else []
            has += [said("an Anarchist")] if seat in self.anarchists else []
            found.append((said("Seat {seat}", seat=seat + 1), *recruits, *has))
        return tuple(found)

    def _track(self, kind: int, numbers: Sequence[int]) -> None:
        """Which artifact ends the game, if one does: by a swap, or by sending the last shot elsewhere."""
        if kind in (ev.USED_ONE, ev.REACTED_WITH):
            self.user, self.artifact = numbers[0], numbers[1]
        elif kind == ev.FIRED:
            self.fired, self.turned_by = True, NONE
        elif kind == ev.AIMED_AT and self.fired:
            self.turned_by = self.artifact
        elif kind == ev.SWAPPED:
            self.decided_by = self.artifact
        elif kind == ev.HIT:
            self.fired, self.decided_by = False, self.turned_by
        elif kind == ev.TURN:
            self.fired = False

    def _add(self, event: Json, line: str) -> None:
        self.events.append({"turn": self.turn, **event})
        self.lines.append((self.turn, line))

    def _say(self, event: Json, line: str) -> None:
        """Something that happens in a turn."""
        self._add(event, f"  {line}" if self.turn else line)

    def _knows(self, recruit: int) -> bool:
        return self.as_seat is None or self.as_seat in self.known.seats[recruit]

    def _kind(self, recruit: int, kind: int, seen_by: int) -> str:
        """The kind of a recruit, if this seat may know it."""
        return KINDS[kind] if seen_by == self.as_seat or self._knows(recruit) else HIDDEN

    def _artifact(self, artifact: int, *seen_by: int) -> tuple[str, str]:
        """The id and the title of an artifact, if this seat may know them."""
        if self.as_seat is None or self.as_seat in seen_by:
            return self.names[artifact], self.titles[artifact]
        return HIDDEN, said("an artifact")

    def row_dealt(self, seat: int, *kinds: int) -> None:
        shown = [KINDS[kind] if self.as_seat in (None, seat) else HIDDEN for kind in kinds[:ROW]]
        line = said("Seat {seat}: {recruits}.", seat=seat + 1, recruits=", ".join(map(word, shown)))
        self._say({"event": "dealt", "seat": seat + 1, "recruits": shown}, line)

    def drew(self, seat: int, artifact: int, *_: int) -> None:
        key, title = self._artifact(artifact, seat)
        line = said("Seat {seat} draws {artifact}.", seat=seat + 1, artifact=title)
        self._say({"event": "draw", "seat": seat + 1, "artifact": key}, line)

    def shuffled_deck(self, cards: int, *_: int) -> None:
        if self.turn:
            line = counted(
                cards,
                "The discard pile becomes the deck: {count} artifact.",
                "The discard pile becomes the deck: {count} artifacts.",
            )
            self._say({"event": "new deck", "cards": cards}, line)

    def new_turn(self, turn: int, seat: int, *_: int) -> None:
        self.turn = turn
        self._add({"event": "turn", "seat": seat + 1}, said("Turn {turn}, seat {seat}:", turn=turn, seat=seat + 1))

    def redrew(self, seat: int, discarded: int, *_: int) -> None:
        line = said("Seat {seat} has no artifact.", seat=seat + 1)
        if discarded:
            line = counted(
                discarded,
                "Seat {seat} discards {count} artifact.",
                "Seat {seat} discards {count} artifacts.",
                seat=seat + 1,
            )
        self._say({"event": "redraw", "seat": seat + 1, "discarded": discarded}, line)

    def gave(self, seat: int, player: int, artifact: int, *_: int) -> None:
        key, title = self._artifact(artifact, seat, player)
        self._say(
            {"event": "give", "seat": seat + 1, "player": player + 1, "artifact": key},
            said("Seat {seat} gives {artifact} to seat {player}.", seat=seat + 1, artifact=title, player=player + 1),
        )

    def passed(self, seat: int, *_: int) -> None:
        self._say({"event": "pass", "seat": seat + 1}, said("Seat {seat} passes.", seat=seat + 1))

    def interrogated(self, seat: int, recruit: int, kind: int, *_: int) -> None:
        self._looked("interrogate", seat, recruit, kind)

    def saw(self, seat: int, recruit: int, kind: int, *_: int) -> None:
        self._looked("look", seat, recruit, kind)

    def _looked(self, how: str, seat: int, recruit: int, kind: int) -> None:
        shown = self._kind(recruit, kind, seat)
        if shown == HIDDEN:
            line = said("Seat {seat} looks at {recruit}.", seat=seat + 1, recruit=_named(recruit))
        else:
            line = said(
                "Seat {seat} looks at {recruit} and sees: {kind}.",
                seat=seat + 1,
                recruit=_named(recruit),
                kind=word(shown),
            )
        self._say({"event": how, "seat": seat + 1, **_place(recruit), "kind": shown}, line)

    def used(self, seat: int, artifact: int, *_: int) -> None:
        event = {"event": "use", "seat": seat + 1, "artifact": self.names[artifact]}
        self._say(event, said("Seat {seat} uses {artifact}.", seat=seat + 1, artifact=self.titles[artifact]))

    def reacted(self, seat: int, artifact: int, *_: int) -> None:
        event = {"event": "react", "seat": seat + 1, "artifact": self.names[artifact]}
        self._say(event, said("Seat {seat} reacts with {artifact}.", seat=seat + 1, artifact=self.titles[artifact]))

    def armed(self, seat: int, *_: int) -> None:
        self._say({"event": "arm", "seat": seat + 1}, said("Seat {seat} takes a laser from the middle.", seat=seat + 1))

    def fired_at(self, seat: int, target: int, *_: int) -> None:
        event = {"event": "shoot", "seat": seat + 1, "target": target + 1}
        self._say(event, said("Seat {seat} shoots at seat {target}.", seat=seat + 1, target=target + 1))

    def hid(self, by: int, recruit: int, kind: int, *_: int) -> None:
        self._say(
            {"event": "hide", "seat": by + 1, **_place(recruit), "kind": KINDS[kind]},
            said("Seat {seat} hides {recruit} ({kind}).", seat=by + 1, recruit=_named(recruit), kind=word(KINDS[kind])),
        )

    def aimed(self, holder: int, target: int, by: int, *_: int) -> None:
        if by == holder:
            line = said("Seat {seat} aims at seat {target}.", seat=by + 1, target=target + 1)
        else:
            line = said(
                "Seat {seat} aims the laser of seat {holder} at seat {target}.",
                seat=by + 1,
                holder=holder + 1,
                target=target + 1,
            )
        self._say({"event": "aim", "seat": by + 1, "holder": holder + 1, "target": target + 1}, line)

    def exposed(self, recruit: int, kind: int, why: int, *_: int) -> None:
        owner, number, shown = recruit // ROW + 1, recruit % ROW + 1, word(KINDS[kind])
        if why == BY_SHOT:
            line = said("Seat {seat} must show recruit {number}: {kind}.", seat=owner, number=number, kind=shown)
        else:
            line = said("Seat {seat} exposes recruit {number}: {kind}.", seat=owner, number=number, kind=shown)
        self._say({"event": "expose", **_place(recruit), "kind": KINDS[kind], "by": EXPOSURES[why]}, line)

    def showed(self, seat: int, player: int, *_: int) -> None:
        event = {"event": "show", "seat": seat + 1, "player": player + 1}
        self._say(event, said("Seat {seat} shows all recruits to seat {player}.", seat=seat + 1, player=player + 1))

    def shuffled_row(self, seat: int, *_: int) -> None:
        self._say({"event": "shuffle", "seat": seat + 1}, said("Seat {seat} shuffles its row.", seat=seat + 1))

    def swapped(self, by: int, one: int, other: int, *_: int) -> None:
        self._say(
            {"event": "swap", "seat": by + 1, "one": _place(one), "other": _place(other)},
            said(
                "Seat {seat} swaps {one} ({card}) and {other} ({other_card}).",
                seat=by + 1,
                one=_named(one),
                card=word(self._card(one, other)),
                other=_named(other),
                other_card=word(self._card(other, one)),
            ),
        )

    def _card(self, recruit: int, other: int) -> str:
        """What a swapped recruit is; both owners learn it."""
        owners = (recruit // ROW, other // ROW)
        return KINDS[self.known.kinds[recruit]] if self._knows(recruit) or self.as_seat in owners else HIDDEN

    def stole(self, seat: int, player: int, artifact: int, *_: int) -> None:
        key, title = self._artifact(artifact, seat, player)
        self._say(
            {"event": "steal", "seat": seat + 1, "player": player + 1, "artifact": key},
            said("Seat {seat} takes {artifact} from seat {player}.", seat=seat + 1, artifact=title, player=player + 1),
        )

    def took_laser(self, seat: int, holder: int, *_: int) -> None:
        event = {"event": "take laser", "seat": seat + 1, "player": holder + 1}
        self._say(event, said("Seat {seat} takes the laser of seat {holder}.", seat=seat + 1, holder=holder + 1))

    def dropped_laser(self, seat: int, *_: int) -> None:
        event = {"event": "drop laser", "seat": seat + 1}
        self._say(event, said("The laser of seat {seat} goes to the middle.", seat=seat + 1))

    def cancelled(self, by: int, *_: int) -> None:
        self._say({"event": "cancel", "seat": by + 1}, said("Nothing happens: it is cancelled."))

    def turned_round(self, by: int, *_: int) -> None:
        self._say({"event": "reverse", "seat": by + 1}, said("The direction of play turns round after this turn."))

    def next_turn(self, seat: int, *_: int) -> None:
        self._say({"event": "next turn", "seat": seat + 1}, said("Seat {seat} has the next turn.", seat=seat + 1))

    def was_hit(self, shooter: int, victim: int, *_: int) -> None:
        event = {"event": "hit", "seat": shooter + 1, "target": victim + 1}
        self._say(event, said("Seat {seat} is hit.", seat=victim + 1))

    def became_anarchist(self, seat: int, *_: int) -> None:
        line = said("Seat {seat} is an Anarchist from now on.", seat=seat + 1)
        self._say({"event": "anarchist", "seat": seat + 1}, line)

    def ended(self, end: int, winners: int, killer: int, *_: int) -> None:
        seats = [seat + 1 for seat in range(SEATS) if winners >> seat & 1]
        artifact = None if end == CAP or self.decided_by == NONE else self.names[self.decided_by]
        shooter = None if killer == NONE else killer + 1
        event = {"event": "end", "end": ENDS[end], "winner_seats": seats, "shooter": shooter, "decided_by": artifact}
        self._add(event, _ending(end, ", ".join(map(str, seats)), len(seats)))


def _ending(end: int, seats: str, winners: int) -> str:
    """The last line; it names the seats that win, if any do."""
    if end == CAP:
        return said("The limit of turns ends the game; nobody wins.")
    if end == BOTH_LEADERS:
        return said("A player holds both Leaders and wins alone: seat {seats}.", seats=seats)
    if end == LONE_ANARCHIST:
        return said("An Anarchist holds a Leader and wins alone: seat {seats}.", seats=seats)
    if end == EUPHORIA_WINS:
        return counted(winners, "Euphoria wins: seat {seats}.", "Euphoria wins: seats {seats}.", seats=seats)
    if end == SUBTERRA_WINS:
        return counted(winners, "Subterra wins: seat {seats}.", "Subterra wins: seats {seats}.", seats=seats)
    return counted(winners, "The Anarchists win: seat {seats}.", "The Anarchists win: seats {seats}.", seats=seats)


def _place(recruit: int) -> Json:
    return {"owner": recruit // ROW + 1, "place": recruit % ROW + 1}


def _named(recruit: int) -> str:
    return said("recruit {number} of seat {seat}", number=recruit % ROW + 1, seat=recruit // ROW + 1)


TELL: dict[int, Callable[..., Any]] = {
    int(ev.ROW_DEALT): Teller.row_dealt,
    int(ev.DREW): Teller.drew,
    int(ev.SHUFFLED_DECK): Teller.shuffled_deck,
    int(ev.TURN): Teller.new_turn,
    int(ev.REDREW): Teller.redrew,
    int(ev.GAVE): Teller.gave,
    int(ev.PASSED): Teller.passed,
    int(ev.INTERROGATED_ONE): Teller.interrogated,
    int(ev.USED_ONE): Teller.used,
    int(ev.REACTED_WITH): Teller.reacted,
    int(ev.TOOK_FROM_MIDDLE): Teller.armed,
    int(ev.FIRED): Teller.fired_at,
    int(ev.HID_ONE): Teller.hid,
    int(ev.AIMED_AT): Teller.aimed,
    int(ev.EXPOSED_ONE): Teller.exposed,
    int(ev.SAW): Teller.saw,
    int(ev.SHOWED): Teller.showed,
    int(ev.SHUFFLED_ROW): Teller.shuffled_row,
    int(ev.SWAPPED): Teller.swapped,
    int(ev.STOLE): Teller.stole,
    int(ev.TOOK_LASER): Teller.took_laser,
    int(ev.DROPPED_LASER): Teller.dropped_laser,
    int(ev.CANCELLED): Teller.cancelled,
    int(ev.REVERSED): Teller.turned_round,
    int(ev.TAKES_NEXT_TURN): Teller.next_turn,
    int(ev.HIT): Teller.was_hit,
    int(ev.BECAME_ANARCHIST): Teller.became_anarchist,
    int(ev.ENDED): Teller.ended,
}
