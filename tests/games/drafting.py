"""Night Market: everybody points at a card at once; who points alone may have it.

Each round as many cards as players, and two more, lie on the stall. All choose in secret and reveal
together. A card that one player chose is his. If several chose the same one, the player who has
waited longest (who holds most lanterns; then who is further down the queue) takes it, gives his
lanterns back, and the rest get a lantern each. Cards left over gather a coin for who takes them.
"""

from collections import Counter, defaultdict

from fatecast.game import Game, Mean, Parameter, Share

# kind: how many in the deck
DECK = {"silk": 12, "spice": 12, "lamp": 8, "tea": 12, "fish": 10, "charm": 6}
SPICE = [0, 1, 3, 6, 10, 15]
TEA_PAIR, FISH, CHARM = 5, 2, 3


def score(cards, coins=0, most_lamps=False, lamp_prize=6):
    """silk: 1, 2, then 3 each; spice: rising; tea: only pairs; fish: 2 each, but at most 3 of them;
    a charm: a point for every other kind that one has, up to 3; lamps: a prize for the most"""
    n = Counter(cards)
    silk = sum(min(i, 3) for i in range(1, n["silk"] + 1))
    spice = SPICE[min(n["spice"], len(SPICE) - 1)]
    tea = n["tea"] // 2 * TEA_PAIR
    fish = FISH * min(n["fish"], 3)
    kinds = len([kind for kind in n if n[kind] and kind != "charm"])
    charms = n["charm"] * min(kinds, CHARM)
    return silk + spice + tea + fish + charms + n["lamp"] + (lamp_prize if most_lamps else 0) + coins


def hopes(cards, kind, rounds_left):
    """the worth of one more card of a kind, with a bit for what may still come of it"""
    now = score(list(cards) + [kind]) - score(cards)
    have = Counter(cards)[kind]
    later = 0
    if kind == "tea" and have % 2 == 0:
        later = 2.0
    elif kind == "spice" and have < 4:
        later = 1.2
    elif kind == "silk" and have < 2:
        later = 0.8
    elif kind == "lamp":
        later = 1.5
    elif kind == "charm":
        later = 1.0
    return now + later * min(rounds_left, 4) / 4


def appraise(view, cards, stall_index):
    kind, coins = view["stall"][stall_index]
    return hopes(cards, kind, view["rounds_left"]) + coins


# -- policies: a choice is the number of a card on the stall --------------------------------------


def shopper(view, choices):
    """points at what is worth most to it"""
    return max(choices, key=lambda i: (appraise(view, view["mine"], i), -i))


def dodger(view, choices, dice, respect=70):
    """expects the others to point at what is best for them, and stays away unless it has the longest wait"""
    rivals = [(cards, lanterns) for cards, lanterns in zip(view["others"], view["lanterns_of_others"])]
    values = {}
    for i in choices:
        value = appraise(view, view["mine"], i)
        for cards, lanterns in rivals:
            favourite = max(choices, key=lambda j: appraise(view, cards, j))
            if favourite == i and lanterns >= view["lanterns"]:
                value *= 1 - respect / 100
        values[i] = value
    best = max(values.values())
    # near enough is as good: it keeps the others guessing
    return dice.choose([i for i in choices if values[i] >= best - 0.5])


def gambler(view, choices, dice, heat=2):
    """takes each card with a chance that grows with its worth"""
    weights = [max(1, round(appraise(view, view["mine"], i) ** heat)) for i in choices]
    ticket = dice.number(sum(weights))
    for i, weight in zip(choices, weights):
        if ticket < weight:
            return i
        ticket -= weight


# -- rules ----------------------------------------------------------------------------------------


class NightMarket(Game):
    title = "Night Market"
    players = (2, 4)
    scored = "points"
    shared_wins = True
    parameters = {
        "rounds": Parameter(9, 3, 10, "rounds"),
        "extra": Parameter(2, 0, 3, "cards on the stall beyond one for each player"),
        "lamp_prize": Parameter(6, 0, 15, "points for the most lamps; nobody gets it if two have as many"),
        "lantern": Parameter(0, 0, 3, "points for a lantern that is left at the end"),
    }
    columns = {
        "clashes": "cards that more than one player chose",
        "empty_hands": "choices that brought no card",
        "coins": "coins taken with cards",
    }
    outcomes = [
        Mean(name="clashes", meaning="clashes, for each round", column="clashes", over="turns", unit="clashes a round", margin=0.02),
        Share(name="peaceful", meaning="games without any clash", column="clashes", codes=(0,)),
    ]
    policies = [shopper, dodger, gambler]

    def play(self, table):
        rules, n = table.rules, table.players
        deck = table.luck.shuffle("deck", [(kind, i) for kind, copies in DECK.items() for i in range(copies)])
        deck = [kind for kind, _ in deck]
        hands = {seat: [] for seat in table.seats}
        lanterns, coins = [0] * n, [0] * n
        queue = table.luck.shuffle("queue", list(table.seats))
        stall = []  # pairs of a kind and the coins on it

        for rounds_left in reversed(range(rules.rounds)):
            table.turn()
            while len(stall) < n + rules.extra and deck:
                stall.append((deck.pop(), 0))
            table.tell("On the stall: {}.", ", ".join(f"{kind} (+{c})" if c else kind for kind, c in stall))

            # everybody is asked before anything happens, so nobody knows what the others choose
            pointing = defaultdict(list)
            for seat in table.seats:
                others = [other for other in table.seats if other != seat]
                view = {
                    "stall": list(stall),
                    "mine": list(hands[seat]),
                    "others": [list(hands[other]) for other in others],
                    "lanterns": lanterns[seat],
                    "lanterns_of_others": [lanterns[other] for other in others],
                    "rounds_left": rounds_left,
                }
                pointing[table.ask(seat, view, list(range(len(stall))))].append(seat)

            for index, seats in sorted(pointing.items()):
                kind, bonus = stall[index]
                taker = max(seats, key=lambda seat: (lanterns[seat], queue.index(seat)))
                hands[taker].append(kind)
                coins[taker] += bonus
                table.count("coins", bonus)
                table.tell("Player {} takes {}.", taker + 1, kind)
                if len(seats) > 1:
                    table.count("clashes")
                    table.count("empty_hands", len(seats) - 1)
                    lanterns[taker] = 0
                    queue.remove(taker)
                    queue.insert(0, taker)
                    for loser in set(seats) - {taker}:
                        lanterns[loser] += 1
            stall = [(kind, c + 1) for i, (kind, c) in enumerate(stall) if i not in pointing]
            self.count_up(table, hands, coins, lanterns)

        top = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == top:
                table.win(seat)

    def count_up(self, table, hands, coins, lanterns):
        lamps = {seat: hand.count("lamp") for seat, hand in hands.items()}
        most = max(lamps.values())
        leaders = [seat for seat, number in lamps.items() if number == most > 0]
        for seat, hand in hands.items():
            points = score(hand, coins[seat], leaders == [seat], table.rules.lamp_prize)
            table.scores[seat] = points + table.rules.lantern * lanterns[seat]
