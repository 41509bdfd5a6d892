"""gunslinger: takes a laser at once and shoots the best suspect, however weak."""

from engine.euphoria.minds import heuristic
from engine.euphoria.minds.heuristic import AT_ONCE, parameters

FOUNDATION = heuristic
PARAMETERS = parameters(ready=AT_ONCE, theta=0.01, regret=0.0, count=1, guard=0, choosy=0)
