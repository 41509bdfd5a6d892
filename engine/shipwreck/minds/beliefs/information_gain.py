"""How much the group has learned: the information between an earlier belief and the present one."""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import log2
from engine.shipwreck.minds.beliefs.group import believed
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.table.state import View


@inlined
def remember_belief(view: View, mind: Thought) -> None:
    """Stores the present belief, to be compared with a later one."""
    for value in range(1, view.book.top + 1):
        mind.before[value] = believed(mind, value)


@compiled
def bits_learnt(view: View, mind: Thought) -> float:
    """The Kullback-Leibler divergence, in bits, of the present belief from the stored one, which need not sum to 1."""
    total = 0.0
    for value in range(1, view.book.top + 1):
        total += mind.before[value]
    bits = 0.0
    for value in range(1, view.book.top + 1):
        now = believed(mind, value)
        if now > 0.0 and mind.before[value] > 0.0:
            bits += now * (log2(now) - log2(mind.before[value] / total))
    return max(bits, 0.0)  # rounding may leave −1e-17, and a negative number stands for "unknown"
