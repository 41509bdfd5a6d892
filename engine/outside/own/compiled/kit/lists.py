"""Lists of a game. A list is the address of three words: its length, its room, and where its items are. An item takes
one word or several, the same for all items of a list. Memory is empty before each game; nothing is freed in between.

Lists of the file that never change have a room of −1. Changing one of those stops the kernel: whoever changes what all
games share gets other games each time."""

from engine.outside.own.compiled.kit.record import MEMORY, NEEDS_ROOM, Playing, Stop, counted, within

HEAD = 3
ALL = 1 << 62
"""In place of an end of a slice that is left out."""


@within
def reserve(rec: Playing, words: int) -> int:
    """The address of memory for so many words."""
    at = rec.top
    if words < 0 or words > MEMORY - at:
        rec.state = NEEDS_ROOM
        raise Stop
    rec.top = at + words
    return at


@within
def new_list(rec: Playing, room: int, width: int) -> int:
    at = reserve(rec, HEAD + room * width)
    rec.mem[at] = 0
    rec.mem[at + 1] = room
    rec.mem[at + 2] = at + HEAD
    return at


@within
def word(rec: Playing, at: int) -> int:
    return int(rec.mem[at])


@within
def put(rec: Playing, at: int, value: int) -> None:
    rec.mem[at] = value


@within
def length(rec: Playing, x: int) -> int:
    return int(rec.mem[x])


@within
def spot(rec: Playing, x: int, at: int, width: int) -> int:
    """Where an item is; one that the list does not have stops the kernel."""
    size = rec.mem[x]
    if at < 0:
        at += size
    if at < 0 or at >= size:
        raise Stop
    return int(rec.mem[x + 2] + at * width)


@within
def nth(rec: Playing, x: int, at: int, width: int) -> int:
    """Where an item is that is known to be there."""
    return int(rec.mem[x + 2] + at * width)


@within
def spot_to_change(rec: Playing, x: int, at: int, width: int) -> int:
    if rec.mem[x + 1] < 0:
        raise Stop
    return spot(rec, x, at, width)


@counted
def grow(rec: Playing, x: int, width: int, least: int) -> None:
    """Makes room for so many items, and for some more."""
    size = rec.mem[x]
    if rec.mem[x + 1] < 0:
        raise Stop
    more = 2 * least + 4
    to, old = reserve(rec, more * width), rec.mem[x + 2]
    for k in range(size * width):
        rec.mem[to + k] = rec.mem[old + k]
    rec.mem[x + 1] = more
    rec.mem[x + 2] = to


@within
def push(rec: Playing, x: int, width: int) -> int:
    """Where a new last item is to be put."""
    size = rec.mem[x]
    if size >= rec.mem[x + 1]:
        grow(rec, x, width, size)
    rec.mem[x] = size + 1
    return int(rec.mem[x + 2] + size * width)


@within
def push_word(rec: Playing, x: int, value: int) -> None:
    rec.mem[push(rec, x, 1)] = value


@counted
def take(rec: Playing, x: int, at: int, width: int) -> int:
    """Takes an item out, and returns where it lies until the list changes again."""
    where = spot_to_change(rec, x, at, width)
    last = rec.mem[x + 2] + (rec.mem[x] - 1) * width
    for k in range(width):
        mine = rec.mem[where + k]
        for each in range(where + k, last + k, width):
            rec.mem[each] = rec.mem[each + width]
        rec.mem[last + k] = mine
    rec.mem[x] -= 1
    return int(last)


@within
def take_last(rec: Playing, x: int, width: int) -> int:
    size = rec.mem[x] - 1
    if size < 0 or rec.mem[x + 1] < 0:
        raise Stop
    rec.mem[x] = size
    return int(rec.mem[x + 2] + size * width)


@counted
def insert(rec: Playing, x: int, at: int, width: int) -> int:
    """Where an item is to be put that comes before another."""
    size = rec.mem[x]
    if at < 0:
        at = max(0, at + size)
    at = min(at, size)
    last = push(rec, x, width)
    where = rec.mem[x + 2] + at * width
    for each in range(last - 1, where - 1, -1):
        rec.mem[each + width] = rec.mem[each]
    return int(where)


@counted
def copied(rec: Playing, x: int, width: int) -> int:
    size = rec.mem[x]
    found = new_list(rec, size + 2, width)
    to, old = found + HEAD, rec.mem[x + 2]
    for k in range(size * width):
        rec.mem[to + k] = rec.mem[old + k]
    rec.mem[found] = size
    return found


@counted
def extend(rec: Playing, x: int, more: int, width: int) -> None:
    size, before = rec.mem[more], rec.mem[x]  # as they are now: a list can be added to itself
    if rec.mem[x + 1] < 0:
        raise Stop
    if before + size > rec.mem[x + 1]:
        grow(rec, x, width, before + size)
    to, old = rec.mem[x + 2] + before * width, rec.mem[more + 2]
    for k in range(size * width):
        rec.mem[to + k] = rec.mem[old + k]
    rec.mem[x] = before + size


@counted
def joined(rec: Playing, a: int, b: int, width: int) -> int:
    found = new_list(rec, rec.mem[a] + rec.mem[b] + 2, width)
    extend(rec, found, a, width)
    extend(rec, found, b, width)
    return found


@counted
def repeated(rec: Playing, x: int, times: int, width: int) -> int:
    size = rec.mem[x] * width
    if times < 0:
        times = 0
    if times * size > MEMORY or times > MEMORY:
        raise Stop
    found = new_list(rec, rec.mem[x] * times + 2, width)
    to, old = rec.mem[found + 2], rec.mem[x + 2]
    for each in range(times):
        for k in range(size):
            rec.mem[to + each * size + k] = rec.mem[old + k]
    rec.mem[found] = rec.mem[x] * times
    return found


@counted
def sliced(rec: Playing, x: int, start: int, stop: int, step: int, width: int) -> int:
    """x[start:stop:step]; an end that is left out is ALL."""
    if step == 0:
        raise Stop
    size = int(rec.mem[x])
    first, last = (0, size) if step > 0 else (-1, size - 1)
    start = _end(start, first if step > 0 else last, size, first, last)
    stop = _end(stop, last if step > 0 else first, size, first, last)
    number = (stop - start + step - 1) // step if step > 0 else (start - stop - step - 1) // -step
    number = max(0, number)
    found = new_list(rec, number + 2, width)
    for k in range(number):
        to, old = rec.mem[found + 2] + k * width, rec.mem[x + 2] + (start + k * step) * width
        for each in range(width):
            rec.mem[to + each] = rec.mem[old + each]
    rec.mem[found] = number
    return found


@within
def _end(given: int, left_out: int, size: int, first: int, last: int) -> int:
    if given == ALL:
        return left_out
    if given < 0:
        given += size
    return min(max(given, first), last)


@counted
def cut(rec: Playing, x: int, start: int, stop: int, width: int) -> None:
    """del x[start:stop]"""
    if rec.mem[x + 1] < 0:
        raise Stop
    size = int(rec.mem[x])
    start, stop = _end(start, 0, size, 0, size), _end(stop, size, size, 0, size)
    if stop <= start:
        return
    at = rec.mem[x + 2]
    for k in range((size - stop) * width):
        rec.mem[at + start * width + k] = rec.mem[at + stop * width + k]
    rec.mem[x] = size - (stop - start)


@counted
def empty(rec: Playing, x: int) -> None:
    if rec.mem[x + 1] < 0:
        raise Stop
    rec.mem[x] = 0


@counted
def turned(rec: Playing, x: int, width: int) -> int:
    """A new list with the items in reverse order."""
    return sliced(rec, x, ALL, ALL, -1, width)


@counted
def turn_round(rec: Playing, x: int, width: int) -> None:
    if rec.mem[x + 1] < 0:
        raise Stop
    replace_by(rec, x, turned(rec, x, width))


@within
def replace_by(rec: Playing, x: int, other: int) -> None:
    """The items of another list, which nobody else has, in place of its own."""
    if rec.mem[x + 1] < 0:
        raise Stop
    rec.mem[x] = rec.mem[other]
    rec.mem[x + 1] = rec.mem[other + 1]
    rec.mem[x + 2] = rec.mem[other + 2]


@counted
def of_range(rec: Playing, start: int, stop: int, step: int) -> int:
    if step == 0:
        raise Stop
    found = new_list(rec, 6, 1)
    for each in range(start, stop, step):
        push_word(rec, found, each)
    return found


@counted
def find_word(rec: Playing, x: int, value: int) -> int:
    """The index of the first item like this, or −1."""
    at = rec.mem[x + 2]
    for k in range(rec.mem[x]):
        if rec.mem[at + k] == value:
            return k
    return -1


@counted
def count_word(rec: Playing, x: int, value: int) -> int:
    at, found = rec.mem[x + 2], 0
    for k in range(rec.mem[x]):
        if rec.mem[at + k] == value:
            found += 1
    return found


@counted
def sort_by(rec: Playing, x: int, width: int, keys: int, key_width: int, down: bool) -> None:
    """Sorts a list by a list of keys, which is sorted with it; items with the same key keep their order."""
    size, items, ranks = rec.mem[x], rec.mem[x + 2], rec.mem[keys + 2]
    spare = reserve(rec, width + key_width)
    for k in range(1, size):
        for each in range(width):
            rec.mem[spare + each] = rec.mem[items + k * width + each]
        for each in range(key_width):
            rec.mem[spare + width + each] = rec.mem[ranks + k * key_width + each]
        to = k
        while to > 0 and _comes_before(rec, spare + width, ranks + (to - 1) * key_width, key_width, down):
            for each in range(width):
                rec.mem[items + to * width + each] = rec.mem[items + (to - 1) * width + each]
            for each in range(key_width):
                rec.mem[ranks + to * key_width + each] = rec.mem[ranks + (to - 1) * key_width + each]
            to -= 1
        for each in range(width):
            rec.mem[items + to * width + each] = rec.mem[spare + each]
        for each in range(key_width):
            rec.mem[ranks + to * key_width + each] = rec.mem[spare + width + each]


@within
def _comes_before(rec: Playing, a: int, b: int, width: int, down: bool) -> bool:
    for each in range(width):
        one, other = rec.mem[a + each], rec.mem[b + each]
        if one != other:
            return bool(one > other if down else one < other)
    return False


@counted
def all_differ(rec: Playing, keys: int, width: int) -> bool:
    """Whether no two neighbours of a list are the same."""
    at = rec.mem[keys + 2]
    for k in range(1, rec.mem[keys]):
        same = True
        for each in range(width):
            if rec.mem[at + k * width + each] != rec.mem[at + (k - 1) * width + each]:
                same = False
        if same:
            return False
    return True


@counted
def compared_lists(rec: Playing, a: int, b: int) -> int:
    """−1, 0 or 1: whether a list of words comes before another, is the same, or comes after."""
    one, other = rec.mem[a + 2], rec.mem[b + 2]
    for k in range(min(rec.mem[a], rec.mem[b])):
        if rec.mem[one + k] != rec.mem[other + k]:
            return -1 if rec.mem[one + k] < rec.mem[other + k] else 1
    return compared(rec.mem[a], rec.mem[b])


@within
def compared(a: int, b: int) -> int:
    if a == b:
        return 0
    return -1 if a < b else 1


@counted
def sorted_words(rec: Playing, x: int, down: bool) -> int:
    """A new list of the words in order."""
    found = copied(rec, x, 1)
    at = rec.mem[found + 2]
    for k in range(1, rec.mem[found]):
        mine, to = rec.mem[at + k], k
        while to > 0 and (rec.mem[at + to - 1] < mine if down else mine < rec.mem[at + to - 1]):
            rec.mem[at + to] = rec.mem[at + to - 1]
            to -= 1
        rec.mem[at + to] = mine
    return found


@within
def same_size(rec: Playing, dict_at: int, size: int) -> bool:
    """A dict that changes its size while it is walked through is an error in Python."""
    if rec.mem[rec.mem[dict_at]] != size:
        raise Stop
    return True
