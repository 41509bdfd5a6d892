"""Vault: four locks, one team. Tools from a shared deck open locks of their metal; alarms cost time."""

from fatecast.game import Game, Mean, Parameter

METALS = ("brass", "iron", "steel")


def patient(view, choices):
    """keeps a tool of each metal, and opens the lock that needs most"""
    hand, needs = view["hand"], view["needs"]
    for card in choices:
        if needs.get(card.metal, 0) > 0 and sum(1 for each in hand if each.metal == card.metal) > 1:
            return card
    return max(choices, key=lambda card: (needs.get(card.metal, 0) > 0, card.force, card))


def hasty(view, choices, dice, share=0.25):
    """the strongest tool, now and then any"""
    return dice.choose(choices) if dice.chance(share) else max(choices, key=lambda card: (card.force, card))


class Vault(Game):
    title = "Vault"
    kind = "cooperative"
    players = (1, 4)
    endings = ["caught", "stuck"]
    axes = {"alarm": (0, 1, 2)}
    difficulty = "alarm"
    parameters = {"time": Parameter(20, 5, 60, "turns before the guard comes")}
    columns = {"opened": "locks that were opened"}
    outcomes = [Mean(name="locks", meaning="locks that were opened", column="opened", unit="locks", margin=0.1)]
    policies = [patient, hasty]
    turn_limit = 40
    cards = {
        "pick": {"name": "Pick", "copies": 5, "metal": "brass", "force": 1},
        "hook": {"name": "Hook", "copies": 4, "metal": "iron", "force": 1},
        "saw": {"name": "Saw", "copies": 3, "metal": "iron", "force": 3},
        "drill": {"name": "Drill", "copies": 2, "metal": "steel", "force": 4},
        "bell": {"name": "Bell", "copies": 3, "alarm": 2},
    }

    def play(self, table):
        tools = table.deck("tools", [card for card in table.cards if not card.alarm])
        bells = table.luck.shuffle("bells", [card for card in table.cards if card.alarm])
        needs = {metal: 3 + place for place, metal in enumerate(METALS)}
        time = table.rules.time
        for seat in table.seats:
            for _ in range(3):
                if tools:
                    tools.deal(seat)
        while True:
            for seat in table.seats:
                turn = table.turn(seat)
                hand = table.hand(seat)
                if not hand:
                    return table.end("stuck")
                card = table.ask(seat, {"hand": list(hand), "needs": dict(needs), "time": time}, list(hand))
                hand.play(card)
                if card.metal in needs:
                    needs[card.metal] -= card.force
                    if needs[card.metal] <= 0:
                        del needs[card.metal]
                        table.count("opened")
                if not needs:
                    return table.win()
                if bells and table.luck.chance("alarm", 0.1 * table.rules.alarm, turn):
                    time -= bells.pop().alarm
                if tools:
                    tools.draw(hand)
                time -= 1
                if time <= 0:
                    return table.end("caught")
        return None
