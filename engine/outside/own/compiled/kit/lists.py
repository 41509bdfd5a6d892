"""Lists of a game. A list is the address of three words: its length, its room, and where its items are. An item takes
one word or several, the same for all items of a list. Memory is empty before each game; nothing is freed in between.

Lists of the file that never change have a room of −1. Changing one of those stops the kernel: whoever changes what all
games share gets other games each time."""

from engine.outside.own.compiled.kit.record import MEMORY, NEEDS_ROOM, Playing, Stop, counted, within

HEAD = 3
ALL = 1 << 62
"""In place of an end of a slice that is left out."""


@within
def reserve(A: Playing, words: int) -> int:
    """The address of memory for so many words."""
    at = A.top
    if words < 0 or words > MEMORY - at:
        A.state = NEEDS_ROOM
        raise Stop
    A.top = at + words
    return at


@within
def new_list(A: Playing, room: int, width: int) -> int:
    at = reserve(A, HEAD + room * width)
    A.mem[at] = 0
    A.mem[at + 1] = room
    A.mem[at + 2] = at + HEAD
    return at


@within
def word(A: Playing, at: int) -> int:
    return int(A.mem[at])


@within
def put(A: Playing, at: int, value: int) -> None:
    A.mem[at] = value


@within
def length(A: Playing, x: int) -> int:
    return int(A.mem[x])


@within
def spot(A: Playing, x: int, at: int, width: int) -> int:
    """Where an item is; one that the list does not have stops the kernel."""
    size = A.mem[x]
    if at < 0:
        at += size
    if at < 0 or at >= size:
        raise Stop
    return int(A.mem[x + 2] + at * width)


@within
def nth(A: Playing, x: int, at: int, width: int) -> int:
    """Where an item is that is known to be there."""
    return int(A.mem[x + 2] + at * width)


@within
def spot_to_change(A: Playing, x: int, at: int, width: int) -> int:
    if A.mem[x + 1] < 0:
        raise Stop
    return spot(A, x, at, width)


@counted
def grow(A: Playing, x: int, width: int) -> None:
    size = A.mem[x]
    if A.mem[x + 1] < 0:
        raise Stop
    more = 2 * size + 4
    to, old = reserve(A, more * width), A.mem[x + 2]
    for k in range(size * width):
        A.mem[to + k] = A.mem[old + k]
    A.mem[x + 1] = more
    A.mem[x + 2] = to


@within
def push(A: Playing, x: int, width: int) -> int:
    """Where a new last item is to be put."""
    size = A.mem[x]
    if size >= A.mem[x + 1]:
        grow(A, x, width)
    A.mem[x] = size + 1
    return int(A.mem[x + 2] + size * width)


@within
def push_word(A: Playing, x: int, value: int) -> None:
    A.mem[push(A, x, 1)] = value


@counted
def take(A: Playing, x: int, at: int, width: int) -> int:
    """Takes an item out, and returns where it lies until the list changes again."""
    where = spot_to_change(A, x, at, width)
    last = A.mem[x + 2] + (A.mem[x] - 1) * width
    for k in range(width):
        mine = A.mem[where + k]
        for each in range(where + k, last + k, width):
            A.mem[each] = A.mem[each + width]
        A.mem[last + k] = mine
    A.mem[x] -= 1
    return int(last)


@within
def take_last(A: Playing, x: int, width: int) -> int:
    size = A.mem[x] - 1
    if size < 0 or A.mem[x + 1] < 0:
        raise Stop
    A.mem[x] = size
    return int(A.mem[x + 2] + size * width)


@counted
def insert(A: Playing, x: int, at: int, width: int) -> int:
    """Where an item is to be put that comes before another."""
    size = A.mem[x]
    if at < 0:
        at = max(0, at + size)
    at = min(at, size)
    last = push(A, x, width)
    where = A.mem[x + 2] + at * width
    for each in range(last - 1, where - 1, -1):
        A.mem[each + width] = A.mem[each]
    return int(where)


@counted
def copied(A: Playing, x: int, width: int) -> int:
    size = A.mem[x]
    found = new_list(A, size + 2, width)
    to, old = A.mem[found + 2], A.mem[x + 2]
    for k in range(size * width):
        A.mem[to + k] = A.mem[old + k]
    A.mem[found] = size
    return found


@counted
def extend(A: Playing, x: int, more: int, width: int) -> None:
    size = A.mem[more]  # as it is now: a list can be added to itself
    if A.mem[x + 1] < 0:
        raise Stop
    for k in range(size):
        to = push(A, x, width)
        old = A.mem[more + 2] + k * width
        for each in range(width):
            A.mem[to + each] = A.mem[old + each]


@counted
def joined(A: Playing, a: int, b: int, width: int) -> int:
    found = new_list(A, A.mem[a] + A.mem[b] + 2, width)
    extend(A, found, a, width)
    extend(A, found, b, width)
    return found


@counted
def repeated(A: Playing, x: int, times: int, width: int) -> int:
    size = A.mem[x] * width
    if times < 0:
        times = 0
    if times * size > MEMORY or times > MEMORY:
        raise Stop
    found = new_list(A, A.mem[x] * times + 2, width)
    to, old = A.mem[found + 2], A.mem[x + 2]
    for each in range(times):
        for k in range(size):
            A.mem[to + each * size + k] = A.mem[old + k]
    A.mem[found] = A.mem[x] * times
    return found


@counted
def sliced(A: Playing, x: int, start: int, stop: int, step: int, width: int) -> int:
    """x[start:stop:step]; an end that is left out is ALL."""
    if step == 0:
        raise Stop
    size = int(A.mem[x])
    first, last = (0, size) if step > 0 else (-1, size - 1)
    start = _end(start, first if step > 0 else last, size, first, last)
    stop = _end(stop, last if step > 0 else first, size, first, last)
    number = (stop - start + step - 1) // step if step > 0 else (start - stop - step - 1) // -step
    number = max(0, number)
    found = new_list(A, number + 2, width)
    for k in range(number):
        to, old = A.mem[found + 2] + k * width, A.mem[x + 2] + (start + k * step) * width
        for each in range(width):
            A.mem[to + each] = A.mem[old + each]
    A.mem[found] = number
    return found


@within
def _end(given: int, left_out: int, size: int, first: int, last: int) -> int:
    if given == ALL:
        return left_out
    if given < 0:
        given += size
    return min(max(given, first), last)


@counted
def cut(A: Playing, x: int, start: int, stop: int, width: int) -> None:
    """del x[start:stop]"""
    if A.mem[x + 1] < 0:
        raise Stop
    size = int(A.mem[x])
    start, stop = _end(start, 0, size, 0, size), _end(stop, size, size, 0, size)
    if stop <= start:
        return
    at = A.mem[x + 2]
    for k in range((size - stop) * width):
        A.mem[at + start * width + k] = A.mem[at + stop * width + k]
    A.mem[x] = size - (stop - start)


@counted
def empty(A: Playing, x: int) -> None:
    if A.mem[x + 1] < 0:
        raise Stop
    A.mem[x] = 0


@counted
def turned(A: Playing, x: int, width: int) -> int:
    """A new list with the items in reverse order."""
    return sliced(A, x, ALL, ALL, -1, width)


@counted
def turn_round(A: Playing, x: int, width: int) -> None:
    if A.mem[x + 1] < 0:
        raise Stop
    replace_by(A, x, turned(A, x, width))


@within
def replace_by(A: Playing, x: int, other: int) -> None:
    """The items of another list, which nobody else has, in place of its own."""
    if A.mem[x + 1] < 0:
        raise Stop
    A.mem[x] = A.mem[other]
    A.mem[x + 1] = A.mem[other + 1]
    A.mem[x + 2] = A.mem[other + 2]


@counted
def of_range(A: Playing, start: int, stop: int, step: int) -> int:
    if step == 0:
        raise Stop
    found = new_list(A, 6, 1)
    for each in range(start, stop, step):
        push_word(A, found, each)
    return found


@counted
def find_word(A: Playing, x: int, value: int) -> int:
    """The index of the first item like this, or −1."""
    at = A.mem[x + 2]
    for k in range(A.mem[x]):
        if A.mem[at + k] == value:
            return k
    return -1


@counted
def count_word(A: Playing, x: int, value: int) -> int:
    at, found = A.mem[x + 2], 0
    for k in range(A.mem[x]):
        if A.mem[at + k] == value:
            found += 1
    return found


@counted
def sort_by(A: Playing, x: int, width: int, keys: int, key_width: int, down: bool) -> None:
    """Sorts a list by a list of keys, which is sorted with it; items with the same key keep their order."""
    size, items, ranks = A.mem[x], A.mem[x + 2], A.mem[keys + 2]
    spare = reserve(A, width + key_width)
    for k in range(1, size):
        for each in range(width):
            A.mem[spare + each] = A.mem[items + k * width + each]
        for each in range(key_width):
            A.mem[spare + width + each] = A.mem[ranks + k * key_width + each]
        to = k
        while to > 0 and _comes_before(A, spare + width, ranks + (to - 1) * key_width, key_width, down):
            for each in range(width):
                A.mem[items + to * width + each] = A.mem[items + (to - 1) * width + each]
            for each in range(key_width):
                A.mem[ranks + to * key_width + each] = A.mem[ranks + (to - 1) * key_width + each]
            to -= 1
        for each in range(width):
            A.mem[items + to * width + each] = A.mem[spare + each]
        for each in range(key_width):
            A.mem[ranks + to * key_width + each] = A.mem[spare + width + each]


@within
def _comes_before(A: Playing, a: int, b: int, width: int, down: bool) -> bool:
    for each in range(width):
        one, other = A.mem[a + each], A.mem[b + each]
        if one != other:
            return bool(one > other if down else one < other)
    return False


@counted
def sorted_words(A: Playing, x: int, down: bool) -> int:
    """A new list of the words in order."""
    found = copied(A, x, 1)
    at = A.mem[found + 2]
    for k in range(1, A.mem[found]):
        mine, to = A.mem[at + k], k
        while to > 0 and (A.mem[at + to - 1] < mine if down else mine < A.mem[at + to - 1]):
            A.mem[at + to] = A.mem[at + to - 1]
            to -= 1
        A.mem[at + to] = mine
    return found


@within
def rooms(A: Playing, words: int) -> int:
    """Memory for the fields of a thing."""
    return reserve(A, words)
