"""Dusty Attic: an open auction of what was found in the attic of an old house.

Lots come up one after the other. Bids go round the table, each higher than the one before; who
passes is out for this lot. The winner pays half to the house (rounded up) and the rest is shared
out evenly among the others (what cannot be shared is lost). At the end things are worth more the
more one has of a kind, coins count too, at so many for a point.
"""

from collections import Counter
from dataclasses import dataclass

from fatecast.game import Column, Game, Mean, Parameter, Share

# points for 0, 1, 2, ... things of a kind
VALUES = {
    "clock": (0, 3, 7, 12, 18, 25),
    "painting": (0, 6, 10, 12, 13, 13),
    "doll": (0, 1, 4, 9, 16, 20),
    "teapot": (0, 4, 8, 12, 16, 20),
}
COPIES = {"clock": 5, "painting": 5, "doll": 5, "teapot": 5}
JUNK = "junk"  # costs points, comes bundled with good things
JUNK_COST = 2
RAISES = (1, 2, 5)


@dataclass
class Bidder:
    coins: int
    things: Counter

    def points(self, coins_a_point):
        return max(0, worth(self.things) + self.coins // coins_a_point)


def worth(things):
    good = sum(VALUES[kind][min(number, 5)] for kind, number in things.items() if kind != JUNK)
    return good - JUNK_COST * things.get(JUNK, 0)


def gain(things, lot):
    """what a lot adds to a collection, in points"""
    return worth(Counter(things) + Counter(lot)) - worth(things)


# -- policies: a choice is 0 (pass) or the new bid ----------------------------------------------


def cheapest(choices, limit):
    """the smallest raise that is within the limit, or a pass"""
    return min((bid for bid in choices if 0 < bid <= limit), default=0)


def appraiser(view, choices, greed=80):
    """pays a share of what the lot adds to its own collection, more when money would be left over"""
    value = gain(view["mine"], view["lot"]) * view["coins_a_point"]
    spare = view["coins"] / max(1, view["lots_left"])
    limit = max(value * greed / 100, min(value, spare))
    return cheapest(choices, limit)


def spoiler(view, choices, share=60):
    """looks at the most that anybody could gain, and bids the others up to a share of that"""
    rate = view["coins_a_point"]
    own = gain(view["mine"], view["lot"]) * rate
    theirs = max(gain(things, view["lot"]) * rate for things in view["others"])
    rich_enough = max(view["purses"]) > view["price"]
    limit = max(own * 0.8, theirs * share / 100 if rich_enough else 0)
    if own > 0 and theirs > own and view["price"] < limit:
        # a jump may frighten the others off
        return max((bid for bid in choices if bid <= limit), default=0)
    return cheapest(choices, limit)


def hunter(view, choices, budget=45):
    """spends only on the kind it has most of, but then nearly everything"""
    mine = {kind: n for kind, n in view["mine"].items() if kind != JUNK}
    favourite = max(sorted(mine), key=mine.get) if mine else None
    wanted = favourite is None or favourite in view["lot"]
    limit = view["coins"] * budget / 100 if wanted else gain(view["mine"], view["lot"])
    return cheapest(choices, limit)


# -- rules --------------------------------------------------------------------------------------


class DustyAttic(Game):
    title = "Dusty Attic"
    players = (3, 5)
    scored = "points"
    shared_wins = True
    parameters = {
        "purse": Parameter(30, 5, 100, "coins of each player at the start"),
        "coins_a_point": Parameter(3, 1, 10, "coins that count for one point at the end"),
        "house": Parameter(50, 0, 100, "per cent of the price that the house keeps"),
        "junk": Parameter(4, 0, 8, "pieces of junk among the things"),
    }
    columns = {
        "sold": Column("sold", "<u2", "lots sold", limits=(0, 40)),
        "unsold": Column("unsold", "<u2", "lots that nobody wanted", limits=(0, 40)),
        "paid": Column("paid", "<u4", "coins paid for all lots"),
        "bids": "bids made",
    }
    outcomes = [
        Mean(name="price", meaning="what a lot costs", column="paid", over="sold", unit="coins", margin=0.5),
        Share(name="clean sale", meaning="games in which every lot was sold", column="unsold", codes=(0,)),
    ]
    policies = [appraiser, spoiler, hunter]

    def play(self, table):
        rules = table.rules
        bidders = [Bidder(rules.purse, Counter()) for _ in table.seats]
        lots = self.make_lots(table)
        starter = table.luck.number("starter", table.players)
        for number, lot in enumerate(lots):
            table.turn(starter)
            table.tell("Lot {}: {}.", number + 1, " and ".join(lot))
            winner, price = self.auction(table, bidders, lot, len(lots) - number, starter)
            if winner is None:
                table.count("unsold")
                starter = (starter + 1) % table.players
                continue
            self.pay(table, bidders, winner, price)
            bidders[winner].things.update(lot)
            for seat, bidder in enumerate(bidders):
                table.scores[seat] = bidder.points(rules.coins_a_point)
            table.tell("Player {} pays {}.", winner + 1, price)
            starter = winner
        for seat, bidder in enumerate(bidders):
            table.scores[seat] = bidder.points(rules.coins_a_point)
        # ties go to the purse; if that is even as well, they share the win
        best = max((table.scores[seat], bidders[seat].coins) for seat in table.seats)
        for seat in table.seats:
            if (table.scores[seat], bidders[seat].coins) == best:
                table.win(seat)

    def make_lots(self, table):
        """pairs, some of them spoilt by junk; with fewer players less comes out of the attic"""
        things = [f"{kind} {i}" for kind, copies in COPIES.items() for i in range(copies)]
        things += [f"{JUNK} {i}" for i in range(table.rules.junk)]
        shuffled = [thing.split()[0] for thing in table.luck.shuffle("attic", things)]
        use = min(len(shuffled), 4 * table.players + 4)
        return [shuffled[i:i + 2] for i in range(0, use, 2)]

    def auction(self, table, bidders, lot, lots_left, starter):
        price, leader = 0, None
        inside = [(starter + i) % table.players for i in range(table.players)]
        while inside and inside != [leader]:
            seat = inside.pop(0)
            coins = bidders[seat].coins
            choices = [0] + [price + step for step in RAISES if price + step <= coins]
            others = [seat_ for seat_ in table.seats if seat_ != seat]
            view = {
                "lot": list(lot),
                "price": price,
                "coins": coins,
                "mine": dict(bidders[seat].things),
                "others": [dict(bidders[other].things) for other in others],
                "purses": [bidders[other].coins for other in others],
                "lots_left": lots_left,
                "coins_a_point": table.rules.coins_a_point,
            }
            bid = table.ask(seat, view, choices)
            if bid:
                table.count("bids")
                price, leader = bid, seat
                inside.append(seat)
        return leader, price

    def pay(self, table, bidders, winner, price):
        table.count("sold")
        table.count("paid", price)
        bidders[winner].coins -= price
        kept = -(-price * table.rules.house // 100)
        for seat in table.seats:
            if seat != winner:
                bidders[seat].coins += (price - kept) // (table.players - 1)
