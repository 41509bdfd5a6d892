"""Shadows: whoever is asked does one of all the things that can be done with cards. Who has the most light wins."""

from fatecast.game import Game, Parameter

SUITS = "sun", "moon", "star"
CARDS = [(suit, rank) for suit in SUITS for rank in range(1, 7)]
STEPS = (
    "take",
    "look",
    "give",
    "lay",
    "play",
    "shuffle",
    "fill",
    "buy",
    "pass",
    "burn",
    "search",
    "show",
    "turn up",
    "bury",
)


def lively(view, choices, dice):
    """takes cards while it has few, and else anything"""
    if view["asked"] == "step" and len(view["hand"]) < 3 and "take" in choices and dice.chance(0.7):
        return "take"
    return dice.choose(choices)


class Shadows(Game):
    title = "Shadows"
    players = (2, 4)
    scored = "light"
    shared_wins = True
    parameters = {"rounds": Parameter(8, 1, 30, "rounds")}
    columns = {"shuffles": "shuffles", "known": "cards that their owners have seen at the end"}
    policies = [lively]

    def play(self, table):
        deck, market = table.deck("dusk", CARDS), table.pile()
        dark, land = table.pile(), table.deck("land", [("sea", rank) for rank in range(1, 7)])
        for seat in table.seats:
            for _ in range(2):
                self.told(table, seat, deck.deal(seat))
            land.deal(seat)
        for _ in range(table.rules.rounds):
            for seat in table.seats:
                table.turn(seat)
                self.step(table, seat, deck, market, dark)
                if land and table.turns % 3 == 0:
                    self.told(table, seat, land.deal(seat))
        for seat in table.seats:
            table.hand(seat).show()
            table.tell("Seat {} has {}.", seat + 1, sorted(table.hand(seat)))
            table.count("known", len(table.hand(seat).seen_by(seat)))
            table.scores[seat] = sum(rank for suit, rank in table.hand(seat) if suit != "star")
        best = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == best:
                table.win(seat)

    def told(self, table, seat, card):
        table.tell("Seat {} gets a card.", seat + 1)
        table.tell("It is the {} {}.", card[0], card[1], to=seat)

    def step(self, table, seat, deck, market, dark):
        hand, others = table.hand(seat), [other for other in table.seats if other != seat]
        view = {"asked": "step", "hand": sorted(hand), "market": list(market), "dark": len(dark), "deck": len(deck)}
        view["others"] = [len(table.hand(other)) for other in table.seats]
        view["known"] = [table.hand(other).seen_by(seat) for other in others]
        what = table.ask(seat, view, self.steps(hand, deck, market, dark))
        table.tell("Seat {}: {}.", seat + 1, what)
        if what == "take":
            self.told(table, seat, deck.deal(seat))
        elif what == "look":
            cards = deck.look(seat, 3)
            table.tell("The top cards are {}.", cards, to=seat)
            first = table.ask(seat, {"asked": "order", "hand": sorted(hand), "cards": cards}, list(cards))
            cards.remove(first)
            deck.arrange(seat, [first] + cards)
        elif what == "give":
            card = self.one_of(table, seat, hand)
            other = table.ask(seat, {"asked": "whom", "hand": sorted(hand)}, others)
            hand.give(card, other)
            table.tell("Seat {} gives seat {} a card.", seat + 1, other + 1)
            table.tell("It is {}.", card, to=seat)
            table.tell("It is {}.", card, to=other)
        elif what == "lay":
            hand.lay(self.one_of(table, seat, hand), dark)
        elif what == "play":
            card = hand.play(self.one_of(table, seat, hand), market)
            table.tell("It is {}.", card)
        elif what == "shuffle":
            deck.shuffle_in(dark)
            table.count("shuffles")
        elif what == "fill":
            table.tell("{} is for sale.", deck.draw(market))
        elif what == "buy":
            card = table.ask(seat, {"asked": "buy", "hand": sorted(hand), "market": list(market)}, sorted(market))
            market.give(card, seat)
            table.tell("Seat {} buys {}.", seat + 1, card)
        else:
            self.rare_step(table, seat, others, deck, dark, what)

    def rare_step(self, table, seat, others, deck, dark, what):
        hand = table.hand(seat)
        if what == "pass":
            table.pass_hands()
            for other in table.seats:
                table.tell("Your hand is {}.", sorted(table.hand(other)), to=other)
        elif what == "burn":
            deck.set_aside(dark)
            deck.set_aside()
        elif what == "search":
            deck.show(seat)
            found = table.ask(seat, {"asked": "search", "hand": sorted(hand), "deck": sorted(deck)}, sorted(deck))
            deck.give(found, seat)
            deck.shuffle()
            table.tell("You find {}.", found, to=seat)
        elif what == "show":
            other = table.ask(seat, {"asked": "whom", "hand": sorted(hand)}, others)
            hand.show(other)
            table.tell("Seat {} shows seat {} its hand.", seat + 1, other + 1)
            table.tell("It is {}.", list(hand), to=other)
        elif what == "turn up":
            card = self.one_of(table, seat, hand)
            hand.reveal(card)
            table.tell("Seat {} has {}.", seat + 1, card)
        elif what == "bury":
            deck.bury(deck.look(seat)[0])

    def one_of(self, table, seat, hand):
        return table.ask(seat, {"asked": "card", "hand": sorted(hand)}, sorted(hand))

    def steps(self, hand, deck, market, dark):
        """What can be done now."""
        found = ["pass"]
        for step in STEPS:
            if step in ("take", "fill", "look", "search", "bury") and deck or step == "burn" and len(deck) > 1:
                found.append(step)
            elif step in ("give", "lay", "play", "show", "turn up") and hand:
                found.append(step)
            elif step == "shuffle" and dark or step == "buy" and market:
                found.append(step)
        return found
