"""Tricks: thirteen tricks with a trump; each trick counts a point, and the queen of the last suit costs five."""

from fatecast.game import Game, Mean, Parameter

SUITS = "clubs", "diamonds", "hearts", "spades"
HIGH = 14


def legal(hand, trick):
    """The cards that may be played."""
    if not trick:
        return hand[:]
    led = trick[0][0]
    follows = [card for card in hand if card[0] == led]
    return follows or hand[:]


def winner_of(trick, trump):
    """The place in a trick of the card that wins it."""
    best = 0
    for at in range(1, len(trick)):
        suit, rank = trick[at]
        best_suit, best_rank = trick[best]
        if suit == best_suit and rank > best_rank or suit == trump and best_suit != trump:
            best = at
    return best


def low(view, choices):
    """plays its lowest card"""
    return min(choices, key=lambda card: (card[0] == view["trump"], card[1]))


def winning(view, choices, last=3):
    """wins a trick as cheaply as it can, else throws its lowest card away"""
    trick, trump = view["trick"], view["trump"]
    wins = [card for card in choices if winner_of(trick + [card], trump) == len(trick)]
    if wins and (len(trick) >= last or len(trick) == 0):
        return min(wins, key=lambda card: card[1])
    return min(choices, key=lambda card: card[1] + (20 if card[0] == trump else 0))


class Tricks(Game):
    title = "Tricks"
    players = 4
    scored = "points"
    shared_wins = True
    parameters = {
        "hand": Parameter(13, 3, 13, "cards of each player"),
        "queen": Parameter(5, 0, 20, "points that the queen costs"),
    }
    columns = {"trumped": "tricks that a trump won", "led": "tricks that the leader won himself"}
    outcomes = [Mean(name="trumped", meaning="tricks that a trump won", column="trumped", unit="tricks", margin=0.1)]
    policies = [winning, low]

    def play(self, table):
        deck = [(suit, rank) for suit in SUITS for rank in range(2, HIGH + 1)]
        deck = table.luck.shuffle("deal", deck)
        trump = table.luck.choose("trump", SUITS)
        size = table.rules.hand
        hands = [sorted(deck[seat * size : seat * size + size]) for seat in table.seats]
        leader = table.luck.number("leader", table.players)
        for number in range(size):
            table.turn(leader)
            trick, order = [], []
            for step in range(table.players):
                seat = (leader + step) % table.players
                view = {"hand": list(hands[seat]), "trick": list(trick), "trump": trump, "number": number}
                card = table.ask(seat, view, legal(hands[seat], trick))
                hands[seat].remove(card)
                trick.append(card)
                order.append(seat)
                table.tell("Seat {} plays {} of {}.", seat + 1, card[1], card[0])
            best = winner_of(trick, trump)
            if trick[best][0] == trump:
                table.count("trumped")
            if order[best] == leader:
                table.count("led")
            leader = order[best]
            table.scores[leader] += 1
            if (SUITS[-1], 12) in trick:
                table.scores[leader] -= table.rules.queen
        highest = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == highest:
                table.win(seat)
