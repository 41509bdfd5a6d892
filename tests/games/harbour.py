"""Harbour: a game of hands and a deck. Everybody plays a card face up; the strongest ship of the leading flag takes the
prize. The top card is turned up, and a weak one is buried. Sailors are given away, pirates are laid face down, and the
pile is shuffled again when the deck is empty.
"""

from collections import Counter

from fatecast.game import Game, Parameter

FLAGS = ("blue", "green", "red")


def proud(view, choices):
    """plays the strongest ship"""
    return max(choices, key=lambda card: (card.power, card))


def thrifty(view, choices, spare=2):
    """plays the weakest ship that leads; else throws the weakest away"""
    best = max((card.power for card in view["shown"] if card.flag == view["flag"]), default=-1)
    leading = [card for card in choices if card.flag == view["flag"] and card.power > best + spare]
    return min(leading or choices, key=lambda card: (card.power, card.name, card.id))


class Harbour(Game):
    title = "Harbour"
    players = (2, 4)
    scored = "prizes"
    shared_wins = True
    parameters = {"rounds": Parameter(9, 2, 30, "rounds"), "hand": Parameter(4, 2, 6, "cards in hand")}
    columns = {"reshuffled": "times the pile was shuffled", "blue": "blue tricks", "green": "green tricks", "red": "red tricks"}
    policies = [proud, thrifty]
    cards = {
        "galley": {"name": "Galley", "copies": 4, "power": 2, "flag": "green", "kind": "ship"},
        "kraken": {"name": "The Kraken", "copies": 1, "power": 9, "flag": "red", "kind": "beast"},
        "frigate": {"copies": 3, "power": 5, "flag": "blue", "kind": "ship"},
        "gunboat": {"name": "Gunboat", "copies": 3, "power": 4, "flag": "red", "kind": "ship"},
        "pirate": {"name": "Pirate", "copies": 2, "power": 3, "flag": "green", "kind": "rogue"},
        "sailor": {"name": "Sailor", "copies": 3, "power": 1, "flag": "blue", "kind": "crew"},
        "raft": {"name": "Raft", "copies": 2, "flag": "blue", "kind": "ship"},
    }

    def play(self, table):
        deck, pile, hold = table.deck("harbour", table.cards), table.pile(), table.pile()
        for _ in range(table.rules.hand):
            for seat in table.seats:
                self.draw(table, deck, pile, seat)
        leader = 0
        for number in range(table.rules.rounds):
            flag = table.luck.choose("flag", FLAGS, number)
            if deck:
                for seat in table.seats:
                    deck.look(seat)
                if deck[-1].power < 2:
                    deck.bury(deck[-1])
            leader = self.trick(table, pile, hold, leader, flag)
            for seat in table.seats:
                self.draw(table, deck, pile, seat)
        if hold:
            hold.move_all(pile)
        best = max(table.scores)
        table.win(*(seat for seat in table.seats if table.scores[seat] == best))

    def draw(self, table, deck, pile, seat):
        if not deck and pile:
            table.count("reshuffled")
            deck.shuffle_in(pile)
        if deck and len(table.hand(seat)) < 6:
            deck.deal(seat)

    def trick(self, table, pile, hold, leader, flag):
        shown, owner = [], {}
        for step in range(table.players):
            seat = (leader + step) % table.players
            table.turn(seat)
            hand = table.hand(seat)
            if not hand:
                continue
            view = {"hand": list(hand), "shown": list(shown), "flag": flag, "flags": Counter(c.flag for c in hand)}
            card = table.ask(seat, view, sorted(set(hand)))
            if card.kind == "crew":
                hand.give(card, (seat + 1) % table.players)
                table.hand((seat + 1) % table.players).reveal(card)
            elif card.kind == "rogue":
                hand.lay(card, hold)
                hold.show()  # who lays nothing open must have laid one of these
            else:
                hand.play(card, pile)
                shown.append(card)
                owner.setdefault(card, seat)
        led = [card for card in shown if card.flag == flag]
        if not led:
            return leader
        table.count(flag)
        best = sorted(led, key=lambda card: (-card.power, card.name))[0]
        table.scores[owner[best]] += 1
        table.tell("{} takes the prize with {}.", owner[best] + 1, best)
        return owner[best]
