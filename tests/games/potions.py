"""Potions: recipes are bought from a row and brewed. Cards lie in lists, dicts and dataclasses, and say when they are
used."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from fatecast.game import Game, Mean, Parameter


@dataclass
class Cellar:
    """what one player has"""

    coins: float = 3.0
    bought: list = field(default_factory=list)
    brewed: Counter = field(default_factory=Counter)

    def worth(self):
        total = 0
        for card, times in self.brewed.items():
            total += card.points * times
        return total


def greedy(view, choices):
    """what brings most for its price"""
    return max(choices, key=lambda each: (each is not None, each.points / each.price if each is not None else 0.0))


def saver(view, choices, keep=1.0):
    """nothing that leaves less than some coins; rare ones first"""
    fair = [each for each in choices if each is not None and view["coins"] - each.price >= keep]
    rare = [each for each in fair if each.rare]
    if rare:
        return min(rare)
    return fair[0] if fair else None


class Potions(Game):
    title = "Potions"
    players = (2, 5)
    draws = True
    parameters = {"rounds": Parameter(6, 1, 20, "rounds"), "row": Parameter(4, 2, 8, "recipes on offer")}
    columns = {"bought": "recipes that were bought", "rare": "rare recipes brewed", "first": "whether elixir was brewed"}
    outcomes = [Mean(name="bought", meaning="recipes bought", column="bought", unit="recipes", margin=0.1)]
    policies = [greedy, saver]
    cards = {
        "elixir": {"name": "Elixir", "copies": 1, "price": 2.75, "points": 6, "rare": True, "herb": "sage"},
        "balm": {"name": "Balm", "copies": 4, "price": 0.5, "points": 1, "herb": "mint"},
        "tonic": {"name": "Tonic", "copies": 3, "price": 1.25, "points": 2, "herb": "sage"},
        "philtre": {"name": "Philtre", "copies": 2, "price": 2, "points": 4, "rare": True, "herb": "rue"},
        "salve": {"name": "Salve", "copies": 3, "price": 0.75, "points": 1, "herb": "rue"},
        "water": {"name": "Water", "copies": 0, "price": 0.25, "herb": ""},
    }

    def play(self, table):
        cellars = [Cellar() for _ in table.seats]
        stock = table.luck.shuffle("stock", sorted(table.cards, key=lambda card: (card.herb, card.price, card.id)))
        prices = {card: card.price for card in table.cards}
        herbs = defaultdict(list)
        for card in stock:
            herbs[card.herb].append(card)
        elixir, row = table.card("elixir"), []
        for number in range(table.rules.rounds):
            for seat in table.seats:
                table.turn(seat)
                while len(row) < table.rules.row and stock:
                    row.append(stock.pop())
                cellar = cellars[seat]
                fitting = [card for card in row if prices[card] <= cellar.coins]
                view = {"coins": cellar.coins, "row": tuple(row), "mine": list(cellar.bought)}
                card = table.ask(seat, view, [*fitting, None])
                if card is not None:
                    row.remove(card)
                    cellar.coins -= prices[card]
                    cellar.bought.append(card)
                    table.count("bought")
                    if card.rare and card != elixir:
                        prices[card] += 0.5
                self.brew(table, seat, cellar, elixir, number)
                cellar.coins += 1.0 if len(herbs["mint"]) > seat else 0.5
        worth = [cellar.worth() for cellar in cellars]
        if sorted(worth)[-1] > sorted(worth)[-2]:
            table.win(worth.index(max(worth)))

    def brew(self, table, seat, cellar, elixir, number):
        for card in sorted(set(cellar.bought), reverse=True):
            if cellar.bought.count(card) > 1 or card == elixir or table.luck.chance("fire", 0.3, number, seat, card.number):
                cellar.bought.remove(card)
                cellar.brewed[card] += 1
                table.use(seat, card)
                table.count("rare", int(card.rare))
                if card.id == "elixir" and card.name < "Elixirs":
                    table.count("first")
