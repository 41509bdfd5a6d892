"""Programs that nobody wrote, in the part of Python that compiles: compiled and plain play must agree.

python -m tests.own_games.programs 200 SEED
"""

import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.own_games.verdicts import DIFFERS, verdict

GAMES_EACH = 5

HEAD = '''
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import Enum
from fatecast.game import Game

class Hue(Enum):
    RED = 1
    BLUE = "b"
    GREEN = 3

    @property
    def is_warm(self):
        return self in (Hue.RED, Hue.GREEN)

@dataclass(frozen=True, order=True)
class Coin:
    worth: int
    name: str = "x"

@dataclass
class Pawn:
    at: int
    name: str = "x"
    seen: int = 0

WORDS = ["ant", "bee", "cow"]
WORTH = {"ant": 3, "bee": 5, "cow": -2}
PAIRS = [(1, "ant"), (2, "bee"), (3, "ant")]

def helper(a, b=2):
    if a > b:
        return a - b
    return a * b % 7

def first(view, choices):
    """takes the first, or what its view says"""
    return choices[view["n"] % len(choices)]

def last(view, choices, dice):
    """takes the last, or any"""
    if view.get("hot", False):
        return choices[-1]
    return dice.choose(choices)

class Odd(Game):
    title = "Odd"
    players = (2, 3)
    draws = True
    shared_wins = True
    scored = "points"
    columns = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}
    policies = [first, last]
    turn_limit = 12

    def play(self, table):
        a, b, c, n, f, t, o, h = 1, 2, 3, 0, 0.5, "ant", None, Hue.RED
        xs, ys, ts, d, e, p = [3, 1, 2], [], [(1, 2)], {1: 4, 2: 6}, {}, Pawn(1)
        k, g, cs, rules = Counter([1, 1]), defaultdict(list), [Coin(2), Coin(1, "ant")], table.rules
        def near(x, y=3):
            if x > a:
                return x - y
            return x + b
        far = lambda x, y: x * 2 - y + c % 5
        best = max if table.players > 2 else min
        for seat in table.seats:
            table.turn(seat)
'''
TAIL = """
        e[t] = 1 + len(e)
        xs.insert(-1, a % 9)
        a, b = b - c, a + 1
        edges = sum(1 <= x <= 2 for x in range(4))
        lost = Counter(ys) - Counter(xs)
        table.count("one", (a + sum(i * v for i, v in enumerate(d.values(), 2))) % 1000)
        debt = (b % 7 - 9) // 2
        table.count("two", (debt + b + sum(i * x for i, x in enumerate(xs, 2)) + len(ys) + p.at + p.seen) % 1000)
        table.count("three", (c + sum(x * i + y for i, (x, y) in enumerate(ts, 2)) + list(Hue).index(h)) % 1000)
        common = sum(i * x for i, (x, _) in enumerate(k.most_common(3), 2))
        table.count("five", (common + sum(i * v for i, v in enumerate(k.values(), 2))) % 1000)
        table.count("six", (len(lost) + sum(i * len(v) for i, v in g.items()) + edges) % 1000)
        table.count("seven", sum(i * coin.worth for i, coin in enumerate(cs, 2)) % 1000)
        table.count("four", (int(f * 8) + WORTH[t] + (0 if o is None else o) + sum(e.values())) % 1000)
        if a % 2:
            table.win(b % table.players)
"""

Pick = Callable[[int], int]
"""A number below another one."""


class Author:
    """Writes a program, as a source of numbers decides."""

    def __init__(self, pick: Pick) -> None:
        self._pick = pick
        self.lines: list[str] = []

    def one(self, *texts: str) -> str:
        return texts[self._pick(len(texts))]

    def number(self, depth: int = 2) -> str:
        """A whole number."""
        if depth == 0 or self._pick(3) == 0:
            return self.one("a", "b", "c", "n", "1", "5", "-4", "-7", "seat", "len(xs)", "p.at")
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.one(
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} % 5)",
            f"({a} // 3)",
            f"-{a}",
            f"abs({a})",
            f"max({a}, {b})",
            f"min({a}, {b}, 4)",
            f"({a} if {self.test(0)} else {b})",
            f"helper({a})",
            f"helper({a}, b={b})",
            "sum(xs)",
            "sum(x for x in xs if x > 1)",
            "max(xs, default=0)",
            f"xs.count({a})",
            f"(xs[{a} % len(xs)] if xs else {b})",
            f"d.get({a}, {b})",
            "WORTH[t]",
            f"int(f * {a})",
            "len(set(xs))",
            f"(o or {a})",
            f"divmod({a}, 4)[1]",
            "sum(1 for w in WORDS if w < t)",
            f"k[{a}]",
            f"near({a})",
            f"near({a}, {b})",
            f"far({a}, {b})",
            f"best({a}, {b})",
            "len(set(cs))",
            "cs[0].worth",
            f"round((abs({a}) % 9 / 4) ** 1.5)",
            "k.most_common(1)[0][0] if k else 7",
            "max(xs or [0], key=near)",
            "min(cs).worth",
        )

    def test(self, depth: int = 1) -> str:
        """Something that is true or false."""
        a, b = self.number(max(depth - 1, 0)), self.number(0)
        found = self.one(
            f"{a} {self.one('<', '<=', '>', '>=')} {b}",
            f"{a} <= {b}",
            f"{a} == {b}",
            f"0 <= {a} < {b}",
            f"{a} in xs",
            f"{a} in d",
            "xs",
            "not ys",
            't == "bee"',
            "o is None",
            "h is Hue.BLUE",
            "h in (Hue.RED, Hue.GREEN)",
            "any(x > 2 for x in xs)",
            "all(x != y for x, y in ts)",
            "f > 0.75",
            "xs == ys",
            'p.name != "x"',
            "(1, 2) in ts",
            "h.is_warm",
            f"{a} in k",
            "Coin(2) in cs",
            "Coin(1) in {Coin(a), Coin(1)}",
            f"f ** 2 > {b}",
        )
        if depth and self._pick(3) == 0:
            return f"({found} {self.one('and', 'or', 'and not')} {self.test(0)})"
        return found

    def statement(self, indent: str, depth: int) -> None:
        """One statement, perhaps with others inside."""
        a, b = self.number(), self.number(1)
        simple = [
            f"a = {a}",
            f"b += {a}",
            f"c -= {a}",
            f"a, b = b, {a}",
            f"xs.append({a})",
            f"xs.insert({b}, {a})",
            "xs.sort()",
            "xs.reverse()",
            "ys = xs",
            "ys = xs[:]",
            "ys = sorted(xs, reverse=True)",
            f"ys = [x + {b} for x in xs if x != {b}]",
            f"xs = xs[{b}:{a}]",
            "xs = xs[::-1] + [1]",
            f"ts.append(({a}, {b}))",
            "ts.sort(key=lambda pair: (pair[1], -pair[0]))",
            "ts = sorted(ts)[-4:]",
            f"d[{a}] = {b}",
            f"d[{b} % 4] = d.get({b} % 4, 0) + 1",
            "e[t] = e.get(t, 0) + 1",
            f"del xs[{self.one('0', '1')}:{self.one('2', '3')}]",
            f"t = WORDS[{a} % 3]",
            f"o = {self.one('None', a)}",
            f"f = f / 2 + {b} % 4",
            f"h = {self.one('Hue.RED', 'Hue.BLUE', 'Hue(3)', 'list(Hue)[1]')}",
            f"p = Pawn({a}, t)",
            f"p.at = {a}",
            "p.seen += 1",
            "q = p; q.at += 1",
            f"table.scores[seat] += {a} % 9",
            f'table.count("one", {a} % 5)',
            f"xs = xs * ({b} % 3)",
            "xs += ys[:3]",
            "c = table.turn(seat)",
            "c = table.turn(seat)",
            "c = max(ts, key=lambda pair: pair[0] * 2 - pair[1])[0] if ts else 0",
            "t = min(WORDS, key=lambda word: WORTH[word] + a % 3)",
            f"k[{a} % 4] += 1",
            "k.update(xs)",
            "k = Counter(xs) + Counter(ys)",
            "k = Counter(k) - Counter(xs)",
            f"k.subtract([{b}])",
            f"g[{a} % 3].append({b})",
            f"g[{a} % 3].append(seat)",
            f"d.setdefault({a} % 5, {b})",
            "ys = [x for x, _ in k.most_common(3)]",
            f"cs.append(Coin({a} % 4, t))",
            "cs = sorted(set(cs))[:6]",
            "cs.sort(reverse=True)",
            "c = max(cs, key=lambda coin: (coin.name, coin)).worth",
            "ts = sorted((n, len(v)) for n, v in sorted(g.items()))[:5]",
            f"a = max(xs or [1], key=lambda x: (xs[:2], far(x, {b})))",
            "f = (f % 0.75 + f // 2) ** 1.25",
            "ys = [near(x) for x in xs[:6]]",
            "table.tell('{} and {}', ', '.join(f'{x}' for x in xs), *ts[:1])",
            "for letter in 'abc': e[t] = e.get(t, 0) + 1",
        ]
        lucky = [
            'n += 1; a = table.luck.die("die", 6, n)',
            'n += 1; xs = table.luck.shuffle("xs", xs, n)',
            'n += 1; ts = table.luck.shuffle("ts", ts, n)',
            'n += 1; c, t = table.luck.choose("pair", PAIRS, n)',
            'n += 1; h = table.luck.shuffle("hue", list(Hue), n)[0]',
            'n += 1; b = table.luck.draw("bag", xs, n) if xs else 0',
            'n += 1; f = 0.25 if table.luck.chance("f", f % 1 if False else 0.5, n) else 1.5',
            'a = table.ask(seat, {"n": abs(a) % 7, "hot": len(xs) > 3}, [1, 4, 6])',
            't = table.ask(seat, {"n": len(xs)}, WORDS)',
            'o = table.ask(seat, {"n": 1, "hot": True}, [None, 2])',
            'c, b = table.ask(seat, {"n": b % 3}, [(1, 2), (3, 4), (0, 0)])',
        ]
        what = self._pick(10)
        if what < 5 or depth == 0:
            line = simple[self._pick(len(simple))]
        elif what < 7:
            line = lucky[self._pick(len(lucky))]
        else:
            head = self.one(
                f"if {self.test()}:",
                f"for i in range({b} % 4):",
                "for x in xs[:5]:",
                "for x, y in ts[:4]:",
                "for i, x in enumerate(ys[:4]):",
                "for key, value in list(d.items())[:5]:",
                "for word in WORDS:",
                "while n % 5:",
            )
            self.lines.append(indent + head)
            if head.startswith("while"):
                self.lines.append(f"{indent}    n += 1")
            for _ in range(1 + self._pick(2)):
                self.statement(indent + "    ", depth - 1)
            if head.startswith("for") and self._pick(3) == 0:
                self.lines.append(f"{indent}    if {self.test(0)}:")
                self.lines.append(f"{indent}        {self.one('break', 'continue')}")
            return
        self.lines.append(indent + line)

    def program(self) -> str:
        for _ in range(6 + self._pick(14)):
            self.statement("            ", 2)
        return HEAD + "\n".join(self.lines) + TAIL


def main(number: int, started_with: int, games: int = GAMES_EACH) -> None:
    """Prints what became of the programs, up to one that differs."""
    found: Counter[str] = Counter()

    @seed(started_with)
    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def play(start: int) -> None:
        """Hypothesis likes small numbers, which would make small programs: it chooses where a generator starts."""
        text = Author(Random(sha256(str(start).encode()).hexdigest()).randrange).program()
        what = verdict("odd", text, games, 3)
        found[what] += 1
        assert what != DIFFERS, f"program {start} differs\n{text}"

    play()
    print(
        f"{found.total()} programs, seed {started_with}: "
        f"{', '.join(f'{count} {what}' for what, count in found.most_common())}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
