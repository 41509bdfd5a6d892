"""The bag: adventurers of four colours, and rogues."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.table.state import ADVENTURERS, COLOURS, ROGUE, TOKENS, Table, World
from engine.oracle.table.streams import next_token

R_END = ADVENTURERS[0]
G_END = R_END + ADVENTURERS[1]
B_END = G_END + ADVENTURERS[2]
Y_END = B_END + ADVENTURERS[3]
assert Y_END < TOKENS


@inlined
def fill_bag(world: World) -> None:
    bag = world.table.bag
    for colour in range(COLOURS):
        bag[colour] = ADVENTURERS[colour]
    bag[ROGUE] = world.scenario.rogues


@inlined
def in_bag(table: Table) -> int:
    """How many are left."""
    bag = table.bag
    left: int = bag[0] + bag[1] + bag[2] + bag[3] + bag[4]
    return left


@inlined
def colour_of_token(token: int) -> int:
    if token < G_END:
        return 0 if token < R_END else 1
    if token < Y_END:
        return 2 if token < B_END else 3
    return ROGUE


@compiled
def draw_adventurer(world: World) -> int:
    """Draws one from the bag: its colour, or ROGUE. Rogues that are not in this game are passed over."""
    token = next_token(world.luck, world.table.day)
    while token >= Y_END + world.scenario.rogues:
        token = next_token(world.luck, world.table.day)
    colour = colour_of_token(token)
    world.table.bag[colour] -= 1
    return colour
