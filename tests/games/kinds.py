"""Night Bazaar: take wares from the stalls, and sell them before the others do.

The bag holds six kinds of wares. In a turn a player takes one ware from the stalls, takes all donkeys, or sells all he
has of one kind. Each kind has a row of prices that falls. Large sales earn a bonus. The bazaar closes when so many kinds are sold out, or when the stalls cannot be filled.
"""

from collections import Counter
from enum import Enum

from fatecast.game import Column, Game, Mean, Parameter


class Ware(Enum):
    SILK = "silk"
    SPICE = "spice"
    SILVER = "silver"
    LAMP = "lamp"
    DATES = "dates"
    DONKEY = "donkey"

    @property
    def precious(self):
        return self in (Ware.SILVER, Ware.LAMP)


Act = Enum("Act", "TAKE HERD SELL PASS")
PRICES = {
    Ware.SILVER: [7, 7, 6, 5, 5],
    Ware.LAMP: [6, 6, 5, 5, 4],
    Ware.SILK: [5, 4, 4, 3, 2, 2, 1],
    Ware.SPICE: [5, 3, 3, 2, 2, 1, 1],
    Ware.DATES: [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
GOODS = list(PRICES)
IN_BAG = {Ware.SILVER: 6, Ware.LAMP: 6, Ware.SILK: 8, Ware.SPICE: 8, Ware.DATES: 10, Ware.DONKEY: 11}
BONUS = {3: [1, 2, 3], 4: [4, 5, 6], 5: [8, 9, 10]}
STALLS = 5


def takes(choices):
    return [ware for act, ware in choices if act is Act.TAKE]


def sales(view, choices):
    """what each possible sale brings, without its bonus"""
    return {ware: sum(view["prices"][ware][: view["hand"][ware]]) for act, ware in choices if act is Act.SELL}


def hoarder(view, choices, size=4):
    """collects the kind it has most of, and sells when it has enough, or when its hand is full"""
    hand = view["hand"]
    sale = sales(view, choices)
    big = [ware for ware in sale if hand[ware] >= min(size, len(view["prices"][ware]))]
    if big:
        return Act.SELL, max(big, key=sale.get)
    stalls = takes(choices)
    if stalls:
        return Act.TAKE, max(stalls, key=lambda ware: (hand[ware], view["prices"][ware][:1], ware.name))
    return (Act.SELL, max(sale, key=sale.get)) if sale else choices[0]


def jeweller(view, choices, least=9):
    """takes what has the best price now, and sells whenever a sale brings enough"""
    sale = sales(view, choices)
    best = max(sale, key=sale.get, default=None)
    room = view["limit"] - sum(view["hand"][ware] for ware in GOODS)
    if best and (sale[best] >= least or room == 0):
        return Act.SELL, best

    def next_price(ware):
        row, held = view["prices"][ware], view["hand"][ware]
        return row[held] if held < len(row) else 0

    stalls = takes(choices)
    herd = (Act.HERD, Ware.DONKEY)
    if stalls:
        ware = max(stalls, key=lambda w: (next_price(w), view["hand"][w], w.precious, w.name))
        if next_price(ware) < 2 and herd in choices:
            return herd
        if next_price(ware) > 0 or not best:
            return Act.TAKE, ware
    return (Act.SELL, best) if best else choices[0]


def hasty(view, choices):
    """sells as soon as it can, to be there before prices fall"""
    sale = sales(view, choices)
    if sale:
        return Act.SELL, max(sale, key=lambda ware: (sale[ware], ware.name))
    return jeweller(view, choices)


class NightBazaar(Game):
    title = "Night Bazaar: wares and falling prices"
    players = (2, 4)
    draws = True
    scored = "coins"
    turn_limit = 400
    endings = ("sold out", "bag empty")
    parameters = {
        "limit": Parameter(7, 4, 12, "wares that a player can carry, donkeys apart"),
        "close": Parameter(3, 1, 5, "kinds that must be sold out to close the bazaar"),
        "pair": Parameter(2, 1, 3, "precious wares that the smallest sale needs"),
        "herd": Parameter(5, 0, 15, "coins for most donkeys at the end"),
    }
    columns = {
        "sold": Column("sold", "<u1", "sales in a game"),
        "bonuses": "sales with a bonus",
        "worthless": "wares that were sold when no price was left",
    }
    outcomes = [Mean(name="bonuses a sale", meaning="bonuses, for each sale", column="bonuses", over="sold", unit="bonuses", margin=0.02)]
    policies = [hoarder, jeweller, hasty]

    def play(self, table):
        bag = table.luck.shuffle("bag", [ware for ware, copies in IN_BAG.items() for _ in range(copies)])
        tokens = {size: table.luck.shuffle("bonus", values, size) for size, values in BONUS.items()}
        prices = {ware: list(row) for ware, row in PRICES.items()}
        hands = [Counter(bag.pop() for _ in range(4)) for _ in table.seats]
        stalls = [bag.pop() for _ in range(STALLS)]
        while True:
            for seat in table.seats:
                table.turn(seat)
                act, ware = table.ask(seat, self.view(table, seat, hands, stalls, prices), self.acts(table, hands[seat], stalls))
                if act is Act.SELL:
                    table.scores[seat] += self.sell(table, hands[seat], ware, prices, tokens)
                elif act is not Act.PASS:
                    number = 1 if act is Act.TAKE else stalls.count(Ware.DONKEY)
                    for _ in range(number):
                        stalls.remove(ware)
                    hands[seat][ware] += number
                    table.tell("Takes {} {}.", number, ware.value)
                while bag and len(stalls) < STALLS:
                    stalls.append(bag.pop())
                if sum(not row for row in prices.values()) >= table.rules.close:
                    return self.finish(table, hands, "sold out")
                if len(stalls) < STALLS:
                    return self.finish(table, hands, "bag empty")

    def acts(self, table, hand, stalls):
        acts = []
        if sum(hand[ware] for ware in GOODS) < table.rules.limit:
            acts += [(Act.TAKE, ware) for ware in GOODS if ware in stalls]
        if Ware.DONKEY in stalls:
            acts.append((Act.HERD, Ware.DONKEY))
        acts += [(Act.SELL, ware) for ware in GOODS if hand[ware] >= (table.rules.pair if ware.precious else 1)]
        return acts or [(Act.PASS, None)]

    def sell(self, table, hand, ware, prices, tokens):
        number = hand.pop(ware)
        coins = sum(prices[ware][:number])
        table.count("sold")
        table.count("worthless", max(0, number - len(prices[ware])))
        del prices[ware][:number]
        size = min(number, max(BONUS))
        if tokens.get(size):
            coins += tokens[size].pop()
            table.count("bonuses")
        table.tell("Sells {} {} for {}.", number, ware.value, coins)
        return coins

    def finish(self, table, hands, how):
        table.end(how)
        herds = [hand[Ware.DONKEY] for hand in hands]
        if herds.count(max(herds)) == 1:
            table.scores[herds.index(max(herds))] += table.rules.herd
        most = max(table.scores)
        if table.scores.count(most) == 1:
            table.win(table.scores.index(most))

    def view(self, table, seat, hands, stalls, prices):
        return {
            "hand": Counter(hands[seat]),
            "stalls": sorted(stalls, key=lambda ware: ware.name),
            "prices": {ware: list(row) for ware, row in prices.items()},
            "scores": list(table.scores),
            "limit": table.rules.limit,
        }
