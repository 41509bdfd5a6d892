"""Lots: an auction house sells paintings, one after the other, to whoever stays in longest."""

from fatecast.game import Game, Mean, Parameter

PAINTERS = ["Alma", "Bruno", "Clara", "Dario"]
FAME = [0, 10, 25, 45, 70]


def thrifty(view, choices, share=50):
    """bids up to a share of what a painting is worth to it"""
    limit = view["worth"] * share // 100
    bids = [bid for bid in choices if bid is not None and bid <= limit]
    return bids[0] if bids else None


def fan(view, choices, painter=0):
    """goes high for one painter, and low for all others"""
    factor = 0.9 if view["painter"] == PAINTERS[painter % len(PAINTERS)] else 0.4
    for bid in choices:
        if bid is not None and bid <= factor * view["worth"]:
            return bid
    return None


def jumper(view, choices, dice):
    """jumps to a high bid now and then"""
    possible = [bid for bid in choices if bid is not None and bid < view["worth"]]
    if not possible:
        return None
    if dice.number(4) == 0:
        return possible[-1]
    return possible[0]


class Lots(Game):
    title = "Lots"
    players = (3, 5)
    scored = "money"
    parameters = {"money": Parameter(100, 20, 400, "money at the start"), "lots": Parameter(12, 4, 16, "paintings")}
    columns = {"bids": "bids that were made", "unsold": "paintings that nobody wanted", "paid": "money paid"}
    outcomes = [Mean(name="price", meaning="money paid for paintings", column="paid", unit="money", margin=2.0)]
    policies = [thrifty, fan, jumper]
    shared_wins = True

    def play(self, table):
        for seat in table.seats:
            table.scores[seat] = table.rules.money
        walls = [[] for _ in table.seats]
        lots = table.luck.shuffle("lots", PAINTERS * 4, 0)[: table.rules.lots]
        for number, painter in enumerate(lots):
            table.turn()
            winner, price = self.auction(table, painter, walls, len(lots) - number, number % table.players)
            if winner is None:
                table.count("unsold")
                table.tell("Nobody wants the {}.", painter)
                continue
            table.scores[winner] -= price
            table.count("paid", price)
            walls[winner].append(painter)
            table.tell("Seat {} buys a {} for {}.", winner + 1, painter, price)
        for seat, wall in enumerate(walls):
            for painter in PAINTERS:
                table.scores[seat] += FAME[min(wall.count(painter), 4)]
        most = max(table.scores)
        table.win(*[seat for seat in table.seats if table.scores[seat] == most][:1])

    def auction(self, table, painter, walls, left, first):
        active = [(first + step) % table.players for step in range(table.players)]
        price, leader = 0, None
        while active and not (len(active) == 1 and active[0] == leader):
            seat = active.pop(0)
            if seat == leader:
                active.append(seat)
                continue
            choices = [None] + [bid for bid in (price + 1, price + 5, price + 10) if bid <= table.scores[seat]]
            had = walls[seat].count(painter)
            view = {
                "painter": painter,
                "worth": FAME[min(had + 1, 4)] - FAME[min(had, 4)],
                "price": price,
                "left": left,
                "money": table.scores[seat],
                "walls": [len(wall) for wall in walls],
            }
            bid = table.ask(seat, view, choices)
            if bid is None:
                continue
            table.count("bids")
            price, leader = bid, seat
            active.append(seat)
        return leader, price
