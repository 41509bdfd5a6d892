"""Orchard Street: a drafting game of neighbours who fill a row of shops.

Every card is a shop: its trade, what it earns, and what it costs to build. In each of three seasons everybody gets a hand,
takes one card, passes the rest on, and so on. A shop that is taken is built (its cost is paid) or pawned (for coins). At the
end shops earn, the most shops of a trade earn a ribbon, and every set of four different trades is worth a market day.
"""

from collections import Counter
from dataclasses import dataclass

from fatecast.game import Game, Mean, Parameter, Share

TRADES = ("baker", "cooper", "dyer", "smith")
HAND = 6
SEASONS = 3


@dataclass(frozen=True, order=True)
class Shop:
    trade: str
    earns: int
    costs: int

    @property
    def profit(self):
        return self.earns - self.costs

    def __str__(self):
        return f"{self.trade} ({self.earns} for {self.costs})"


# Each trade has cheap, fair and grand shops; the cheap ones are there three times.
DECK = [
    Shop(trade, earns, costs)
    for trade in TRADES
    for (earns, costs), copies in {(2, 0): 3, (3, 1): 3, (5, 2): 3, (6, 3): 3, (8, 4): 2, (11, 6): 2, (14, 8): 2}.items()
    for _ in range(copies)
]


@dataclass
class Street:
    """what lies before one player"""

    coins: int
    shops: list

    def trades(self):
        return Counter(shop.trade for shop in self.shops)

    def market_days(self):
        trades = self.trades()
        return min(trades[trade] for trade in TRADES)


def by_profit(option):
    action, shop = option
    return shop.profit if action == "build" else -shop.profit / 100


def builder(view, choices, reserve=0):
    """builds the shop with the best profit, as long as some coins are left; else pawns the worst"""
    affordable = [o for o in choices if o[0] == "build" and view["coins"] - o[1].costs >= reserve]
    if affordable:
        return max(affordable, key=lambda o: (o[1].profit, -o[1].costs, o[1]))
    pawns = [o for o in choices if o[0] == "pawn"]
    return min(pawns, key=lambda o: (o[1].profit, o[1]))


def planner(view, choices, spread=4, ribbon=2, thrift=25):
    """weighs profit, missing trades, the race for ribbons, and (in per cent of a point) coins for later"""
    mine, rivals = view["mine"], view["others"]
    fewest = min(mine[trade] for trade in TRADES)
    missing = sum(mine[trade] == fewest for trade in TRADES)

    def worth(option):
        action, shop = option
        if action == "pawn":
            hunger = max(0, 8 - view["coins"])
            denied = max(0, shop.profit - 4)
            return view["pawn"] + hunger * thrift / 100 * (view["left"] > 2) + denied / 2
        value = shop.profit - shop.costs * thrift / 100 * (view["left"] > 3)
        if mine[shop.trade] == fewest:
            value += spread / missing
        lead = mine[shop.trade] - max(trades[shop.trade] for trades in rivals)
        if -1 <= lead <= 0:
            value += ribbon
        return value

    return max(choices, key=lambda option: (worth(option), option))


def specialist(view, choices):
    """keeps to the trade it has most of, to win its ribbon"""
    mine = view["mine"]
    favourite = mine.most_common(1)[0][0] if mine else None
    own = [o for o in choices if o[0] == "build" and o[1].trade == favourite]
    return max(own or choices, key=by_profit)


class OrchardStreet(Game):
    title = "Orchard Street: a draft of shops"
    players = (2, 4)
    shared_wins = True
    scored = "points"
    parameters = {
        "purse": Parameter(12, 0, 30, "coins at the start"),
        "pawn": Parameter(3, 0, 8, "coins for a shop that is pawned"),
        "ribbon": Parameter(6, 0, 15, "points for most shops of a trade"),
        "market_day": Parameter(5, 0, 15, "points for a set of all trades"),
    }
    columns = {
        "built": "shops that were built",
        "pawned": "shops that were pawned",
        "ribbons": "ribbons that were given, ties for none",
        "market_days": "market days of all players",
    }
    outcomes = [
        Mean(name="pawned", meaning="shops that were pawned", column="pawned", unit="shops", margin=0.3),
        Share(name="no market", meaning="games in which nobody has a market day", column="market_days", codes=(0,)),
    ]
    policies = [builder, planner, specialist]

    def play(self, table):
        streets = [Street(table.rules.purse, []) for _ in table.seats]
        deck = table.luck.shuffle("deck", DECK)
        left = SEASONS * (HAND - 1)
        for season in range(1, SEASONS + 1):
            hands = [[deck.pop() for _ in range(HAND)] if len(deck) >= HAND else [] for _ in table.seats]
            while len(hands[0]) > 1:  # the last card of a hand is thrown away
                table.turn()
                # all choose at the same time, and then show
                picks = [self.pick(table, seat, hands[seat], streets, left) for seat in table.seats]
                for seat, (action, shop) in enumerate(picks):
                    hands[seat].remove(shop)
                    self.carry_out(table, seat, streets[seat], action, shop)
                hands = hands[1:] + hands[:1] if season % 2 else hands[-1:] + hands[:-1]
                left -= 1
        self.finish(table, streets)

    def pick(self, table, seat, hand, streets, left):
        me = streets[seat]
        shops = sorted(set(hand))
        choices = [("build", shop) for shop in shops if shop.costs <= me.coins] + [("pawn", shop) for shop in shops]
        view = {
            "coins": me.coins,
            "mine": me.trades(),
            "others": [street.trades() for other, street in enumerate(streets) if other != seat],
            "hand": sorted(hand),
            "left": left,
            "pawn": table.rules.pawn,
        }
        return table.ask(seat, view, choices)

    def carry_out(self, table, seat, street, action, shop):
        if action == "build":
            street.coins -= shop.costs
            street.shops.append(shop)
            table.scores[seat] += shop.earns
            table.count("built")
        else:
            street.coins += table.rules.pawn
            table.count("pawned")
        table.tell("Player {}: {} {}, {} coins left.", seat + 1, action, shop, street.coins)

    def finish(self, table, streets):
        for trade in TRADES:
            (most, seat), (second, _) = sorted(((s.trades()[trade], i) for i, s in enumerate(streets)), reverse=True)[:2]
            if most > second:
                table.scores[seat] += table.rules.ribbon
                table.count("ribbons")
                table.tell("The ribbon of the {} goes to player {}.", trade, seat + 1)
        for seat, street in enumerate(streets):
            days = street.market_days()
            table.scores[seat] += days * table.rules.market_day + street.coins // 2
            table.count("market_days", days)
        best = max((table.scores[seat], streets[seat].coins) for seat in table.seats)
        for seat in table.seats:
            if (table.scores[seat], streets[seat].coins) == best:
                table.win(seat)
