"""A game in words: turns the kernel's events into data, and into the sentences of a replay."""

from collections.abc import Callable

from engine.game.cell import Json
from engine.game.results import Replay, Stood, broken_off, note_table
from engine.language.current import counted, listed, listed_or, said, word
from engine.policy.compiled_game.telling import Standings
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.powers import Question
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table import events as ev
from engine.shipwreck.table.results import ENDS
from engine.shipwreck.table.state import AMPLIFY, CYCLE, DISCARD, EXILE, HOURS, RELOCATE, SLOW, Log
from engine.shipwreck.words.standing import Standing, marks, values_of

INDENT = "  "


class Teller:
    """Follows the events of one game and remembers what later events refer to: the row, the pool of powers, the
    turn."""

    def __init__(self, deck: Deck) -> None:
        self.deck, self.compiled = deck, compile_deck(deck)
        self.turn = 0
        self.row: list[int] = [-1] * HOURS
        self.pool: list[int] = []

    def tell(self, log: Log, broken: str, stands: bool = False) -> Replay:
        """The whole game, as data and as lines; `stands`: how the table stood, too, which is told later otherwise."""
        events: list[Json] = []
        lines: list[tuple[int, str]] = []
        tables: list[Stood] = []
        standing = Standing(self.deck)
        for kind, *numbers in log.event[: log.count].tolist():
            name, told = self._event(kind, numbers)
            event, text = told
            events.append({"turn": self.turn, "event": name, **event})
            lines += [(self.turn, line) for line in text]
            if stands:
                standing.hear(kind, numbers)
                note_table(tables, events, len(lines), standing.rows())
        if broken:
            events.append({"turn": self.turn, "event": "broken", "what": broken})
            lines.append((self.turn, broken_off(broken)))
        later = Standings(lambda: Teller(self.deck).tell(log, broken, True))
        return Replay(events, lines, tables if stands else later)

    def _event(self, kind: int, numbers: list[int]) -> tuple[str, tuple[Json, list[str]]]:
        name, tell = TELLERS[kind]
        return name, tell(self, *numbers[: tell.__code__.co_argcount - 1])

    # names

    def card_id(self, card: int) -> str | None:
        return self.compiled.cards[card] if card >= 0 else None

    def card(self, card: int) -> str:
        return word(self.deck.cards[self.compiled.cards[card]].name) if card >= 0 else said("no card")

    def place_id(self, place: int) -> str | None:
        return "the-hours" if place == HOURS else self.card_id(self.row[place]) if place >= 0 else None

    def place(self, place: int) -> str:
        return said("The Hours") if place == HOURS else self.card(self.row[place])

    def power_id(self, power: int) -> str:
        return self.compiled.powers[power]

    def power(self, power: int) -> str:
        return word(self.deck.powers[self.power_id(power)].name)

    def power_of(self, card: int) -> str:
        """The power on the back of a card."""
        return word(self.deck.powers[self.deck.cards[self.compiled.cards[card]].power].name)

    # events, in the order of `table.events`

    def set_up(self, seats: int, doom: int) -> tuple[Json, list[str]]:
        line = said("{seats} seats, doom {doom} of {limit}.", seats=seats, doom=doom, limit=self.deck.doom_limit)
        return {"seats": seats, "doom": doom}, [line]

    def begin(self, turn: int, player: int, score: int, doom: int, top: int, line: int) -> tuple[Json, list[str]]:
        self.turn = turn
        powers = [int(self.compiled.book.power[card]) for card in self.pool]
        event: Json = {"player": player, "score": score, "doom": doom, "deck_top": self.card_id(top)}
        event |= {"line": members(line), "powers": [self.power_id(power) for power in powers]}
        begins = said(
            "Turn {turn}: player {player}. Score {score}, doom {doom}.",
            turn=turn,
            player=player,
            score=score,
            doom=doom,
        )
        lines = ["", begins]
        if self.pool:
            lines.append(INDENT + said("Powers: {powers}.", powers=listed([self.power(power) for power in powers])))
        return event, lines

    def slot(self, slot: int, card: int, hours: int, fates: int, slowed: int, amplified: int) -> tuple[Json, list[str]]:
        self.row[slot] = card
        values = values_of(fates)
        event: Json = {"slot": slot + 1, "card": self.card_id(card), "hours": hours, "fates": values}
        event |= {"slowed": bool(slowed), "amplified": bool(amplified)}
        parts = [f"  {slot + 1}  {self.card(card)}", self._moons(card, hours)]
        parts += [said("with {fates}", fates=listed(values))] if values else []
        return event, [" ".join(filter(None, [*parts, marks(slowed, amplified)]))]

    def _moons(self, card: int, hours: int) -> str:
        if card < 0:
            return ""
        moons = self.deck.cards[self.compiled.cards[card]].moons
        return f"({hours}/{moons})" if moons else said("(comet)")

    def joined(self, player: int, after: int) -> tuple[Json, list[str]]:
        line = said("Player {player} sits down after player {after}.", player=player, after=after)
        return {"player": player, "after": after}, ["", line]

    def left(self, player: int, fate: int) -> tuple[Json, list[str]]:
        if fate:
            line = said("Player {player} leaves, his fate goes back to the bag.", player=player)
        else:
            line = said("Player {player} leaves.", player=player)
        return {"player": player, "fate": fate or None}, ["", line]

    def drew(self, first: int, second: int, held: int) -> tuple[Json, list[str]]:
        drawn = [value for value in ((second,) if held else (first, second)) if value]
        event = {"held": first if held else None, "drawn": drawn}
        if held and drawn:
            return event, [INDENT + said("Holds {held}, draws {drawn}.", held=first, drawn=listed(drawn))]
        if held:
            return event, [INDENT + said("Holds {held}, finds the bag empty.", held=first)]
        line = said("Draws {drawn}.", drawn=listed(drawn)) if drawn else said("Finds the bag empty.")
        return event, [INDENT + line]

    def skipped(self, value: int) -> tuple[Json, list[str]]:
        return {"fate": value or None}, [INDENT + said("Fewer than two fates in hand: nothing is played.")]

    def played(self, value: int, place: int, kept: int, old: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "place": self.place_id(place), "kept": kept, "old_token": bool(old)}
        where = self.place(place)
        if place == HOURS:
            line = said(
                "Plays {fate} on {place} and keeps {kept} (neither fate fits any card).",
                fate=value,
                place=where,
                kept=kept,
            )
            return event, [INDENT + line]
        rule = self.deck.cards[self.compiled.cards[self.row[place]]].play
        if rule == "true":
            line = said(
                "Plays {fate} on {place} and keeps {kept} (the card takes any fate).",
                fate=value,
                place=where,
                kept=kept,
            )
        else:
            line = said(
                "Plays {fate} on {place} and keeps {kept} (legal, for {rule}).",
                fate=value,
                place=where,
                kept=kept,
                rule=rule,
            )
        return event, [INDENT + line]

    def slipped(self, value: int, place: int, kept: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "place": self.place_id(place), "kept": kept}
        line = said(
            "Plays {fate} on {place}, which is illegal; {kept} goes back to the bag unseen.",
            fate=value,
            place=self.place(place),
            kept=kept,
        )
        return event, [INDENT + line]

    def shifted(self, value: int, slot: int) -> tuple[Json, list[str]]:
        if slot >= 0:
            line = said("The {fate} moves on to {card}.", fate=value, card=self.place(slot))
        else:
            line = said("The {fate} goes back to the bag.", fate=value)
        return {"fate": value, "card": self.place_id(slot)}, [INDENT + line]

    def told(self, card: int, answer: int) -> tuple[Json, list[str]]:
        question, name = self.deck.cards[self.compiled.cards[card]].effects.tells, self.card(card)
        if answer:
            line = said("{card} tells: {question}? yes.", card=name, question=question)
        else:
            line = said("{card} tells: {question}? no.", card=name, question=question)
        return {"card": self.card_id(card), "answer": bool(answer)}, [INDENT + line]

    def granted(self, card: int, guesses: int) -> tuple[Json, list[str]]:
        event = {"card": self.card_id(card), "extra_guesses": guesses}
        line = counted(
            guesses, "{card} grants {count} extra guess.", "{card} grants {count} extra guesses.", card=self.card(card)
        )
        return event, [INDENT + line]

    def stole(self, value: int, origin: int, slot: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "from": self.place_id(origin), "to": self.place_id(slot)}
        line = said(
            "{card} takes the {fate} from {place}.", card=self.place(slot), fate=value, place=self.place(origin)
        )
        return event, [INDENT + line]

    def stole_nothing(self, slot: int) -> tuple[Json, list[str]]:
        line = said("{card} finds nothing to take.", card=self.place(slot))
        return {"card": self.place_id(slot)}, [INDENT + line]

    def spent(self, card: int, power: int, slot: int, value: int, other: int) -> tuple[Json, list[str]]:
        kind = int(self.compiled.book.power_kind[power])
        event: Json = {"power": self.power_id(power), "card": self.card_id(card)}
        self.pool.remove(card)
        used, back = self.power(power), self.card(card)
        line = said("Power {power} (back of {card}).", power=used, card=back)
        if kind in (CYCLE, SLOW):
            event["on"], on = self.place_id(slot), self.place(slot)
            line = said("Power {power} (back of {card}) on {place}.", power=used, card=back, place=on)
        elif kind in (RELOCATE, DISCARD, EXILE):
            event |= {"fate": value, "from": self.place_id(slot)}
            line = said(
                "Power {power} (back of {card}): the {fate} from {place}.",
                power=used,
                card=back,
                fate=value,
                place=self.place(slot),
            )
        if kind == RELOCATE:
            event["to"] = self.place_id(other)
            line = said(
                "Power {power} (back of {card}): the {fate} from {place} to {to}.",
                power=used,
                card=back,
                fate=value,
                place=self.place(slot),
                to=self.place(other),
            )
        return event, [INDENT + line]

    def paid(self, card: int) -> tuple[Json, list[str]]:
        self.pool.remove(card)
        line = said("Paid with it: {power}.", power=self.power(int(self.compiled.book.power[card])))
        return {"card": self.card_id(card)}, [INDENT + line]

    def answered(self, power: int, choice: int, answer: int) -> tuple[Json, list[str]]:
        asked = self.deck.powers[self.power_id(power)]
        event = {"power": self.power_id(power), "x": choice or None, "answer": bool(answer)}
        if not isinstance(asked, Question):
            line = (
                said("the played token is the older one? yes.")
                if answer
                else said("the played token is the older one? no.")
            )
            return event, [INDENT + line]
        question = asked.ask.replace("X", str(choice)) if choice else asked.ask
        line = said("{question}? yes.", question=question) if answer else said("{question}? no.", question=question)
        return event, [INDENT + line]

    def announced(self, slot: int, fades: int) -> tuple[Json, list[str]]:
        if fades:
            line = said("{card} will fade this turn.", card=self.place(slot))
        else:
            line = said("{card} will not fade this turn.", card=self.place(slot))
        return {"card": self.place_id(slot), "fades": bool(fades)}, [INDENT + line]

    def line(self, player: int, values: int) -> tuple[Json, list[str]]:
        candidates = members(values)
        marks = " ".join(str(v) if v in candidates else "·" for v in sorted(self.deck.fates))
        line = said("Number line of player {player}: {marks}", player=player, marks=marks)
        return {"player": player, "values": candidates}, [INDENT + line]

    def revealed(self, player: int, value: int) -> tuple[Json, list[str]]:
        line = said(
            "Player {player} shows the last {fate} and returns it to the bag.",
            player=player,
            fate=value,
        )
        return {"player": player, "fate": value}, [INDENT + line]

    def predicted(self, values: int, kept: int, right: int) -> tuple[Json, list[str]]:
        event = {"values": members(values), "kept": kept, "right": bool(right)}
        named = listed_or(members(values))
        if right:
            line = said("The group predicts {fates}: right.", fates=named)
        else:
            line = said(
                "The group predicts {fates}: wrong, it was {kept} and goes back unseen.", fates=named, kept=kept
            )
        return event, [INDENT + line]

    def tracks(self, score: int, doom: int) -> tuple[Json, list[str]]:
        line = said("Score {score}, doom {doom}.", score=score, doom=doom)
        return {"score": score, "doom": doom}, [INDENT + line]

    def fading(self, slot: int, card: int, doom: int) -> tuple[Json, list[str]]:
        name, back = self.card(card), self.power_of(card)
        event = {"slot": slot + 1, "card": self.card_id(card), "doom": doom}
        if self.compiled.book.power_kind[self.compiled.book.power[card]] != AMPLIFY:
            self.pool.append(card)
        if doom:
            line = said("{card} fades: doom +{doom}; its back is {power}.", card=name, doom=doom, power=back)
        else:
            line = said("{card} fades: no doom; its back is {power}.", card=name, power=back)
        return event, [INDENT + line]

    def amplified(self, slot: int, score: int) -> tuple[Json, list[str]]:
        return {"slot": slot + 1, "score": score}, [INDENT + said("Amplified: score +{score}.", score=score)]

    def dealt(self, slot: int, card: int) -> tuple[Json, list[str]]:
        self.row[slot] = card
        event = {"slot": slot + 1, "card": self.card_id(card)}
        if card < 0:
            return event, [INDENT + said("The deck is empty: slot {slot} stays empty.", slot=slot + 1)]
        return event, [INDENT + said("{card} is dealt to slot {slot}.", card=self.card(card), slot=slot + 1)]

    def attached(self, card: int, slot: int) -> tuple[Json, list[str]]:
        event = {"card": self.card_id(card), "to": self.place_id(slot)}
        line = said("{power} is attached to {card}.", power=self.power_of(card), card=self.place(slot))
        return event, [INDENT + line]

    def under(self, card: int, leaves: int) -> tuple[Json, list[str]]:
        name = self.card(card)
        line = said("{card} leaves the game.", card=name) if leaves else said("{card} goes under the deck.", card=name)
        return {"card": self.card_id(card), "leaves_the_game": bool(leaves)}, [INDENT + line]

    def ended(self, reason: int) -> tuple[Json, list[str]]:
        end = ENDS[reason]
        line = said("The team wins.") if reason == 0 else said("The game is lost: {reason}.", reason=word(end))
        return {"reason": end}, ["", line]


TELLERS: dict[int, tuple[str, Callable[..., tuple[Json, list[str]]]]] = {
    ev.SET_UP: ("set-up", Teller.set_up),
    ev.TURN: ("turn", Teller.begin),
    ev.SLOT: ("slot", Teller.slot),
    ev.JOINED: ("joined", Teller.joined),
    ev.LEFT: ("left", Teller.left),
    ev.DREW: ("drew", Teller.drew),
    ev.SKIPPED: ("skipped", Teller.skipped),
    ev.PLAYED_ON: ("played", Teller.played),
    ev.SLIPPED_ON: ("slipped", Teller.slipped),
    ev.SHIFTED: ("shifted", Teller.shifted),
    ev.TOLD: ("told", Teller.told),
    ev.GRANTED: ("granted", Teller.granted),
    ev.STOLE: ("stole", Teller.stole),
    ev.STOLE_NOTHING: ("stole-nothing", Teller.stole_nothing),
    ev.SPENT: ("power", Teller.spent),
    ev.PAID: ("paid", Teller.paid),
    ev.ANSWERED: ("answered", Teller.answered),
    ev.ANNOUNCED_FALL: ("announced", Teller.announced),
    ev.LINE: ("line", Teller.line),
    ev.REVEALED: ("revealed", Teller.revealed),
    ev.PREDICTED: ("predicted", Teller.predicted),
    ev.TRACKS: ("tracks", Teller.tracks),
    ev.FADING: ("faded", Teller.fading),
    ev.AMPLIFIED: ("amplified", Teller.amplified),
    ev.DEALT_TO: ("dealt", Teller.dealt),
    ev.ATTACHED: ("attached", Teller.attached),
    ev.UNDER: ("under", Teller.under),
    ev.ENDED: ("ended", Teller.ended),
}
"""The name of each event, and the method that tells it."""


def members(values: int) -> list[int]:
    """Converts a mask of values to a list."""
    return [value for value in range(64) if values >> value & 1]
