"""The last one: everybody has lives and throws dice at a neighbour; who has no lives left is out."""

from fatecast.game import Game, Mean, Parameter


def weakest(view, choices):
    """attacks whoever has the fewest lives"""
    return min(choices, key=lambda seat: (view["lives"][seat], seat))


def strongest(view, choices):
    """attacks whoever has the most lives"""
    target, most = choices[0], -1
    for seat in choices:
        if view["lives"][seat] > most:
            target, most = seat, view["lives"][seat]
    return target


def avenger(view, choices):
    """attacks whoever attacked it last"""
    if (enemy := view["hit_by"]) is not None and enemy in choices:
        return enemy
    return choices[view["round"] % len(choices)]


class LastOne(Game):
    title = "The last one"
    players = (3, 6)
    endings = ("knocked out", "draw")
    draws = True
    parameters = {"lives": Parameter(6, 1, 20, "lives at the start"), "sides": Parameter(6, 4, 12, "sides of the die")}
    columns = {"hits": "hits", "misses": "misses", "first_out": "turn in which the first player was out"}
    outcomes = [Mean(name="hits", meaning="hits of all players", column="hits", unit="hits", margin=0.3)]
    policies = [weakest, strongest, avenger]
    turn_limit = 300

    def play(self, table):
        self.lives = [table.rules.lives for _ in table.seats]
        self.hit_by = [None] * table.players
        seat, round_ = 0, 0
        out = 0
        while sum(life > 0 for life in self.lives) > 1:
            if self.lives[seat] > 0:
                turn = table.turn(seat)
                others = [other for other in table.seats if other != seat and self.lives[other] > 0]
                view = {"lives": self.lives.copy(), "hit_by": self.hit_by[seat], "round": round_}
                target = table.ask(seat, view, others)
                mine = table.luck.die("attack", table.rules.sides, turn)
                theirs = table.luck.die("defend", table.rules.sides, turn)
                if mine > theirs:
                    loss = 2 if mine == table.rules.sides else 1
                    self.lives[target] -= min(loss, self.lives[target])
                    self.hit_by[target] = seat
                    table.count("hits")
                    table.tell(f"Seat {seat + 1} hits seat {target + 1}, who has {self.lives[target]} left.")
                    if self.lives[target] == 0:
                        out += 1
                        if out == 1:
                            table.count("first_out", turn)
                else:
                    table.count("misses")
            seat += 1
            if seat == table.players:
                seat, round_ = 0, round_ + 1
        alive = [seat for seat in table.seats if self.lives[seat]]
        if alive:
            table.end("knocked out")
            table.win(alive[0])
        else:
            table.end("draw")
