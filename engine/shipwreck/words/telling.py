"""A game in words: turns the kernel's events into data, and into the sentences of a replay."""

from collections.abc import Callable
from typing import Any

from engine.game.cell import Json
from engine.game.results import Replay
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.powers import Question
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table import events as ev
from engine.shipwreck.table.results import ENDS
from engine.shipwreck.table.state import AMPLIFY, CYCLE, DISCARD, EXILE, FATE_BITS, HOURS, RELOCATE, SLOW, Log

THE_HOURS = "The Hours"


class Teller:
    """Follows the events of one game and remembers what later events refer to: the row, the pool of powers, the
    turn."""

    def __init__(self, deck: Deck) -> None:
        self.deck, self.compiled = deck, compile_deck(deck)
        self.turn = 0
        self.row: list[int] = [-1] * HOURS
        self.pool: list[int] = []

    def tell(self, log: Log, broken: str) -> Replay:
        """The whole game, as data and as lines."""
        events: list[Json] = []
        lines: list[tuple[int, str]] = []
        for kind, *numbers in log.event[: log.count].tolist():
            name, told = self._event(kind, numbers)
            event, text = told
            events.append({"turn": self.turn, "event": name, **event})
            lines += [(self.turn, line) for line in text]
        if broken:
            events.append({"turn": self.turn, "event": "broken", "what": broken})
            lines.append((self.turn, f"Broken off: {broken}"))
        return Replay(events, lines)

    def _event(self, kind: int, numbers: list[int]) -> tuple[str, tuple[Json, list[str]]]:
        name, tell = TELLERS[kind]
        return name, tell(self, *numbers[: tell.__code__.co_argcount - 1])

    # names

    def card_id(self, card: int) -> str | None:
        return self.compiled.cards[card] if card >= 0 else None

    def card(self, card: int) -> str:
        return self.deck.cards[self.compiled.cards[card]].name if card >= 0 else "no card"

    def place_id(self, place: int) -> str | None:
        return "the-hours" if place == HOURS else self.card_id(self.row[place]) if place >= 0 else None

    def place(self, place: int) -> str:
        return THE_HOURS if place == HOURS else self.card(self.row[place])

    def power_id(self, power: int) -> str:
        return self.compiled.powers[power]

    def power(self, power: int) -> str:
        return self.deck.powers[self.power_id(power)].name

    # events, in the order of `table.events`

    def set_up(self, seats: int, doom: int) -> tuple[Json, list[str]]:
        return {"seats": seats, "doom": doom}, [f"{seats} seats, doom {doom} of {self.deck.doom_limit}."]

    def begin(self, turn: int, player: int, score: int, doom: int, top: int, line: int) -> tuple[Json, list[str]]:
        self.turn = turn
        powers = [int(self.compiled.book.power[card]) for card in self.pool]
        event: Json = {"player": player, "score": score, "doom": doom, "deck_top": self.card_id(top)}
        event |= {"line": members(line), "powers": [self.power_id(power) for power in powers]}
        lines = ["", f"Turn {turn}: player {player}. Score {score}, doom {doom}."]
        if self.pool:
            lines.append(f"  Powers: {listed([self.power(power) for power in powers])}.")
        return event, lines

    def slot(self, slot: int, card: int, hours: int, fates: int, slowed: int, amplified: int) -> tuple[Json, list[str]]:
        self.row[slot] = card
        values = [v for v in range(1, 13) for _ in range(fates >> (FATE_BITS * (v - 1)) & (1 << FATE_BITS) - 1)]
        event: Json = {"slot": slot + 1, "card": self.card_id(card), "hours": hours, "fates": values}
        event |= {"slowed": bool(slowed), "amplified": bool(amplified)}
        marks = [word for word, on in (("slowed", slowed), ("amplified", amplified)) if on]
        lies = f" with {listed(values)}" if values else ""
        moons = self._moons(card, hours)
        extra = f" [{', '.join(marks)}]" if marks else ""
        return event, [f"  {slot + 1}  {self.card(card)}{moons}{lies}{extra}"]

    def _moons(self, card: int, hours: int) -> str:
        if card < 0:
            return ""
        moons = self.deck.cards[self.compiled.cards[card]].moons
        return f" ({hours}/{moons})" if moons else " (comet)"

    def joined(self, player: int, after: int) -> tuple[Json, list[str]]:
        return {"player": player, "after": after}, ["", f"Player {player} sits down after player {after}."]

    def left(self, player: int, fate: int) -> tuple[Json, list[str]]:
        back = ", his fate goes back to the bag" if fate else ""
        return {"player": player, "fate": fate or None}, ["", f"Player {player} leaves{back}."]

    def drew(self, first: int, second: int, held: int) -> tuple[Json, list[str]]:
        drawn = [value for value in ((second,) if held else (first, second)) if value]
        draws = f"draws {listed(drawn)}" if drawn else "finds the bag empty"
        event = {"held": first if held else None, "drawn": drawn}
        return event, [f"  Holds {first}, {draws}." if held else f"  {draws.capitalize()}."]

    def skipped(self, value: int) -> tuple[Json, list[str]]:
        return {"fate": value or None}, ["  Fewer than two fates in hand: nothing is played."]

    def played(self, value: int, place: int, kept: int, old: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "place": self.place_id(place), "kept": kept, "old_token": bool(old)}
        if place == HOURS:
            why = "neither fate fits any card"
        else:
            rule = self.deck.cards[self.compiled.cards[self.row[place]]].play
            why = "the card takes any fate" if rule == "true" else f"legal, for {rule}"
        return event, [f"  Plays {value} on {self.place(place)} and keeps {kept} ({why})."]

    def slipped(self, value: int, place: int, kept: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "place": self.place_id(place), "kept": kept}
        return event, [f"  Plays {value} on {self.place(place)}, which is illegal; {kept} goes back to the bag unseen."]

    def shifted(self, value: int, slot: int) -> tuple[Json, list[str]]:
        where = f"moves on to {self.place(slot)}" if slot >= 0 else "goes back to the bag"
        return {"fate": value, "card": self.place_id(slot)}, [f"  The {value} {where}."]

    def told(self, card: int, answer: int) -> tuple[Json, list[str]]:
        text = self.deck.cards[self.compiled.cards[card]].effects.tells
        return {"card": self.card_id(card), "answer": bool(answer)}, [
            f"  {self.card(card)} tells: {text}? {yes(answer)}."
        ]

    def granted(self, card: int, guesses: int) -> tuple[Json, list[str]]:
        event = {"card": self.card_id(card), "extra_guesses": guesses}
        return event, [f"  {self.card(card)} grants {plural(guesses, 'extra guess', 'extra guesses')}."]

    def stole(self, value: int, origin: int, slot: int) -> tuple[Json, list[str]]:
        event = {"fate": value, "from": self.place_id(origin), "to": self.place_id(slot)}
        return event, [f"  {self.place(slot)} takes the {value} from {self.place(origin)}."]

    def stole_nothing(self, slot: int) -> tuple[Json, list[str]]:
        return {"card": self.place_id(slot)}, [f"  {self.place(slot)} finds nothing to take."]

    def spent(self, card: int, power: int, slot: int, value: int, other: int) -> tuple[Json, list[str]]:
        kind = int(self.compiled.book.power_kind[power])
        event: Json = {"power": self.power_id(power), "card": self.card_id(card)}
        self.pool.remove(card)
        how = ""
        if kind in (CYCLE, SLOW):
            event["on"], how = self.place_id(slot), f" on {self.place(slot)}"
        elif kind in (RELOCATE, DISCARD, EXILE):
            event |= {"fate": value, "from": self.place_id(slot)}
            how = f": the {value} from {self.place(slot)}"
        if kind == RELOCATE:
            event["to"], how = self.place_id(other), f"{how} to {self.place(other)}"
        return event, [f"  Power {self.power(power)} (back of {self.card(card)}){how}."]

    def paid(self, card: int) -> tuple[Json, list[str]]:
        self.pool.remove(card)
        return {"card": self.card_id(card)}, [f"  Paid with it: {self.power(int(self.compiled.book.power[card]))}."]

    def answered(self, power: int, choice: int, answer: int) -> tuple[Json, list[str]]:
        asked = self.deck.powers[self.power_id(power)]
        text = asked.ask if isinstance(asked, Question) else "the played token is the older one"
        text = text.replace("X", str(choice)) if choice else text
        event = {"power": self.power_id(power), "x": choice or None, "answer": bool(answer)}
        return event, [f"  {text}? {yes(answer)}."]

    def announced(self, slot: int, fades: int) -> tuple[Json, list[str]]:
        will = "will" if fades else "will not"
        return {"card": self.place_id(slot), "fades": bool(fades)}, [f"  {self.place(slot)} {will} fade this turn."]

    def line(self, player: int, values: int) -> tuple[Json, list[str]]:
        candidates = members(values)
        marks = " ".join(str(v) if v in candidates else "·" for v in sorted(self.deck.fates))
        return {"player": player, "values": candidates}, [f"  Number line of player {player}: {marks}"]

    def revealed(self, player: int, value: int) -> tuple[Json, list[str]]:
        text = f"  Player {player} shows the last {value} and returns it to the bag."
        return {"player": player, "fate": value}, [text]

    def predicted(self, values: int, kept: int, right: int) -> tuple[Json, list[str]]:
        event = {"values": members(values), "kept": kept, "right": bool(right)}
        verdict = "right" if right else f"wrong, it was {kept} and goes back unseen"
        return event, [f"  The group predicts {listed(members(values), 'or')}: {verdict}."]

    def tracks(self, score: int, doom: int) -> tuple[Json, list[str]]:
        return {"score": score, "doom": doom}, [f"  Score {score}, doom {doom}."]

    def fading(self, slot: int, card: int, doom: int) -> tuple[Json, list[str]]:
        cost = f"doom +{doom}" if doom else "no doom"
        back = self.deck.powers[self.deck.cards[self.compiled.cards[card]].power].name
        event = {"slot": slot + 1, "card": self.card_id(card), "doom": doom}
        if self.compiled.book.power_kind[self.compiled.book.power[card]] != AMPLIFY:
            self.pool.append(card)
        return event, [f"  {self.card(card)} fades: {cost}; its back is {back}."]

    def amplified(self, slot: int, score: int) -> tuple[Json, list[str]]:
        return {"slot": slot + 1, "score": score}, [f"  Amplified: score +{score}."]

    def dealt(self, slot: int, card: int) -> tuple[Json, list[str]]:
        self.row[slot] = card
        event = {"slot": slot + 1, "card": self.card_id(card)}
        if card < 0:
            return event, [f"  The deck is empty: slot {slot + 1} stays empty."]
        return event, [f"  {self.card(card)} is dealt to slot {slot + 1}."]

    def attached(self, card: int, slot: int) -> tuple[Json, list[str]]:
        power = self.deck.cards[self.compiled.cards[card]].power
        event = {"card": self.card_id(card), "to": self.place_id(slot)}
        return event, [f"  {self.deck.powers[power].name} is attached to {self.place(slot)}."]

    def under(self, card: int, leaves: int) -> tuple[Json, list[str]]:
        where = "leaves the game" if leaves else "goes under the deck"
        return {"card": self.card_id(card), "leaves_the_game": bool(leaves)}, [f"  {self.card(card)} {where}."]

    def ended(self, reason: int) -> tuple[Json, list[str]]:
        sentence = "The team wins." if reason == 0 else f"The game is lost: {ENDS[reason]}."
        return {"reason": ENDS[reason]}, ["", sentence]


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


def listed(values: list[Any], word: str = "and") -> str:
    """`2, 3 and 5`"""
    *most, last = map(str, values)
    return f"{', '.join(most)} {word} {last}" if most else last


def plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def yes(answer: int) -> str:
    return "yes" if answer else "no"
