"""Games of hidden cards that nobody wrote, with searches: compiled and plain play must agree, world by world.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.search_programs 100 SEED    # about 4 s each
"""

import sys
from random import Random

from tests.own_games.cells import game_of
from tests.own_games.searches import both_ways, cell_of

GAMES, WORLDS = 6, 3
TEXT = """
from collections import Counter
from fatecast.game import Game

CARDS = {cards}


def base(view, choices, dice{memory}):
    "base: anything"
    {remember}
    return dice.choose(choices) if dice.chance(0.5) else choices[0]


class Program(Game):
    title = "Program"
    players = 2
    draws = True
    policies = (base,)

    def play(self, table):
        deck, pile, out = table.deck("deck", CARDS), table.pile(), table.pile()
        for seat in table.seats:
            for _ in range({dealt}):
                deck.deal(seat)
        said, total = [], 0
        for _ in range({turns}):
            for seat in table.seats:
                table.turn(seat)
                hand, other = table.hand(seat), 1 - seat
{steps}
        for seat in table.seats:
            table.scores[seat] += len(table.hand(seat))
        if table.scores[0] != table.scores[1]:
            table.win(0 if table.scores[0] > table.scores[1] else 1)
"""
CARDS = (
    "list(range(8))",
    '["a", "b", "c", "a", "b", "d"]',
    '[("x", 1), ("x", 2), ("y", 1), ("y", 1), ("z", 3)]',
    "[1, 1, 2, 2, 3, 3, 4]",
    "[(n, n % 2 == 0) for n in range(7)]",
)
VIEWS = (
    '{"hand": list(hand), "left": len(deck)}',
    "(len(deck), tuple(sorted(hand)), tuple(pile))",
    '{"seen": deck.seen_by(seat), "theirs": table.hand(other).seen_by(seat), "mine": table.scores[seat]}',
    '{"count": Counter(list(pile)), "set": set(list(hand)), "half": total / 2}',
    '{"last": said[-1] if said else None, "top": pile[-1] if len(pile) else None}',
    "[len(table.hand(other)), total]",
    '{"by": {card: 1 for card in hand}}',
)
STEPS = (
    """
if len(hand):
    card = table.ask(seat, VIEW, list(hand))
    hand.play(card, pile)
    table.scores[seat] += CARDS.index(card) % 3""",
    """
if len(hand):
    hand.lay(table.ask(seat, VIEW, list(hand)), out)""",
    """
if len(hand):
    hand.give(table.ask(seat, VIEW, list(hand)), other)""",
    """
if len(deck):
    deck.deal(seat)""",
    """
if len(deck):
    deck.set_aside(out)""",
    """
if len(deck) and table.ask(seat, VIEW, [deck[0], CARDS[0]]) == CARDS[0]:
    deck.draw(pile)""",
    """
if len(deck) > 2:
    top = deck.look(seat, 2)
    card = table.ask(seat, VIEW, top)
    deck.arrange(seat, [card] + [each for each in top if each != card])""",
    """
if len(deck):
    top = deck.look(seat, 1)
    if table.ask(seat, VIEW, [top[0], CARDS[-1]]) == top[0]:
        deck.bury(top[0])""",
    """
if not len(deck):
    deck.shuffle_in(pile)""",
    """
deck.shuffle_in(out)""",
    """
table.pass_hands()""",
    """
if len(hand):
    said.append(table.ask(seat, VIEW, sorted(hand)))""",
    """
total += table.luck.die("roll", 6, table.turns, NUMBER)
if total % 2 and len(hand):
    said.append(table.ask(seat, VIEW, [hand[0], CARDS[1]]))""",
    """
if len(table.hand(other)):
    table.hand(other).reveal(table.hand(other)[0], seat)""",
    """
if len(hand):
    picks = [table.ask(each, VIEW, list(CARDS)[:3]) for each in table.seats]
    if picks[0] == picks[1]:
        table.scores[seat] += 2""",
    """
table.hand(seat).show(other)""",
)


def program(random: Random) -> str:
    """The text of a game."""
    steps = [
        random.choice(STEPS).replace("VIEW", random.choice(VIEWS)).replace("NUMBER", str(number))
        for number in range(random.randint(3, 6))
    ]
    remembers = random.random() < 0.3
    return TEXT.format(
        cards=random.choice(CARDS),
        memory=', memory={"asked": 0}' if remembers else "",
        remember='memory["asked"] += 1' if remembers else "pass",
        dealt=random.randint(1, 2),
        turns=random.randint(1, 2),
        steps="\n".join(" " * 16 + line for step in steps for line in step.strip().splitlines()),
    )


def main(words: list[str]) -> int:
    number, seed, wrong = int(words[0]), int(words[1]), 0
    for at in range(number):
        text = program(Random(seed * 1_000_003 + at))
        game = game_of("program", text)
        try:
            found = both_ways(game, cell_of(game, f"search base=base worlds={WORLDS} caution=0"), GAMES)
        except AssertionError as error:
            wrong += 1
            print(f"{at}: {error}\n{text}", flush=True)
        else:
            print(f"{at}: {found}", flush=True)
    print(f"{number - wrong} of {number} are the same")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
