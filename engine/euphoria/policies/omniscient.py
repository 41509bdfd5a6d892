"""omniscient: a guardian who knows every recruit for its own decisions: what information is worth, not a bound."""

from engine.euphoria.minds import heuristic
from engine.euphoria.minds.heuristic import LEADER_WAITS, parameters

FOUNDATION = heuristic
PARAMETERS = parameters(ready=LEADER_WAITS, theta=1.0, regret=1.0, count=1, guard=1, choosy=1)

SEES_ALL = True
"""The side door."""
