"""Plates: everybody takes one card of his hand at the same time, then the hands go round."""

from fatecast.game import Game, Mean, Parameter

TEMPURA, SASHIMI, DUMPLING, ROLL_1, ROLL_2, PUDDING = range(6)
NUMBERS = [14, 14, 14, 12, 12, 10]
DUMPLINGS = [0, 1, 3, 6, 10, 15]


def value(plate, card):
    """What a card adds to a plate, about."""
    if card == TEMPURA:
        return 5 if plate.count(TEMPURA) % 2 else 2
    if card == SASHIMI:
        return {0: 2, 1: 3, 2: 10}[plate.count(SASHIMI) % 3]
    if card == DUMPLING:
        had = min(plate.count(DUMPLING), 5)
        return DUMPLINGS[min(had + 1, 5)] - DUMPLINGS[had]
    if card in (ROLL_1, ROLL_2):
        return 1 + (card == ROLL_2)
    return 2


def hungry(view, choices):
    """takes what is worth most now"""
    return max(choices, key=lambda card: value(view["plate"], card))


def collector(view, choices, want=SASHIMI):
    """takes one kind whenever it can, else what is worth most"""
    if want in choices:
        return want
    best = choices[0]
    for card in choices[1:]:
        if value(view["plate"], card) > value(view["plate"], best):
            best = card
    return best


def envious(view, choices):
    """takes what the next player would like best"""
    gains = [(value(view["next"], card), -at) for at, card in enumerate(choices)]
    _, at = max(gains)
    return choices[-at]


class Plates(Game):
    title = "Plates"
    players = (2, 5)
    scored = "points"
    shared_wins = True
    parameters = {
        "hand": Parameter(7, 3, 9, "cards in a hand"),
        "pudding": Parameter(6, 0, 12, "points for most puddings"),
    }
    columns = {"sashimi": "sets of three sashimi", "puddings": "puddings on all plates"}
    outcomes = [Mean(name="sashimi", meaning="sets of sashimi", column="sashimi", unit="sets", margin=0.05)]
    policies = [hungry, collector, envious]

    def play(self, table):
        deck = []
        for card, number in enumerate(NUMBERS):
            deck.extend([card] * number)
        deck = table.luck.shuffle("deck", deck)
        size = min(table.rules.hand, len(deck) // table.players)
        hands = [deck[seat * size : (seat + 1) * size] for seat in table.seats]
        plates = [[] for _ in table.seats]
        for _ in range(size):
            table.turn()
            chosen = []
            for seat in table.seats:
                following = (seat + 1) % table.players
                view = {"plate": plates[seat][:], "next": plates[following][:], "hand": sorted(hands[seat])}
                options = sorted(set(hands[seat]))
                chosen.append(table.ask(seat, view, options))
            for seat, card in enumerate(chosen):
                hands[seat].remove(card)
                plates[seat].append(card)
                table.tell("Seat {} takes {}.", seat + 1, card)
            hands = hands[1:] + hands[:1]
        self.score(table, plates)

    def score(self, table, plates):
        for seat, plate in enumerate(plates):
            points = plate.count(TEMPURA) // 2 * 5 + plate.count(SASHIMI) // 3 * 10
            points += DUMPLINGS[min(plate.count(DUMPLING), 5)]
            table.count("sashimi", plate.count(SASHIMI) // 3)
            table.scores[seat] += points
        rolls = [plate.count(ROLL_1) + 2 * plate.count(ROLL_2) for plate in plates]
        most = max(rolls)
        winners = [seat for seat in table.seats if rolls[seat] == most]
        for seat in winners:
            table.scores[seat] += 6 // len(winners)
        puddings = [plate.count(PUDDING) for plate in plates]
        table.count("puddings", sum(puddings))
        first = puddings.index(max(puddings))
        table.scores[first] += table.rules.pudding
        best = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == best:
                table.win(seat)
