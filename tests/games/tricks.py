"""Harbour Bells: say how many tricks you will take, then take exactly so many.

36 cards, four suits from 1 to 9. Round by round the hands shrink. The card that is turned up after
the deal names the trumps. Everybody must follow suit. In turn, from the left of the dealer, each
player says how many tricks he will take; who takes exactly as many gets the bonus. A won trick with
a bell in it (each 5 is a bell) gives a point more, hit or miss.
"""

from collections import namedtuple

from fatecast.game import Game, Mean, Parameter, Share

SUITS = ("anchors", "ropes", "gulls", "kegs")
RANKS = range(1, 10)
BELL = 5

Card = namedtuple("Card", "suit rank")
DECK = [Card(suit, rank) for suit in SUITS for rank in RANKS]


def strength(card, led, trump):
    """cards that neither follow nor trump are worth nothing"""
    return (card.suit == trump, card.suit == led, card.rank)


def best_of(trick, trump):
    """the index of the winning card; trick is a list of cards, the first one led"""
    led = trick[0].suit
    return max(range(len(trick)), key=lambda i: strength(trick[i], led, trump))


def legal(hand, trick):
    following = [card for card in hand if trick and card.suit == trick[0].suit]
    return following or list(hand)


# -- policies ---------------------------------------------------------------------------------


def expected_tricks(view, nerve):
    """a rough count of what a hand is good for"""
    hand, trump, rivals = view["hand"], view["trump"], view["players"] - 1
    total = 0.0
    for card in hand:
        if card.suit == trump:
            total += 0.45 + 0.06 * card.rank
        else:
            total += (card.rank / 10) ** (rivals + 1)
    short = sum(1 for suit in SUITS if suit != trump and not any(c.suit == suit for c in hand))
    if any(c.suit == trump for c in hand):
        total += 0.15 * short
    return total * nerve / 100


def closest(choices, target):
    return min(choices, key=lambda bid: (abs(bid - target), bid))


def navigator(view, choices, nerve=100):
    """bids what the hand is worth; wins cheaply while tricks are missing, ducks high afterwards"""
    if view["phase"] == "bid":
        return closest(choices, expected_tricks(view, nerve))
    trick, trump = view["trick"], view["trump"]
    wanted = view["bids"][view["seat"]] - view["won"][view["seat"]]
    by_power = sorted(choices, key=lambda card: (card.suit == trump, card.rank))
    if not trick:
        return by_power[-1] if wanted > 0 else by_power[0]
    winning = [c for c in by_power if best_of(trick + [c], trump) == len(trick)]
    losing = [c for c in by_power if c not in winning]
    last = len(trick) == view["players"] - 1
    if wanted > 0:
        return (winning[0] if last else winning[-1]) if winning else by_power[0]
    return losing[-1] if losing else (winning[-1] if last else winning[0])


def brawler(view, choices):
    """bids the high cards and takes every trick that it can"""
    if view["phase"] == "bid":
        high = sum(c.rank >= 7 or (c.suit == view["trump"] and c.rank >= 4) for c in view["hand"])
        return closest(choices, high)
    trick, trump = view["trick"], view["trump"]
    by_power = sorted(choices, key=lambda card: (card.suit == trump, card.rank))
    if not trick:
        return by_power[-1]
    winning = [c for c in by_power if best_of(trick + [c], trump) == len(trick)]
    return winning[0] if winning else by_power[0]


def mouse(view, choices, boldness=1):
    """bids low and hides under the cards of the others"""
    if view["phase"] == "bid":
        return closest(choices, min(boldness, expected_tricks(view, 100)))
    missing = view["bids"][view["seat"]] > view["won"][view["seat"]]
    led = view["trick"][0].suit if view["trick"] else None
    pick = max if missing else min
    return pick(choices, key=lambda card: strength(card, led, view["trump"]))


# -- rules ------------------------------------------------------------------------------------


class HarbourBells(Game):
    title = "Harbour Bells"
    players = (2, 4)
    scored = "points"
    shared_wins = True
    parameters = {
        "rounds": Parameter(5, 1, 7, "rounds; each has one card less than the round before"),
        "hand": Parameter(7, 3, 8, "cards in the first hand"),
        "bonus": Parameter(5, 0, 20, "points for taking as many tricks as said"),
        "hook": Parameter(1, 0, 1, "1: the last bid must not make the sum come out even"),
        "bell": Parameter(1, 0, 5, "points for a bell in a won trick"),
    }
    columns = {
        "bids": "bids made",
        "hits": "bids that were hit exactly",
        "tricks": "tricks played",
        "ruffed": "tricks won by a trump though another suit was led",
    }
    outcomes = [
        Mean(name="hit rate", meaning="bids hit, for each bid", column="hits", over="bids", unit="hits a bid", margin=0.02),
        Share(name="no hit", meaning="games in which nobody hit a bid", column="hits", codes=(0,)),
    ]
    policies = [navigator, brawler, mouse]

    def play(self, table):
        rules = table.rules
        first_dealer = table.luck.number("dealer", table.players)
        sizes = [max(1, rules.hand - number) for number in range(rules.rounds)]
        for number, size in enumerate(sizes):
            self.play_round(table, number, size, (first_dealer + number) % table.players)
        top = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == top:
                table.win(seat)

    def play_round(self, table, number, size, dealer):
        n, rules = table.players, table.rules
        deck = table.luck.shuffle("deck", DECK, number)
        hands = [sorted(deck[seat * size:(seat + 1) * size]) for seat in table.seats]
        trump = deck[n * size].suit
        table.tell("Round {}: {} cards each, {} are trumps.", number + 1, size, trump)

        bids, won = {}, [0] * n
        order = [(dealer + 1 + i) % n for i in range(n)]
        for seat in order:
            choices = list(range(size + 1))
            if rules.hook and seat == dealer:
                choices = [bid for bid in choices if sum(bids.values()) + bid != size]
            view = {"phase": "bid", "seat": seat, "players": n, "hand": list(hands[seat]), "trump": trump, "bids": dict(bids)}
            bids[seat] = table.ask(seat, view, choices)
            table.tell("Player {} says {}.", seat + 1, bids[seat])
        table.count("bids", n)

        leader, gone = order[0], []
        for _ in range(size):
            table.turn(leader)
            trick, order = [], [(leader + i) % n for i in range(n)]
            for seat in order:
                view = {
                    "phase": "play", "seat": seat, "players": n, "hand": list(hands[seat]), "trump": trump,
                    "trick": list(trick), "bids": dict(bids), "won": list(won), "gone": list(gone),
                }
                card = table.ask(seat, view, legal(hands[seat], trick))
                hands[seat].remove(card)
                trick.append(card)
            place = best_of(trick, trump)
            leader = order[place]
            won[leader] += 1
            gone += trick
            table.scores[leader] += rules.bell * sum(card.rank == BELL for card in trick)
            table.count("tricks")
            table.count("ruffed", int(trick[place].suit != trick[0].suit))
            table.tell("{}: player {} takes it.", ", ".join(f"{c.suit} {c.rank}" for c in trick), leader + 1)

        for seat in table.seats:
            table.scores[seat] += won[seat]
            if won[seat] == bids[seat]:
                table.scores[seat] += rules.bonus
                table.count("hits")
