"""Duel: two wizards with decks of creatures and spells. Creatures fight, spells burn."""

from dataclasses import dataclass, field

from fatecast.game import Game, Mean, Parameter


@dataclass(frozen=True)
class Card:
    name: str
    cost: int
    power: int
    health: int = 0

    @property
    def is_spell(self):
        return self.health == 0


@dataclass
class Creature:
    card: Card
    damage: int = 0
    tired: bool = True

    def alive(self):
        return self.damage < self.card.health


@dataclass
class Wizard:
    deck: list
    hand: list = field(default_factory=list)
    board: list = field(default_factory=list)
    life: int = 15
    mana: int = 0


CARDS = [
    Card("imp", 1, 1, 1),
    Card("wolf", 2, 2, 2),
    Card("knight", 3, 3, 3),
    Card("giant", 5, 5, 6),
    Card("spark", 1, 2),
    Card("fireball", 4, 5),
]


def face(view, choices):
    """plays the dearest card, and always strikes the wizard"""
    if view["what"] == "play":
        return max(choices, key=lambda at: view["costs"][at] if at >= 0 else -1)
    return -1


def control(view, choices, threat=3):
    """kills large creatures first"""
    if view["what"] == "play":
        playable = [at for at in choices if at >= 0]
        return max(playable, key=lambda at: view["powers"][at]) if playable else -1
    targets = [at for at in choices if at >= 0 and view["threats"][at] >= threat]
    return targets[0] if targets else -1


class Duel(Game):
    title = "Duel"
    players = 2
    endings = ["life", "empty deck"]
    parameters = {
        "life": Parameter(15, 5, 40, "life at the start"),
        "copies": Parameter(3, 1, 5, "copies of each card"),
    }
    columns = {"creatures": "creatures played", "spells": "spells played", "died": "creatures that died"}
    outcomes = [Mean(name="spells", meaning="spells played", column="spells", unit="spells", margin=0.1)]
    policies = [control, face]
    turn_limit = 200

    def play(self, table):
        wizards = []
        for seat in table.seats:
            deck = table.luck.shuffle("deck", CARDS * table.rules.copies, seat)
            wizard = Wizard(deck, life=table.rules.life)
            for _ in range(3 + seat):
                wizard.hand.append(wizard.deck.pop())
            wizards.append(wizard)
        while True:
            for seat in table.seats:
                mine, other = wizards[seat], wizards[1 - seat]
                table.turn(seat)
                if not mine.deck:
                    table.end("empty deck")
                    return table.win(1 - seat)
                mine.hand.append(mine.deck.pop())
                mine.mana = min(mine.mana + 1, 8)
                self.main(table, seat, mine, other)
                self.fight(table, seat, mine, other)
                if other.life <= 0:
                    table.end("life")
                    return table.win(seat)

    def main(self, table, seat, mine, other):
        mana = mine.mana
        while True:
            playable = [at for at, card in enumerate(mine.hand) if card.cost <= mana]
            view = {
                "what": "play",
                "costs": [card.cost for card in mine.hand],
                "powers": [card.power for card in mine.hand],
                "mana": mana,
                "lives": (mine.life, other.life),
            }
            at = table.ask(seat, view, playable + [-1])
            if at < 0:
                return
            card = mine.hand.pop(at)
            mana -= card.cost
            if card.is_spell:
                table.count("spells")
                table.tell("Casts {}.", card.name)
                self.burn(table, other, card.power)
            else:
                table.count("creatures")
                mine.board.append(Creature(card))

    def burn(self, table, other, power):
        victim = max(other.board, key=lambda creature: creature.card.power, default=None)
        if victim is None:
            other.life -= power
            return
        victim.damage += power
        self.bury(table, other)

    def fight(self, table, seat, mine, other):
        for creature in list(mine.board):
            if creature.tired:
                creature.tired = False
                continue
            view = {"what": "attack", "threats": [each.card.power for each in other.board], "life": other.life}
            target = table.ask(seat, view, [-1] + list(range(len(other.board))))
            if target < 0:
                other.life -= creature.card.power
            else:
                enemy = other.board[target]
                enemy.damage += creature.card.power
                creature.damage += enemy.card.power
                self.bury(table, other)
                self.bury(table, mine)

    def bury(self, table, wizard):
        alive = [creature for creature in wizard.board if creature.alive()]
        table.count("died", len(wizard.board) - len(alive))
        wizard.board = alive
