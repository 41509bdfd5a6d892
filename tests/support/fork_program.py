"""A program whose games go on from a decision in another way, well or badly: `python fork_program.py GAME FAULT`.

`cards`: each of two seats has a card of 1 to 5 that the other does not see, and may exchange it for the top of the
deck; then both roll a die of three. `coin`: a coin lies covered, and is to be guessed. It uses nothing but the standard
library, as it stands for a program that somebody else wrote.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

GAME, FAULT = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
OF_CARDS = {
    "name": "two-cards",
    "kind": "competitive",
    "axes": [{"name": "policy", "values": ["random", "keen", "stay"], "default": ["keen"], "role": "skill"}],
    "columns": [
        {"name": "winners", "most": 3, "meaning": "who has more, one bit a seat"},
        {"name": "turns", "most": 4, "meaning": "turns, and exchanges"},
        {"name": "sum", "most": 20, "meaning": "all points"},
    ],
}
OF_COIN = {
    "name": "coin",
    "kind": "cooperative",
    "axes": [{"name": "policy", "values": ["random", "keen"], "default": ["keen"], "role": "skill"}],
    "columns": [{"name": "won", "most": 1, "meaning": "1 if guessed"}],
}
HELLO = {
    "protocol": 1,
    "title": "Forks",
    "version": 1,
    "replay": True,
    "fork": FAULT != "no-fork",
    "redeal": FAULT not in ("no-fork", "no-redeal"),
    **(OF_CARDS if GAME == "cards" else OF_COIN),
}
BAD_GAME = 13
asked = 0


def say(*lines: object) -> None:
    """Lines, in one breath."""
    print(*map(json.dumps, lines), sep="\n", flush=True)


class Play:
    """One game, or a fork of it: on this luck, with this choice, from the decision after those that are said."""

    def __init__(self, question: dict[str, Any], index: int, luck: int | None, choice: int | None) -> None:
        self.question, self.number, self.luck, self.choice = question, index, luck, choice
        self.chosen = question.get("chosen", []) if FAULT != "retells" or question["ask"] != "replay" else []
        self.policy = question["cell"]["policy"]
        self.told: list[dict[str, Any]] = []
        self.cards: list[int] = []
        self.own: list[set[int]] = [set(), set()]
        """The cards that each seat has had."""

    def draw(self, sides: int, *what: object) -> int:
        memory = asked if FAULT == "memory" else 0
        key = f"{self.question['seed']} {self.number} {memory} {what}"
        return int(sha256(key.encode()).hexdigest(), 16) % sides

    def shuffled(self, cards: list[int], *what: object) -> list[int]:
        return sorted(cards, key=lambda card: self.draw(1 << 60, "shuffle", card, *what))

    def decide(self, seat: int, view: Callable[[], str], policy: Callable[[], int]) -> int:
        at = len(self.told)
        if at == len(self.chosen):
            self.policy = self.question.get("by", self.policy)
            if self.luck is not None:
                self.number = self.number if FAULT == "true-luck" else self.luck
            if "redeal" in self.question:
                self.redeal(self.question["redeal"])
        own, is_fork = policy(), self.question["ask"] == "fork"
        if at < len(self.chosen) and not (FAULT == "deaf" and is_fork):
            own = self.chosen[at]
        if at == len(self.chosen) and self.choice is not None and FAULT not in ("deaf", "untried"):
            own = self.choice
        shown = f"{view()} {asked}" if FAULT == "new-past" else view()
        told = 0 if FAULT == "untold" else own
        self.told.append({"seat": seat, "choices": 2, "chosen": told, "view": shown})
        return own

    def redeal(self, seat: int) -> None:
        """Whatever this seat has not had lies otherwise. The pool has a fixed order."""
        if FAULT == "keeps":
            return
        if GAME == "coin":
            self.cards = [self.draw(2, "coin")]
            return
        pool = self.shuffled([card for card in range(1, 6) if card not in self.own[seat]], "redeal")
        if FAULT == "as-it-lies":
            lying = [self.cards[1 - seat], *self.cards[2:]]
            pool = [lying[at] for at in self.shuffled(list(range(len(lying))), "redeal")]
        if FAULT == "half":
            pool.remove(self.cards[1 - seat])
            pool.insert(0, self.cards[1 - seat])
        if FAULT == "shows":
            self.cards[seat] = self.cards[seat] % 5 + 1
        self.cards[1 - seat], self.cards[2:] = pool[0], pool[1 : len(self.cards) - 1]

    def play(self) -> list[int]:
        return self.play_cards() if GAME == "cards" else self.play_coin()

    def play_coin(self) -> list[int]:
        self.cards = [self.draw(2, "coin")]
        guess = self.decide(0, lambda: "guess", lambda: self.draw(2, "guess") if self.policy == "random" else 0)
        return [int(guess == self.cards[0])]

    def play_cards(self) -> list[int]:
        self.cards = self.shuffled([1, 2, 3, 4, 5], "deck")
        did = ""
        for seat in (0, 1):
            self.own[seat].add(self.cards[seat])
            if self.decide(seat, partial(self.shown, seat, did), partial(self.keen, seat)):
                self.cards[seat] = self.cards.pop(2)
                self.own[seat].add(self.cards[seat])
            did = ", the other one exchanged" if self.told[-1]["chosen"] else ", the other one did not exchange"
        made = [each["chosen"] for each in self.told]
        points = [self.cards[seat] + self.draw(3, "die", seat) for seat in (0, 1)]
        return [(points[0] > points[1]) + 2 * (points[1] > points[0]), 2 + sum(made), sum(points)]

    def shown(self, seat: int, did: str) -> str:
        return f"card {self.cards[seat]}{did}"

    def keen(self, seat: int) -> int:
        if self.policy == "random":
            return self.draw(2, "exchange", seat)
        return int(self.policy == "keen" and self.cards[seat] < 3)


def forks(question: dict[str, Any]) -> list[Play]:
    return [
        Play(question, question["index"], luck, choice)
        for luck in question["luck"] or [None]
        for choice in question["tries"] or [None]
    ]


def wrong(question: dict[str, Any], lines: list[Any]) -> list[Any]:
    """The lines of an answer, after whatever is wrong with it."""
    if FAULT == "hangs" and question["index"] == BAD_GAME:
        time.sleep(1000)
    if FAULT == "dies" and question["index"] == BAD_GAME:
        sys.exit("no forks today")
    if FAULT == "floods":
        while True:
            say(lines[0])
    first = {
        "text": "fork",
        "no-seat": {**lines[0], "seat": 9} if isinstance(lines[0], dict) else lines[0],
        "one-choice": {**lines[0], "choices": 1} if isinstance(lines[0], dict) else lines[0],
        "no-view": {**lines[0], "view": 5} if isinstance(lines[0], dict) else lines[0],
        "escapes": {**lines[0], "view": "\x1b[2J"} if isinstance(lines[0], dict) else lines[0],
        "range": [9, *lines[0][1:]] if isinstance(lines[0], list) else lines[0],
    }.get(FAULT, lines[0])
    return [first, *lines[1:-1]] if FAULT == "few" else [first, *lines[1:]]


def answer(question: dict[str, Any]) -> None:
    global asked
    asked += 1
    if question["ask"] == "hello":
        say(HELLO)
        return
    if question["ask"] == "play":
        rows = [Play(question, index, None, None).play() for index in range(question["first"], question["last"])]
        say(*rows, {"done": len(rows)})
        return
    if question["ask"] == "replay":
        game = Play(question, question["index"], None, None)
        row = game.play()
        turns = row[1] if GAME == "cards" else 0
        lines = [
            {"turn": min(at, turns), "text": f"{each['view']}: {each['chosen']}"} for at, each in enumerate(game.told)
        ]
        lines.append({"turn": turns, "text": "The end."})
        say(*lines, {"done": len(lines)})
        return
    games = forks(question)
    rows = [game.play() for game in games]
    if FAULT == "crowd" and len(rows) > 1:
        rows = [rows[0]] * len(rows)
    lines = wrong(question, rows if question["ask"] == "fork" else games[0].told)
    say(*lines, {"done": len(lines)})


for text in sys.stdin:
    answer(json.loads(text))
