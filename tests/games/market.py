"""Market: buy low, sell high. Prices move with what was bought and sold, and with the news."""

from fatecast.game import Game, Mean, Parameter

GOODS = {"wool": 4, "wine": 6, "salt": 3}
NEWS = [("wool", 2), ("wool", -2), ("wine", 3), ("wine", -3), ("salt", 1), ("salt", -1), (None, 0)]


def trader(view, choices, margin=2):
    """buys what is cheap and sells what is dear"""
    usual = GOODS
    best, gain = None, 0
    for choice in choices:
        if choice == ("pass", ""):
            continue
        what, good = choice
        difference = view["prices"][good] - usual[good]
        worth = difference if what == "sell" else -difference
        if worth >= margin and worth > gain:
            best, gain = choice, worth
    return best or ("pass", "")


def hoarder(view, choices):
    """buys whatever it can pay, and sells only in the last round"""
    if view["last"]:
        sells = [choice for choice in choices if choice[0] == "sell"]
        return max(sells, key=lambda choice: view["prices"][choice[1]], default=("pass", ""))
    buys = [choice for choice in choices if choice[0] == "buy"]
    if buys:
        return min(buys, key=lambda choice: (view["prices"][choice[1]], choice[1]))
    return ("pass", "")


class Market(Game):
    title = "Market"
    players = (2, 4)
    scored = "coins"
    shared_wins = True
    parameters = {"coins": Parameter(20, 5, 100, "coins at the start"), "rounds": Parameter(8, 2, 30, "rounds")}
    columns = {"deals": "goods bought and sold", "dear": "highest price of a good"}
    outcomes = [Mean(name="deals", meaning="deals of a game", column="deals", unit="deals", margin=0.3)]
    policies = [trader, hoarder]

    def play(self, table):
        prices = dict(GOODS)
        stock = [{good: 0 for good in GOODS} for _ in table.seats]
        highest = {}
        for seat in table.seats:
            table.scores[seat] = table.rules.coins
        for round_ in range(table.rules.rounds):
            good, move = table.luck.choose("news", NEWS, round_)
            if good is not None:
                prices[good] = max(1, prices[good] + move)
                table.tell("News: {} moves by {}.", good, move)
            for seat in table.seats:
                table.turn(seat)
                self.trade(table, seat, prices, stock[seat], round_ == table.rules.rounds - 1)
            for name, price in prices.items():
                highest[name] = max(price, highest.get(name, 0))
        table.count("dear", max(highest.values()))
        for seat in table.seats:
            for good, number in stock[seat].items():
                table.scores[seat] += number * prices[good] // 2
        best = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == best:
                table.win(seat)

    def trade(self, table, seat, prices, mine, last):
        for _ in range(2):
            choices = [("buy", good) for good, price in prices.items() if price <= table.scores[seat]]
            choices += [("sell", good) for good in mine if mine[good] > 0]
            choices.append(("pass", ""))
            view = {"prices": dict(prices), "stock": dict(mine), "coins": table.scores[seat], "last": last}
            what, good = table.ask(seat, view, choices)
            if what == "pass":
                return
            table.count("deals")
            if what == "buy":
                table.scores[seat] -= prices[good]
                mine[good] += 1
                prices[good] += 1
            else:
                table.scores[seat] += prices[good]
                mine[good] -= 1
                prices[good] = max(1, prices[good] - 1)
