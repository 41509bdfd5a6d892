"""Ferrymen: a trick-taking game for two crews of two. Partners sit opposite and count together.

Thirty-two cards, eight each. A card is turned up for trumps. Before the first trick every player may be made to pass cards
face down to the partner. Follow suit if you can. Each trick is a point, each captured lantern (a seven) two more, and the
last trick has a bonus. The first crew with the goal at the end of a deal wins; if both have it, the higher one does.
"""

from itertools import count

from fatecast.game import Column, Game, Mean, Parameter

SUITS = "RGBY"  # rivers: red, green, blue, yellow
RANKS, LANTERN = range(1, 9), 7
DECK = [(suit, rank) for suit in SUITS for rank in RANKS]
CREWS = [(0, 2), (1, 3)]


def partner_of(seat):
    return (seat + 2) % 4


def strength(card, led, trump):
    """what a card is worth in a trick: trumps over the suit that was led over all others"""
    suit, rank = card
    return rank + (200 if suit == trump else 100 if suit == led else 0)


def best_play(trick, trump):
    """the play (seat, card) that wins a trick so far"""
    led = trick[0][1][0]
    return max(trick, key=lambda play: strength(play[1], led, trump))


def legal(hand, trick):
    if trick:
        following = [card for card in hand if card[0] == trick[0][1][0]]
        if following:
            return following
    return list(hand)


def keep_value(card, trump):
    """how sorry one is to lose a card"""
    suit, rank = card
    return rank + (8 if suit == trump else 0) - (1 if rank == LANTERN and suit != trump else 0)


def winning(view, choices):
    """those choices that would take the trick as it stands"""
    trump, trick = view["trump"], view["trick"]
    led = trick[0][1][0]
    to_beat = strength(best_play(trick, trump)[1], led, trump)
    return [card for card in choices if strength(card, led, trump) > to_beat]


def crewmate(view, choices, trust=6):
    """leads high, leaves a good trick to the partner, feeds him lanterns, else wins as cheaply as possible"""
    trump, trick = view["trump"], view["trick"]
    cost = lambda card: keep_value(card, trump)  # noqa: E731
    if view["phase"] == "pass":  # the best plain card that is no trump, to help the partner
        plain = [card for card in choices if card[0] != trump]
        return max(plain or choices, key=lambda card: (card[1], card))
    if not trick:
        masters = [card for card in choices if is_master(card, view)]
        return max(masters, key=cost) if masters else min(choices, key=cost)
    seat, card = best_play(trick, trump)
    last = len(trick) == 3
    if seat == view["partner"] and (last or card[1] >= trust or card[0] == trump):
        lanterns = [c for c in choices if c[1] == LANTERN and c[0] != trump]
        return lanterns[0] if lanterns else min(choices, key=cost)
    takers = winning(view, choices)
    if not takers:
        rest = [c for c in choices if c[1] != LANTERN]
        return min(rest or choices, key=cost)
    return min(takers, key=cost) if last else max(takers, key=lambda c: (c[0] != trump, c[1]))


def is_master(card, view):
    """whether every higher card of its suit has been played"""
    suit, rank = card
    return rank >= view["highest"][suit]


def loner(view, choices):
    """wins what it can, whoever has the trick, and throws its lowest card if it cannot"""
    trump, trick = view["trump"], view["trick"]
    if view["phase"] == "pass":
        return min(choices, key=lambda card: (keep_value(card, trump), card))
    if not trick:
        return max(choices, key=lambda card: (card[0] != trump, card[1]))
    takers = winning(view, choices)
    return min(takers or choices, key=lambda card: (keep_value(card, trump), card))


class Ferrymen(Game):
    title = "Ferrymen: tricks for two crews"
    players = (4, 4)
    shared_wins = True
    scored = "points"
    turn_limit = 2000
    parameters = {
        "goal": Parameter(25, 10, 100, "points that win at the end of a deal"),
        "passes": Parameter(1, 0, 3, "cards that each player passes to the partner before the first trick"),
        "lantern": Parameter(2, 0, 5, "points for a captured seven"),
        "last_trick": Parameter(2, 0, 6, "bonus for the last trick of a deal"),
    }
    columns = {
        "deals": Column("deals", "<u2", "deals that were played"),
        "ruffs": "tricks that a trump won though another suit was led",
        "overtaken": "tricks in which a player beat the partner's winning card",
    }
    outcomes = [
        Mean(name="deals", meaning="deals of a game", column="deals", unit="deals", margin=0.1),
        Mean(name="ruffs a deal", meaning="ruffs, for each deal", column="ruffs", over="deals", unit="ruffs", margin=0.05),
    ]
    policies = [crewmate, loner]

    def play(self, table):
        for deal in count(1):
            self.play_deal(table, deal)
            totals = [table.scores[first] for first, _ in CREWS]
            if max(totals) >= table.rules.goal and totals[0] != totals[1]:
                for seat in CREWS[totals.index(max(totals))]:
                    table.win(seat)
                return

    def play_deal(self, table, deal):
        table.count("deals")
        cards = table.luck.shuffle("deal", DECK, deal)
        trump = cards[-1][0]
        leader, gone = (deal - 1) % 4, set()
        packets = [sorted(cards[start : start + 8]) for start in range(0, 32, 8)]
        hands = [packets[(seat - leader) % 4] for seat in table.seats]  # the last card is the dealer's
        table.tell("Deal {}: trumps are {}.", deal, trump)
        self.pass_cards(table, hands, trump)
        for number in range(1, 9):
            trick = []
            for step in range(4):
                seat = (leader + step) % 4
                table.turn(seat)
                view = self.view(table, seat, hands[seat], trump, trick, gone)
                card = table.ask(seat, view, legal(hands[seat], trick))
                if trick and best_play(trick, trump)[0] == partner_of(seat):
                    if best_play([*trick, (seat, card)], trump)[0] == seat:
                        table.count("overtaken")
                hands[seat].remove(card)
                trick.append((seat, card))
                table.tell("Plays {}{}.", *card)
            leader, best = best_play(trick, trump)
            if best[0] == trump != trick[0][1][0]:
                table.count("ruffs")
            gone.update(card for _, card in trick)
            points = 1 + table.rules.lantern * sum(card[1] == LANTERN for _, card in trick)
            points += table.rules.last_trick if number == 8 else 0
            for seat in (leader, partner_of(leader)):
                table.scores[seat] += points
            table.tell("Player {} takes the trick: {} points for the crew.", leader + 1, points)

    def pass_cards(self, table, hands, trump):
        given = {seat: [] for seat in table.seats}
        for seat in table.seats:
            for _ in range(table.rules.passes):
                view = self.view(table, seat, hands[seat], trump, [], set(), phase="pass")
                card = table.ask(seat, view, list(hands[seat]))
                hands[seat].remove(card)
                given[seat].append(card)
        for seat, cards in given.items():
            hands[partner_of(seat)] = sorted(hands[partner_of(seat)] + cards)

    def view(self, table, seat, hand, trump, trick, gone, phase="play"):
        return {
            "phase": phase,
            "hand": list(hand),
            "trump": trump,
            "trick": list(trick),
            "highest": {s: max((rank for rank in RANKS if (s, rank) not in gone), default=0) for s in SUITS},
            "partner": partner_of(seat),
            "points": (table.scores[seat], table.scores[(seat + 1) % 4]),
        }
