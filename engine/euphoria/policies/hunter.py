"""hunter: has its laser ready, but shoots only a Leader whom it has seen."""

from engine.euphoria.minds import heuristic
from engine.euphoria.minds.heuristic import AT_ONCE, parameters

FOUNDATION = heuristic
PARAMETERS = parameters(ready=AT_ONCE, theta=1.0, regret=1.0, count=0, guard=0, choosy=0)
